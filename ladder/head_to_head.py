"""How a bot did against each other one, over the matches that count; the fold keeps the table."""

from dataclasses import dataclass

from django.db.models import Q

from ladder import access
from ladder.models import Bot, Competition, HeadToHead


@dataclass(frozen=True, slots=True)
class Record:
    """Games in which the bot and this opponent both sat: how often it was placed better, equal, worse."""

    opponent: int
    name: str
    owner: str
    better: int
    equal: int
    worse: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.better + self.equal + self.worse

    @property
    def share(self) -> float:
        """Points of the games, half for equal places: 0 to 1."""
        return (self.better + self.equal / 2) / self.games


def of_bot(bot: Bot, competition: Competition) -> list[Record]:
    """Against every other bot that it met in matches that are in the ratings here, most met first.

    All its versions count; a match that staff ruled out does not.
    """
    rows = HeadToHead.objects.filter(
        Q(bot=bot) | Q(other=bot), competition=competition, epoch=competition.current_epoch
    )
    tallies = {
        other if own == bot.pk else own: (better, equal, worse) if own == bot.pk else (worse, equal, better)
        for own, other, better, equal, worse in rows.values_list(
            "bot_id", "other_id", "better", "equal", "worse"
        )
    }
    known = Bot.objects.select_related("owner", "team").in_bulk(list(tallies))
    hidden_in = competition.pk if competition.pseudonyms else None
    records = [
        Record(other, known[other].name, access.called(known[other], hidden_in), *tally)
        for other, tally in tallies.items()
    ]
    return sorted(records, key=lambda record: (-record.games, record.name))

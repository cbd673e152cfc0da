"""How a bot did against each other one, over the matches that count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ladder import access, verdicts
from ladder.models import Bot, Competition, Match, MatchSeat, Result


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
    """Against every other bot that it met in rated matches here, most met first. All its versions count."""
    tallies: dict[int, list[int]] = {}
    for bots, places in _games(bot, competition):
        own = places[bots.index(bot.pk)]
        for other, place in zip(bots, places, strict=True):
            if other != bot.pk:
                tally = tallies.setdefault(other, [0, 0, 0])
                tally[(own >= place) + (own > place)] += 1
    known = Bot.objects.select_related("owner", "team").in_bulk(list(tallies))
    hidden_in = competition.pk if competition.pseudonyms else None
    records = [
        Record(other, known[other].name, access.called(known[other], hidden_in), *tally)
        for other, tally in tallies.items()
    ]
    return sorted(records, key=lambda record: (-record.games, record.name))


def _games(bot: Bot, competition: Competition) -> Iterable[tuple[list[int], Sequence[int]]]:
    """Bots and final places by seat, of each match that counts."""
    seats = MatchSeat.objects.filter(
        version__bot=bot,
        match__competition=competition,
        match__rated=True,
        match__state=Match.State.FINISHED,
    )
    results = dict(
        Result.objects.filter(match__in=seats.values("match")).values_list("match_id", "final_places")
    )
    ruled = verdicts.on(results)
    line_ups: dict[int, list[int]] = {match: [] for match in results}
    sitting = MatchSeat.objects.filter(match__in=seats.values("match")).order_by("match", "seat")
    for match, each in sitting.values_list("match_id", "version__bot"):
        if match in line_ups:
            line_ups[match].append(each)
    for match, reported in results.items():
        places = ruled.places(match, reported)
        if places is not None:
            yield line_ups[match], places

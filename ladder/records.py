"""A bot's record in a competition: by players and by seat, its faults, its best and worst games."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery

from ladder.leaderboards import Point
from ladder.models import Bot, MatchSeat

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Game:
    """One rated match from the bot's side; `point` holds its rating before and after."""

    point: Point
    seat: int
    players: int
    place: int
    ties: int
    fault: str

    @property
    def change(self) -> float:
        """What the match did to the rating."""
        return self.point.r - self.point.r_before

    @property
    def beaten(self) -> float:
        """The share of its opponents that stand behind it, 0 to 1; a tie counts half."""
        return (self.players - self.place - self.ties / 2) / (self.players - 1)

    @property
    def won(self) -> bool:
        """First, and alone there."""
        return self.place == 1 and not self.ties


@dataclass(frozen=True, slots=True)
class Tally:
    """Some games together: their number, those won alone, the mean share of opponents beaten in percent."""

    label: str
    games: int
    wins: int
    beaten: int


@dataclass(frozen=True, slots=True)
class Record:
    """The games of a rating history, looked at from several sides; `best` and `worst` by rating change."""

    games: int
    by_players: list[Tally]
    by_seat: list[Tally]
    faults: list[tuple[str, int]]
    best: list[Game]
    worst: list[Game]


def of_bot(bot: Bot, points: Sequence[Point]) -> Record:
    """The record over the matches of these points. One query."""
    games = _games(bot, points)
    by_change = sorted(games, key=lambda game: game.change)
    return Record(
        games=len(games),
        by_players=_tallies(games, lambda game: f"{game.players} players"),
        by_seat=_tallies(games, lambda game: f"seat {game.seat}"),
        faults=Counter(game.fault for game in games if game.fault).most_common(),
        best=[game for game in by_change[: -SHOWN - 1 : -1] if game.change > 0],
        worst=[game for game in by_change[:SHOWN] if game.change < 0],
    )


def _games(bot: Bot, points: Sequence[Point]) -> list[Game]:
    by_match = {(point.match, point.version): point for point in points}
    seats = (
        MatchSeat.objects.filter(
            match__in={point.match for point in points}, version__bot=bot, final_place__isnull=False
        )
        .select_related("match")
        .annotate(sharing=Subquery(_sharing(), output_field=IntegerField()))
        .only("match__players", "version_id", "seat", "final_place", "fault")
    )
    keyed = (((seat.match_id, seat.version_id), seat) for seat in seats)
    return [_game(by_match[key], seat) for key, seat in keyed if key in by_match]


def _sharing() -> QuerySet[Any, Any]:
    """How many seats of the match share a seat's place, itself included."""
    alike = MatchSeat.objects.filter(match=OuterRef("match"), final_place=OuterRef("final_place"))
    return alike.order_by().values("match").annotate(number=Count("pk")).values("number")


def _game(point: Point, seat: Any) -> Game:
    place = seat.final_place or seat.match.players
    return Game(point, seat.seat, seat.match.players, place, seat.sharing - 1, seat.fault)


def _tallies(games: Iterable[Game], label: Callable[[Game], str]) -> list[Tally]:
    groups: dict[str, list[Game]] = {}
    for game in games:
        groups.setdefault(label(game), []).append(game)
    return [_tally(name, groups[name]) for name in sorted(groups)]


def _tally(label: str, games: Sequence[Game]) -> Tally:
    beaten = sum(game.beaten for game in games) / len(games)
    return Tally(label, len(games), sum(game.won for game in games), round(100 * beaten))

"""The published reference ratings, for pages and API alike."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from ladder import access
from ladder.models import Competition, Fit, FitRating, Version

INTERVAL = 1.96
WHO = ("version__bot__owner", "version__bot__team")


@dataclass(frozen=True, slots=True)
class SizeFigure:
    """How many Elo better the version plays at tables of this size than its rating says, ± `half` (95 %)."""

    players: int
    elo: float
    half: float


@dataclass(frozen=True, slots=True)
class Row:
    """One version; `rank` counts the active ones that can be compared, others have none. ± `half`: 95 %."""

    rank: int | None
    bot: int
    name: str
    owner: str
    version: int
    number: int
    rating: float
    half: float
    games: int
    connected: bool
    rank_low: int | None
    rank_high: int | None
    by_size: tuple[SizeFigure, ...]


@dataclass(frozen=True, slots=True)
class SeatFigure:
    """What a seat is worth at tables of this size, in Elo against the average seat, ± `half` (95 %)."""

    players: int
    seat: int
    elo: float
    half: float


@dataclass(frozen=True)
class Board:
    """A published fit. `luck_share`: part of the games that no strength decides (0 to 1)."""

    fit: int
    made: datetime
    fold_seq: int
    matches: int
    final: bool
    luck_share: float
    luck_scale: float
    rows: tuple[Row, ...]
    seats: tuple[SeatFigure, ...]


def latest(competition: Competition) -> Board | None:
    """The last published fit with all its rows, best first; None before the first. Two queries."""
    fit = competition.fits.first()
    hidden_in = competition.pk if competition.pseudonyms else None
    if fit is None:
        return None
    return Board(
        fit=fit.pk,
        made=fit.made,
        fold_seq=fit.fold_seq,
        matches=fit.matches,
        final=competition.state in (Competition.State.CLOSED, Competition.State.ARCHIVED),
        luck_share=fit.luck_share,
        luck_scale=fit.luck_scale,
        rows=_rows(fit.ratings.select_related(*WHO).order_by("-r", "version"), hidden_in),
        seats=_seats(fit),
    )


def _rows(ratings: Iterable[FitRating], hidden_in: int | None) -> tuple[Row, ...]:
    """Ranked ones first, the rest (old versions, and what never met the others) after them."""
    found = list(ratings)
    ranked = [rating for rating in found if rating.rank_low is not None]
    others = [rating for rating in found if rating.rank_low is None]
    rows = [_row(rank, rating, hidden_in) for rank, rating in enumerate(ranked, start=1)]
    return (*rows, *(_row(None, rating, hidden_in) for rating in others))


def _row(rank: int | None, rating: FitRating, hidden_in: int | None) -> Row:
    version: Version = rating.version
    return Row(
        rank=rank,
        bot=version.bot_id,
        name=version.bot.name,
        owner=access.called(version.bot, hidden_in),
        version=version.pk,
        number=version.number,
        rating=rating.r,
        half=INTERVAL * rating.error,
        games=rating.games,
        connected=rating.connected,
        rank_low=rating.rank_low,
        rank_high=rating.rank_high,
        by_size=tuple(
            SizeFigure(int(players), elo, INTERVAL * error)
            for players, (elo, error) in sorted(rating.by_size.items())
        ),
    )


def _seats(fit: Fit) -> tuple[SeatFigure, ...]:
    return tuple(
        SeatFigure(each["players"], each["seat"], each["elo"], INTERVAL * each["error"]) for each in fit.seats
    )

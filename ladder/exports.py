"""Standings as CSV for organisers: rank, who, rating, games, points."""

import csv
import io
from collections import defaultdict
from collections.abc import Sequence

from ladder import leaderboards
from ladder.models import Bot, Competition, MatchSeat, Result, Ruling

COLUMNS = (
    "rank",
    "bot",
    "owner",
    "team",
    "version",
    "rating",
    "deviation",
    "games",
    "points",
    "points_per_game",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def standings(competition: Competition) -> str:
    """The whole board, with the owners' real names; points as `match_points` counts them."""
    points = _points_by_bot(competition)
    rows = leaderboards.rows(competition)
    names = Bot.objects.filter(pk__in=[row.bot for row in rows])
    owners = {bot: who for bot, *who in names.values_list("pk", "owner__username", "team__name")}
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(COLUMNS)
    for row in rows:
        got, games = points[row.bot]
        per_game = f"{got / games:.4f}" if games else ""
        who = [cell(name or "") for name in (row.name, *owners[row.bot])]
        figures = (f"{row.rating:.1f}", f"{row.rd:.1f}", row.games, f"{got:.2f}", per_game)
        writer.writerow((row.rank, *who, row.number, *figures))
    return table.getvalue()


def match_points(places: Sequence[int], seat: int) -> float:
    """(bots beaten + half the ties) / (players - 1), from 0 to 1: tables of different size mix."""
    others = [place for other, place in enumerate(places) if other != seat]
    beaten = sum(place > places[seat] for place in others)
    ties = sum(place == places[seat] for place in others)
    return (beaten + ties / 2) / len(others)


def _points_by_bot(competition: Competition) -> dict[int, tuple[float, int]]:
    """Points and games of every bot over its rated matches here, all versions together, voids left out."""
    void = Ruling.objects.filter(kind=Ruling.Kind.VOID, match__competition=competition).values("match")
    counted = Result.objects.filter(competition=competition, rated=True).exclude(match__in=void)
    places = dict(counted.values_list("match_id", "final_places"))
    sums: dict[int, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    seats = MatchSeat.objects.filter(match__result__in=counted)
    for match, seat, bot in seats.values_list("match_id", "seat", "version__bot_id").iterator():
        if match in places:
            got, games = sums[bot]
            sums[bot] = (got + match_points(places[match], seat), games + 1)
    return sums


def cell(text: str) -> str:
    """A spreadsheet must not take a name for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text

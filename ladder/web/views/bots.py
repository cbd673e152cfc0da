"""A bot's page: its versions, its latest matches, its rating over time."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ladder import access, leaderboards, match_search, not_drawn, records
from ladder.access import Visitor
from ladder.leaderboards import Point
from ladder.models import Bot, Competition
from ladder.outlook import Outlook
from ladder.records import Record
from ladder.web.charts import Chart, rating_chart
from ladder.web.views import matches
from ladder.web.views.versions import line

RECENT = 20


@dataclass(frozen=True)
class History:
    """A bot's ratings in one competition: the latest first, a chart, its record, why it waits (or empty).

    `prospect`: how soon it plays next, where nothing keeps it from playing.
    """

    competition: Competition
    latest: list[Point]
    number: int
    chart: Chart | None
    record: Record
    waits: str
    prospect: Outlook | None


@require_safe
def bot_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One bot; everybody may see it, but of its uploads only the states."""
    bot = get_object_or_404(
        access.bots(request.user).select_related("owner", "team"),
        pk=pk,
    )
    versions = bot.versions.select_related("bot").defer("log")
    played = match_search.of_bot(access.listed_matches(request.user), bot)
    context = {
        "bot": bot,
        "owner": access.owner_name(request.user, bot),
        "mine": access.owns(request.user, bot),
        "versions": [line(version, request.user) for version in versions],
        "lines": matches.lines(played, RECENT),
        "histories": _histories(bot, request.user),
    }
    return render(request, "bots/bot.html", context)


def _histories(bot: Bot, visitor: Visitor) -> list[History]:
    entered = access.competitions(visitor).filter(entries__bot=bot)
    return [_history(bot, competition) for competition in entered]


def _history(bot: Bot, competition: Competition) -> History:
    points = leaderboards.rating_history(bot, competition)
    standing = not_drawn.standing(bot, competition)
    return History(
        competition,
        points[: -RECENT - 1 : -1],
        len(points),
        rating_chart(points),
        records.of_bot(bot, points),
        standing.reason,
        standing.outlook,
    )

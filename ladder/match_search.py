"""Finding matches by who played in them and how."""

from typing import Any

from django.db.models import QuerySet

from ladder.models import Bot, Match, MatchSeat


def of_bot(matches: QuerySet[Match], bot: Bot) -> QuerySet[Match]:
    """Those of the matches in which any version of the bot has a seat."""
    return with_seat(matches, version__bot=bot)


def with_seat(matches: QuerySet[Match], **seat: Any) -> QuerySet[Match]:
    """Those of the matches that have a seat for which all of this holds."""
    return matches.filter(pk__in=MatchSeat.objects.filter(**seat).values("match"))

"""Finding matches by who played in them."""

from django.db.models import QuerySet

from ladder.models import Bot, Match, MatchSeat


def of_bot(matches: QuerySet[Match], bot: Bot) -> QuerySet[Match]:
    """Those of the matches in which any version of the bot has a seat."""
    return matches.filter(pk__in=MatchSeat.objects.filter(version__bot=bot).values("match"))

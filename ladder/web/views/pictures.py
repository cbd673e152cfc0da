"""The pictures of matches and bots, for links to them elsewhere; only what everybody may see."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from ladder import access, matches
from ladder.models import Rating
from ladder.web.pictures import Card, png

MAX_AGE_S = 3600


@require_safe
def match_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """Who played, best first, with scores once there are some."""
    seen = matches.with_all(access.listed_matches(AnonymousUser()))
    facts = matches.facts(get_object_or_404(seen, pk=pk))
    seats = sorted(facts.seats, key=lambda seat: (seat.final_place or 0, seat.seat))
    rows = [(seat.bot_name, "" if seat.score is None else str(seat.score)) for seat in seats]
    return _answer(Card(f"Match {facts.id}", f"{facts.competition_name}, {facts.ruleset} rules", rows))


@require_safe
def bot_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """The bot's rating in each competition that it plays in."""
    everybody = AnonymousUser()
    bot = get_object_or_404(access.bots(everybody).select_related("owner", "team"), pk=pk)
    ratings = Rating.objects.filter(
        version__bot=bot,
        version__state="active",
        competition__in=access.competitions(everybody),
        epoch=F("competition__current_epoch"),
    ).select_related("competition")
    rows = [(each.competition.name, f"{each.r:.0f} ± {2 * each.rd:.0f}") for each in ratings]
    return _answer(Card(bot.name, f"a bot by {access.owner_name(everybody, bot)}", rows))


def _answer(card: Card) -> HttpResponse:
    response = HttpResponse(png(card), content_type="image/png")
    response["Cache-Control"] = f"public, max-age={MAX_AGE_S}"
    return response

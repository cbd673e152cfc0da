"""A bot's badge for a README: an SVG that shows only what everybody may see."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from ladder import access, badges

MAX_AGE_S = 300


@require_safe
def badge(request: HttpRequest, pk: int) -> HttpResponse:
    """In `?competition=`, else in the latest public one that the bot is in; 404 where it is in none."""
    bot = get_object_or_404(access.bots(AnonymousUser()), pk=pk)
    wanted = request.GET.get("competition")
    found = [each for each in badges.public_competitions(bot) if wanted in (None, each.slug)]
    if not found:
        raise Http404
    response = HttpResponse(badges.svg(badges.of_bot(bot, found[0])), content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={MAX_AGE_S}"
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response

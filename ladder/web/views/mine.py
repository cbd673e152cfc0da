"""My bots: their versions and competitions, what may be done with them, and one's API tokens."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from ladder import access, bots, breaker, notices, tokens
from ladder.access import person
from ladder.models import Bot, Competition, Entry, User, Version
from ladder.refusals import Refused
from ladder.web.author_forms import TokenForm
from ladder.web.views.versions import VersionLine, line


@dataclass(frozen=True)
class BotCard:
    """One own bot: its versions, newest first, where it plays, and where it could."""

    bot: Bot
    versions: list[VersionLine]
    entered: list[Competition]
    open_to_it: list[Competition]


@login_required
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """All that is mine."""
    owner = person(request.user)
    context = {
        "cards": _cards(owner),
        "tokens": tokens.of(owner),
        "token_form": TokenForm(),
        "unread": notices.unread(owner),
        "organises": access.may_organise(owner),
    }
    return render(request, "account/me.html", context)


@login_required
@require_POST
def activate(request: HttpRequest, pk: int) -> HttpResponse:
    """Lets one's own version play."""
    return _acted(request, pk, bots.activate, "{} is active now.")


@login_required
@require_POST
def retire(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes one's own version out of play."""
    return _acted(request, pk, bots.retire, "{} is retired; you can activate it again.")


@login_required
@require_POST
def new_trial(request: HttpRequest, pk: int) -> HttpResponse:
    """Sends one's own version, taken out by the circuit breaker, to a new trial."""
    return _acted(request, pk, breaker.reset, "{} goes through a new trial; when it passes, it plays again.")


@login_required
@require_POST
def enter(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Enters one's own bot in a competition."""
    bot, competition = _own_bot(request, pk), _competition(request, slug)
    try:
        bots.enter(bot, competition)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{bot.name} is entered in {competition.name}.")
    return redirect("me")


@login_required
@require_POST
def leave(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Takes one's own bot out of a competition."""
    bot, competition = _own_bot(request, pk), _competition(request, slug)
    try:
        bots.leave(bot, competition)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{bot.name} plays no more in {competition.name}; its results stay.")
    return redirect("me")


def _acted(request: HttpRequest, pk: int, verb: Callable[[Version], Version], done: str) -> HttpResponse:
    own = Version.objects.filter(bot__in=access.own_bots(person(request.user))).select_related("bot")
    version = get_object_or_404(own, pk=pk)
    try:
        verb(version)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, done.format(version))
    return redirect("me")


def _own_bot(request: HttpRequest, pk: int) -> Bot:
    return get_object_or_404(access.own_bots(person(request.user)), pk=pk)


def _competition(request: HttpRequest, slug: str) -> Competition:
    return get_object_or_404(access.competitions(request.user), slug=slug)


def _cards(owner: User) -> list[BotCard]:
    opened = list(access.competitions(owner).filter(state=Competition.State.OPEN))
    own = (
        access.own_bots(owner)
        .select_related("team")
        .prefetch_related(
            Prefetch("versions", Version.objects.select_related("bot").defer("log")),
            Prefetch("entries", Entry.objects.select_related("competition")),
        )
    )
    return [_card(bot, owner, opened) for bot in own]


def _card(bot: Bot, owner: User, opened: list[Competition]) -> BotCard:
    entered = [entry.competition for entry in bot.entries.all()]
    versions = [line(version, owner) for version in bot.versions.all()]
    return BotCard(bot, versions, entered, [c for c in opened if c not in entered])

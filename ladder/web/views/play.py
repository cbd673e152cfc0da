"""Play yourself: a table with house bots, the choices that the engine offers, the viewer of the replays."""

import json
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import RULESETS
from ladder import house, sittings
from ladder.access import person
from ladder.models import Sitting
from ladder.refusals import Refused
from ladder.web import choices
from ladder.web.choices import Question

MIXED = "mixed"
FILM_KEPT_S = 60
EARLIER = 10
State = Sitting.State


class SitDownForm(forms.Form):
    """What to play, with how many, against whom."""

    ruleset = forms.ChoiceField(choices=[(name, name.capitalize()) for name in RULESETS], initial="base")
    players = forms.TypedChoiceField(
        coerce=int, choices=[(n, str(n)) for n in range(sittings.FEWEST, sittings.MOST + 1)], initial=3
    )
    opponents = forms.ChoiceField(help_text="House bots; what each of them does is told where their code is.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [(MIXED, "Some of each"), *((name, name.capitalize()) for name in house.programs())]
        self.fields["opponents"].choices = offered  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Place:
    """A seat at the end of a game."""

    name: str
    score: int
    place: int


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sit_down(request: HttpRequest) -> HttpResponse:
    """The way to a table, and one's earlier ones."""
    who = person(request.user)
    form = SitDownForm(request.POST or None)
    made = _made(request, form) if form.is_valid() else None
    if made is not None:
        return redirect("table", made.pk)
    own = list(Sitting.objects.filter(person=who)[:EARLIER])
    playing = next((sitting for sitting in own if sitting.state == State.PLAYING), None)
    context = {"form": form, "playing": playing, "earlier": [each for each in own if each != playing]}
    return render(request, "play/sit_down.html", context, status=400 if form.errors else 200)


def _made(request: HttpRequest, form: SitDownForm) -> Sitting | None:
    asked = form.cleaned_data
    opponents = list(house.programs()) if asked["opponents"] == MIXED else [asked["opponents"]]
    try:
        return sittings.sit_down(person(request.user), asked["ruleset"], asked["players"], opponents)
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


@require_safe
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """A table: for who sits there with the choices, for everybody else to watch."""
    return _page(request, _found(pk))


@login_required
@require_POST
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """The person's choice; the page as it is then (or why it was not taken)."""
    sitting, number = _found(pk), request.POST.get("number", "")
    if not number.isdecimal() or len(number) > 6:
        raise Http404
    try:
        sittings.choose(sitting, person(request.user), int(number), request.POST.get("choice", ""))
    except Refused as refused:
        messages.error(request, str(refused))
    if request.headers.get("HX-Request"):
        return _page(request, _found(pk))
    return redirect("table", pk)


@login_required
@require_POST
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Ends one's own game."""
    try:
        sittings.leave(_found(pk), person(request.user))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("table", pk)


@require_safe
def film(request: HttpRequest, pk: int) -> HttpResponse:
    """Frames for the viewer. While the game goes on: the person's view, `?since=` that frame.

    Once it is over: everything, or `?seat=`'s view.
    """
    sitting = _found(pk)
    since, seat = _number(request, "since"), _number(request, "seat")
    try:
        content = _film(sitting, since, seat)
    except ValueError as error:
        return JsonResponse({"detail": f"This game cannot be shown: {error}"}, status=404)
    return HttpResponse(content, content_type="application/json", headers={"Cache-Control": "no-cache"})


def _film(sitting: Sitting, since: int | None, seat: int | None) -> bytes:
    """The frames as JSON, made once for all who watch."""
    key = f"table:{sitting.pk}:{sitting.state}:{sitting.moves}:{since}:{seat}"
    known: bytes | None = cache.get(key)
    if known is None:
        if sitting.state == State.OVER and since is None:
            document = sittings.whole_film(sitting, seat)
        else:
            document = sittings.film(sitting, since)
        known = json.dumps(document, separators=(",", ":")).encode()
        cache.set(key, known, FILM_KEPT_S)
    return known


@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """The replay of a game that is over; before that it would tell everybody's cards."""
    sitting = _found(pk)
    if sitting.state != State.OVER:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="table-{pk}.json"'}
    return JsonResponse(sittings.replay(sitting), headers=headers)


def _found(pk: int) -> Sitting:
    return get_object_or_404(Sitting.objects.select_related("person"), pk=pk)


def _page(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    mine = request.user == sitting.person
    context = {
        "sitting": sitting,
        "mine": mine,
        "question": _question(sitting) if mine else None,
        "waits": sitting.state == State.PLAYING,
        "names": sittings.names(sitting),
        "places": _places(sitting),
    }
    return render(request, "play/table.html", context)


def _question(sitting: Sitting) -> Question | None:
    """What the person is asked now. A game that this engine cannot play on asks nothing; it will be ended."""
    try:
        decision = sittings.decision(sitting)
        return choices.question(decision, sittings.game(sitting).cards) if decision else None
    except ValueError:
        return None


def _places(sitting: Sitting) -> list[Place]:
    if sitting.places is None or sitting.scores is None:
        return []
    seats = zip(sittings.names(sitting), sitting.scores, sitting.places, strict=True)
    return sorted((Place(*seat) for seat in seats), key=lambda each: each.place)


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None

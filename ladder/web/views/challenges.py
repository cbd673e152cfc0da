"""Challenges: ask for a match, see how one's own go, cancel one that waits."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ladder import access, challenges
from ladder.access import person
from ladder.models import Bot, Challenge, Competition, User, Version
from ladder.refusals import Refused
from ladder.web.forms import choose_from

SHOWN = 50


@dataclass(frozen=True)
class Line:
    """A challenge, and the versions that it is against."""

    challenge: Challenge
    opponents: list[Version]


class ChallengeForm(forms.Form):
    """Which version plays whom by which competition's rules."""

    competition = forms.ModelChoiceField(Competition.objects.none(), to_field_name="slug", empty_label=None)
    version = forms.ModelChoiceField(
        Version.objects.none(),
        label="Your version",
        help_text="One that is not active yet plays in private: only you (and your team) see the match.",
    )
    opponents = forms.CharField(
        max_length=250,
        help_text="The names of one to five bots of the competition, with commas between them.",
    )

    def __init__(self, who: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.who = who
        opened = access.competitions(who).filter(state=Competition.State.OPEN)
        choose_from(self, "competition", opened)
        own = Version.objects.filter(bot__in=access.own_bots(who), state__in=challenges.MAY_TEST)
        self.own = own
        choose_from(self, "version", own.select_related("bot").order_by("bot__name", "-number"))

    def clean_opponents(self) -> list[Bot]:
        """The bots of these names."""
        names = [name.strip() for name in self.cleaned_data["opponents"].split(",") if name.strip()]
        lower = [name.lower() for name in names]
        asked = access.bots(self.who).annotate(lower=Lower("name")).filter(lower__in=lower)
        found = {bot.name.lower(): bot for bot in asked}
        missing = [name for name in names if name.lower() not in found]
        if missing:
            raise forms.ValidationError(f"There is no bot called {', '.join(missing)}.")
        return [found[name] for name in lower]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """One's own challenges, newest first, and the form for another; `?version=` chooses one beforehand."""
    who = person(request.user)
    form = ChallengeForm(who, request.POST or None, initial={"version": request.GET.get("version", "")})
    if form.is_valid() and _asked(who, form):
        messages.success(request, "Your challenge waits for its turn; it is unrated.")
        return redirect("challenges")
    own = Challenge.objects.filter(version__bot__in=access.own_bots(who))
    shown = own.select_related("competition", "version__bot", "match", "asker")[:SHOWN]
    context = {"form": form, "challenges": _lines(shown), "can_ask": form.own.exists()}
    return render(request, "challenges/list.html", context, status=400 if form.errors else 200)


def _lines(shown: Iterable[Challenge]) -> list[Line]:
    asked = list(shown)
    versions = Version.objects.select_related("bot").in_bulk({pk for each in asked for pk in each.line_up})
    return [
        Line(each, [versions[pk] for pk in each.line_up if pk != each.version_id and pk in versions])
        for each in asked
    ]


def _asked(who: User, form: ChallengeForm) -> bool:
    data = form.cleaned_data
    try:
        challenges.ask(who, data["competition"], data["version"], data["opponents"])
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    return True


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancels one's own challenge that waits."""
    who = person(request.user)
    found = get_object_or_404(Challenge, asker=who, pk=pk)
    try:
        challenges.cancel(found, who)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, "The challenge is cancelled.")
    return redirect("challenges")

"""Comparisons of two versions: ask for one, see how it goes, stop it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder import access, challenges, comparisons
from ladder.access import person
from ladder.models import Bot, Competition, User, Version, VersionComparison
from ladder.refusals import Refused
from ladder.web.forms import choose_from

SHOWN = 50


class ComparisonForm(forms.Form):
    """Which two versions, by which competition's rules, at what table, against whom."""

    competition = forms.ModelChoiceField(Competition.objects.none(), to_field_name="slug", empty_label=None)
    first = forms.ModelChoiceField(Version.objects.none(), label="Is this version")
    second = forms.ModelChoiceField(Version.objects.none(), label="better than this one?")
    players = forms.IntegerField(
        required=False, min_value=2, max_value=6, help_text="Seats at the table. Empty: the fewest allowed."
    )
    opponents = forms.CharField(
        required=False,
        max_length=250,
        help_text="Names of one to five bots of the competition, with commas between them; they take turns. "
        "Empty: the house bots.",
    )

    def __init__(self, who: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.who = who
        opened = access.competitions(who).filter(state=Competition.State.OPEN)
        choose_from(self, "competition", opened)
        own = Version.objects.filter(bot__in=access.own_bots(who), state__in=challenges.MAY_TEST)
        self.own = own
        for name in ("first", "second"):
            choose_from(self, name, own.select_related("bot").order_by("bot__name", "-number"))

    def clean_opponents(self) -> list[Bot]:
        """The bots of these names."""
        names = [name.strip() for name in self.cleaned_data["opponents"].split(",") if name.strip()]
        found = {bot.name: bot for bot in access.bots(self.who).filter(name__in=names)}
        missing = [name for name in names if name not in found]
        if missing:
            raise forms.ValidationError(f"There is no bot called {', '.join(missing)}.")
        return [found[name] for name in names]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """One's own comparisons, newest first, and the form for another; `?first=` chooses a version."""
    who = person(request.user)
    form = ComparisonForm(who, request.POST or None, initial={"first": request.GET.get("first", "")})
    asked = _asked(who, form) if form.is_valid() else None
    if asked is not None:
        return redirect("comparison", asked.pk)
    shown = _own(who).select_related("competition", "first__bot", "second__bot")[:SHOWN]
    context = {"form": form, "comparisons": shown, "can_ask": form.own.count() >= 2}
    return render(request, "comparisons/list.html", context, status=400 if form.errors else 200)


def _own(who: User) -> QuerySet[VersionComparison]:
    """One's own and the team's."""
    mine = access.own_bots(who)
    return VersionComparison.objects.filter(Q(first__bot__in=mine) | Q(second__bot__in=mine))


def _asked(who: User, form: ComparisonForm) -> VersionComparison | None:
    data = form.cleaned_data
    try:
        return comparisons.ask(
            who, data["competition"], data["first"], data["second"], data["opponents"], data["players"]
        )
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


@login_required
@require_safe
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """A comparison: what its blocks say so far, against whom, and its matches."""
    who = person(request.user)
    found = get_object_or_404(
        _own(who).select_related("competition", "first__bot", "second__bot", "asker"), pk=pk
    )
    opponents = Version.objects.filter(pk__in=found.opponents).select_related("bot").order_by("bot__name")
    context = {
        "comparison": found,
        "finding": comparisons.finding(found),
        "opponents": opponents,
        "games": found.games.select_related("match").order_by("-pk")[:SHOWN],
        "mine": found.asker_id == who.pk,
    }
    return render(request, "comparisons/one.html", context)


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Stops one's own comparison."""
    who = person(request.user)
    found = get_object_or_404(VersionComparison, asker=who, pk=pk)
    comparisons.cancel(found, who)
    messages.success(request, "The comparison goes no further; games under way are played to their end.")
    return redirect("comparison", found.pk)

"""An organiser's pages: make a competition, change it, move it, see to its entries and people."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder import access, competitions, courses, entries, exports, organisers
from ladder.access import person
from ladder.competitions import Rules
from ladder.models import Competition, Entry, User
from ladder.refusals import Refused
from ladder.web.organise_forms import (
    CompetitionForm,
    PeopleForm,
    ReasonForm,
    SeasonForm,
    default_limits,
    filled,
)

PAGE = ["GET", "HEAD", "POST"]


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The competitions that one organises; 404 for who may organise none and has none."""
    found = access.organised(request.user).order_by("-pk")
    if not access.may_organise(request.user) and not found.exists():
        raise Http404
    context = {"competitions": found, "may_make": access.may_organise(request.user)}
    return render(request, "organise/list.html", context)


@login_required
@require_http_methods(PAGE)
def new(request: HttpRequest) -> HttpResponse:
    """Makes a draft."""
    if not access.may_organise(request.user):
        raise Http404
    form = CompetitionForm(request.POST or None)
    made = _made(form, person(request.user)) if form.is_valid() else None
    if made is None:
        return _form(request, form, "A new competition")
    messages.success(request, f"{made.name} is a draft; only you see it. Open it when it is ready.")
    return redirect("organise", made.slug)


def _made(form: CompetitionForm, organiser: User) -> Competition | None:
    values = form.values(default_limits())
    slug, name = values.pop("slug"), values.pop("name")
    try:
        return competitions.create(slug, name, organiser, Rules(), **values)
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """One competition: what can be done with it now, its entries and its people."""
    found = _organised(request, slug)
    context = {
        "competition": found,
        "moves": competitions.NEXT[Competition.State(found.state)],
        "entries": found.entries.select_related("bot__owner", "version").order_by("bot__name"),
        "organisers": found.co_organisers.select_related("person").order_by("person__username"),
        "answers": organisers.answers_for(person(request.user), found),
        "members": found.members.select_related("person").order_by("person__username"),
        "people_form": PeopleForm(),
        "season_form": SeasonForm() if found.state not in ("draft", "open") else None,
        "successor": Competition.objects.filter(predecessor=found).first(),
    }
    return render(request, "organise/overview.html", context)


@login_required
@require_http_methods(PAGE)
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Changes what may still change."""
    found = _organised(request, slug)
    form = CompetitionForm(request.POST or None, initial=filled(found))
    changed = _changed(form, found) if form.is_valid() else None
    if changed is None:
        return _form(request, form, f"Change {found.name}", found)
    messages.success(request, f"{changed.name} is changed. It counts from now on.")
    return redirect("organise", changed.slug)


def _changed(form: CompetitionForm, found: Competition) -> Competition | None:
    try:
        return competitions.change(found, **form.values(found.limits))
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


def _form(
    request: HttpRequest, form: CompetitionForm, title: str, found: Competition | None = None
) -> HttpResponse:
    fixed = found is not None and found.state != Competition.State.DRAFT
    context = {"form": form, "title": title, "fixed": sorted(competitions.FIXED_ONCE_OPEN) if fixed else []}
    return render(request, "organise/form.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def move(request: HttpRequest, slug: str, state: str) -> HttpResponse:
    """Opens, freezes, closes or archives it, now."""
    found = _organised(request, slug)
    if state not in Competition.State.values:
        raise Http404
    return _done(request, found, lambda: competitions.move(found, state), f"{found.name} is {state} now.")


@login_required
@require_POST
def disable(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Takes an entry out, with a reason."""
    found = _organised(request, slug)
    entry = get_object_or_404(Entry, competition=found, pk=pk)
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    return _done(
        request, found, lambda: entries.disable(entry, reason), f"{entry.bot.name} is out of play here."
    )


@login_required
@require_POST
def enable(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Lets an entry play again."""
    found = _organised(request, slug)
    entry = get_object_or_404(Entry, competition=found, pk=pk)
    return _done(request, found, lambda: entries.enable(entry), f"{entry.bot.name} may play again.")


@login_required
@require_POST
def import_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes a list of people; one wrong line and nothing is done, and every wrong line is told."""
    found = _organised(request, slug)
    form = PeopleForm(request.POST, request.FILES)
    errors: list[tuple[int, str]] = []
    if form.is_valid():
        try:
            done = courses.import_people(found, form.cleaned_data["file"])
        except courses.BadLines as bad:
            form.add_error("file", str(bad))
            errors = bad.errors
        else:
            words = f"{done.joined} people joined; {done.made} accounts were made, {done.known} were known."
            messages.success(request, words)
            return redirect("organise", found.slug)
    context = {"competition": found, "people_form": form, "errors": errors}
    return render(request, "organise/import.html", context, status=400)


@login_required
@require_POST
def code(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """Makes a new invitation code, or ends the one there is."""
    found = _organised(request, slug)
    if act == "new":
        return _done(
            request, found, lambda: courses.new_code(found), "There is a new code; the old one is void."
        )
    return _done(request, found, lambda: courses.no_code(found), "Nobody can join by code any more.")


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Takes a person out, with the bots."""
    found = _organised(request, slug)
    member = get_object_or_404(found.members.select_related("person"), person=pk)
    words = f"{member.person.username} takes part no more."
    return _done(request, found, lambda: courses.leave(found, member.person), words)


@login_required
@require_POST
def add_organiser(request: HttpRequest, slug: str) -> HttpResponse:
    """Lets a person organise it, too."""
    found = _organised(request, slug)
    name = request.POST.get("username", "").strip()[:150]
    by = person(request.user)
    return _done(request, found, lambda: organisers.add(found, name, by), f"{name} organises it, too.")


@login_required
@require_POST
def remove_organiser(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ends that, also for oneself."""
    found = _organised(request, slug)
    other = get_object_or_404(found.co_organisers.select_related("person"), person=pk).person
    by = person(request.user)
    done = _done(
        request, found, lambda: organisers.remove(found, other, by), f"{other.username} organises it no more."
    )
    return redirect("me") if other.pk == by.pk and not by.is_staff else done


@login_required
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Ranks and points as CSV."""
    found = _organised(request, slug)
    response = HttpResponse(exports.standings(found), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.csv"'
    response["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_POST
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes the next season, a draft."""
    found = _organised(request, slug)
    form = SeasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, "A next season needs a short name of letters, digits and dashes, and a name.")
        return redirect("organise", found.slug)
    try:
        made = competitions.next_season(found, **form.cleaned_data)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("organise", found.slug)
    messages.success(request, f"{made.name} is a draft. Give it dates, then open it.")
    return redirect("organise", made.slug)


@login_required
@require_http_methods(PAGE)
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Where an invitation leads: a button that lets the person take part."""
    found = courses.by_code(code)
    if found is None:
        raise Http404
    if request.method != "POST":
        return render(request, "organise/join.html", {"competition": found})
    courses.join(found, person(request.user))
    messages.success(request, f"You take part in {found.name}.")
    is_seen = access.competitions(request.user).filter(pk=found.pk).exists()
    return redirect("competition", found.slug) if is_seen else redirect("me")


def _organised(request: HttpRequest, slug: str) -> Competition:
    return get_object_or_404(access.organised(request.user).select_related("organiser"), slug=slug)


def _done(request: HttpRequest, found: Competition, act: Any, words: str) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, words)
    return redirect("organise", found.slug)

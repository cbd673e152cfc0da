"""An organiser's pages of tournaments: make one from a template, see what it will take, run it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ladder import access
from ladder.access import person
from ladder.models import Bot, Competition, Entrant, Match, Series, Tournament, TournamentGame
from ladder.refusals import Refused
from ladder.tournaments import field, forecast, life, series, voids
from ladder.tournaments.course import Kind
from ladder.tournaments.pairing import NoSchedule
from ladder.web.tournament_forms import TEMPLATES, ReleaseForm, TermsForm, WhyForm, filled, from_template
from ladder.web.views.tournaments import expected

PAGE = ["GET", "HEAD", "POST"]
State = Tournament.State


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournaments and series of a competition that one organises, and the templates for another."""
    found = _cup(request, slug)
    context = {
        "competition": found,
        "tournaments": found.tournaments.order_by("-pk")[:100],
        "series": found.series.order_by("-pk"),
        "templates": [(name, title) for name, (title, _) in TEMPLATES.items()],
    }
    return render(request, "tournaments/organise.html", context)


@login_required
@require_http_methods(PAGE)
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes one or a series; `?template=` fills the form; "Preview" only says what it would take."""
    found = _cup(request, slug)
    initial = from_template(request.GET.get("template", ""), found)
    form = TermsForm(request.POST or None, initial=initial)
    if form.is_valid() and "preview" not in request.POST:
        made = _made(request, form, found)
        if made is not None:
            return redirect(*made)
    return _form(request, form, f"A new tournament in {found.name}", found)


def _made(request: HttpRequest, form: TermsForm, found: Competition) -> tuple[Any, ...] | None:
    data, terms = form.cleaned_data, form.terms()
    who, zone = person(request.user), terms.pop("time_zone")
    try:
        if data["rule"]:
            more = {"time_zone": zone, "deadline_before": data["deadline_before"]}
            series.create(found, who, rule=data["rule"], begins=data["starts"], **terms, **more)
            messages.success(request, "The series is made; its next tournament is scheduled.")
            return ("organise-tournaments", found.slug)
        with transaction.atomic():  # what is refused leaves nothing behind
            made = life.create(found, who, **terms, time_zone=zone)
            _dated(made, data)
    except Refused as refused:
        form.add_error(None, str(refused))
        return None
    messages.success(request, f"{made.name} is {made.get_state_display()}.")
    return ("tournament-run", made.pk)


@login_required
@require_http_methods(PAGE)
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Changes terms and dates until the field is frozen."""
    found = _organised(request, pk)
    form = TermsForm(request.POST or None, initial=filled(found))
    form.fields.pop("rule")
    if form.is_valid() and "preview" not in request.POST and _changed(form, found):
        messages.success(request, f"{found.name} is changed.")
        return redirect("tournament-run", found.pk)
    return _form(request, form, f"Change {found.name}", found.competition)


def _changed(form: TermsForm, found: Tournament) -> bool:
    data = form.cleaned_data
    try:
        with transaction.atomic():
            _dated(life.change(found, **form.terms()), data)
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    return True


def _dated(found: Tournament, data: dict[str, Any]) -> None:
    if data["starts"]:
        life.schedule(found, data["starts"], data["starts"] - timedelta(minutes=data["deadline_before"]))


def _form(request: HttpRequest, form: TermsForm, title: str, cup: Competition) -> HttpResponse:
    preview, why = _preview(form, cup)
    context = {"form": form, "title": title, "competition": cup, "preview": preview, "why": why}
    return render(request, "tournaments/form.html", context, status=400 if form.errors else 200)


def _preview(form: TermsForm, cup: Competition) -> tuple[forecast.Preview | None, str]:
    """With the bots that play in the competition now."""
    if not form.is_bound or form.errors:
        return None, ""
    return _with(Tournament(competition=cup, **form.terms()), cup.entries.filter(disabled="").count())


def _with(tournament: Tournament, entrants: int) -> tuple[forecast.Preview | None, str]:
    """What it would be with so many bots, or why they could not play it."""
    try:
        life.check_terms(tournament)
        return forecast.preview(tournament, entrants), ""
    except Refused as refused:
        return None, str(refused)
    except NoSchedule as error:
        return None, f"With the {entrants} bots of now it could not be played: {error}."


@login_required
@require_safe
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """What can be done with it now: dates, state, bots, void matches, hidden results."""
    found = _organised(request, pk)
    entrants = found.entrants.select_related("bot", "version", "stand_in__bot").order_by(
        "number", "bot__name"
    )
    preview, why = _with(found, expected(found)) if found.state in field.BEFORE_FREEZE else (None, "")
    context = {
        "tournament": found,
        "progress": forecast.progress(found),
        "preview": preview,
        "why": why,
        "entrants": entrants,
        "voids": _voids(found),
        "references": Bot.objects.filter(is_reference=True).order_by("name"),
        "release_form": ReleaseForm() if found.is_hidden else None,
        "acts": _acts(found),
        "takes_late": found.kind == Kind.SWISS and found.state in field.UNDER_WAY,
    }
    return render(request, "tournaments/run.html", context)


def _acts(found: Tournament) -> list[tuple[str, str, bool]]:
    """Address part, words, and whether a reason is asked for."""
    state, acts = State(found.state), [("clone", "Make another like it", False)]
    if state in (*field.BEFORE_FREEZE, State.FROZEN):
        acts.insert(0, ("start", "Freeze the field and start it now", False))
    if state == State.RUNNING:
        acts.insert(0, ("pause", "Pause it", True))
    if state == State.PAUSED:
        acts.insert(0, ("resume", "Let it go on", False))
    if state not in (State.FINISHED, State.CANCELLED):
        acts.append(("cancel", "Cancel it", True))
    return acts


def _voids(found: Tournament) -> list[TournamentGame]:
    if found.state not in field.UNDER_WAY:
        return []
    games = TournamentGame.objects.filter(meeting__tournament=found, ended=None, match__isnull=False)
    is_void = games.filter(match__state=Match.State.VOID) | games.filter(match__rulings__kind="void")
    return list(is_void.select_related("match", "meeting").distinct())


@login_required
@require_POST
def act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Starts, pauses, resumes, cancels, clones or releases it."""
    found = _organised(request, pk)
    reason = request.POST.get("reason", "")[:500]
    if name == "clone":
        return _cloned(request, found)
    if name == "release":
        return _released(request, found)
    if name == "let-in":
        bot = get_object_or_404(Bot, name=request.POST.get("bot", ""), entries__competition=found.competition)
        return _done(request, found, lambda: field.let_in(found, bot))
    verbs: dict[str, Callable[[], Tournament]] = {
        "start": lambda: life.start_now(found),
        "pause": lambda: life.pause(found, reason),
        "resume": lambda: life.resume(found),
        "cancel": lambda: life.cancel(found, reason),
    }
    if name not in verbs:
        raise Http404
    return _done(request, found, verbs[name])


def _cloned(request: HttpRequest, found: Tournament) -> HttpResponse:
    made = life.clone(found, person(request.user))
    messages.success(request, "This is a draft with the same terms. Give it a date.")
    return redirect("tournament-edit", made.pk)


def _released(request: HttpRequest, found: Tournament) -> HttpResponse:
    form = ReleaseForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Found no time; wanted one as in 2027-03-01T18:00, or nothing for now.")
        return redirect("tournament-run", found.pk)
    return _done(request, found, lambda: life.release(found, form.moment(found.time_zone)))


@login_required
@require_POST
def entrant(request: HttpRequest, pk: int, entrant_pk: int, name: str) -> HttpResponse:
    """Withdraws, disqualifies or replaces a bot."""
    found = _organised(request, pk)
    bot = get_object_or_404(Entrant.objects.select_related("bot"), tournament=found, pk=entrant_pk).bot
    form = WhyForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    stand_in = Bot.objects.filter(is_reference=True, pk=_identifier(request.POST.get("by", ""))).first()
    verbs: dict[str, Callable[[], Any]] = {
        "withdraw": lambda: field.withdraw(found, bot, reason or "withdrawn by the organiser"),
        "disqualify": lambda: field.disqualify(found, bot, reason),
    }
    if stand_in is not None:
        verbs["replace"] = lambda: field.replace(found, bot, stand_in, reason)
    if name not in verbs:
        raise Http404
    return _done(request, found, verbs[name])


def _identifier(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else 0


@login_required
@require_POST
def game(request: HttpRequest, pk: int, game_pk: int, name: str) -> HttpResponse:
    """Has a void match played again, or annuls it."""
    found = _organised(request, pk)
    one = get_object_or_404(
        TournamentGame.objects.select_related("match", "meeting__tournament"),
        meeting__tournament=found,
        pk=game_pk,
    )
    verbs: dict[str, Callable[[], Tournament]] = {
        "retry": lambda: voids.retry(one, person(request.user)),
        "annul": lambda: voids.annul(one, request.POST.get("reason", "")),
    }
    if name not in verbs:
        raise Http404
    return _done(request, found, verbs[name])


@login_required
@require_POST
def take_part(request: HttpRequest, pk: int, bot: int, name: str) -> HttpResponse:
    """An owner enters or withdraws an own bot."""
    found = get_object_or_404(access.tournaments(request.user), pk=pk)
    own = get_object_or_404(access.own_bots(person(request.user)), pk=bot)
    verbs: dict[str, Callable[[], Any]] = {
        "enter": lambda: field.enter(found, own),
        "withdraw": lambda: field.withdraw(found, own),
    }
    if name not in verbs:
        raise Http404
    return _done(request, found, verbs[name], "tournament")


@login_required
@require_POST
def series_act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Stops a series, or lets it go on."""
    rows = Series.objects.filter(competition__in=access.organised(request.user))
    found = get_object_or_404(rows.select_related("competition"), pk=pk)
    if name not in ("stop", "go-on"):
        raise Http404
    series.stop(found) if name == "stop" else series.go_on(found)
    return redirect("organise-tournaments", found.competition.slug)


def _cup(request: HttpRequest, slug: str) -> Competition:
    return get_object_or_404(access.organised(request.user), slug=slug)


def _organised(request: HttpRequest, pk: int) -> Tournament:
    rows = Tournament.objects.filter(competition__in=access.organised(request.user))
    return get_object_or_404(rows.select_related("competition", "organiser", "series"), pk=pk)


def _done(
    request: HttpRequest, found: Tournament, verb: Callable[[], Any], to: str = "tournament-run"
) -> HttpResponse:
    try:
        verb()
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        found.refresh_from_db()
        messages.success(request, f"Done. {found.name} is {found.get_state_display()}.")
    return redirect(to, found.pk)

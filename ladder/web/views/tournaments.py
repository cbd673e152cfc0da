"""Tournaments for everybody: the list, the page of one, a bot's certificate, print, CSV, calendar."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Case, IntegerField, Value, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ladder import access
from ladder.models import Bot, Entrant, Meeting, Series, Tournament, TournamentGame, User
from ladder.tournaments import board, calendar, export, extent, field, forecast, series
from ladder.tournaments.board import Board, Sheet, Strength, Who
from ladder.tournaments.table import Row
from ladder.web import bracket

PAGE = 50
MEETINGS_SHOWN = 60
STARTS_SHOWN = 10
State = Tournament.State
TAGS = {
    State.RUNNING: "good",
    State.FINISHED: "good",
    State.PAUSED: "bad",
    State.CANCELLED: "bad",
    State.SCHEDULED: "busy",
    State.FROZEN: "busy",
}


@dataclass(frozen=True)
class Line:
    """A row of a table with whose it is, each criterion's value, and its strength."""

    row: Row
    who: Who
    values: tuple[str, ...]
    decided: str
    strength: Strength | None


@dataclass(frozen=True)
class Table:
    """A sheet, ready to be drawn."""

    sheet: Sheet
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class GameLine:
    """A game of a table: its match, if the visitor may open it, and who came where."""

    match: int | None
    state: str
    outcome: str


@dataclass(frozen=True)
class MeetingLine:
    """A table of a round."""

    names: str
    games: tuple[GameLine, ...]


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All that the visitor sees: those under way, then those to come, then those that are over."""
    order = Case(
        When(state__in=(State.RUNNING, State.PAUSED, State.FROZEN), then=Value(0)),
        When(state__in=(State.SCHEDULED, State.DRAFT), then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    seen = access.tournaments(request.user).select_related("competition").order_by(order, "-starts", "-pk")
    page = Paginator(seen, PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "organises": access.organised(request.user).exists(), "tags": TAGS}
    return render(request, "tournaments/list.html", context)


@require_safe
def tournament_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One tournament: how far it is, its tables, bracket, cross table, rounds and field."""
    return render(request, "tournaments/detail.html", _context(request, _seen(request, pk)))


@require_safe
def print_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The same for paper: tables alone, black on white."""
    return render(request, "tournaments/print.html", _context(request, _seen(request, pk)))


@require_safe
def certificate(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """How one bot did: a page to show around."""
    tournament = _seen(request, pk)
    found = board.of(tournament, request.user)
    if number not in found.who:
        raise Http404
    who = found.who[number]
    context = {
        "tournament": tournament,
        "board": found,
        "who": who,
        "of": len(found.ranked),
        "strength": found.strengths.get(number),
        "seats": found.seats.get(number, ()),
        "sheets": [_one_line(found, sheet, number) for sheet in found.sheets],
        "opponents": _opponents(found, number),
    }
    return render(request, "tournaments/certificate.html", context)


@require_safe
def table_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables as CSV."""
    tournament = _seen(request, pk)
    text = export.as_csv(board.of(tournament, request.user))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="tournament-{tournament.pk}.csv"'
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def ics(request: HttpRequest) -> HttpResponse:
    """All dates as iCalendar, to subscribe to."""
    seen = access.tournaments(request.user).exclude(starts=None).select_related("competition")
    site = request.build_absolute_uri("/")
    text = calendar.written(seen.order_by("-starts")[:200], site, _coming(request))
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="tournaments.ics"'
    return response


def _coming(request: HttpRequest) -> list[tuple[Series, datetime]]:
    """The next starts of each series that are not made yet."""
    now = timezone.now()
    shown = Series.objects.filter(is_on=True, competition__in=access.competitions(request.user))
    made = set(
        Tournament.objects.filter(series__in=shown, starts__gt=now).values_list("series", "occurrence")
    )
    starts = ((each, start) for each in shown for start in series.upcoming(each, now, STARTS_SHOWN))
    return [(each, start) for each, start in starts if (each.pk, start) not in made]


def _seen(request: HttpRequest, pk: int) -> Tournament:
    seen = access.tournaments(request.user).select_related("competition", "organiser", "series")
    return get_object_or_404(seen, pk=pk)


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    found = board.of(tournament, request.user)
    names = {number: who.name for number, who in found.who.items()}
    is_bracket = tournament.kind in extent.ELIMINATION and (found.drawn or tournament.state == State.FROZEN)
    return {
        "tournament": tournament,
        "tag": TAGS.get(State(tournament.state), ""),
        "board": found,
        "progress": forecast.progress(tournament),
        "tables": [table(found, sheet) for sheet in found.sheets],
        "bracket": bracket.drawn(found.course, names) if is_bracket else None,
        "crossed": _crossed(found),
        "rounds": _round_lines(tournament, found),
        "own": _own_bots(request, tournament),
        "organises": access.organises(request.user, tournament.competition),
        "expected": expected(tournament),
        "field": [(who, found.seats.get(i, ())) for i, who in found.who.items()],
        "commitment": hashlib.sha256(tournament.key.encode()).hexdigest(),
    }


def table(found: Board, sheet: Sheet) -> Table:
    """A sheet with names and strengths."""
    lines = (
        Line(
            row,
            found.who[row.entrant],
            tuple(number(row.values[each.name]) if each.name in row.values else "" for each in sheet.order),
            row.decided_by,
            found.strengths.get(row.entrant),
        )
        for row in sheet.rows
    )
    return Table(sheet, tuple(lines))


def number(value: float) -> str:
    """A value without digits that say nothing."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _one_line(found: Board, sheet: Sheet, entrant: int) -> tuple[str, Line | None, list[tuple[Any, str]]]:
    line = next((line for line in table(found, sheet).lines if line.who.number == entrant), None)
    return sheet.title, line, list(zip(sheet.order, line.values, strict=True)) if line else []


def _opponents(found: Board, entrant: int) -> list[tuple[Who, str, int]]:
    met = ((other, found.cross[entrant, other]) for other in found.who if (entrant, other) in found.cross)
    return [(found.who[other], number(points), games) for other, (points, games) in met]


def _crossed(found: Board) -> list[tuple[Who, list[str]]]:
    """By entrant, in the order of the first table, the points against each."""
    if not found.cross or not found.sheets:
        return []
    order = [row.entrant for row in found.sheets[0].rows]
    order += [entrant for entrant in found.who if entrant not in order]
    return [(found.who[i], [_cell(found, i, j) for j in order]) for i in order]


def _cell(found: Board, own: int, other: int) -> str:
    if own == other:
        return "×"
    points, games = found.cross.get((own, other), (0.0, 0))
    return f"{number(points)}/{games}" if games else ""


def _round_lines(tournament: Tournament, found: Board) -> list[tuple[int, Any, list[MeetingLine]]]:
    """The newest rounds with their tables. Whom a round brings together tells the results before it."""
    shown = tournament.drawn.filter(number__lte=found.rounds).order_by("-number")
    lines, left = [], MEETINGS_SHOWN
    for each in shown:
        meetings = list(each.meetings.order_by("pk").prefetch_related("games__match")[: max(left, 0)])
        left -= len(meetings)
        if meetings:
            with_results = each.number < found.rounds
            lines.append((each.number + 1, each, [_meeting_line(m, found, with_results) for m in meetings]))
    return lines


def _meeting_line(meeting: Meeting, found: Board, with_results: bool) -> MeetingLine:
    names = " – ".join(found.who[i].name for i in meeting.entrants)
    if not with_results:
        return MeetingLine(names, ())
    games = []
    for game in meeting.games.all():
        game.meeting = meeting
        games.append(_game_line(game, found))
    return MeetingLine(names, tuple(games))


def _game_line(game: TournamentGame, found: Board) -> GameLine:
    state = game.match.get_state_display() if game.match else "waits"
    if game.annulled:
        return GameLine(game.match_id, f"annulled: {game.annulled}", "")
    if game.ended is None:
        return GameLine(game.match_id, state, "")
    ranked = sorted(zip(game.places or (), game.entrants, strict=False))
    words = ", ".join(f"{place}. {found.who[i].name}" for place, i in ranked)
    return GameLine(game.match_id, "forfeit" if game.match is None else "", words)


def _own_bots(request: HttpRequest, tournament: Tournament) -> list[tuple[Bot, str, str]]:
    """The visitor's own bots that may take part or do: each with its state and what can be done."""
    before = tournament.state in field.BEFORE_FREEZE
    if not isinstance(request.user, User) or not (before or tournament.state in field.UNDER_WAY):
        return []
    playing = dict(tournament.entrants.values_list("bot", "state"))
    own = access.own_bots(request.user).filter(entries__competition=tournament.competition).order_by("name")
    found = []
    for bot in own:
        state = playing.get(bot.pk, Entrant.State.IN if tournament.everybody else Entrant.State.OUT)
        act = "withdraw" if state == Entrant.State.IN else "enter" if before else ""
        found.append((bot, Entrant.State(state).label, act))
    return found


def expected(tournament: Tournament) -> int:
    """How many bots would take part now, before the freeze."""
    if tournament.everybody:
        out = tournament.entrants.filter(state=Entrant.State.OUT).values("bot")
        return tournament.competition.entries.filter(disabled="").exclude(bot__in=out).count()
    return tournament.entrants.filter(state=Entrant.State.IN).count()

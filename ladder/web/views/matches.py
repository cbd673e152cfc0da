"""The list of matches and the page of one match."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ladder import access, matches, scheduling
from ladder.access import Visitor
from ladder.matches import MatchFacts, SeatFacts
from ladder.models import Match, MatchSeat
from ladder.web import story, words
from ladder.web.forms import MatchFilter
from ladder.web.words import Words

PAGE = 50


@dataclass(frozen=True)
class MatchLine:
    """A match in a list: its seats, best first, and when it was played or else made."""

    match: MatchFacts
    seats: list[SeatFacts]
    words: Words
    when: datetime


@dataclass(frozen=True)
class SeatLine:
    """A seat on the match's page; `private` is there only for who may see its log and its fault's detail."""

    facts: SeatFacts
    change: str
    fault: str
    private: MatchSeat | None


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """The matches, newest first, filtered by competition, state and bot; `?before=` goes on."""
    form = MatchFilter(request.user, request.GET)
    if not form.is_valid():
        return render(request, "matches/list.html", {"form": form, "lines": []}, status=400)
    found = lines(form.chosen(access.listed_matches(request.user)), PAGE + 1)
    context = {
        "form": form,
        "lines": found[:PAGE],
        "newest": _address(form, None) if form.cleaned_data["before"] else "",
        "older": _address(form, found[PAGE - 1].match.id) if len(found) > PAGE else "",
    }
    return render(request, "matches/list.html", context)


@require_safe
def match_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One match, live until it is over; a trial only for its owner and staff."""
    seen = matches.with_all(access.matches(request.user)).select_related("result")
    match = get_object_or_404(seen, pk=pk)
    facts = matches.facts(match)
    result = match.result if facts.has_replay else None
    shown = access.sees_replay(request.user, match)
    context = {
        "match": facts,
        "words": words.MATCHES[Match.State(match.state)],
        "unfinished": match.state in words.OPEN_MATCHES,
        "waits": scheduling.waits_for(match),
        "rulings": match.rulings.all(),
        "result": result,
        "seats": _seat_lines(facts, _private_seats(match, request.user)),
        "shown": shown,
        "shown_when": match.competition.get_replays_shown_display(),
        "story": story.told(result.replay_sha256) if result and shown else None,
    }
    return render(request, "matches/detail.html", context)


def lines(found: QuerySet[Match], most: int) -> list[MatchLine]:
    """The newest of the matches, at most so many, as lines of a list."""
    newest = matches.with_all(found).order_by("-pk")[:most]
    return [_line(matches.facts(match)) for match in newest]


def _line(match: MatchFacts) -> MatchLine:
    when = match.finished or match.created
    return MatchLine(match, _best_first(match.seats), words.MATCHES[Match.State(match.state)], when)


def _best_first(seats: Iterable[SeatFacts]) -> list[SeatFacts]:
    return sorted(seats, key=lambda seat: (seat.final_place or 0, seat.seat))


def _private_seats(match: Match, visitor: Visitor) -> dict[int, MatchSeat]:
    """The seats whose log and fault this visitor may read, by number; no other leaves the database."""
    seats = match.seats.all()
    mine = [s.seat for s in seats if access.sees_log(visitor, s.version.bot, match.competition)]
    return {seat.seat: seat for seat in MatchSeat.objects.filter(match=match, seat__in=mine)}


def _seat_lines(match: MatchFacts, private: dict[int, MatchSeat]) -> list[SeatLine]:
    return [_seat_line(seat, private.get(seat.seat)) for seat in _best_first(match.seats)]


def _seat_line(seat: SeatFacts, private: MatchSeat | None) -> SeatLine:
    fault = words.fault(seat.fault) if seat.fault else ""
    if seat.rating_before is None or seat.rating_after is None:
        return SeatLine(seat, "", fault, private)
    change = f"{seat.rating_after - seat.rating_before:+.0f}".replace("-", "−")
    return SeatLine(seat, change, fault, private)


def _address(form: MatchFilter, before: int | None) -> str:
    kept = {name: value for name, value in form.data.items() if value and name in form.fields}
    kept.pop("before", None)
    return "?" + urlencode(kept | ({"before": str(before)} if before else {}))

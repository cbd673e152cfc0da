"""The page of one fault: where it was, what was asked, answered and legal, what it cost, what was written."""

import json
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ladder import access, faults
from ladder.models import MatchSeat
from ladder.web import words


@dataclass(frozen=True)
class Budget:
    """What the bot used in the whole game beside what it had, in milliseconds."""

    cpu_ms: int
    wall_ms: int
    bank_ms: int
    increment_ms: int
    decision_wall_ms: int
    wall_bank_ms: int


@require_safe
def fault_page(request: HttpRequest, pk: int, seat: int) -> HttpResponse:
    """Everybody who sees the match reads where; the people whose bot it is also what and why."""
    match = get_object_or_404(access.matches(request.user).select_related("competition", "result"), pk=pk)
    fault = next((each for each in faults.of_match(match, request.user) if each.seat == seat), None)
    if fault is None:
        raise Http404
    question = faults.question(match, fault, request.user)
    context = {
        "match": match,
        "fault": fault,
        "words": words.fault(fault.kind),
        "question": question,
        "view": json.dumps(question.view, indent=1, ensure_ascii=False) if question else "",
        "budget": _budget(match.limits, pk, seat) if fault.private else None,
        "shown": access.sees_replay(request.user, match),
    }
    return render(request, "matches/fault.html", context)


def _budget(limits: dict[str, int], match: int, seat: int) -> Budget:
    used = MatchSeat.objects.values("cpu_ms", "wall_ms").get(match=match, seat=seat)
    had = ("bank_ms", "increment_ms", "decision_wall_ms", "wall_bank_ms")
    return Budget(used["cpu_ms"] or 0, used["wall_ms"] or 0, *(limits[name] for name in had))

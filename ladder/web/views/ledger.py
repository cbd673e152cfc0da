"""The ledger page: what each match did to the ratings, in order, and why."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ladder import access, ledgers

PAGE = 50
PLACE = re.compile(r"[1-9][0-9]{0,17}")


@require_safe
def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest places of the order first; `?before=` goes on below that place."""
    competition = get_object_or_404(access.competitions(request.user), slug=slug)
    before = request.GET.get("before")
    found = ledgers.numbered(competition).order_by("-fold_seq")
    if before is not None:
        found = found.filter(fold_seq__lt=_place(before))
    results = list(found[: PAGE + 1])
    entries = ledgers.entries(competition, results[:PAGE])
    context = {
        "competition": competition,
        "entries": entries,
        "newest": before is not None,
        "older": entries[-1].seq if len(results) > PAGE else None,
    }
    return render(request, "board/ledger.html", context)


def _place(text: str) -> int:
    """A place in the order; 404 for what is none."""
    if not PLACE.fullmatch(text):
        raise Http404
    return int(text)

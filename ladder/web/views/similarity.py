"""An organiser's look at what uploads share: pairs, and one pair side by side. It judges nobody."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ladder import access, blobs
from ladder.access import person
from ladder.models import Competition
from ladder.similarity import checks
from ladder.similarity.checks import Line, SideBySide
from workers.archive import ArchiveRefused


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pairs_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The last comparison; POST asks for a new one."""
    competition = _organised(request, slug)
    if request.method == "POST":
        checks.ask(competition, person(request.user))
        messages.success(request, "The uploads are compared; it takes a minute or two.")
        return redirect("similarity", competition.slug)
    found = checks.latest(competition)
    context = {"competition": competition, "found": found, "lines": checks.lines(found) if found else []}
    return render(request, "organise/similarity.html", context)


@login_required
@require_safe
def pair_page(request: HttpRequest, slug: str, first: int, second: int) -> HttpResponse:
    """One pair of the last comparison, side by side; of the sources nothing but what is alike."""
    competition = _organised(request, slug)
    line = _line(competition, first, second)
    context = {"competition": competition, "line": line, "regions": _regions(line)}
    response = render(request, "organise/pair.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _organised(request: HttpRequest, slug: str) -> Competition:
    return get_object_or_404(access.organised(request.user), slug=slug)


def _line(competition: Competition, first: int, second: int) -> Line:
    found = checks.latest(competition)
    for line in checks.lines(found) if found else []:
        if (line.first.pk, line.second.pk) == (first, second):
            return line
    raise Http404


def _regions(line: Line) -> list[SideBySide] | None:
    """None when one of the uploads cannot be read any more."""
    try:
        return checks.side_by_side(line.first, line.second)
    except (blobs.BlobMissing, ArchiveRefused):
        return None

"""The page of one upload: its state, and for its owner why, its log and its trial."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from ladder import access, blobs, breaker
from ladder.access import Visitor
from ladder.models import Version
from ladder.web import words


@dataclass(frozen=True)
class VersionLine:
    """A version, its state in words, and whether the visitor sees its reason and log, and may act on it."""

    version: Version
    words: words.Words
    private: bool
    may_activate: bool
    may_retire: bool

    @property
    def unfinished(self) -> bool:
        """Whether its state will change by itself."""
        return self.version.state in words.UNFINISHED


@dataclass(frozen=True)
class Step:
    """A step on the way of an upload: `done`, `now`, `to-come` or `failed`."""

    name: str
    state: str


def steps(version: Version) -> list[Step]:
    """The way from the queue to the ladder; empty for a version whose way is long over."""
    state = Version.State(version.state)
    if state not in (*words.UNFINISHED, Version.State.READY, Version.State.ACTIVE, Version.State.REJECTED):
        return []
    reached = _reached(version, state)
    return [
        Step(name, "done" if i < reached else _standing(state) if i == reached else "to-come")
        for i, (_, name) in enumerate(words.STEPS)
    ]


def _reached(version: Version, state: Version.State) -> int:
    """The number of the step that it stands on, or failed at; one past the last when all are done."""
    if state == Version.State.ACTIVE:
        return len(words.STEPS)
    if state == Version.State.READY:
        return len(words.STEPS) - 1
    if state == Version.State.REJECTED:
        return 2 if version.trial_match_id else 1
    return words.UNFINISHED.index(state)


def _standing(state: Version.State) -> str:
    if state == Version.State.READY:
        return "to-come"
    return "failed" if state == Version.State.REJECTED else "now"


def line(version: Version, visitor: Visitor) -> VersionLine:
    """The version as this visitor may see it."""
    state = Version.State(version.state)
    owner = access.owns(visitor, version.bot)
    return VersionLine(
        version,
        words.VERSIONS[state],
        private=access.sees_private(visitor, version.bot),
        may_activate=owner and state in words.MAY_ACTIVATE,
        may_retire=owner and state in words.MAY_RETIRE,
    )


@require_safe
def version_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One version, live until its state is final."""
    version = get_object_or_404(
        access.versions(request.user).select_related("bot__owner", "bot__team"),
        pk=pk,
    )
    private = access.sees_private(request.user, version.bot)
    context = {
        "line": line(version, request.user),
        "version": version,
        "owner": access.owner_name(request.user, version.bot),
        "steps": steps(version),
        "trip": breaker.last_trip(version) if private else None,
        "may_reset": access.owns(request.user, version.bot),
    }
    return render(request, "bots/version.html", context)


@require_safe
def upload_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The uploaded file itself, for the people whose bot it is and for staff; 404 for everybody else."""
    version = get_object_or_404(Version.objects.select_related("bot"), pk=pk)
    if not access.sees_private(request.user, version.bot) or version.forgotten:
        raise Http404
    response = HttpResponse(blobs.read(version.sha256), content_type="application/octet-stream")
    response["Content-Disposition"] = content_disposition_header(True, version.filename) or "attachment"
    response["Cache-Control"] = "private, no-store"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"  # never a page of ours
    return response

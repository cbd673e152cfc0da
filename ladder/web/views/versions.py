"""The page of one upload: its state, and for its owner why, its log and its trial."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ladder import access
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
    version = get_object_or_404(Version.objects.select_related("bot__owner"), pk=pk)
    return render(request, "bots/version.html", {"line": line(version, request.user), "version": version})

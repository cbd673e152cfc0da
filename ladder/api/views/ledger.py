"""The ledger: each rated match's place in the order, what it changed, by which K, and why."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access, ledgers
from ladder.api import asked, pages
from ladder.api.endpoint import Endpoint
from ladder.api.records import shape
from ladder.api.schema import told
from ladder.models import Competition, Result

ENTRY = shape("LedgerEntry", ledgers.Entry)


class Ledger(Endpoint):
    """A competition's ledger, the latest place first; with it anyone can check every rating."""

    @told(ENTRY, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """404 for others' drafts."""
        asked.only(request)
        competition = get_object_or_404(access.competitions(request.user), slug=slug)
        found = ledgers.numbered(competition)
        return pages.answer_all(request, found, lambda rows: _shown(competition, rows), pages.InTheOrder())


def _shown(competition: Competition, rows: list[Result]) -> list[dict[str, Any]]:
    return [asdict(entry) for entry in ledgers.entries(competition, rows)]

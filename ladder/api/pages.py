"""Cursor pages of 50: `{"next", "previous", "results"}`, newest first."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api import asked

Row = TypeVar("Row", bound=Model)


class NewestFirst(CursorPagination):
    """By primary key, downwards."""

    page_size = 50
    ordering = "-pk"

    def decode_cursor(self, request: Request) -> Cursor | None:
        """DRF's cursor with its position checked, since that goes into a query."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None:
                asked.identifier("cursor", str(cursor.position))
        except (NotFound, ValueError, ValidationError):
            wanted = "Not a cursor of ours: take `next` and `previous` as they come."
            raise ValidationError({"cursor": wanted}) from None
        return cursor


class InTheOrder(NewestFirst):
    """By place in the order of the ratings, downwards."""

    ordering = "-fold_seq"


def answer_all(
    request: Request,
    rows: QuerySet[Row],
    show: Callable[[list[Row]], list[dict[str, Any]]],
    pages: CursorPagination,
) -> Response:
    """As `answer`, in the order of `pages`, for rows that are shown all at once."""
    return pages.get_paginated_response(show(pages.paginate_queryset(rows, request) or []))


def answer(request: Request, rows: QuerySet[Row], show: Callable[[Row], dict[str, Any]]) -> Response:
    """The page of `rows` that the request asks for, each as `show` tells it."""
    pages = NewestFirst()
    page = pages.paginate_queryset(rows, request) or []
    return pages.get_paginated_response([show(row) for row in page])

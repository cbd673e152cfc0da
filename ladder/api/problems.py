"""Every error of the API as a problem document (RFC 9457), with our `errors` by field."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from rest_framework import exceptions, views
from rest_framework.response import Response

MEDIA_TYPE = "application/problem+json"


class Conflict(exceptions.APIException):
    """Somebody else was first, or did the same already."""

    status_code = 409


class Unprocessable(exceptions.APIException):
    """Well formed, but it contradicts what was sent before."""

    status_code = 422


def handle(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler; None leaves what we did not foresee to Django, which logs it."""
    response = views.exception_handler(exc, context)
    if response is None:
        return None
    problem = _of(exc, response.status_code)
    return Response(problem, response.status_code, headers=_kept_headers(response), content_type=MEDIA_TYPE)


def plain(status: int, detail: str) -> HttpResponse:
    """A problem from outside DRF's views: an unknown address, a lockout, a broken server."""
    return JsonResponse(document(status, detail), status=status, content_type=MEDIA_TYPE)


def document(status: int, detail: str, **more: Any) -> dict[str, Any]:
    """The members of a problem; `more` are ours, for instance `errors` by field."""
    title = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}


def _of(exc: Exception, status: int) -> dict[str, Any]:
    if isinstance(exc, exceptions.ValidationError):
        errors = _by_field(exc.detail)
        return document(status, _summary(errors), errors=errors)
    if isinstance(exc, exceptions.Throttled):
        seconds: float | None = getattr(exc, "wait", None)
        wait = f"; try again in {seconds:.0f} s" if seconds else ""
        return document(status, f"Request was throttled: too many of this kind of late{wait}.")
    if isinstance(exc, exceptions.APIException):
        return document(status, str(exc.detail))
    if isinstance(exc, Http404):
        return document(status, "There is nothing at this address.")
    if isinstance(exc, PermissionDenied):
        return document(status, str(exc) or "You are not allowed to do this.")
    return document(status, HTTPStatus(status).phrase)


def _by_field(detail: Any) -> dict[str, list[str]]:
    """DRF's nested details as field → messages; what belongs to no field stands under `request`."""
    if isinstance(detail, dict):
        return {str(field): _messages(value) for field, value in detail.items()}
    return {"request": _messages(detail)}


def _messages(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [f"{key}: {text}" for key, inner in value.items() for text in _messages(inner)]
    if isinstance(value, (list, tuple)):
        return [text for inner in value for text in _messages(inner)]
    return [str(value)]


def _summary(errors: dict[str, list[str]]) -> str:
    return " ".join(f"{field}: {' '.join(texts)}" for field, texts in errors.items())


def _kept_headers(response: Response) -> dict[str, str]:
    return {name: response[name] for name in ("WWW-Authenticate", "Retry-After") if name in response}

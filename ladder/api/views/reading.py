"""The API described: the OpenAPI document, and two pages that show it, all served from here."""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

DOCUMENT = Path(__file__).resolve().parent.parent / "openapi.yaml"
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""As everywhere, but that the two viewers write styles into the page and Redoc searches in a worker."""


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document, as it is committed."""
    return HttpResponse(_document(), content_type="application/yaml; charset=utf-8")


@require_safe
def swagger(request: HttpRequest) -> HttpResponse:
    """Swagger UI: every call can be tried here."""
    return _viewer(request, "api/swagger.html")


@require_safe
def redoc(request: HttpRequest) -> HttpResponse:
    """Redoc: the same to read."""
    return _viewer(request, "api/redoc.html")


def _viewer(request: HttpRequest, template: str) -> HttpResponse:
    return HttpResponse(render(request, template).content, headers={"Content-Security-Policy": POLICY})


@cache
def _document() -> bytes:
    return DOCUMENT.read_bytes()

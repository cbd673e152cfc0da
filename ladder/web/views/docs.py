"""The manual: an index, its pages, and the schema of the bot protocol."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from ladder import manual


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All documents, by what one wants of them."""
    return render(request, "docs/index.html", {"sections": manual.SECTIONS})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """One document; 404 for a name that none has."""
    document = manual.BY_SLUG.get(slug)
    if document is None:
        raise Http404
    text = mark_safe(manual.html(slug))  # noqa: S308 (made safe by nh3 in ladder.markup)
    return render(request, "docs/page.html", {"document": document, "text": text})


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The JSON schema of the messages between referee and bot."""
    return HttpResponse(manual.SCHEMA.read_bytes(), content_type="application/schema+json")

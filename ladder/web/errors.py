"""Pages for what went wrong, in plain words; below /api/ the same as problem documents."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ladder.api import problems

WORDS = {
    400: "Your browser sent something this site cannot read. Go back, reload the page and try again.",
    403: "You are not allowed to see or do this. If it is yours, sign in with the account that owns it.",
    404: "There is nothing at this address. It may have been mistyped, or it never was.",
    405: "This address does not take that kind of request.",
    413: "What you sent is too large.",
    429: "Too many requests. Wait a minute and try again.",
    507: "The site's disk is full, so nothing of what you sent is kept. Please try again later.",
    503: "Something that this site needs is away. Nothing is lost; please try again in a minute.",
    500: "Something broke on our side, and it has been written down. Please try again in a minute.",
}


def page(request: HttpRequest, status: int, detail: str = "") -> HttpResponse:
    """The page (or, below /api/, the problem document) for an HTTP status of WORDS."""
    if request.path.startswith("/api/"):
        return problems.plain(status, detail or WORDS[status])
    context = {"status": status, "title": HTTPStatus(status).phrase, "words": detail or WORDS[status]}
    template = "errors/broken.html" if status >= 500 else "errors/refused.html"
    return render(request, template, context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: suspicious or unreadable requests."""
    return page(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403; a view's own words are shown."""
    return page(request, 403, str(exception))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404; what the resolver tried is nobody's business."""
    return page(request, 404)


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500: asks no database and no session, since they may be what broke."""
    return page(request, 500)


def too_large(request: HttpRequest, found: int, limit: int) -> HttpResponse:
    """413 with the size found and the limit, both in bytes."""
    wanted = f"at most {limit / 2**20:.0f} MiB in one request, form and file together"
    return page(request, 413, f"Found {found / 2**20:.1f} MiB, wanted {wanted}. Send a smaller file.")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its secret: an old page, or cookies switched off."""
    detail = (
        "The form was too old or came without its cookie. Allow cookies, reload the page and send it again."
    )
    return page(request, 403, detail)


def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, str] | None
) -> HttpResponse:
    """Called by axes after too many failed sign-ins of one name from one address."""
    return page(
        request, 429, "Too many failed sign-ins with this name. Wait a quarter of an hour and try again."
    )

"""What every request passes: a strict content policy, early refusal of what cannot be meant."""

import errno
import ipaddress
import logging
from collections.abc import Callable
from urllib.parse import unquote_to_bytes, urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.request import split_domain_port, validate_host
from django.utils import timezone

from ladder.models.user import zones
from ladder.web import errors
from workers.archive import FILE_BYTES

log = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponse]

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
ZONE_COOKIE = "zone"
"""Holds the reader's time zone, so that no page asks the database for it."""
BODY_LIMIT = FILE_BYTES + 2**20
"""Bytes of the largest request: the largest upload and room for the form around it."""


def security_headers(get_response: GetResponse) -> GetResponse:
    """Pages load nothing from elsewhere and run no script written into them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY + _streams_policy(request))
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response

    return middleware


def streams(request: HttpRequest) -> dict[str, str]:
    """For all templates: where live streams are, or nothing."""
    return {"streams": settings.STREAMS_URL}


def _streams_policy(request: HttpRequest) -> str:
    """Lets pages open streams at another port of their own host, or at the address that the setting names."""
    parts = urlsplit(settings.STREAMS_URL)
    if parts.hostname:
        return f"; connect-src 'self' {parts.scheme}://{parts.netloc}"
    if not settings.STREAMS_URL.startswith(":"):
        return ""
    host, _ = split_domain_port(request.META.get("HTTP_HOST", ""))
    port = settings.STREAMS_URL[1:].partition("/")[0]
    known = validate_host(host, settings.ALLOWED_HOSTS)
    return f"; connect-src 'self' {request.scheme}://{host}:{port}" if known else ""


def believe_our_proxy(get_response: GetResponse) -> GetResponse:
    """Behind a proxy, the visitor's address is what the proxy added last to X-Forwarded-For.

    What stands before that came from the visitor, who may write anything.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SITE.behind_tls:
            added = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
            if _is_address(added):
                request.META["REMOTE_ADDR"] = added
        return get_response(request)

    return middleware


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def refuse_nonsense(get_response: GetResponse) -> GetResponse:
    """Answers 400 to an address with a NUL or with bytes that are not UTF-8: no page has such an address."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if _is_text(request.META.get("QUERY_STRING", "")) and "\0" not in request.path:
            return get_response(request)
        return errors.page(request, 400, "The address holds characters that are not text.")

    return middleware


def _is_text(query: str) -> bool:
    try:
        return "\0" not in unquote_to_bytes(query).decode("utf-8")
    except UnicodeError:
        return False


def show_the_readers_time(get_response: GetResponse) -> GetResponse:
    """Templates show times in the zone that the reader's cookie names, else in UTC."""

    def middleware(request: HttpRequest) -> HttpResponse:
        name = request.COOKIES.get(ZONE_COOKIE, "UTC")
        with timezone.override(ZoneInfo(name if name in zones() else "UTC")):
            return get_response(request)

    return middleware


def refuse_large_bodies(get_response: GetResponse) -> GetResponse:
    """Answers 413 by the announced length, before any of the body is read."""

    def middleware(request: HttpRequest) -> HttpResponse:
        announced = _announced_length(request)
        if announced <= BODY_LIMIT:
            return get_response(request)
        return errors.too_large(request, announced, BODY_LIMIT)

    return middleware


def _announced_length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def explain_full_disk(get_response: GetResponse) -> GetResponse:
    """Answers 507 in a sentence when there was no room for what was sent: nothing of it is kept."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if getattr(exception, "errno", None) not in (errno.ENOSPC, errno.EDQUOT):
            return None
        log.error("the disk is full: %s", exception)
        return errors.page(request, 507)

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def explain_wrong_method(get_response: GetResponse) -> GetResponse:
    """Gives Django's empty 405 answers a page that says which methods the address takes."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        allowed = response.headers["Allow"]
        explained = errors.page(request, 405, f"This address takes {allowed}, not {request.method}.")
        explained.headers["Allow"] = allowed
        return explained

    return middleware

"""What machines ask, before any look at host or session: does the site answer, is all well, metrics."""

import hmac
import ipaddress
import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from ladder import health, metrics
from workers import logs

log = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponse]

REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def observe(get_response: GetResponse) -> GetResponse:
    """Gives each request an id (in every log line and the answer), and counts how long it took."""

    def middleware(request: HttpRequest) -> HttpResponse:
        name, began = _request_id(request), time.perf_counter()
        with logs.about(request=name):
            response = get_response(request)
            _count(request, response, time.perf_counter() - began)
        response.headers["X-Request-ID"] = name
        return response

    return middleware


def _request_id(request: HttpRequest) -> str:
    """The one of our proxy, else a new one: from anybody else it is just a text that they chose."""
    given = request.headers.get("X-Request-ID", "") if settings.SITE.behind_tls else ""
    return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def _count(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """By the route, never by the address: that may hold secrets, and there are too many of them."""
    match = request.resolver_match
    view = (match.view_name or "?") if match else "none"
    metrics.PAGES.labels(view, f"{response.status_code // 100}xx").observe(seconds)
    route = match.route if match else "an address that is none"
    log.info("%s %s: %d in %.0f ms", request.method, route, response.status_code, 1000 * seconds)


def answer_probes(get_response: GetResponse) -> GetResponse:
    """Answers `/healthz`, `/readyz` and `/metrics`, by whatever host name or scheme they are asked."""
    answers = {"/healthz": _alive, "/readyz": _ready, "/metrics": _metrics}

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answers.get(request.path_info)
        if answer is None or request.method not in ("GET", "HEAD"):
            return get_response(request)
        response = answer(request)
        response.headers["Cache-Control"] = "no-store"
        return response

    return middleware


def _alive(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is looked at."""
    return HttpResponse("well\n", content_type="text/plain")


def _ready(request: HttpRequest) -> HttpResponse:
    """Every check by name; 503 when something vital is not well. The sentences are for insiders."""
    found = health.checks()
    state = "well" if all(check.ok for check in found) else "degraded"
    is_down = any(check.vital and not check.ok for check in found)
    inside = _is_insider(request)
    told = [{"name": c.name, "ok": c.ok} | ({"text": c.text} if inside else {}) for c in found]
    body = {"state": "down" if is_down else state, "checks": told}
    return JsonResponse(body, status=503 if is_down else 200)


def _metrics(request: HttpRequest) -> HttpResponse:
    if not _is_insider(request):
        return HttpResponse("Metrics are for the site's own monitoring: METRICS_TOKEN.\n", status=403)
    return HttpResponse(metrics.text(), content_type=metrics.CONTENT_TYPE)


def _is_insider(request: HttpRequest) -> bool:
    """With the token, if one is set; else from a private address, and not by way of a proxy."""
    if settings.METRICS_TOKEN:
        wanted = f"Bearer {settings.METRICS_TOKEN}"
        return hmac.compare_digest(request.headers.get("Authorization", "").encode(), wanted.encode())
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_private
    except ValueError:
        return False

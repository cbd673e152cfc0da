"""A form that was sent after the session had ended: it is kept, signed, while its writer signs in again."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import Resolver404, resolve

from ladder.web.forms import SignInForm

SALT = "a form that is kept"
KEPT_S = 3600
MOST_BYTES = 200_000
SECRET = ("password", "csrfmiddlewaretoken")


@dataclass(frozen=True)
class Kept:
    """What was sent: to which page of ours, its fields in order, and the names of fields that held files."""

    path: str
    fields: list[tuple[str, str]]
    files: list[tuple[str, str]]


def offer_to_go_on(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """In place of the way to the sign-in page, which would lose it, a sent form gets one that keeps it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not _sends_to_sign_in(request, response) or not _is_filled_in(request):
            return response
        packed = _packed(request)
        if len(packed) > MOST_BYTES:
            return response
        form = SignInForm(request)
        context = {"form": form, "kept": packed, "files": [name for _, name in _files(request)]}
        return render(request, "account/again.html", context, status=401)

    return middleware


def _sends_to_sign_in(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        request.method == "POST"
        and not request.user.is_authenticated
        and isinstance(response, HttpResponseRedirect)
        and urlsplit(response.url).path == resolve_url(settings.LOGIN_URL)
        and request.path != resolve_url(settings.LOGIN_URL)
    )


def _is_filled_in(request: HttpRequest) -> bool:
    """A mere button is pressed again in no time."""
    return bool(_files(request) or any(value for _, value in _fields(request)))


def _packed(request: HttpRequest) -> str:
    document = {"path": request.get_full_path(), "fields": _fields(request), "files": _files(request)}
    return signing.dumps(document, salt=SALT, compress=True)


def _fields(request: HttpRequest) -> list[tuple[str, str]]:
    return [
        (name, value)
        for name, values in request.POST.lists()
        if not any(word in name for word in SECRET)
        for value in values
    ]


def _files(request: HttpRequest) -> list[tuple[str, str]]:
    return [(field, file.name or "") for field, files in request.FILES.lists() for file in files]


def unpacked(text: str) -> Kept | None:
    """What `offer_to_go_on` kept; None for what is altered, too old, or leads nowhere."""
    try:
        found = signing.loads(text, salt=SALT, max_age=KEPT_S)
        resolve(urlsplit(found["path"]).path)
    except (signing.BadSignature, json.JSONDecodeError, Resolver404):
        return None
    return Kept(
        found["path"],
        [(name, value) for name, value in found["fields"]],
        [(field, name) for field, name in found["files"]],
    )

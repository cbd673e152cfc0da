"""What all endpoints share: a token's scopes, rates told in headers, requests that may be repeated."""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.core.files.uploadedfile import UploadedFile
from rest_framework.exceptions import PermissionDenied
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView

from ladder import repeats, tokens
from ladder.access import person
from ladder.api import asked
from ladder.api.version import VERSION
from ladder.tokens import Scope


class AsItIs(DefaultContentNegotiation):
    """For what has one form only, text or a file: it comes whatever the caller would rather have."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The first one, which problems come in."""
        return renderers[0], renderers[0].media_type


Method = TypeVar("Method", bound=Callable[..., Response])


class Endpoint(APIView):
    """A view of the API. `writes`: the scope that a token needs for all that is not reading; None for any."""

    writes: Scope | None = Scope.UPLOAD
    throttle_scope: str | None = None
    """The name of a rate of its own for what costs more than a look-up: the methods in `costly`."""
    costly: tuple[str, ...] = ("POST",)

    def check_permissions(self, request: Request) -> None:
        """Also whether the token's scopes allow the method."""
        super().check_permissions(request)
        wanted = Scope.READ if request.method in SAFE_METHODS else self.writes
        if wanted is not None:
            refuse_without(request, wanted)

    def get_throttles(self) -> list[BaseThrottle]:
        """The rates of the site, or the endpoint's own."""
        if self.throttle_scope is not None and self.request.method in self.costly:
            self._throttles: list[Any] = [ScopedRateThrottle()]
        else:
            self._throttles = list(super().get_throttles())
        return self._throttles

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Adds the API's version, and how much of the rate is left."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers["API-Version"] = VERSION
        counted = [each for each in getattr(self, "_throttles", ()) if hasattr(each, "history")]
        if counted:
            for name, value in _rate_headers(min(counted, key=_left)).items():
                final.headers[name] = value
        return final


def refuse_without(request: Request, wanted: Scope) -> None:
    """PermissionDenied when the request came with a token that has not this scope."""
    if request.auth is None:
        return
    held = tokens.scopes(request.auth)
    if wanted not in held:
        raise PermissionDenied(
            f"This token's scopes are {', '.join(held)}; this needs {wanted}. Make a token with that scope."
        )


def _left(throttle: Any) -> int:
    left: int = throttle.num_requests - len(throttle.history)
    return max(0, left)


def _rate_headers(throttle: Any) -> dict[str, str]:
    """As the IETF's draft has them: the quota, what is left, seconds until it is whole."""
    oldest = throttle.history[-1] if throttle.history else throttle.now
    reset = max(0, round(throttle.duration - (throttle.now - oldest)))
    return {
        "RateLimit-Policy": f'"{throttle.scope}";q={throttle.num_requests};w={throttle.duration}',
        "RateLimit": f'"{throttle.scope}";r={_left(throttle)};t={reset}',
    }


def repeatable(post: Method) -> Method:
    """A POST that happens once for each `Idempotency-Key` of a person; without the header, each time."""

    @wraps(post)
    def wrapper(self: Endpoint, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None or not request.user.is_authenticated:
            return post(self, request, *args, **kwargs)

        def act() -> repeats.Answer:
            response = post(self, request, *args, **kwargs)
            return repeats.Answer(response.status_code, json.loads(JSONRenderer().render(response.data)))

        with asked.refusals("Idempotency-Key"):
            answer = repeats.once(person(request.user), key, _fingerprint(request), act)
        headers = {"Idempotent-Replayed": "true"} if answer.again else {}
        return Response(answer.body, answer.status, headers=headers)

    wrapper.takes_a_key = True  # type: ignore[attr-defined]
    return wrapper  # type: ignore[return-value]


def _fingerprint(request: Request) -> str:
    """A hash of what is asked, the same for a repeated form whose boundary differs."""
    data = request.data
    fields = sorted(data.lists()) if hasattr(data, "lists") else [("", [data])]
    told = [
        request.method,
        request.path,
        [[name, [_told(value) for value in values]] for name, values in fields],
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def _told(value: Any) -> Any:
    if not isinstance(value, UploadedFile):
        return value
    digest = hashlib.sha256()
    for chunk in value.chunks():
        digest.update(chunk)
    value.seek(0)
    return [value.name, digest.hexdigest()]

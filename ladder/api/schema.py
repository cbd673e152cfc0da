"""What OpenAPI is told of an endpoint: one decorator on each method, and the names of tags and operations."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from ladder.api import problems
from ladder.api.records import Shape, fixed

Method = TypeVar("Method", bound=Callable[..., Any])

NOTHING = OpenApiResponse(description="Done.")
OBJECT = OpenApiTypes.OBJECT


PROBLEM = fixed(
    "Problem",
    "What went wrong (RFC 9457): `detail` for people, `errors` by field where the request was at fault.",
    type=serializers.CharField(),
    title=serializers.CharField(),
    status=serializers.IntegerField(),
    detail=serializers.CharField(),
    errors=serializers.DictField(child=serializers.ListField(child=serializers.CharField()), required=False),
)


class Operations(AutoSchema):
    """Operations named after view and method: each view has one address."""

    def get_operation_id(self) -> str:
        """As in `match_list_get`."""
        name = type(self.view).__name__
        words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
        return f"{words}_{self.method.lower()}"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a token is shown."""

    target_class = "ladder.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """In the header, after the word Token."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token` and, after a space, the token: from `/api/v1/tokens/` or your page.",
        }


class PasswordScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Name and password, where a token is made."""

    target_class = "ladder.api.authentication.PasswordAuthentication"
    name = "password"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """HTTP Basic."""
        return {"type": "http", "scheme": "basic"}


def told(
    answer: Any = OBJECT,
    *,
    takes: Any = None,
    status: int = 200,
    paged: bool = False,
    media: str = "application/json",
    query: Iterable[OpenApiParameter] = (),
) -> Callable[[Method], Method]:
    """Says what a method takes and answers with; every error is a problem document. The outermost decorator.

    `paged` wraps the answer's shape in a cursor page; `media` is that of the good answer.
    """
    shown = pages_of(answer) if paged else answer
    cursor = [parameter("cursor", "From `next` or `previous` of another page.")] if paged else []
    responses = {
        (status, media): shown if status != 204 else NOTHING,
        ("default", problems.MEDIA_TYPE): OpenApiResponse(PROBLEM, "What went wrong."),
    }

    def decorate(method: Method) -> Method:
        key = [REPEAT] if getattr(method, "takes_a_key", False) else []
        told_of = extend_schema(request=takes, responses=responses, parameters=[*query, *cursor, *key])
        return told_of(method)

    return decorate


@cache
def pages_of(item: Shape) -> Shape:
    """A cursor page of such items."""
    name = item.__name__.removesuffix("Shape")
    return fixed(
        f"PageOf{name}",
        f"A page of {name}.",
        next=serializers.URLField(allow_null=True),
        previous=serializers.URLField(allow_null=True),
        results=item(many=True),
    )


def parameter(name: str, words: str, kind: Any = OpenApiTypes.STR, **more: Any) -> OpenApiParameter:
    """A parameter in the query."""
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=words, **more)


REPEAT = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A key of your own, as a random UUID: a request that comes again with it is done once.",
)

"""Tokens: made with name and password (or signed in on the site), listed, revoked."""

from dataclasses import asdict
from typing import Any

from django.contrib.auth import authenticate
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotFound, PermissionDenied, ValidationError
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import tokens
from ladder.access import person
from ladder.api import asked
from ladder.api.authentication import PasswordAuthentication, TokenAuthentication
from ladder.api.endpoint import Endpoint, refuse_without
from ladder.api.records import fixed, shape
from ladder.api.schema import told
from ladder.models import User
from ladder.tokens import DAYS, LONGEST_NAME, MOST_DAYS, Scope

TOKEN = shape("Token", tokens.Token)
NEW_TOKEN = fixed(
    "NewToken",
    "A token just made; `token` is shown this once.",
    token=serializers.CharField(),
    key=serializers.CharField(),
    name=serializers.CharField(allow_blank=True),
    scopes=serializers.ListField(child=serializers.CharField()),
    created=serializers.DateTimeField(),
    expiry=serializers.DateTimeField(allow_null=True),
)
TOKENS = fixed(
    "Tokens",
    "One's valid tokens, newest first.",
    next=serializers.URLField(allow_null=True),
    previous=serializers.URLField(allow_null=True),
    results=TOKEN(many=True),
)


class Wanted(serializers.Serializer[User]):
    """The token that is wanted; name and password where nobody is signed in."""

    username = serializers.CharField(max_length=150, required=False)
    password = serializers.CharField(max_length=4096, trim_whitespace=False, required=False)
    name = serializers.CharField(
        max_length=LONGEST_NAME, required=False, allow_blank=True, help_text="What you call it."
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Scope.choices),
        required=False,
        allow_empty=False,
        help_text="`read`: what you may see; `upload`: act for bots and team; `organise`: competitions.",
    )
    days = serializers.IntegerField(min_value=1, max_value=MOST_DAYS, default=DAYS)


class TokenList(Endpoint):
    """One's own tokens, by their first characters; POST makes one and shows it, this once."""

    authentication_classes = [TokenAuthentication, PasswordAuthentication, SessionAuthentication]
    permission_classes = [AllowAny]
    writes = None
    throttle_scope = "token"

    @told(TOKENS)
    def get(self, request: Request) -> Response:
        """The valid ones, newest first."""
        asked.only(request)
        own = [asdict(token) for token in tokens.of(person(request.user))]
        return Response({"next": None, "previous": None, "results": own})

    @told(NEW_TOKEN, takes=Wanted, status=201)
    def post(self, request: Request) -> Response:
        """201 with `token`; 401 for a wrong name or password."""
        if isinstance(request.successful_authenticator, TokenAuthentication):
            raise PermissionDenied("A token makes no tokens: use name and password, or the site.")
        given = asked.body(Wanted, request)
        who = _person(request, given)
        wanted = {name: given[name] for name in ("name", "scopes", "days") if name in given}
        with asked.refusals("token"):
            new = tokens.make(who, **wanted)
        body = asdict(new)
        body = {"token": body.pop("secret"), **body}
        return Response(body, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class TokenDetail(Endpoint):
    """One of one's own tokens."""

    permission_classes = [IsAuthenticated]
    writes = None

    @told(status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Revokes it; a token may always revoke itself, and others where its scopes hold `upload`."""
        if getattr(request.auth, "token_key", key) != key:
            refuse_without(request, Scope.UPLOAD)
        if not tokens.revoke(person(request.user), key):
            raise NotFound("You have no such token.")
        return Response(status=status.HTTP_204_NO_CONTENT)


def _person(request: Request, given: dict[str, Any]) -> User:
    """Who is signed in, else whose name and password the body holds; axes counts wrong ones."""
    if isinstance(request.user, User):
        return request.user
    missing = {name: "This field is required." for name in ("username", "password") if name not in given}
    if missing:
        raise ValidationError(missing)
    found = authenticate(request._request, username=given["username"], password=given["password"])
    if not isinstance(found, User):
        raise AuthenticationFailed("Wrong name or password.")
    return found

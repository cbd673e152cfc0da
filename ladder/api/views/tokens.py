"""Tokens: made with name and password (or signed in on the site), listed, revoked."""

from dataclasses import asdict

from django.contrib.auth import authenticate
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotFound, PermissionDenied, ValidationError
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView

from ladder import tokens
from ladder.access import person
from ladder.api.authentication import PasswordAuthentication, TokenAuthentication
from ladder.models import User


class Credentials(serializers.Serializer[User]):
    """The body that makes a token where nobody is signed in."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False)


class TokenList(APIView):
    """One's own tokens, by their first characters; POST makes one and shows it, this once."""

    authentication_classes = [TokenAuthentication, PasswordAuthentication, SessionAuthentication]
    permission_classes = [AllowAny]
    throttle_scope = "token"

    def get_throttles(self) -> list[BaseThrottle]:
        """Making tokens asks for a password, so guessing is slowed down."""
        return [ScopedRateThrottle()] if self.request.method == "POST" else super().get_throttles()

    def get(self, request: Request) -> Response:
        """The valid ones, newest first."""
        own = [asdict(token) for token in tokens.of(person(request.user))]
        return Response({"next": None, "previous": None, "results": own})

    def post(self, request: Request) -> Response:
        """201 with `token`; 401 for a wrong name or password."""
        if isinstance(request.successful_authenticator, TokenAuthentication):
            raise PermissionDenied("A token makes no tokens: use name and password, or the site.")
        try:
            new = tokens.make(_person(request))
        except tokens.TooManyTokens as refused:
            raise ValidationError({"token": str(refused)}) from None
        body = {"token": new.secret, "key": new.key, "created": new.created, "expiry": new.expiry}
        return Response(body, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class TokenDetail(APIView):
    """One of one's own tokens."""

    permission_classes = [IsAuthenticated]

    def delete(self, request: Request, key: str) -> Response:
        """Revokes it."""
        if not tokens.revoke(person(request.user), key):
            raise NotFound("You have no such token.")
        return Response(status=status.HTTP_204_NO_CONTENT)


def _person(request: Request) -> User:
    """Who is signed in, else whose name and password the body holds; axes counts wrong ones."""
    if isinstance(request.user, User):
        return request.user
    asked = Credentials(data=request.data)
    asked.is_valid(raise_exception=True)
    found = authenticate(request._request, **asked.validated_data)
    if not isinstance(found, User):
        raise AuthenticationFailed("Wrong name or password.")
    return found

"""Tokens of the API: made, listed and revoked by the person they speak for; we keep only their hashes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from knox.models import get_token_model

from ladder.models import User

LIFETIME = timedelta(days=90)
MOST = 20


class TooManyTokens(Exception):
    """The person holds MOST valid tokens already; the text says what to do."""


@dataclass(frozen=True)
class Token:
    """A token as its owner may see it again: `key` is its first characters, enough to revoke it."""

    key: str
    created: datetime
    expiry: datetime | None


@dataclass(frozen=True)
class NewToken:
    """A token just made; `secret` is shown this once."""

    secret: str
    key: str
    created: datetime
    expiry: datetime | None


def make(user: User) -> NewToken:
    """A new token, valid for LIFETIME; TooManyTokens when the person has MOST already."""
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user.pk)
        if len(of(user)) >= MOST:
            raise TooManyTokens(f"You have {MOST} valid tokens, the most allowed. Revoke one first.")
        token, secret = get_token_model().objects.create(user=user, expiry=LIFETIME)
    return NewToken(secret, token.token_key, token.created, token.expiry)


def of(user: User) -> list[Token]:
    """The person's valid tokens, newest first."""
    valid = Q(expiry__gt=timezone.now()) | Q(expiry__isnull=True)
    rows = get_token_model().objects.filter(valid, user=user).order_by("-created")
    return [Token(row.token_key, row.created, row.expiry) for row in rows]


def revoke(user: User, key: str) -> bool:
    """Ends the person's token with this key; False when there is none."""
    deleted, _ = get_token_model().objects.filter(user=user, token_key=key).delete()
    return bool(deleted)

"""Tokens of the API: made, listed and revoked by the person they speak for; we keep only their hashes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from knox.models import get_token_model

from ladder.models import TokenTerms, User
from ladder.refusals import Refused

Scope = TokenTerms.Scope

DAYS, MOST_DAYS = 90, 365
MOST = 20
LONGEST_NAME = 60


class TooManyTokens(Refused):
    """The person holds MOST valid tokens already; the text says what to do."""


@dataclass(frozen=True)
class Token:
    """A token as its owner may see it again: `key` is its first characters, enough to revoke it."""

    key: str
    name: str
    scopes: tuple[str, ...]
    created: datetime
    expiry: datetime | None


@dataclass(frozen=True)
class NewToken(Token):
    """A token just made; `secret` is shown this once."""

    secret: str


def make(
    user: User, name: str = "", scopes: Iterable[str] = tuple(Scope.values), days: int = DAYS
) -> NewToken:
    """A new token, valid for so many days; TooManyTokens when the person has MOST already."""
    wanted = tuple(scope for scope in Scope.values if scope in set(scopes))
    if not wanted or len(wanted) != len(set(scopes)):
        raise Refused(
            f"Scopes: found {', '.join(scopes) or 'none'}; wanted some of {', '.join(Scope.values)}."
        )
    if not 1 <= days <= MOST_DAYS:
        raise Refused(f"Days: found {days}; wanted 1 to {MOST_DAYS}.")
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user.pk)
        if len(of(user)) >= MOST:
            raise TooManyTokens(f"You have {MOST} valid tokens, the most allowed. Revoke one first.")
        token, secret = get_token_model().objects.create(user=user, expiry=timedelta(days=days))
        terms = TokenTerms.objects.create(token=token, name=name.strip()[:LONGEST_NAME], scopes=list(wanted))
    return NewToken(token.token_key, terms.name, wanted, token.created, token.expiry, secret)


def of(user: User) -> list[Token]:
    """The person's valid tokens, newest first."""
    valid = Q(expiry__gt=timezone.now()) | Q(expiry__isnull=True)
    rows = get_token_model().objects.filter(valid, user=user).select_related("terms").order_by("-created")
    return [Token(row.token_key, _name(row), scopes(row), row.created, row.expiry) for row in rows]


def scopes(token: Any) -> tuple[str, ...]:
    """What a token of knox may do; one that was made before there were scopes may do everything."""
    terms = getattr(token, "terms", None)
    return tuple(terms.scopes) if terms else tuple(Scope.values)


def _name(token: Any) -> str:
    terms = getattr(token, "terms", None)
    return terms.name if terms else ""


def revoke(user: User, key: str) -> bool:
    """Ends the person's token with this key; False when there is none."""
    deleted, _ = get_token_model().objects.filter(user=user, token_key=key).delete()
    return bool(deleted)

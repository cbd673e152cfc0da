"""Requests that come again because their answer was lost: done once, answered as the first time."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from ladder.models import Repeat, User
from ladder.refusals import Refused

KEPT = timedelta(days=2)
LONGEST_KEY = 200


class OtherRequest(Refused):
    """The key was used for something else before."""


@dataclass(frozen=True)
class Answer:
    """What was answered; `again` when it was the answer to an earlier request."""

    status: int
    body: Any
    again: bool = False


def once(person: User, key: str, fingerprint: str, act: Callable[[], Answer]) -> Answer:
    """Do `act` for the first request with this person's key, and give every later one the same answer.

    What fails is not remembered: an exception undoes all, and the key is free again. Of two at once the
    second waits for the first. OtherRequest when the key came with another fingerprint (SHA-256) before.
    """
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise Refused(
            f"Idempotency-Key: wanted 1 to {LONGEST_KEY} printable characters, as in a random UUID."
        )
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        kept, is_new = Repeat.objects.get_or_create(
            person=person, key=key, defaults={"fingerprint": fingerprint}
        )
        if kept.fingerprint != fingerprint:
            raise OtherRequest(
                "This Idempotency-Key came with another request before. Use a new key for a new request."
            )
        if not is_new:
            return Answer(kept.status or 200, kept.body, again=True)
        answer = act()
        Repeat.objects.filter(pk=kept.pk).update(status=answer.status, body=answer.body)
    return answer


def forget() -> int:
    """Drop the answers that nobody will ask for again; how many."""
    return Repeat.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]

"""Telling webhooks what there is to tell: signed, again ever later, and given up in the end."""

import base64
import hashlib
import hmac
import json
import logging
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone

from ladder import notices, outside, text, webhooks
from ladder.api.version import VERSION
from ladder.deliveries import DATABASE_AWAY
from ladder.models import Webhook, WebhookDelivery

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)
"""How long a try is its process's own; one that died is tried again after this."""
DELAYS = tuple(timedelta(seconds=s) for s in (10, 60, 300, 1800, 7200, 21600, 43200))
"""Between the tries; after the last one it is given up."""
JITTER = 0.2
GIVE_UP_AFTER = timedelta(days=3)
"""A webhook that took nothing for so long is told nothing any more."""
AT_ONCE = 8
GONE = 410
ANSWER_KEPT = 500

_sender: threading.Thread | None = None


def start() -> int:
    """Note what there is to tell, and have this process's sender at work while something is due; how many.

    The sender is a thread of its own: whoever answers slowly keeps nobody here waiting.
    """
    global _sender
    noted = webhooks.collect()
    is_due = WebhookDelivery.objects.filter(due__lte=timezone.now()).exists()
    if is_due and (_sender is None or not _sender.is_alive()):
        _sender = threading.Thread(target=_send_all, name="webhooks", daemon=True)
        _sender.start()
    return noted


def _send_all() -> None:
    try:
        while send_due():
            pass
    except DATABASE_AWAY as error:
        log.warning("webhooks wait for the database: %s", error)
    finally:
        connections.close_all()


def send_due() -> int:
    """Try the next few deliveries that are due, beside each other; how many were tried."""
    now = timezone.now()
    due = WebhookDelivery.objects.filter(due__lte=now).order_by("due").select_related("webhook__owner")
    claimed = [each for each in due[:AT_ONCE] if _claim(each)]
    if not claimed:
        return 0
    with ThreadPoolExecutor(len(claimed)) as pool:
        answers = list(pool.map(_send, claimed))
    for delivery, answer in zip(claimed, answers, strict=True):
        _note(delivery, answer)
    return len(claimed)


def _claim(delivery: WebhookDelivery) -> bool:
    """Make this try ours: of several processes one does."""
    waiting = WebhookDelivery.objects.filter(pk=delivery.pk, due=delivery.due, attempts=delivery.attempts)
    delivery.attempts += 1
    return waiting.update(due=timezone.now() + LEASE, attempts=delivery.attempts) == 1


def _send(delivery: WebhookDelivery) -> outside.Answer | str:
    """The answer, or why there was none. No database here: it runs in a thread of its own."""
    body = message(delivery)
    try:
        return outside.post(
            delivery.webhook.url, body, headers(delivery, body), local=settings.WEBHOOKS_LOCAL
        )
    except outside.Unreachable as away:
        return str(away)


def message(delivery: WebhookDelivery) -> bytes:
    """The body: `type`, `timestamp` of the event's note, `data`."""
    body = {"type": delivery.kind, "timestamp": delivery.created.isoformat(), "data": delivery.data}
    return json.dumps(body, separators=(",", ":")).encode()


def headers(delivery: WebhookDelivery, body: bytes) -> dict[str, str]:
    """Id, time and signature as the Standard Webhooks convention has them."""
    ident, stamp = f"delivery-{delivery.pk}", str(int(timezone.now().timestamp()))
    return {
        "Content-Type": "application/json",
        "User-Agent": f"wateringhole/{VERSION}",
        "webhook-id": ident,
        "webhook-timestamp": stamp,
        "webhook-signature": sign(webhooks.secret(delivery.webhook), ident, stamp, body),
    }


def sign(secret: str, ident: str, stamp: str, body: bytes) -> str:
    """`v1,` and the HMAC-SHA-256 of id, time and body with the secret, in base64."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, b".".join([ident.encode(), stamp.encode(), body]), hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"


def _note(delivery: WebhookDelivery, answer: outside.Answer | str) -> None:
    status = answer.status if isinstance(answer, outside.Answer) else None
    words = answer.head if isinstance(answer, outside.Answer) else answer
    tried = WebhookDelivery.objects.filter(pk=delivery.pk)
    with transaction.atomic():
        if status is not None and 200 <= status < 300:
            tried.update(due=None, delivered=timezone.now(), status=status, answer=_kept(words))
            Webhook.objects.filter(pk=delivery.webhook_id).update(failing_since=None)
        else:
            tried.update(due=_next(delivery), status=status, answer=_kept(words))
            _note_failure(delivery.webhook, status)


def _kept(words: str) -> str:
    return text.clean(words, ANSWER_KEPT)


def _next(delivery: WebhookDelivery) -> object:
    """When to try again; None when it is given up."""
    if delivery.attempts > len(DELAYS) or delivery.kind == webhooks.PING:
        return None
    delay = DELAYS[delivery.attempts - 1]
    return timezone.now() + delay * random.uniform(1 - JITTER, 1 + JITTER)


def _note_failure(webhook: Webhook, status: int | None) -> None:
    now = timezone.now()
    Webhook.objects.filter(pk=webhook.pk, failing_since=None).update(failing_since=now)
    webhook.refresh_from_db()
    failing = webhook.failing_since is not None and webhook.failing_since < now - GIVE_UP_AFTER
    if not failing and status != GONE:
        return
    why = "It answered 410 Gone." if status == GONE else f"It took nothing for {GIVE_UP_AFTER.days} days."
    if Webhook.objects.filter(pk=webhook.pk, disabled="").update(disabled=why) == 1:
        WebhookDelivery.objects.filter(webhook=webhook).update(due=None)
        told = f"Your webhook {webhook.url[:100]} is told nothing any more. {why} Switch it on when it works."
        notices.tell([webhook.owner], notices.Kind.ACCOUNT, told, "/me/webhooks/")

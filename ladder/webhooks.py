"""Webhooks: made, tried, switched on again and removed by their owner; and what there is to tell to each.

They are signed as the Standard Webhooks convention has it, for which every language has a library.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder import access, outside
from ladder.models import Match, Result, Tournament, User, Version, Webhook, WebhookDelivery
from ladder.refusals import Refused

Kind = Webhook.Kind

MOST = 10
"""Webhooks of one person."""
OVERLAP = timedelta(minutes=2)
"""What was committed late is looked at again for this long; each thing is told once all the same."""
AT_ONCE = 500
KEPT = timedelta(days=30)
PING = "ping"


@dataclass(frozen=True)
class NewWebhook:
    """A webhook just made, and the secret that its messages are signed with: shown this once."""

    webhook: Webhook
    secret: str


def make(owner: User, url: str, kinds: Iterable[str]) -> NewWebhook:
    """A new webhook; the same address again is the same one, with these kinds. Refused else."""
    url, wanted = url.strip(), sorted(set(kinds))
    outside.check_url(url, local=settings.WEBHOOKS_LOCAL)
    if not wanted or not set(wanted) <= set(Kind.values):
        raise Refused(f"Kinds: found {', '.join(wanted) or 'none'}; wanted some of {', '.join(Kind.values)}.")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        known = Webhook.objects.filter(owner=owner, url=url).first()
        if known is None and Webhook.objects.filter(owner=owner).count() >= MOST:
            raise Refused(f"You have {MOST} webhooks, the most allowed. Remove one first.")
        webhook = known or Webhook(owner=owner, url=url)
        webhook.kinds = wanted
        webhook.save()
    return NewWebhook(webhook, secret(webhook))


def secret(webhook: Webhook) -> str:
    """What its messages are signed with; made from the site's key, so that the database does not hold it."""
    message = f"webhook {webhook.pk} {webhook.salt}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, hashlib.sha256)
    return "whsec_" + base64.b64encode(digest).decode()


def switch_on(webhook: Webhook) -> Webhook:
    """Tell it again what happens from now on, after it was disabled. Twice is once."""
    off = Webhook.objects.filter(pk=webhook.pk).exclude(disabled="")
    off.update(disabled="", failing_since=None, told_from=timezone.now(), told_until=timezone.now())
    webhook.refresh_from_db()
    return webhook


def remove(webhook: Webhook) -> None:
    """Tell it nothing any more; its log goes with it. Twice is once."""
    Webhook.objects.filter(pk=webhook.pk).delete()


def ping(webhook: Webhook) -> WebhookDelivery:
    """Tell it something to try it out, whatever became of it before."""
    number = webhook.deliveries.filter(kind=PING).count() + 1
    subject = f"{PING}:{number}:{timezone.now().timestamp():.3f}"
    data = {"text": "Somebody tries out this webhook."}
    return WebhookDelivery.objects.create(webhook=webhook, subject=subject, kind=PING, data=data)


def collect() -> int:
    """Note for every webhook what happened since it was last looked at; how many things. Twice is once."""
    found = 0
    for webhook in Webhook.objects.filter(disabled="").select_related("owner"):
        if webhook.owner.is_active:
            found += _collect(webhook)
    return found


def forget() -> int:
    """Drop the log of what was told long ago; how many entries."""
    return WebhookDelivery.objects.filter(created__lt=timezone.now() - KEPT, due=None).delete()[0]


Thing = tuple[datetime, str, str, dict[str, Any]]
"""When, its kind, its subject, what is told of it."""


def _collect(webhook: Webhook) -> int:
    now, since = timezone.now(), webhook.told_until - OVERLAP
    things = [thing for kind in webhook.kinds for thing in _sources()[kind](webhook.owner, since)]
    things = [each for each in sorted(things, key=lambda each: each[0]) if each[0] >= webhook.told_from][
        :AT_ONCE
    ]
    with transaction.atomic():
        WebhookDelivery.objects.bulk_create(
            (
                WebhookDelivery(webhook=webhook, subject=subject, kind=kind, data=data)
                for _, kind, subject, data in things
            ),
            ignore_conflicts=True,
        )
        reached = things[-1][0] if len(things) == AT_ONCE else now
        Webhook.objects.filter(pk=webhook.pk).update(told_until=reached)
    return len(things)


def _sources() -> dict[str, Any]:
    return {Kind.MATCH: _matches, Kind.REJECTED: _rejected, Kind.TOURNAMENT: _tournaments}


def _matches(owner: User, since: datetime) -> list[Thing]:
    """Finished matches of the person's bots; what came of them the API tells to who may see it."""
    own = access.own_bots(owner)
    told = (
        ~Q(match__kind__in=[Match.Kind.TRIAL, Match.Kind.CHALLENGE])
        | Q(match__challenge__is_private=False)
        | Q(match__challenge__version__bot__in=own)
    )
    shown = Q(match__hidden_until=None) | Q(match__hidden_until__lte=timezone.now())
    results = (
        Result.objects.filter(told, shown, received__gte=since, match__seats__version__bot__in=own)
        .select_related("competition")
        .order_by("received")
        .distinct()[: AT_ONCE + 1]
    )
    return [
        (each.received, str(Kind.MATCH), f"{Kind.MATCH}:{each.match_id}", _of_match(each)) for each in results
    ]


def _of_match(result: Result) -> dict[str, Any]:
    address = f"{settings.SITE_URL}/api/v1/matches/{result.match_id}/"
    return {"match": result.match_id, "competition": result.competition.slug, "url": address}


def _rejected(owner: User, since: datetime) -> list[Thing]:
    """Uploads of the person's bots that did not pass their check or trial."""
    found = (
        Version.objects.filter(
            bot__in=access.own_bots(owner), state=Version.State.REJECTED, changed__gte=since
        )
        .select_related("bot")
        .order_by("changed")[: AT_ONCE + 1]
    )
    return [
        (
            each.changed,
            str(Kind.REJECTED),
            f"{Kind.REJECTED}:{each.pk}:{each.build_attempt}",
            {
                "version": each.pk,
                "number": each.number,
                "bot": each.bot_id,
                "bot_name": each.bot.name,
                "reason": each.reason,
                "url": f"{settings.SITE_URL}/api/v1/versions/{each.pk}/",
            },
        )
        for each in found
    ]


def _tournaments(owner: User, since: datetime) -> list[Thing]:
    """Finished tournaments in which the person's bots took part; the API tells what came of it."""
    found = (
        Tournament.objects.filter(
            state=Tournament.State.FINISHED, ended__gte=since, entrants__bot__in=access.own_bots(owner)
        )
        .select_related("competition")
        .order_by("ended")
        .distinct()[: AT_ONCE + 1]
    )
    return [
        (
            each.ended,
            str(Kind.TOURNAMENT),
            f"{Kind.TOURNAMENT}:{each.pk}",
            {
                "tournament": each.pk,
                "name": each.name,
                "competition": each.competition.slug,
                "url": f"{settings.SITE_URL}/api/v1/tournaments/{each.pk}/",
            },
        )
        for each in found
        if each.ended is not None
    ]

"""One's webhooks: made, tried, switched on, removed; and the log of what each was told."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import outside, webhooks
from ladder.access import person
from ladder.api import asked, pages
from ladder.api.endpoint import Endpoint
from ladder.api.records import fixed
from ladder.api.schema import told
from ladder.models import Webhook, WebhookDelivery

KINDS = serializers.ListField(child=serializers.ChoiceField(Webhook.Kind.choices))
HOOK = fixed(
    "Webhook",
    "An address that is told what happens; `disabled` says why it is told nothing, empty while it is.",
    id=serializers.IntegerField(),
    url=serializers.CharField(),
    kinds=KINDS,
    disabled=serializers.CharField(allow_blank=True),
    failing_since=serializers.DateTimeField(allow_null=True),
    created=serializers.DateTimeField(),
)
NEW_HOOK = fixed(
    "MadeWebhook",
    "A webhook, and the secret that its messages are signed with: shown this once.",
    id=serializers.IntegerField(),
    url=serializers.CharField(),
    kinds=KINDS,
    disabled=serializers.CharField(allow_blank=True),
    failing_since=serializers.DateTimeField(allow_null=True),
    created=serializers.DateTimeField(),
    secret=serializers.CharField(),
)
DELIVERY = fixed(
    "WebhookDelivery",
    "One thing told: `due` when it is tried next, null when done or given up; `answer`: the last one's head.",
    id=serializers.IntegerField(),
    kind=serializers.CharField(),
    data=serializers.DictField(),
    attempts=serializers.IntegerField(),
    due=serializers.DateTimeField(allow_null=True),
    status=serializers.IntegerField(allow_null=True),
    answer=serializers.CharField(allow_blank=True),
    delivered=serializers.DateTimeField(allow_null=True),
    created=serializers.DateTimeField(),
)


class NewWebhook(serializers.Serializer[Webhook]):
    """Where to tell what."""

    url = serializers.CharField(max_length=outside.LONGEST_URL)
    kinds = serializers.ListField(child=serializers.ChoiceField(Webhook.Kind.choices), allow_empty=False)


class WebhookChange(serializers.Serializer[Webhook]):
    """Only that it is told things again."""

    disabled = serializers.ChoiceField([""], allow_blank=True)


class WebhookList(Endpoint):
    """One's webhooks."""

    permission_classes = [IsAuthenticated]

    @told(HOOK, paged=True)
    def get(self, request: Request) -> Response:
        """The last one first."""
        asked.only(request)
        return pages.answer(request, Webhook.objects.filter(owner=person(request.user)), _shown)

    @told(NEW_HOOK, takes=NewWebhook, status=201)
    def post(self, request: Request) -> Response:
        """201 with its secret; the same address again is the same webhook."""
        given = asked.body(NewWebhook, request)
        with asked.refusals("url"):
            made = webhooks.make(person(request.user), given["url"], given["kinds"])
        body = _shown(made.webhook) | {"secret": made.secret}
        return Response(body, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class WebhookDetail(Endpoint):
    """One of one's webhooks."""

    permission_classes = [IsAuthenticated]

    @told(HOOK)
    def get(self, request: Request, pk: int) -> Response:
        """How it is."""
        asked.only(request)
        return Response(_shown(_own(request, pk)))

    @told(HOOK, takes=WebhookChange)
    def patch(self, request: Request, pk: int) -> Response:
        """Switches it on again, with `disabled` empty."""
        asked.body(WebhookChange, request)
        return Response(_shown(webhooks.switch_on(_own(request, pk))))

    @told(status=204)
    def delete(self, request: Request, pk: int) -> Response:
        """Removes it and its log."""
        webhooks.remove(_own(request, pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class WebhookPing(Endpoint):
    """Trying out a webhook."""

    permission_classes = [IsAuthenticated]
    throttle_scope = "ping"

    @told(DELIVERY, status=202)
    def post(self, request: Request, pk: int) -> Response:
        """202 with the log's new entry, which leaves within seconds and is tried once."""
        return Response(_delivery(webhooks.ping(_own(request, pk))), status.HTTP_202_ACCEPTED)


class WebhookDeliveries(Endpoint):
    """What a webhook was told."""

    permission_classes = [IsAuthenticated]

    @told(DELIVERY, paged=True)
    def get(self, request: Request, pk: int) -> Response:
        """The last one first; kept for 30 days."""
        asked.only(request)
        return pages.answer(request, _own(request, pk).deliveries.all(), _delivery)


def _own(request: Request, pk: int) -> Webhook:
    return get_object_or_404(Webhook, owner=person(request.user), pk=pk)


def _shown(webhook: Webhook) -> dict[str, Any]:
    names = ("id", "url", "kinds", "disabled", "failing_since", "created")
    return {name: getattr(webhook, name) for name in names}


def _delivery(delivery: WebhookDelivery) -> dict[str, Any]:
    names = ("id", "kind", "data", "attempts", "due", "status", "answer", "delivered", "created")
    return {name: getattr(delivery, name) for name in names}

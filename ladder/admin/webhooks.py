"""Webhooks, what they were told, and comparisons of uploads: only read; they have pages of their own."""

from django.contrib import admin

from ladder.admin.acts import ModelAdmin, ReadOnly
from ladder.models import Comparison, Webhook, WebhookDelivery


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, ModelAdmin):
    """Webhooks; what their secrets are made from is not shown."""

    list_display = ("url", "owner", "kinds", "failing_since", "disabled", "created")
    search_fields = ("url", "owner__username")
    exclude = ("salt",)
    list_select_related = ("owner",)


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, ModelAdmin):
    """What each webhook was told."""

    list_display = ("subject", "webhook", "attempts", "status", "due", "delivered", "created")
    list_filter = ("kind",)
    search_fields = ("subject", "webhook__url")
    list_select_related = ("webhook",)


@admin.register(Comparison)
class ComparisonAdmin(ReadOnly, ModelAdmin):
    """Comparisons of a competition's uploads."""

    list_display = ("competition", "asked_by", "state", "compared", "asked", "done")
    list_filter = ("state", "competition")
    search_fields = ("competition__name",)
    list_select_related = ("competition", "asked_by")

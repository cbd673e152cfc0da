"""Addresses of people's own that are told what happened, and what was told to each."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone


def new_salt() -> str:
    """What makes a webhook's secret its own."""
    return secrets.token_urlsafe(24)


class Webhook(models.Model):
    """An address that a person wants told. Written by `ladder/webhooks.py`."""

    class Kind(models.TextChoices):
        """What is told."""

        MATCH = "match.finished", "a match of my bots is finished"
        REJECTED = "version.rejected", "an upload of mine is rejected"
        TOURNAMENT = "tournament.finished", "a tournament of my bots is finished"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    kinds = models.JSONField(help_text="What is told, a list of kinds.")
    salt = models.CharField(max_length=40, default=new_salt, help_text="The secret is made from it.")
    told_from = models.DateTimeField(default=timezone.now, help_text="What came before is not told.")
    told_until = models.DateTimeField(default=timezone.now, help_text="What came before was looked at.")
    failing_since = models.DateTimeField(
        null=True, blank=True, help_text="Empty while it takes what it is told."
    )
    disabled = models.CharField(
        max_length=200, blank=True, help_text="Why it is told nothing; empty while it is."
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["id"], name="webhook_on", condition=models.Q(disabled=""))]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One thing told to one webhook. Written by `ladder/webhooks.py` and `ladder/webhook_delivery.py`."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    subject = models.CharField(max_length=80, help_text="What it is about; told once.")
    kind = models.CharField(max_length=30)
    data = models.JSONField()
    attempts = models.PositiveSmallIntegerField(default=0)
    due = models.DateTimeField(
        null=True, blank=True, default=timezone.now, help_text="When to try; empty: done or given up."
    )
    status = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="HTTP status of the last answer."
    )
    answer = models.TextField(blank=True, help_text="The head of the last answer, or why there was none.")
    delivered = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["webhook", "subject"], name="told_once")]
        indexes = [
            models.Index(fields=["due"], name="delivery_due", condition=models.Q(due__isnull=False)),
            models.Index(fields=["created"], name="delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} to webhook {self.webhook_id}"

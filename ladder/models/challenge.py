"""Matches that people asked for."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Challenge(models.Model):
    """A requested, unrated match; it waits for its turn. Written by `ladder/challenges.py`."""

    class State(models.TextChoices):
        """Once it is planned its match tells how it goes on."""

        WAITING = "waiting"
        PLANNED = "planned"
        CANCELLED = "cancelled"

    competition = models.ForeignKey("ladder.Competition", on_delete=models.CASCADE, related_name="challenges")
    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges")
    version = models.ForeignKey("ladder.Version", on_delete=models.CASCADE, related_name="challenges")
    line_up = models.JSONField(help_text="Ids of the versions by seat.")
    is_private = models.BooleanField(
        default=False, help_text="A test of a version that is not active: only its people see the match."
    )
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    reason = models.TextField(blank=True, help_text="Why it was cancelled.")
    match = models.OneToOneField(
        "ladder.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="challenge"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["id"], name="challenge_waiting", condition=Q(state="waiting")),
            models.Index(fields=["asker", "-id"], name="challenge_of_asker"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk}"

"""Two versions of a bot compared on the same decks, seats and opponents."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class VersionComparison(models.Model):
    """Blocks of unrated matches until a sequential test decides. Written by `ladder/comparisons.py`."""

    class State(models.TextChoices):
        """It ends decided, or undecided with its last block, or is cancelled."""

        RUNNING = "running"
        ENDED = "ended"
        CANCELLED = "cancelled"

    competition = models.ForeignKey(
        "ladder.Competition", on_delete=models.CASCADE, related_name="version_comparisons"
    )
    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="version_comparisons"
    )
    first = models.ForeignKey("ladder.Version", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("ladder.Version", on_delete=models.CASCADE, related_name="+")
    opponents = models.JSONField(help_text="Ids of the versions that take turns on the other seats.")
    players = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField(help_text="What the blocks' decks are derived from; unknown to the bots.")
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    reason = models.TextField(blank=True, help_text="Why it was cancelled.")
    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["id"], name="version_comparison_running", condition=Q(state="running")),
            models.Index(fields=["asker", "-id"], name="version_comparison_of_asker"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="version_comparison_of_two"),
        ]

    def __str__(self) -> str:
        return f"comparison {self.pk}"


class ComparedGame(models.Model):
    """One match of a comparison: its block, and the seat of the version that is compared."""

    comparison = models.ForeignKey(VersionComparison, on_delete=models.CASCADE, related_name="games")
    match = models.OneToOneField("ladder.Match", on_delete=models.CASCADE, related_name="compared")
    block = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    is_first = models.BooleanField(help_text="Whether the first version sits there, or the second.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["comparison", "block", "seat", "is_first"], name="compared_game_once"
            ),
        ]

    def __str__(self) -> str:
        return f"block {self.block} of {self.comparison_id}"

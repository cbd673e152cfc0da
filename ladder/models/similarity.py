"""Comparisons of a competition's uploads, as its organisers asked for them."""

from django.conf import settings
from django.db import models


class Comparison(models.Model):
    """One look at what the uploads of a competition share. Written by `ladder/similarity/checks.py`."""

    class State(models.TextChoices):
        """A comparison is made by a process of its own."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"

    competition = models.ForeignKey(
        "ladder.Competition", on_delete=models.CASCADE, related_name="comparisons"
    )
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    compared = models.PositiveIntegerField(default=0, help_text="Uploads that were looked at.")
    left_out = models.JSONField(default=dict, help_text="By version, why it was not looked at.")
    pairs = models.JSONField(default=list, help_text="[version, version, shared, share, share], most first.")
    asked = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    done = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition"], name="one_open_comparison", condition=~models.Q(state="done")
            )
        ]

    def __str__(self) -> str:
        return f"comparison {self.pk} of {self.competition}"

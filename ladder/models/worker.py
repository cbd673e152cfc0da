"""Workers as the ladder last saw them, and messages of theirs that came more than once."""

from django.db import models


class Worker(models.Model):
    """A worker process by name, for the status page. Written by `ladder/leases.py` from pulses."""

    name = models.CharField(max_length=100, unique=True)
    host = models.CharField(max_length=100)
    engine = models.CharField(max_length=40)
    level = models.CharField(max_length=12)
    speed = models.FloatField(default=1.0)
    trouble = models.TextField(blank=True, help_text="Why it takes no match; empty when all is well.")
    languages = models.JSONField(default=list, help_text="What it can build and play; empty: it did not say.")
    last_seen = models.DateTimeField()
    drained = models.DateTimeField(null=True, blank=True, help_text="Since when it shall take no order.")
    drained_because = models.TextField(blank=True)
    trusted_since = models.DateTimeField(
        null=True, blank=True, help_text="Results before this moment are held against it no more."
    )

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """A message that the broker brought again before it was handled. Written by `ladder/tasks.py`."""

    message = models.CharField(max_length=100, unique=True)
    times = models.PositiveIntegerField(default=0)
    last = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"{self.message}: {self.times}"

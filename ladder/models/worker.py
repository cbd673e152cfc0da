"""Workers as the ladder last saw them."""

from django.db import models


class Worker(models.Model):
    """A worker process by name, for the status page. Written by `ladder/leases.py` from pulses."""

    name = models.CharField(max_length=100, unique=True)
    host = models.CharField(max_length=100)
    engine = models.CharField(max_length=40)
    level = models.CharField(max_length=12)
    speed = models.FloatField(default=1.0)
    trouble = models.TextField(blank=True, help_text="Why it takes no match; empty when all is well.")
    last_seen = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

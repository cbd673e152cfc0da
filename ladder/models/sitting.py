"""People at tables with house bots."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Sitting(models.Model):
    """A person's game against house bots, unrated. Written by `ladder/sittings.py`.

    Seed and choices are the whole game: it is played again from them whenever somebody looks or moves, so
    that nothing is held in memory between two moves.
    """

    class State(models.TextChoices):
        """`ended`: it was left, or nobody moved for too long; `why_ended` says so."""

        PLAYING = "playing"
        OVER = "over"
        ENDED = "ended"

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sittings")
    ruleset = models.CharField(max_length=10)
    seat = models.PositiveSmallIntegerField(help_text="The person's.")
    bots = models.JSONField(help_text="House bots' names by seat; null on the person's.")
    seed = models.BigIntegerField()
    choices = models.JSONField(default=list, help_text="All choices so far, in order.")
    moves = models.PositiveIntegerField(default=0, help_text="How many choices there are.")
    state = models.CharField(max_length=10, choices=State, default=State.PLAYING)
    why_ended = models.CharField(max_length=200, blank=True)
    scores = models.JSONField(null=True, blank=True, help_text="By seat, once the game is over.")
    places = models.JSONField(null=True, blank=True, help_text="By seat, once the game is over.")
    created = models.DateTimeField(default=timezone.now)
    moved = models.DateTimeField(default=timezone.now, help_text="When the last choice was made.")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(state="playing"), name="one_table_a_person"
            ),
        ]
        indexes = [
            models.Index(fields=["person", "-id"], name="sitting_of_person"),
            models.Index(fields=["moved"], name="sitting_playing", condition=Q(state="playing")),
        ]

    def __str__(self) -> str:
        return f"table {self.pk} of {self.person}"

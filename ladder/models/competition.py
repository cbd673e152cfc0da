"""A competition: ruleset, options, limits, dates; it has one ladder, its continuous rating table."""

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from workers.contract import Limits


def default_limits() -> dict[str, Any]:
    """The limits of service.md as a plain dict."""
    from workers import wire

    return dict(wire.encode(Limits()))


class Competition(models.Model):
    """One competition. Written by `ladder/competitions.py` and the admin."""

    class State(models.TextChoices):
        """Life of a competition: only an open one has matches made for it."""

        DRAFT = "draft"
        OPEN = "open"
        FROZEN = "frozen"
        CLOSED = "closed"
        ARCHIVED = "archived"

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=100)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ruleset = models.CharField(max_length=10, default="base")
    options = models.JSONField(default=dict, blank=True)
    min_players = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    max_players = models.PositiveSmallIntegerField(
        default=4, validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    limits = models.JSONField(default=default_limits)
    same_owner_allowed = models.BooleanField(
        default=False, help_text="Whether bots of one owner may meet in a match."
    )
    current_epoch = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(min_players__lte=models.F("max_players")), name="competition_players_range"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def bot_limits(self) -> Limits:
        """The limits as the contract's record."""
        return Limits(**self.limits)

"""A competition: ruleset, options, limits, dates; it has one ladder, its continuous rating table."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from engine import RULESETS, Game
from workers.contract import Limits


def default_limits() -> dict[str, Any]:
    """The limits of service.md as a plain dict."""
    from workers import wire

    return dict(wire.encode(Limits()))


def check_limits(value: object) -> None:
    """Refuse limits that are not the contract's record or not positive."""
    from workers import wire

    try:
        limits = wire.decode(Limits, value, "limits")
    except wire.WireError as error:
        raise ValidationError(str(error)) from None
    for name, number in wire.encode(limits).items():
        if number < (0 if name == "increment_ms" else 1):
            raise ValidationError(f"limits.{name}: found {number}, wanted a positive number")


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
    limits = models.JSONField(default=default_limits, validators=[check_limits])
    same_owner_allowed = models.BooleanField(
        default=False, help_text="Whether bots of one owner may meet in a match."
    )
    current_epoch = models.PositiveIntegerField(default=1, editable=False)
    newcomers_next = models.BooleanField(
        default=True, editable=False, help_text="Whether a newcomer may seed the next ladder match."
    )
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

    def clean(self) -> None:
        """Table sizes in order; a ruleset with options that the engine plays at every size."""
        if self.min_players > self.max_players:
            raise ValidationError(
                {"min_players": f"found {self.min_players}, wanted at most {self.max_players} (max_players)"}
            )
        if self.ruleset not in RULESETS:
            raise ValidationError(
                {"ruleset": f"found {self.ruleset!r}, wanted one of {', '.join(sorted(RULESETS))}"}
            )
        try:
            Game.new(self.ruleset, players=self.min_players, seed=0, options=self.options)
        except (ValueError, TypeError) as error:
            raise ValidationError({"options": str(error)}) from None

    @property
    def bot_limits(self) -> Limits:
        """The limits as the contract's record."""
        return Limits(**self.limits)

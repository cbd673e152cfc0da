"""A competition: ruleset, options, limits, dates; it has one ladder, its continuous rating table."""

from itertools import pairwise
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from engine import RULESETS, Game
from ladder.models.user import check_zone
from workers.archive import LANGUAGES
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


def check_languages(value: object) -> None:
    """Refuse what is no list of languages that bots can be played in."""
    if not isinstance(value, list) or not set(map(str, value)) <= set(LANGUAGES):
        raise ValidationError(f"languages: found {value!r}, wanted a list of some of {', '.join(LANGUAGES)}")


class Competition(models.Model):
    """One competition. Written by `ladder/competitions.py` and the admin."""

    class State(models.TextChoices):
        """Life of a competition: only an open one has matches made for it."""

        DRAFT = "draft"
        OPEN = "open"
        FROZEN = "frozen"
        CLOSED = "closed"
        ARCHIVED = "archived"

    class Shown(models.TextChoices):
        """When everybody may see something of the matches; own bots' owners always do."""

        AT_ONCE = "at-once", "at once"
        AFTER_FREEZE = "after-freeze", "once the competition is frozen"
        NEVER = "never", "never"

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
    rules_text = models.TextField(
        blank=True, max_length=20_000, help_text="What everybody should know, in Markdown."
    )
    time_zone = models.CharField(
        max_length=50, default="UTC", validators=[check_zone], help_text="The zone of the dates below."
    )
    opens = models.DateTimeField(null=True, blank=True, help_text="Empty: it is opened by hand.")
    freezes = models.DateTimeField(
        null=True, blank=True, help_text="From then on no new matches, entries and versions."
    )
    closes = models.DateTimeField(null=True, blank=True, help_text="Empty: it is closed by hand.")
    is_private = models.BooleanField(
        default=False, help_text="Only people who were invited see it and enter bots."
    )
    join_code = models.CharField(max_length=40, blank=True, editable=False)
    pseudonyms = models.BooleanField(
        default=False, help_text="Hide who owns which bot from all but the organisers."
    )
    replays_shown = models.CharField(max_length=12, choices=Shown, default=Shown.AT_ONCE)
    logs_shown = models.CharField(max_length=12, choices=Shown, default=Shown.NEVER)
    languages = models.JSONField(
        default=list, blank=True, validators=[check_languages], help_text="Empty: all that run here."
    )
    max_upload_kb = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Largest upload in KiB. Empty: the site's limit.",
    )
    uploads_per_day = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Uploads that one owner may make in 24 hours. Empty: the site's limit.",
    )
    active_bots = models.PositiveSmallIntegerField(
        default=5, validators=[MinValueValidator(1)], help_text="Bots that one owner may have in it."
    )
    challenges_per_day = models.PositiveSmallIntegerField(
        default=20, help_text="Unrated matches that one person may ask for in 24 hours; 0: none."
    )
    team_size = models.PositiveSmallIntegerField(
        default=6,
        validators=[MaxValueValidator(6)],
        help_text="Most people of a team whose bots may enter; 0 or 1: no teams.",
    )
    predecessor = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="successor",
        help_text="The season before.",
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
        self._check_dates()
        try:
            Game.new(self.ruleset, players=self.min_players, seed=0, options=self.options)
        except (ValueError, TypeError) as error:
            raise ValidationError({"options": str(error)}) from None

    def _check_dates(self) -> None:
        named = {"opens": self.opens, "freezes": self.freezes, "closes": self.closes}
        dates = [(name, date) for name, date in named.items() if date is not None]
        for (former, before), (later, after) in pairwise(dates):
            if before >= after:
                raise ValidationError(
                    {later: f"found {after:%Y-%m-%d %H:%M} UTC, wanted a date after {former}"}
                )

    @property
    def bot_limits(self) -> Limits:
        """The limits as the contract's record."""
        return Limits(**self.limits)


class Member(models.Model):
    """A person who takes part in a competition by invitation. Written by `ladder/courses.py`."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["competition", "person"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.person} in {self.competition}"


class CoOrganiser(models.Model):
    """A person who may do in a competition what its organiser may. Written by `ladder/organisers.py`."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="co_organisers")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="co_organised"
    )
    added = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["competition", "person"], name="co_organiser_once")]

    def __str__(self) -> str:
        return f"{self.person} for {self.competition}"

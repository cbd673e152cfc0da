"""Bots, their versions, and their entries in competitions."""

import secrets

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone


def new_token() -> str:
    """A token that nobody guesses: whoever shows it was given the order."""
    return secrets.token_urlsafe(32)


class Bot(models.Model):
    """A person's program, by name. Written by `ladder/bots.py`."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bots")
    team = models.ForeignKey(
        "ladder.Team",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="bots",
        help_text="Whose bot it is, if a team's; its owner is the team's captain then.",
    )
    name = models.CharField(
        max_length=40,
        unique=True,
        validators=[
            RegexValidator(
                r"^[A-Za-z0-9][A-Za-z0-9 ._-]*$",
                "A name starts with a letter or digit and holds letters, digits, space, '.', '_' and '-'.",
            )
        ],
    )
    description = models.CharField(max_length=200, blank=True)
    is_reference = models.BooleanField(default=False, help_text="A house bot that anchors the ratings.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(Lower("name"), name="bot_name_once")]

    def __str__(self) -> str:
        return self.name


class Version(models.Model):
    """One upload of a bot: immutable content and a state. Written by `ladder/bots.py`."""

    class State(models.TextChoices):
        """service.md section 2."""

        QUEUED = "queued"
        BUILDING = "building"
        TRIAL = "trial", "on trial"
        READY = "ready"
        ACTIVE = "active"
        SUPERSEDED = "superseded"
        RETIRED = "retired"
        DISABLED = "disabled"
        REJECTED = "rejected"

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    reason = models.TextField(blank=True, help_text="Why it was rejected, disabled or put back to the queue.")
    activate = models.BooleanField(
        default=True, help_text="Make it the bot's active version once it is accepted."
    )
    sha256 = models.CharField(max_length=64, db_index=True)
    artefact = models.CharField(
        max_length=64, blank=True, help_text="The blob that matches run: the upload, or what was built."
    )
    filename = models.CharField(max_length=200)
    size = models.PositiveIntegerField()
    language = models.CharField(max_length=20)
    entry = models.CharField(max_length=200)
    log = models.TextField(blank=True, help_text="Log of build and trial; the owner's.")
    trial_match = models.ForeignKey(
        "ladder.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    build_attempt = models.PositiveIntegerField(default=0)
    build_token = models.CharField(max_length=64, unique=True, default=new_token)
    build_sent = models.DateTimeField(null=True, blank=True)
    build_lease = models.DateTimeField(
        null=True, blank=True, help_text="Until when its worker holds the build without a further pulse."
    )
    send_after = models.DateTimeField(default=timezone.now, help_text="A queued build leaves not before.")
    forgotten = models.DateTimeField(
        null=True, blank=True, help_text="When its files were deleted with its owner's account."
    )
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_once"),
            models.UniqueConstraint(fields=["bot"], condition=Q(state="active"), name="one_active_version"),
        ]
        indexes = [models.Index(fields=["state"], name="version_state")]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"


class Entry(models.Model):
    """A bot in a competition. Written by `ladder/bots.py`, `entries.py` and `competitions.py` (`version`)."""

    competition = models.ForeignKey("ladder.Competition", on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="entries")
    version = models.ForeignKey(
        Version,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The version that it was when the competition was frozen or closed.",
    )
    disabled = models.CharField(
        max_length=500, blank=True, help_text="Why the organisers took it out; empty while it may play."
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["competition", "bot"], name="entry_once")]

    def __str__(self) -> str:
        return f"{self.bot} in {self.competition}"


class Trip(models.Model):
    """The circuit breaker took a version out of play, for these matches. Written by `ladder/breaker.py`."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="trips")
    matches = models.JSONField(help_text="Ids of the matches with a fault, newest first.")
    at = models.DateTimeField(default=timezone.now)
    reset = models.DateTimeField(
        null=True, blank=True, help_text="When its owner sent it to a new trial; empty until then."
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.version} at {self.at:%Y-%m-%d %H:%M}"

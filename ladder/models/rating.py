"""Ratings: a cache of the fold, its history, and the corrections of staff."""

from django.conf import settings
from django.db import models

from ladder.ratings.elo import PROVISIONAL_RD


class Rating(models.Model):
    """R, RD and games of a version in a competition and epoch. Written by `ladder/ratings/fold.py` alone."""

    competition = models.ForeignKey("ladder.Competition", on_delete=models.CASCADE, related_name="ratings")
    epoch = models.PositiveIntegerField()
    version = models.ForeignKey("ladder.Version", on_delete=models.CASCADE, related_name="ratings")
    r = models.FloatField()
    rd = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    last_fold_seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "epoch", "version"], name="rating_once"),
        ]
        indexes = [  # the board's two parts, read in their order (`leaderboards.page`)
            models.Index(
                fields=["competition", "epoch", "-r", "version"],
                name="rating_settled",
                condition=models.Q(rd__lte=PROVISIONAL_RD),
            ),
            models.Index(
                fields=["competition", "epoch", "-r", "version"],
                name="rating_provisional",
                condition=models.Q(rd__gt=PROVISIONAL_RD),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.r:.0f} ± {2 * self.rd:.0f}"


class RatingEvent(models.Model):
    """One version's change by one folded match: history, graphs, ledger. Append-only."""

    competition = models.ForeignKey("ladder.Competition", on_delete=models.CASCADE, related_name="+")
    epoch = models.PositiveIntegerField()
    fold_seq = models.PositiveBigIntegerField()
    match = models.ForeignKey("ladder.Match", on_delete=models.PROTECT, related_name="rating_events")
    version = models.ForeignKey("ladder.Version", on_delete=models.CASCADE, related_name="rating_events")
    r_before = models.FloatField()
    rd_before = models.FloatField()
    r_after = models.FloatField()
    rd_after = models.FloatField()

    class Meta:
        ordering = ["fold_seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "epoch", "fold_seq", "version"], name="rating_event_once"
            ),
        ]
        indexes = [models.Index(fields=["version", "epoch", "fold_seq"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.r_before:.0f} → {self.r_after:.0f}"


class Activation(models.Model):
    """A version became active in a competition: its rating starts, or opens up again.

    Append-only. Inserted by `ladder/bots.py`; the fold applies it and notes after which match it did.
    """

    competition = models.ForeignKey("ladder.Competition", on_delete=models.CASCADE, related_name="+")
    version = models.ForeignKey("ladder.Version", on_delete=models.CASCADE, related_name="activations")
    parent = models.ForeignKey(
        "ladder.Version", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    after_seq = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Place in the fold: after this match; empty while it waits."
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["competition"], name="activation_waiting", condition=models.Q(after_seq__isnull=True)
            ),
            models.Index(fields=["version", "competition"], name="activation_of_version"),
        ]

    def __str__(self) -> str:
        return f"{self.version} in {self.competition}"


class HeadToHead(models.Model):
    """How often `bot` was placed before, equal to and after `other`, all their versions together.

    One row a pair, `bot` the lower id, from its side. Written by the fold alone, like Rating.
    """

    competition = models.ForeignKey(
        "ladder.Competition", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    epoch = models.PositiveIntegerField()
    bot = models.ForeignKey("ladder.Bot", on_delete=models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey("ladder.Bot", on_delete=models.CASCADE, related_name="+")
    better = models.PositiveIntegerField(default=0)
    equal = models.PositiveIntegerField(default=0)
    worse = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "epoch", "bot", "other"], name="head_to_head_once"
            ),
            models.CheckConstraint(
                condition=models.Q(bot__lt=models.F("other")), name="head_to_head_lower_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot_id} and {self.other_id}: {self.better} = {self.equal} = {self.worse}"


class FoldState(models.Model):
    """How far the fold of a competition's epoch has come."""

    competition = models.ForeignKey("ladder.Competition", on_delete=models.CASCADE, related_name="+")
    epoch = models.PositiveIntegerField()
    last_seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "epoch"], name="fold_state_once")]

    def __str__(self) -> str:
        return f"{self.competition_id} epoch {self.epoch}: {self.last_seq}"


class Ruling(models.Model):
    """A correction by staff, append-only: who, when, why."""

    class Kind(models.TextChoices):
        """What staff may rule."""

        VOID = "void"
        DISQUALIFY = "disqualify"
        DISABLE = "disable"
        CORRECT = "correct"
        RETRY = "retry"

    kind = models.CharField(max_length=12, choices=Kind)
    match = models.ForeignKey(
        "ladder.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    version = models.ForeignKey(
        "ladder.Version", null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    places = models.JSONField(
        null=True, blank=True, help_text="Of a correction: the places, by seat, that count from now on."
    )
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.kind} by {self.by}"

"""Matches: who plays, the attempts to play them, and the one result that counted."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from ladder.models.bot import new_token


class Match(models.Model):
    """One game between seats. Written by `ladder/scheduling.py` until a result or a void ends it."""

    class Kind(models.TextChoices):
        """Trials are never rated, and listed nowhere but at their version."""

        LADDER = "ladder"
        TRIAL = "trial"
        CHALLENGE = "challenge"
        TOURNAMENT = "tournament"
        COMPARISON = "comparison"

    class State(models.TextChoices):
        """service.md section 2."""

        PLANNED = "planned"
        QUEUED = "queued"
        RUNNING = "running"
        FINISHED = "finished"
        VOID = "void"

    competition = models.ForeignKey("ladder.Competition", on_delete=models.PROTECT, related_name="matches")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.LADDER)
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    players = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=10)
    options = models.JSONField(default=dict, blank=True)
    limits = models.JSONField()
    seed = models.BigIntegerField(help_text="The deck's seed; unknown to the bots.")
    block = models.CharField(max_length=40, blank=True)
    rated = models.BooleanField(default=True, help_text="Whether its result goes into the ratings.")
    replaces = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="retries"
    )
    void_reason = models.TextField(blank=True)
    hidden_until = models.DateTimeField(
        null=True, blank=True, help_text="Until then only organisers and staff see it; empty: shown at once."
    )
    send_after = models.DateTimeField(default=timezone.now, help_text="A planned match leaves not before.")
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["competition", "state", "-id"], name="match_list"),
            models.Index(
                fields=["state"],
                name="match_open",
                condition=Q(state__in=["planned", "queued", "running"]),
            ),
        ]
        constraints = [models.UniqueConstraint(fields=["replaces"], name="replaced_once")]

    def __str__(self) -> str:
        return f"match {self.pk}"


class MatchSeat(models.Model):
    """The version on one seat, fixed before anything runs; what it did, once the match is finished."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    version = models.ForeignKey("ladder.Version", on_delete=models.PROTECT, related_name="seats")
    bot_seed = models.BigIntegerField()
    score = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    final_place = models.PositiveSmallIntegerField(null=True, blank=True)
    fault = models.CharField(max_length=20, blank=True, help_text="The fault's kind; empty for none.")
    fault_detail = models.JSONField(
        null=True, blank=True, help_text="The contract's Fault record; the owner's."
    )
    cpu_ms = models.PositiveIntegerField(null=True, blank=True)
    wall_ms = models.PositiveIntegerField(null=True, blank=True)
    log = models.TextField(blank=True, help_text="The kept end of the bot's standard error; the owner's.")

    class Meta:
        ordering = ["match", "seat"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="seat_once")]
        indexes = [models.Index(fields=["version", "-match"], name="seat_of_version")]

    def __str__(self) -> str:
        return f"seat {self.seat} of match {self.match_id}"


class Attempt(models.Model):
    """One try to play a match. Written by `ladder/scheduling.py` (send, sweep) and `ladder/results.py`."""

    class State(models.TextChoices):
        """service.md section 2; `sent` is stamped once the broker took the order."""

        SENT = "sent"
        STARTED = "started"
        REPORTED = "reported"
        EXPIRED = "expired"
        FAILED = "failed"
        SUPERSEDED = "superseded"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=64, unique=True, default=new_token)
    state = models.CharField(max_length=10, choices=State, default=State.SENT)
    revoked = models.BooleanField(default=False, help_text="A revoked attempt's report never counts.")
    worker = models.CharField(max_length=100, blank=True)
    host = models.CharField(max_length=100, blank=True)
    reason = models.TextField(blank=True)
    decisions = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    sent = models.DateTimeField(null=True, blank=True)
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    missed = models.DateTimeField(
        null=True, blank=True, help_text="When a sweep first found the queue empty and this order not begun."
    )

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="attempt_number_once")]
        indexes = [
            models.Index(fields=["state"], name="attempt_open", condition=Q(state__in=["sent", "started"])),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} of match {self.match_id}"


class Result(models.Model):
    """The one report that counted, append-only. Inserted by `ladder/results.py`, numbered by the fold."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, primary_key=True, related_name="result")
    competition = models.ForeignKey("ladder.Competition", on_delete=models.PROTECT, related_name="results")
    attempt = models.ForeignKey(Attempt, on_delete=models.PROTECT, related_name="+")
    rated = models.BooleanField()
    scores = models.JSONField()
    places = models.JSONField()
    final_places = models.JSONField()
    faults = models.JSONField()
    decisions = models.PositiveIntegerField()
    rounds = models.PositiveSmallIntegerField()
    payload_sha256 = models.CharField(max_length=64)
    replay_sha256 = models.CharField(max_length=64, help_text="Blob: the gzipped replay document.")
    received = models.DateTimeField()
    fold_seq = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "fold_seq"], name="fold_seq_once"),
        ]
        indexes = [
            models.Index(
                fields=["competition", "received", "match"],
                name="result_unfolded",
                condition=Q(fold_seq__isnull=True, rated=True),
            ),
            models.Index(fields=["received"], name="result_received"),
        ]

    def __str__(self) -> str:
        return f"result of match {self.match_id}"


class Incident(models.Model):
    """Something that should not be: a report that could not count, a message that could not be read."""

    kind = models.CharField(max_length=40)
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="incidents"
    )
    text = models.TextField()
    payload = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.kind} at {self.at:%Y-%m-%d %H:%M}"

"""Tournaments: what an organiser set, who takes part, and the games round by round."""

import secrets
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from ladder.models.user import check_zone
from ladder.tournaments.course import EDITION, Format, Kind

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""Until when something is hidden that is shown by hand."""


def new_key() -> str:
    """What the seeds of all decks are derived from: 64 hexadecimal digits."""
    return secrets.token_hex(32)


def new_seed() -> int:
    """What pairings and lots are drawn from; it is no secret."""
    return secrets.randbelow(2**31)


class Terms(models.Model):
    """How a tournament is played, and what is shown of it. Numbers that are 0 are decided by the field."""

    class Missed(models.TextChoices):
        """What becomes of a start that the site slept through."""

        ONCE = "once", "play it as soon as possible, once"
        SKIP = "skip", "leave it out"

    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=20, choices=[(k.value, k.value) for k in Kind], default=Kind.TWO_STAGE)
    players = models.PositiveSmallIntegerField(
        default=4, validators=[MinValueValidator(2), MaxValueValidator(6)], help_text="Players a game."
    )
    rounds = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(500)],
        help_text="Rounds of groups or Swiss; of a round robin, how often. 0: what fits the field.",
    )
    final_rounds = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(500)])
    finalists = models.PositiveSmallIntegerField(
        default=8, validators=[MinValueValidator(2), MaxValueValidator(64)]
    )
    games_each = models.PositiveSmallIntegerField(
        default=24,
        validators=[MaxValueValidator(2000)],
        help_text="Of groups and a final without a number of rounds: games of each bot, on average.",
    )
    decks = models.PositiveSmallIntegerField(
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
        help_text="How many decks a table plays in a round.",
    )
    blocks = models.BooleanField(default=True, help_text="Each deck is played once for every turn of seats.")
    most_games = models.PositiveIntegerField(
        default=20_000,
        validators=[MinValueValidator(1), MaxValueValidator(200_000)],
        help_text="It is not begun if it would take more games.",
    )
    share = models.PositiveSmallIntegerField(
        default=50,
        validators=[MinValueValidator(5), MaxValueValidator(90)],
        help_text="Percent of the workers that it may use while the ladder plays, too.",
    )
    everybody = models.BooleanField(
        default=True, help_text="All bots of the competition take part; else those that are entered."
    )
    rated = models.BooleanField(default=False, help_text="Whether its games move the ladder's ratings.")
    missed = models.CharField(max_length=4, choices=Missed, default=Missed.ONCE)
    round_every = models.PositiveSmallIntegerField(
        default=0, help_text="Minutes from the start of a round to the start of the next; 0: at once."
    )
    round_limit = models.PositiveSmallIntegerField(
        default=0, help_text="Minutes that a round may take, after which it pauses; 0: no limit."
    )
    is_hidden = models.BooleanField(
        default=False, help_text="Results are hidden until they are released, then shown round by round."
    )
    release_after = models.PositiveIntegerField(
        null=True, blank=True, help_text="Minutes after the start; empty: released by hand."
    )
    reveal_every = models.PositiveIntegerField(
        default=0, help_text="Seconds from one round to the next when results are shown; 0: all at once."
    )

    class Meta:
        abstract = True

    @property
    def form(self) -> Format:
        """The format in the words of the pure part."""
        return Format(
            Kind(self.kind),
            self.players,
            self.rounds,
            self.final_rounds,
            self.finalists,
            self.decks,
            self.blocks,
        )


TERMS = tuple(each.name for each in Terms._meta.local_fields)


class Series(Terms):
    """A tournament again and again. Written by `ladder/tournaments/series.py`."""

    competition = models.ForeignKey("ladder.Competition", on_delete=models.CASCADE, related_name="series")
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    rule = models.CharField(max_length=200, help_text="When, as RFC 5545 writes it: FREQ=WEEKLY;BYDAY=SA")
    begins = models.DateTimeField(help_text="The first start.")
    time_zone = models.CharField(max_length=50, default="UTC", validators=[check_zone])
    deadline_before = models.PositiveIntegerField(
        default=10,
        validators=[MaxValueValidator(30 * 24 * 60)],
        help_text="Minutes before the start at which versions are frozen.",
    )
    is_on = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class Tournament(Terms):
    """One tournament of a competition. Written by the verbs in `ladder/tournaments/`."""

    class State(models.TextChoices):
        """service.md section 2."""

        DRAFT = "draft", "draft"
        SCHEDULED = "scheduled", "scheduled"
        FROZEN = "frozen", "frozen"
        RUNNING = "running", "running"
        PAUSED = "paused", "paused"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    competition = models.ForeignKey(
        "ladder.Competition", on_delete=models.PROTECT, related_name="tournaments"
    )
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    series = models.ForeignKey(
        Series, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    occurrence = models.DateTimeField(null=True, blank=True, help_text="Which start of the series it is.")
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    reason = models.TextField(blank=True, help_text="Why it is paused or cancelled.")
    edition = models.PositiveSmallIntegerField(default=EDITION, help_text="Of the method that draws.")
    seed = models.PositiveBigIntegerField(default=new_seed)
    key = models.CharField(
        max_length=64, default=new_key, help_text="Derives the decks' seeds; secret to the end."
    )
    deadline = models.DateTimeField(null=True, blank=True, help_text="When the versions are frozen.")
    starts = models.DateTimeField(null=True, blank=True)
    time_zone = models.CharField(max_length=50, default="UTC", validators=[check_zone])
    release = models.DateTimeField(
        null=True, blank=True, help_text="From when hidden results are shown; empty: not yet."
    )
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["series", "occurrence"], name="occurrence_once")]
        indexes = [
            models.Index(
                fields=["state", "starts"],
                name="tournament_open",
                condition=Q(state__in=["scheduled", "frozen", "running", "paused"]),
            ),
            models.Index(fields=["competition", "-id"], name="tournament_list"),
        ]

    def __str__(self) -> str:
        return self.name

    def shown_from(self, number: int) -> datetime | None:
        """From when the results of this round (from 0) are shown; None when they are not hidden."""
        if not self.is_hidden:
            return None
        if self.release is None:
            return NEVER
        return self.release + timedelta(seconds=self.reveal_every * number)


class Entrant(models.Model):
    """A bot in a tournament; from the freeze on the version, its content and its number in seed order.

    Written by `ladder/tournaments/field.py`.
    """

    class State(models.TextChoices):
        """`out`: it left, or was left out, before the field was frozen."""

        IN = "in", "takes part"
        OUT = "out", "left out"
        WITHDRAWN = "withdrawn", "withdrawn"
        DISQUALIFIED = "out-ruled", "disqualified"
        REPLACED = "replaced", "replaced"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    bot = models.ForeignKey("ladder.Bot", on_delete=models.PROTECT, related_name="tournament_places")
    state = models.CharField(max_length=10, choices=State, default=State.IN)
    reason = models.CharField(max_length=500, blank=True, help_text="Why it is not in, or no more.")
    version = models.ForeignKey(
        "ladder.Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    sha256 = models.CharField(max_length=64, blank=True, help_text="What the version runs, at the freeze.")
    number = models.PositiveSmallIntegerField(null=True, blank=True, help_text="0 the strongest.")
    rating = models.FloatField(null=True, blank=True, help_text="On the ladder, at the freeze.")
    came = models.PositiveSmallIntegerField(default=0, help_text="The first round that it is there for.")
    gone = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The first round that it is not there for."
    )
    struck = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="From the draw of this round on none of its games counts."
    )
    stand_in = models.ForeignKey(
        "ladder.Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Once it has ended.")

    class Meta:
        ordering = ["tournament", "number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="entrant_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.tournament}"


class Round(models.Model):
    """A round that was drawn. Written by `ladder/tournaments/running.py`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="drawn")
    number = models.PositiveSmallIntegerField()
    began = models.DateTimeField()
    due = models.DateTimeField(null=True, blank=True, help_text="When it should be over.")
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number + 1} of {self.tournament}"


class Meeting(models.Model):
    """A table of a round: who meets (numbers of entrants). Written by `ladder/tournaments/running.py`."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="meetings")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="meetings")
    key = models.CharField(max_length=20, help_text="Its name within the tournament.")
    entrants = models.JSONField()
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="meeting_once")]

    def __str__(self) -> str:
        return f"{self.key} of {self.tournament}"


class TournamentGame(models.Model):
    """One game of a meeting, its match once that is planned, and what is booked of it.

    Written by `ladder/tournaments/running.py` and `booking.py`.
    """

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="games")
    deck = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField()
    match = models.OneToOneField(
        "ladder.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="tournament_game"
    )
    absent = models.JSONField(default=list, help_text="Entrants that had gone when it was planned.")
    annulled = models.CharField(max_length=500, blank=True, help_text="Why it counts for nobody.")
    places = models.JSONField(null=True, help_text="Final places in the order of the game's entrants.")
    scores = models.JSONField(null=True)
    faulty = models.JSONField(null=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["meeting", "deck", "turn"]
        constraints = [
            models.UniqueConstraint(fields=["meeting", "deck", "turn"], name="tournament_game_once")
        ]
        indexes = [
            models.Index(fields=["meeting"], name="tournament_game_open", condition=Q(ended=None)),
        ]

    def __str__(self) -> str:
        return f"game {self.deck}.{self.turn} of {self.meeting}"

    @property
    def entrants(self) -> list[int]:
        """The numbers of its entrants by seat."""
        table: list[int] = self.meeting.entrants
        return table[self.turn :] + table[: self.turn]

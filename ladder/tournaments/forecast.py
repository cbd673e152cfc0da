"""How far a tournament is and when it will end, from measured game times and the workers that live."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Avg, DurationField, ExpressionWrapper, F, QuerySet
from django.utils import timezone

from ladder import sightings
from ladder.models import Attempt, Competition, Match, Tournament, TournamentGame
from ladder.tournaments import extent
from ladder.tournaments.course import Format

UNKNOWN_GAME_S = 8.0
"""What a game is taken to last as long as none of its kind was played."""
LATEST = 200
UNPLANNED = (Tournament.State.DRAFT, Tournament.State.SCHEDULED, Tournament.State.CANCELLED)


@dataclass(frozen=True)
class Progress:
    """Games booked of all, those in play now, and about when the last one ends (None: nobody can say)."""

    booked: int
    games: int
    running: int
    ends: datetime | None

    @property
    def percent(self) -> int:
        """Booked of all, 0 to 100."""
        return min(100, round(100 * self.booked / self.games)) if self.games else 0


def progress(tournament: Tournament, now: datetime | None = None) -> Progress:
    """The progress of a tournament whose field is frozen."""
    games = TournamentGame.objects.filter(meeting__tournament=tournament)
    booked = games.exclude(ended=None).count()
    running = games.filter(match__state=Match.State.RUNNING).count()
    total = max(planned_games(tournament), games.count())
    if tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED):
        return Progress(booked, games.count(), running, tournament.ended)
    ends = None
    if tournament.state == Tournament.State.RUNNING and live_workers(now):
        left = seconds(total - booked, tournament.competition, tournament.players, tournament.share)
        ends = (now or timezone.now()) + timedelta(seconds=left)
    return Progress(booked, total, running, ends)


def planned_games(tournament: Tournament) -> int:
    """How many games its format takes with its field; 0 before the freeze, and of a cancelled one."""
    entrants = tournament.entrants.exclude(number=None).count()
    if tournament.state in UNPLANNED:
        return 0
    return extent.extent(tournament.form, entrants).games


def seconds(games: int, competition: Competition, players: int, share: int) -> float:
    """How long so many games take with this share (percent) of the workers that live now, or of one."""
    ladder_plays = competition.state == Competition.State.OPEN
    workers = max(1, live_workers()) * (share / 100 if ladder_plays else 1.0)
    return games * game_seconds(competition, players) / workers


def game_seconds(competition: Competition, players: int) -> float:
    """The mean of the latest games of so many players here; of a tournament's own first."""
    finished = Attempt.objects.filter(
        state=Attempt.State.REPORTED, match__competition=competition, match__players=players
    )
    own = _mean(finished.filter(match__kind=Match.Kind.TOURNAMENT))
    return own or _mean(finished) or UNKNOWN_GAME_S


def _mean(attempts: QuerySet[Attempt]) -> float | None:
    latest = attempts.exclude(started=None).order_by("-pk").values("pk")[:LATEST]
    took = ExpressionWrapper(F("ended") - F("started"), output_field=DurationField())
    mean = Attempt.objects.filter(pk__in=list(latest.values_list("pk", flat=True))).aggregate(m=Avg(took))[
        "m"
    ]
    return float(mean.total_seconds()) if mean else None


def live_workers(now: datetime | None = None) -> int:
    """The workers that were heard of just now and take orders."""
    return sightings.at_work(now or timezone.now()).count()


@dataclass(frozen=True)
class Preview:
    """What a tournament would be with this field: rounds, games, and minutes on the present workers."""

    entrants: int
    form: Format
    rounds: int
    games: int
    games_each: float
    minutes: float
    workers: int


def preview(tournament: Tournament, entrants: int) -> Preview:
    """With so many entrants; NoSchedule says why they cannot play it."""
    form = extent.fitted(tournament.form, entrants, tournament.games_each)
    found = extent.refuse_beyond(form, entrants, tournament.most_games)
    took = seconds(found.games, tournament.competition, tournament.players, tournament.share)
    each = found.games * form.players / entrants
    return Preview(entrants, form, found.rounds, found.games, each, took / 60, live_workers())

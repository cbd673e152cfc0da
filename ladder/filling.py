"""The ladder plans matches as fast as the workers clear them, fair to competitions, seats and newcomers."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, FilteredRelation, Q, QuerySet
from django.utils import timezone

from ladder import matchmaking, scheduling, sightings
from ladder.locks import Lock, try_lock
from ladder.matchmaking import Candidate
from ladder.models import Attempt, Competition, Match, MatchSeat, Result, Version
from ladder.ratings import elo

AHEAD = timedelta(seconds=15)  # well under the minute that the queue may reach ahead
FURTHEST = timedelta(seconds=60)
THROUGHPUT_OVER = timedelta(seconds=60)
MOST_SEEDS_TRIED = 10  # each costs a query; when ten find no opponents, the field is busy
REMEMBERED = 120
"""Matches of a version that are looked at to balance its table sizes and seats."""
ORDER_LASTS = timedelta(seconds=2)
"""Short games share an order up to so much play: past that the queue costs little beside it."""
MOST_GAMES = 8
SAMPLE = 50


def fill(rng: random.Random | None = None) -> int:
    """Plan ladder matches until the workers have enough to do; the number planned.

    One process plans at a time; another one that comes meanwhile plans nothing.
    """
    rng = rng or random.SystemRandom()
    with transaction.atomic():
        if not try_lock(Lock.FILL):
            return 0
        pace = current_pace(timezone.now())
        fields = [_field(competition) for competition in _open_competitions()] if pace.room else []
        planned = _plan_in_turn(fields, pace.room, rng)
        transaction.on_commit(lambda: _send(planned, pace))
    return sum(len(matches) for matches in planned.values())


@dataclass(frozen=True)
class Pace:
    """Live workers, how many matches the queue takes now, and how long games last of late (None: unknown)."""

    workers: int
    room: int
    game: timedelta | None

    def games_an_order(self, waiting: int) -> int:
        """How many of so many games share an order: short ones, and only while each worker gets some."""
        if not self.game:
            return 1
        short = math.ceil(ORDER_LASTS / self.game)
        return max(1, min(short, MOST_GAMES, waiting // max(self.workers, 1)))


def current_pace(now: datetime) -> Pace:
    """How matches go now."""
    game = _game_length(now)
    room = max(0, _ahead(now, game) - Match.objects.filter(state__in=scheduling.OPEN).count())
    return Pace(sightings.at_work(now).count(), room, game)


def ahead(now: datetime) -> int:
    """How many matches shall be open: two a worker, or what is cleared in 15 s if that is more.

    A game that lasts over a minute is not waited for in a queue: then it is one match a worker. A ladder that
    has seen no worker yet plans as for one, so that the first one finds something to do.
    """
    return _ahead(now, _game_length(now))


def _ahead(now: datetime, game: timedelta | None) -> int:
    each = 1 if game and game > FURTHEST else 2
    cleared = Result.objects.filter(received__gte=now - THROUGHPUT_OVER).count()
    workers = sightings.at_work(now).count()
    return max(each * max(workers, 1), math.ceil(cleared * (AHEAD / THROUGHPUT_OVER)))


def _game_length(now: datetime) -> timedelta | None:
    """The mean over the results of the last minutes."""
    recent = Result.objects.filter(received__gte=now - 10 * THROUGHPUT_OVER, attempt__started__isnull=False)
    latest = list(recent.order_by("-received").values_list("attempt", flat=True)[:SAMPLE])
    lasted = ExpressionWrapper(F("ended") - F("started"), output_field=DurationField())
    mean: timedelta | None = Attempt.objects.filter(pk__in=latest).aggregate(mean=Avg(lasted))["mean"]
    return mean


def _send(planned: dict[int, list[int]], pace: Pace) -> None:
    """Send what was planned, by competition; short games several an order."""
    together = pace.games_an_order(sum(len(matches) for matches in planned.values()))
    for matches in planned.values():
        for first in range(0, len(matches), together):
            scheduling.send_together(matches[first : first + together])


def _plan_in_turn(fields: list["Field"], room: int, rng: random.Random) -> dict[int, list[int]]:
    """Give each competition one match in turn, the least served first, while there is room."""
    planned: dict[int, list[int]] = defaultdict(list)
    while fields and room:
        fields.sort(key=lambda f: f.in_flight)
        match = _plan_one(fields[0], rng)
        if match is None:
            del fields[0]
            continue
        planned[match.competition_id].append(match.pk)
        room -= 1
        fields[0].count_match()
        line_up = [seat.version_id for seat in match.seats.all()]
        for each in fields:
            each.count_seats(line_up)
    return planned


@dataclass
class Field:
    """A competition's candidates while matches are planned for it."""

    competition: Competition
    candidates: list[Candidate]
    in_flight: int
    sizes: range = field(init=False)

    def __post_init__(self) -> None:
        c = self.competition
        self.sizes = matchmaking.sizes(self.candidates, c.min_players, c.max_players)

    def count_match(self) -> None:
        """Count a match that was planned for this competition; the other kind of seed has the next turn."""
        self.in_flight += 1
        self.competition.newcomers_next = not self.competition.newcomers_next
        self.competition.save(update_fields=["newcomers_next"])

    def count_seats(self, versions: Sequence[int]) -> None:
        """Count a match in flight for these versions, wherever they play it."""
        self.candidates = [
            replace(c, games=c.games + 1, in_flight=c.in_flight + 1) if c.version in versions else c
            for c in self.candidates
        ]


def _plan_one(table: Field, rng: random.Random) -> Match | None:
    """Plan one match with the first seed that finds free opponents; None when none does."""
    if not table.sizes:
        return None
    in_order = matchmaking.seeds(table.candidates, table.competition.newcomers_next, rng)
    for seed in in_order[:MOST_SEEDS_TRIED]:
        seats = matchmaking.size(_played_by_size(table.competition, seed.version), table.sizes, rng)
        others = matchmaking.opponents(seed, table.candidates, seats, rng)
        if others is not None:
            drawn = [c.version for c in (seed, *others)]
            sat = {version: _sat(table.competition, version, seats) for version in drawn}
            line_up = matchmaking.seating(drawn, sat, rng)
            return scheduling.draw_up(table.competition, Match.Kind.LADDER, line_up)
    return None


def _open_competitions() -> list[Competition]:
    return list(Competition.objects.filter(state=Competition.State.OPEN).order_by("pk"))


def _field(competition: Competition) -> Field:
    ladder = Match.objects.filter(competition=competition, kind=Match.Kind.LADDER)
    return Field(
        competition=competition,
        candidates=_candidates(competition),
        in_flight=ladder.filter(state__in=scheduling.OPEN).count(),
    )


def _candidates(competition: Competition) -> list[Candidate]:
    """The active versions that are entered and that some worker can play, with rating, games and matches in
    flight (in any competition).
    """
    playing = Version.objects.filter(
        state=Version.State.ACTIVE,
        bot__entries__competition=competition,
        bot__entries__disabled="",
    )
    missing = sightings.missing(playing.values_list("language", flat=True).distinct())
    return list(_as_candidates(competition, playing.exclude(language__in=missing)))


def _as_candidates(competition: Competition, playing: QuerySet[Version]) -> Iterator[Candidate]:
    in_flight = _in_flight_by_bot()
    here = FilteredRelation(
        "ratings", condition=Q(ratings__competition=competition, ratings__epoch=competition.current_epoch)
    )
    rows = playing.annotate(here=here).values_list(
        "pk",
        "bot_id",
        "bot__owner_id",
        "bot__owner__team_place__team",
        "bot__is_reference",
        "here__r",
        "here__games",
    )
    for version, bot, owner, team, reference, r, games in rows:
        yield Candidate(
            version=version,
            camp=bot if reference or competition.same_owner_allowed else _camp(owner, team),
            rating=elo.START.r if r is None else r,
            games=(games or 0) + in_flight[bot],
            in_flight=in_flight[bot],
        )


def _camp(owner: int, team: int | None) -> int:
    """One number for all people of a team, or for a person without one; below 0, where no bot's number is."""
    return -2 * owner if team is None else -2 * team - 1


def _in_flight_by_bot() -> Counter[int]:
    seats = MatchSeat.objects.filter(match__state__in=scheduling.OPEN, match__kind=Match.Kind.LADDER)
    rows = seats.values_list("version__bot").annotate(matches=Count("match", distinct=True))
    return Counter(dict(rows))


def _played_by_size(competition: Competition, version: int) -> Counter[int]:
    """The version's latest ladder matches here by number of players; voids do not count."""
    latest = _latest_seats(competition, version)
    return Counter(latest.values_list("match__players", flat=True)[:REMEMBERED])


def _sat(competition: Competition, version: int, players: int) -> Counter[int]:
    """The version's latest ladder matches of this size here by its seat."""
    latest = _latest_seats(competition, version).filter(match__players=players)
    return Counter(latest.values_list("seat", flat=True)[:REMEMBERED])


def _latest_seats(competition: Competition, version: int) -> QuerySet[MatchSeat]:
    seats = MatchSeat.objects.filter(
        version=version, match__competition=competition, match__kind=Match.Kind.LADDER
    )
    return seats.exclude(match__state=Match.State.VOID).order_by("-match_id")

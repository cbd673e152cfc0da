"""Matches are planned for the ladder as fast as the workers clear them, and their orders are sent."""

import logging
import math
import random
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, FilteredRelation, Max, Q
from django.utils import timezone

from ladder import matchmaking, orders
from ladder.locks import Lock, try_lock
from ladder.matchmaking import Candidate
from ladder.models import Attempt, Competition, Match, MatchSeat, Result, Version, Worker
from ladder.ratings import elo

log = logging.getLogger(__name__)

AHEAD = timedelta(seconds=15)  # well under the minute that the queue may reach ahead
THROUGHPUT_OVER = timedelta(seconds=60)
WORKER_SEEN_WITHIN = timedelta(seconds=30)
UNSENT_AFTER = timedelta(seconds=5)
MOST_SEEDS_TRIED = 10  # each costs a query; when ten find no opponents, the field is busy
OPEN = (Match.State.PLANNED, Match.State.QUEUED, Match.State.RUNNING)


def plan(competition: Competition, kind: str, line_up: Sequence[int], *, rated: bool = True) -> Match:
    """A new match with these versions on its seats, in order, under the competition's rules of now.

    Call it inside a transaction. Its order leaves when the transaction commits.
    """
    match = Match.objects.create(
        competition=competition,
        kind=kind,
        rated=rated and kind != Match.Kind.TRIAL,
        players=len(line_up),
        ruleset=competition.ruleset,
        options=competition.options,
        limits=competition.limits,
        seed=secrets.randbelow(2**53),
    )
    seat(match, line_up, [secrets.randbelow(2**31) for _ in line_up])
    return match


def seat(match: Match, line_up: Sequence[int], bot_seeds: Sequence[int]) -> None:
    """Put the versions on the seats of a new match and have its order sent on commit."""
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=i, version_id=version, bot_seed=bot_seed)
        for i, (version, bot_seed) in enumerate(zip(line_up, bot_seeds, strict=True))
    )
    transaction.on_commit(lambda: send(match.pk))


def send(match_id: int) -> bool:
    """Send a planned match's order; True when the broker took it. Else `send_due` will try again."""
    try:
        return _send(match_id)
    except orders.BrokerAway as error:
        log.warning("match %s waits for the broker: %s", match_id, error)
        return False


def send_due() -> int:
    """Send what is planned and due, and what the broker did not take; the number of orders that it took."""
    now = timezone.now()
    planned = Match.objects.filter(state=Match.State.PLANNED, send_after__lte=now)
    unsent = Attempt.objects.filter(
        state=Attempt.State.SENT, sent=None, created__lt=now - UNSENT_AFTER, match__state=Match.State.QUEUED
    )
    sent = 0
    try:
        for match_id in planned.order_by("pk").values_list("pk", flat=True)[:200]:
            sent += _send(match_id)
        for attempt in unsent.select_related("match").order_by("pk")[:200]:
            sent += _publish(attempt)
    except orders.BrokerAway as error:
        log.warning("orders wait for the broker: %s", error)
    return sent


def _send(match_id: int) -> bool:
    attempt = _new_attempt(match_id)
    return attempt is not None and _publish(attempt)


def _new_attempt(match_id: int) -> Attempt | None:
    """Claim a planned match and make its next attempt; None when another process has claimed it."""
    with transaction.atomic():
        due = Match.objects.filter(pk=match_id, state=Match.State.PLANNED, send_after__lte=timezone.now())
        if due.update(state=Match.State.QUEUED) != 1:
            return None
        last = Attempt.objects.filter(match=match_id).aggregate(last=Max("number"))["last"] or 0
        return Attempt.objects.create(match_id=match_id, number=last + 1)


def _publish(attempt: Attempt) -> bool:
    now = timezone.now()
    orders.send_match(attempt, now)
    Attempt.objects.filter(pk=attempt.pk, sent=None).update(sent=now)
    return True


def fill(rng: random.Random | None = None) -> int:
    """Plan ladder matches until the workers have enough to do; the number planned.

    One process plans at a time; another one that comes meanwhile plans nothing.
    """
    rng = rng or random.SystemRandom()
    with transaction.atomic():
        if not try_lock(Lock.FILL):
            return 0
        room = _room(timezone.now())
        fields = [_field(competition) for competition in _open_competitions()] if room else []
        return _plan_in_turn(fields, room, rng)


def _plan_in_turn(fields: list["Field"], room: int, rng: random.Random) -> int:
    """Give each competition one match in turn, the least served first, while there is room."""
    planned = 0
    while fields and planned < room:
        fields.sort(key=lambda f: f.in_flight)
        line_up = _plan_one(fields[0], rng)
        if line_up is None:
            del fields[0]
            continue
        planned += 1
        fields[0].count_match()
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


def _plan_one(table: Field, rng: random.Random) -> list[int] | None:
    """Plan one match with the first seed that finds free opponents: its versions; None when none does."""
    if not table.sizes:
        return None
    in_order = matchmaking.seeds(table.candidates, table.competition.newcomers_next, rng)
    for seed in in_order[:MOST_SEEDS_TRIED]:
        seats = matchmaking.size(_played_by_size(table.competition, seed.version), table.sizes, rng)
        others = matchmaking.opponents(seed, table.candidates, seats, rng)
        if others is not None:
            line_up = [c.version for c in (seed, *others)]
            rng.shuffle(line_up)
            plan(table.competition, Match.Kind.LADDER, line_up)
            return line_up
    return None


def _room(now: datetime) -> int:
    """How many more matches the queue takes."""
    return max(0, ahead(now) - Match.objects.filter(state__in=OPEN).count())


def ahead(now: datetime) -> int:
    """How many matches shall be open: two a worker, or what is cleared in 15 s if that is more.

    A ladder that has seen no worker yet plans as for one, so that the first one finds something to do.
    """
    workers = Worker.objects.filter(last_seen__gte=now - WORKER_SEEN_WITHIN, trouble="").count()
    cleared = Result.objects.filter(received__gte=now - THROUGHPUT_OVER).count()
    return max(2 * max(workers, 1), math.ceil(cleared * (AHEAD / THROUGHPUT_OVER)))


def _open_competitions() -> list[Competition]:
    return list(Competition.objects.filter(state=Competition.State.OPEN).order_by("pk"))


def _field(competition: Competition) -> Field:
    ladder = Match.objects.filter(competition=competition, kind=Match.Kind.LADDER)
    return Field(
        competition=competition,
        candidates=_candidates(competition),
        in_flight=ladder.filter(state__in=OPEN).count(),
    )


def _candidates(competition: Competition) -> list[Candidate]:
    """The active versions that are entered, with rating, games and matches in flight (in any competition)."""
    in_flight = _in_flight_by_bot()
    rows = (
        Version.objects.filter(
            state=Version.State.ACTIVE,
            bot__entries__competition=competition,
            bot__entries__disabled="",
        )
        .annotate(
            here=FilteredRelation(
                "ratings",
                condition=Q(ratings__competition=competition, ratings__epoch=competition.current_epoch),
            )
        )
        .values_list(
            "pk",
            "bot_id",
            "bot__owner_id",
            "bot__owner__team_place__team",
            "bot__is_reference",
            "here__r",
            "here__games",
        )
    )
    return [
        Candidate(
            version=version,
            camp=bot if reference or competition.same_owner_allowed else _camp(owner, team),
            rating=elo.START.r if r is None else r,
            games=(games or 0) + in_flight[bot],
            in_flight=in_flight[bot],
        )
        for version, bot, owner, team, reference, r, games in rows
    ]


def _camp(owner: int, team: int | None) -> int:
    """One number for all people of a team, or for a person without one; below 0, where no bot's number is."""
    return -2 * owner if team is None else -2 * team - 1


def _in_flight_by_bot() -> Counter[int]:
    seats = MatchSeat.objects.filter(match__state__in=OPEN, match__kind=Match.Kind.LADDER)
    rows = seats.values_list("version__bot").annotate(matches=Count("match", distinct=True))
    return Counter(dict(rows))


def _played_by_size(competition: Competition, version: int) -> dict[int, int]:
    """The version's ladder matches here by number of players; voids do not count."""
    seats = MatchSeat.objects.filter(
        version=version, match__competition=competition, match__kind=Match.Kind.LADDER
    ).exclude(match__state=Match.State.VOID)
    return dict(seats.values_list("match__players").annotate(matches=Count("pk")))

"""Filling is fair to competitions, seats, sizes and newcomers, and never reaches far ahead."""

import random
from collections import Counter, defaultdict
from datetime import timedelta

import pytest
from django.utils import timezone

from ladder import filling, leases, matchmaking, scheduling
from ladder.models import Attempt, Competition, Match, MatchSeat, Rating, Result, Version, Worker
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.contract import PLAY, MatchOrder

pytestmark = pytest.mark.usefixtures("committing")


def workers(count: int, **fields: object) -> None:
    for i in range(count):
        Worker.objects.create(
            **({"name": f"w{i}", "last_seen": timezone.now() + timedelta(hours=1)} | fields)
        )


def fill(seed: int = 5) -> int:
    return filling.fill(random.Random(seed))


def play(cup: Competition, number: int, seconds: float) -> None:
    """So many results, fresh on however slow a machine, each of a game that lasted so long."""
    line_up = stage.field(cup, 2)
    now = timezone.now()
    for _ in range(number):
        match = stage.counted(cup, line_up, [1, 2], 600)
        match.attempts.update(started=now - timedelta(seconds=seconds), ended=now)
    Version.objects.filter(pk__in=[version.pk for version in line_up]).update(state="retired")


def finish(matches: int) -> Counter[int]:
    """The oldest open matches come to their end; how many, by competition."""
    oldest = list(Match.objects.filter(state__in=scheduling.OPEN).order_by("pk")[:matches])
    Match.objects.filter(pk__in=[match.pk for match in oldest]).update(state="finished")
    return Counter(match.competition_id for match in oldest)


def test_each_seat_is_given_to_who_sat_there_least() -> None:
    sat = {1: {0: 3, 1: 0}, 2: {0: 0, 1: 3}}
    counted = {version: Counter(seats) for version, seats in sat.items()}
    assert matchmaking.seating([1, 2], counted, random.Random(1)) == [2, 1]


def test_equal_seats_are_drawn() -> None:
    rng = random.Random(1)
    sat: dict[int, Counter[int]] = defaultdict(Counter)
    assert {tuple(matchmaking.seating([1, 2], sat, rng)) for _ in range(30)} == {(1, 2), (2, 1)}


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_over_a_season_every_bot_sits_on_every_seat_equally_often(players: int) -> None:
    rng = random.Random(players)
    sat: dict[int, Counter[int]] = defaultdict(Counter)
    for _ in range(60 * 12 // players):
        for seat, version in enumerate(matchmaking.seating(rng.sample(range(12), players), sat, rng)):
            sat[version][seat] += 1
    for counts in sat.values():
        by_seat = [counts[seat] for seat in range(players)]
        assert max(by_seat) - min(by_seat) <= 3


def test_the_filled_queue_has_seats_and_sizes_in_balance(outbox: Outbox) -> None:
    stage.field(stage.competition(min_players=2, max_players=3), 6)
    workers(2)
    for turn in range(45):
        fill(turn)
        finish(4)
    seats: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for version, players, seat in MatchSeat.objects.values_list("version", "match__players", "seat"):
        seats[version, players][seat] += 1
    for (_, players), counts in seats.items():
        by_seat = [counts[seat] for seat in range(players)]
        assert max(by_seat) - min(by_seat) <= 3
    for version in Version.objects.all():
        two, three = (seats[version.pk, players].total() for players in (2, 3))
        assert abs(two - three) <= 0.3 * (two + three)


def test_competitions_share_the_workers_equally_however_large_they_are(outbox: Outbox) -> None:
    cups = [stage.competition(min_players=2, max_players=2) for _ in range(3)]
    for cup, size in zip(cups, (14, 6, 6), strict=True):
        stage.field(cup, size)
    workers(3)
    ended: Counter[int] = Counter()
    for turn in range(40):
        fill(turn)
        ended += finish(3)
    assert max(ended.values()) - min(ended.values()) <= 4
    assert len(ended) == 3


def test_a_competition_that_opens_late_is_served_at_once(outbox: Outbox) -> None:
    stage.field(stage.competition(), 30)
    workers(3)
    fill()
    late = stage.competition()
    stage.field(late, 4)
    finish(2)
    assert fill() == 2
    assert late.matches.count() == 2


def test_a_drained_worker_gets_no_matches_planned_for_it(outbox: Outbox) -> None:
    stage.field(stage.competition(), 40)
    workers(1)
    Worker.objects.create(name="odd", last_seen=timezone.now() + timedelta(hours=1), drained=timezone.now())
    assert fill() == 2


def test_games_of_over_a_minute_are_not_queued_behind_each_other(outbox: Outbox) -> None:
    cup = stage.competition()
    play(cup, 2, seconds=90)
    stage.field(cup, 40)
    workers(3)
    assert fill() == 3


def test_long_games_have_an_order_each(outbox: Outbox) -> None:
    cup = stage.competition()
    play(cup, 40, seconds=5)
    stage.field(cup, 40)
    workers(1)
    assert fill() == 10
    assert [len(order.games) for order in outbox.of(PLAY)] == [1] * 10


def test_short_games_share_an_order_and_each_worker_gets_some(outbox: Outbox) -> None:
    cup = stage.competition()
    play(cup, 40, seconds=0.5)
    stage.field(cup, 40)
    workers(2)
    assert fill() == 10
    orders: list[MatchOrder] = outbox.of(PLAY)
    assert [len(order.games) for order in orders] == [4, 4, 2]
    assert len({game.token for order in orders for game in order.games}) == 10
    assert not Attempt.objects.filter(state="sent", sent=None).exists()


def test_an_order_never_mixes_competitions(outbox: Outbox) -> None:
    cups = [stage.competition(), stage.competition()]
    play(cups[0], 40, seconds=0.5)
    for cup in cups:
        stage.field(cup, 20)
    workers(1)
    fill()
    for order in outbox.of(PLAY):
        matches = Match.objects.filter(pk__in=[int(game.match) for game in order.games])
        assert len(set(matches.values_list("competition", flat=True))) == 1


def test_of_a_dead_order_only_the_game_that_had_begun_counts_as_started(outbox: Outbox) -> None:
    cup = stage.competition()
    matches = [stage.match(cup, stage.field(cup, 2)) for _ in range(3)]
    assert scheduling.send_together([match.pk for match in matches]) == 3
    attempts = list(Attempt.objects.order_by("match"))
    games = [stage.pulse(attempt, begun=attempt is attempts[0]).games[0] for attempt in attempts]
    leases.pulse(stage.pulse(attempts[0]).__class__(stage.WORKER, tuple(games)))
    assert Attempt.objects.filter(lease_until__isnull=False).count() == 3
    Attempt.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert leases.sweep(timezone.now().timestamp()) == 3
    assert Attempt.objects.filter(state="expired").count() == 3
    assert [attempt.started is not None for attempt in Attempt.objects.filter(number=1)] == [
        True,
        False,
        False,
    ]
    assert Attempt.objects.filter(state="sent", number=2).count() == 3


def test_a_bot_whose_language_no_worker_has_is_not_drawn(outbox: Outbox) -> None:
    cup = stage.competition()
    stage.field(cup, 4)
    rusty = stage.version(stage.bot(cup=cup), language="rust")
    workers(3, languages=["python"])
    fill()
    assert Match.objects.exists()
    assert not rusty.seats.exists()


def test_a_match_waits_for_its_language_and_leaves_when_a_worker_has_it(outbox: Outbox) -> None:
    cup = stage.competition()
    line_up = [stage.version(stage.bot(cup=cup), language=language) for language in ("python", "rust")]
    workers(1, languages=["python"])
    match = stage.match(cup, line_up)
    assert not scheduling.send(match.pk)
    match.refresh_from_db()
    assert match.state == "planned"
    assert "can play rust now" in scheduling.waits_for(match)
    assert scheduling.send_due() == 0
    Worker.objects.update(languages=["python", "rust"])
    Match.objects.update(send_after=timezone.now())
    assert scheduling.waits_for(match) == ""
    assert scheduling.send_due() == 1


def test_matches_that_are_held_back_do_not_stand_in_the_way_of_others(outbox: Outbox) -> None:
    cup = stage.competition()
    rusty = stage.version(stage.bot(cup=cup), language="rust")
    workers(1, languages=["python"])
    for other in stage.field(cup, 3):
        stage.match(cup, [rusty, other])
    scheduling.send_due()
    free = stage.match(cup, stage.field(cup, 2))
    assert scheduling.send_due() == 1
    free.refresh_from_db()
    assert free.state == "queued"


def test_a_newcomer_is_in_the_next_match_that_is_planned(outbox: Outbox) -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 20)
    for version in line_up:
        Rating.objects.create(competition=cup, epoch=1, version=version, r=1500, rd=40, games=50)
    workers(1)
    fill()
    newcomer = stage.version(stage.bot(cup=cup))
    Competition.objects.update(newcomers_next=True)
    finish(1)
    assert fill() == 1
    assert newcomer.seats.filter(match=Match.objects.latest("pk")).exists()


def test_the_mean_game_is_of_the_latest_results(outbox: Outbox) -> None:
    cup = stage.competition()
    play(cup, 3, seconds=4)
    assert filling._game_length(timezone.now()) == timedelta(seconds=4)
    Result.objects.update(received=timezone.now() - timedelta(hours=1))
    assert filling._game_length(timezone.now()) is None

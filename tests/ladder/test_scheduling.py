"""Matches are planned as fast as they are cleared, and their orders leave."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from ladder import filling, scheduling
from ladder.models import Attempt, Match, MatchSeat, Rating, Worker
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.contract import PLAY, MatchOrder

pytestmark = pytest.mark.usefixtures("committing")


def workers(count: int, **fields: object) -> None:
    for i in range(count):
        values = {"name": f"w{i}", "host": "box", "engine": "0.1", "level": "full"}
        Worker.objects.create(last_seen=timezone.now() + timedelta(hours=1), **(values | fields))


def fill(seed: int = 5) -> int:
    return filling.fill(random.Random(seed))


def test_a_competition_without_bots_gets_no_matches(outbox: Outbox) -> None:
    stage.competition()
    assert fill() == 0
    assert not Match.objects.exists()


def test_the_bots_of_one_owner_alone_get_no_match(outbox: Outbox) -> None:
    cup, owner = stage.competition(), stage.person()
    for _ in range(3):
        stage.version(stage.bot(owner, cup))
    assert fill() == 0


def test_bots_of_one_owner_meet_where_the_competition_allows_it(outbox: Outbox) -> None:
    cup, owner = stage.competition(same_owner_allowed=True), stage.person()
    for _ in range(3):
        stage.version(stage.bot(owner, cup))
    assert fill() > 0


def test_house_bots_of_one_owner_may_meet(outbox: Outbox) -> None:
    cup, owner = stage.competition(), stage.person()
    for _ in range(3):
        stage.version(stage.bot(owner, cup, is_reference=True))
    assert fill() > 0


def test_two_bots_of_one_owner_never_share_a_match(outbox: Outbox) -> None:
    cup = stage.competition()
    for _ in range(3):
        owner = stage.person()
        for _ in range(2):
            stage.version(stage.bot(owner, cup))
    workers(20)
    for seed in range(6):
        fill(seed)
    assert Match.objects.count() >= 3
    for match in Match.objects.all():
        owners = [seat.version.bot.owner_id for seat in match.seats.all()]
        assert len(set(owners)) == len(owners)


def test_only_active_versions_of_entered_bots_in_open_competitions_play(outbox: Outbox) -> None:
    cup, closed = stage.competition(), stage.competition("closed")
    active = stage.field(cup, 2)
    stage.version(stage.bot(cup=cup), state="ready")
    stage.version(stage.bot(cup=cup), state="disabled")
    stage.version(stage.bot())
    stage.field(closed, 3)
    workers(5)
    fill()
    assert set(MatchSeat.objects.values_list("version", flat=True)) == {v.pk for v in active}


def test_a_bot_has_at_most_two_matches_in_flight(outbox: Outbox) -> None:
    cup = stage.competition()
    stage.field(cup, 6)
    workers(50)
    for seed in range(5):
        fill(seed)
    in_flight = Counter(MatchSeat.objects.values_list("version", flat=True))
    assert max(in_flight.values()) == 2


def test_two_matches_in_flight_count_over_all_competitions(outbox: Outbox) -> None:
    cups = [stage.competition(), stage.competition()]
    for _ in range(6):
        bot = stage.bot(cup=cups[0])
        bot.entries.create(competition=cups[1])
        stage.version(bot)
    workers(50)
    fill()
    in_flight = Counter(MatchSeat.objects.values_list("version", flat=True))
    assert max(in_flight.values()) <= 2
    assert set(Match.objects.values_list("competition", flat=True)) == {cup.pk for cup in cups}


def test_without_workers_a_little_is_planned_so_that_the_first_one_finds_work(outbox: Outbox) -> None:
    stage.field(stage.competition(), 12)
    assert fill() == 2
    assert fill() == 0


def test_each_live_worker_gets_two_matches(outbox: Outbox) -> None:
    stage.field(stage.competition(), 40)
    workers(3)
    assert fill() == 6


def test_workers_in_trouble_or_long_unseen_do_not_count(outbox: Outbox) -> None:
    stage.field(stage.competition(), 40)
    workers(3, trouble="no sandbox")
    Worker.objects.create(name="gone", last_seen=timezone.now() - timedelta(minutes=5))
    assert fill() == 2


def test_the_queue_reaches_fifteen_seconds_of_throughput_ahead(outbox: Outbox) -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 60)
    for _ in range(40):
        stage.counted(cup, line_up[:2], [1, 2], 600)
    workers(1)
    assert fill() == 10


def test_the_least_played_bot_is_in_the_next_match(outbox: Outbox) -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 10)
    for version in line_up[1:]:
        Rating.objects.create(competition=cup, epoch=1, version=version, r=1500, rd=50, games=90)
    Rating.objects.create(competition=cup, epoch=1, version=line_up[0], r=1500, rd=50, games=30)
    fill()
    assert Match.objects.order_by("pk")[0].seats.filter(version=line_up[0]).exists()


def test_a_newcomer_seeds_every_second_match_and_the_settled_the_others(outbox: Outbox) -> None:
    cup = stage.competition(min_players=2, max_players=2)
    line_up = stage.field(cup, 14)
    for version in line_up[2:]:
        Rating.objects.create(competition=cup, epoch=1, version=version, r=1500, rd=50, games=90)
    for version in line_up[:2]:
        Rating.objects.create(competition=cup, epoch=1, version=version, r=3500, rd=350, games=0)
    workers(2)
    assert fill() == 4
    newcomers = {version.pk for version in line_up[:2]}
    matches = [set(m.seats.values_list("version", flat=True)) for m in Match.objects.order_by("pk")]
    assert matches[0] & newcomers
    assert matches[2] & newcomers


def test_the_seed_plays_the_table_size_that_it_has_played_least(outbox: Outbox) -> None:
    cup = stage.competition(min_players=2, max_players=4)
    line_up = stage.field(cup, 6)
    for size in (2, 3):
        for _ in range(2):
            done = stage.match(cup, line_up[:size])
            Match.objects.filter(pk=done.pk).update(state="finished")
    for version in line_up[1:]:
        Rating.objects.create(competition=cup, epoch=1, version=version, r=1500, rd=50, games=90)
    fill()
    first = Match.objects.filter(state="queued").order_by("pk")[0]
    assert first.players == 4


def test_seats_are_shuffled(outbox: Outbox) -> None:
    cup = stage.competition(min_players=2, max_players=2)
    line_up = stage.field(cup, 2)
    firsts = set()
    for seed in range(12):
        fill(seed)
        firsts.add(MatchSeat.objects.get(match=Match.objects.latest("pk"), seat=0).version_id)
        Match.objects.update(state="finished")
    assert firsts == {version.pk for version in line_up}


def test_the_least_served_competition_comes_first(outbox: Outbox) -> None:
    full, empty = stage.competition(), stage.competition()
    line_up = stage.field(full, 20)
    stage.field(empty, 20)
    for i in range(3):
        stage.match(full, line_up[2 * i : 2 * i + 2])
    workers(3)
    assert fill() == 3
    assert empty.matches.count() == 3


def test_a_planned_match_leaves_as_an_order_that_carries_all(outbox: Outbox) -> None:
    cup = stage.competition(min_players=2, max_players=2, options={"quick_play": True})
    stage.field(cup, 2)
    fill()
    order: MatchOrder = outbox.of(PLAY)[0]
    attempt = Attempt.objects.get(match__competition=cup, match=int(order.games[0].match))
    game = order.games[0]
    assert (game.attempt, game.token) == (1, attempt.token)
    assert (game.ruleset, game.options, game.seed) == ("base", {"quick_play": True}, attempt.match.seed)
    assert order.not_after == order.sent + 150
    assert order.limits == cup.bot_limits
    for seat, fact in zip(game.seats, attempt.match.seats.select_related("version"), strict=True):
        assert (seat.blob, seat.runtime, seat.entry) == (fact.version.artefact, "python", "bot.py")
        assert seat.url.startswith("file:///")
        assert seat.url.endswith(seat.blob)
        assert seat.bot_seed == fact.bot_seed


def test_an_attempt_is_sent_only_once_the_broker_took_it(outbox: Outbox) -> None:
    stage.field(stage.competition(), 4)
    outbox.away = True
    fill()
    assert set(Attempt.objects.values_list("state", "sent")) == {("sent", None)}
    outbox.away = False
    Attempt.objects.update(created=timezone.now() - timedelta(seconds=6))
    assert scheduling.send_due() == 2
    assert not Attempt.objects.filter(sent=None).exists()
    assert Attempt.objects.count() == 2


def test_an_order_that_is_just_being_published_is_not_sent_twice(outbox: Outbox) -> None:
    outbox.away = True
    stage.field(stage.competition(), 4)
    fill()
    outbox.away = False
    assert scheduling.send_due() == 0


def test_a_match_whose_planner_died_before_sending_is_sent_by_the_reminder(outbox: Outbox) -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    assert scheduling.send_due() == 1
    match.refresh_from_db()
    assert match.state == "queued"


def test_a_match_is_claimed_for_sending_once(outbox: Outbox) -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    assert scheduling.send(match.pk)
    assert not scheduling.send(match.pk)
    assert match.attempts.count() == 1


def test_a_match_planned_for_later_is_not_sent_before(outbox: Outbox) -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    Match.objects.filter(pk=match.pk).update(send_after=timezone.now() + timedelta(seconds=30))
    assert scheduling.send_due() == 0
    assert not scheduling.send(match.pk)

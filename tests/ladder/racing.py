"""Several threads, each with a database connection of its own, do the same thing at the same moment.

Run on SQLite by `test_races.py` and on PostgreSQL by `test_races_on_postgres.py`.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from django.db import connection
from django.utils import timezone

from ladder import (
    bots,
    builds,
    filling,
    leases,
    repeats,
    results,
    rulings,
    scheduling,
    webhook_delivery,
    webhooks,
)
from ladder.models import (
    Activation,
    Attempt,
    Competition,
    Incident,
    Match,
    MatchSeat,
    Rating,
    RatingEvent,
    Result,
    Tournament,
    Version,
    Worker,
)
from ladder.ratings import fold, rebuild
from ladder.results import Outcome
from ladder.tournaments import running, schedule, series
from ladder.tournaments.verify import verify
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from tests.ladder.tournaments import floor

T = TypeVar("T")


def at_once(*work: Callable[[], T]) -> list[T]:
    """Do each piece of work in a thread of its own, all let go at the same moment; what they returned."""
    gate = threading.Barrier(len(work))

    def run(piece: Callable[[], T]) -> T:
        gate.wait()
        try:
            return piece()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(run, work))


def test_one_report_delivered_by_six_at_once_counts_once(outbox: Outbox) -> None:
    cup = stage.competition()
    report = stage.report(stage.started(stage.match(cup, stage.field(cup, 3))))
    outcomes = at_once(*[lambda: results.record(report)] * 6)
    assert Counter(outcomes) == {Outcome.COUNTED: 1, Outcome.REPEATED: 5}
    assert Result.objects.count() == 1
    assert not Incident.objects.exists()


def test_of_two_attempts_that_report_at_once_one_counts(outbox: Outbox) -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    first = stage.started(match)
    Attempt.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    leases.sweep(timezone.now().timestamp())
    second = match.attempts.get(number=2)
    outcomes = at_once(
        lambda: results.record(stage.report(first, (1, 2))),
        lambda: results.record(stage.report(second, (2, 1))),
    )
    assert sorted(outcomes) == [Outcome.COUNTED, Outcome.INCIDENT]
    assert Attempt.objects.filter(state="reported").count() == 1
    assert Incident.objects.get().kind == "second-report"


def test_a_report_and_a_void_at_once_leave_one_of_the_two(outbox: Outbox) -> None:
    cup, staff = stage.competition(), stage.person()
    line_up = stage.field(cup, 2)
    for _ in range(5):
        match = stage.match(cup, line_up)
        report = stage.report(stage.started(match))
        at_once(lambda: results.record(report), lambda: rulings.void(match, staff, "overloaded"))  # noqa: B023
        match.refresh_from_db()
        counted = Result.objects.filter(match=match).exists()
        assert match.state == ("finished" if counted else "void")


def test_a_report_and_the_sweep_at_once_leave_a_finished_match_without_open_attempts(outbox: Outbox) -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 2)
    for _ in range(5):
        match = stage.match(cup, line_up)
        report = stage.report(stage.started(match))
        match.attempts.update(lease_until=timezone.now() - timedelta(seconds=1))
        at_once(
            lambda: results.record(report),  # noqa: B023
            lambda: leases.sweep(timezone.now().timestamp()),
        )
        match.refresh_from_db()
        assert match.state == "finished"
        assert not match.attempts.filter(state__in=leases.OPEN).exists()


def test_a_match_sent_by_five_at_once_gets_one_attempt(outbox: Outbox) -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    sent = at_once(*[lambda: scheduling.send(match.pk)] * 5)
    assert Counter(sent) == {True: 1, False: 4}
    assert match.attempts.count() == 1


def test_planners_at_once_keep_to_two_matches_in_flight_for_each_bot(outbox: Outbox) -> None:
    stage.field(stage.competition(), 9)
    for i in range(20):
        Worker.objects.create(name=f"w{i}", last_seen=timezone.now())
    at_once(*[lambda: filling.fill(random.Random())] * 5)
    in_flight = Counter(MatchSeat.objects.values_list("version", flat=True))
    assert Match.objects.exists()
    assert max(in_flight.values()) <= 2


def test_planners_at_once_do_not_plan_beyond_what_the_workers_clear(outbox: Outbox) -> None:
    stage.field(stage.competition(), 60)
    Worker.objects.create(name="w", last_seen=timezone.now())
    at_once(*[lambda: filling.fill(random.Random())] * 5)
    assert Match.objects.count() == 2


def test_two_uploads_of_one_owner_at_once_are_both_taken_and_numbered(outbox: Outbox) -> None:
    bot = stage.bot(cup=stage.competition())
    versions = at_once(*[upload(bot, f"print({i})\n".encode()) for i in range(4)])
    assert sorted(version.number for version in versions) == [1, 2, 3, 4]


def upload(bot: Any, data: bytes) -> Callable[[], Version]:
    return lambda: bots.accept(bot, "bot.py", data)


def test_a_request_sent_by_four_at_once_with_one_key_is_done_once(outbox: Outbox) -> None:
    ada = stage.person()
    stage.competition()

    def send() -> repeats.Answer:
        return repeats.once(ada, "key", "0" * 64, lambda: repeats.Answer(201, bots.create(ada, "Hippo").pk))

    answers = at_once(*[send] * 4)
    assert len({answer.body for answer in answers}) == 1
    assert sorted(answer.again for answer in answers) == [False, True, True, True]
    assert ada.bots.count() == 1


def test_what_happened_is_told_once_by_four_senders_at_once(
    outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    monkeypatch.setattr(webhook_delivery, "_send", lambda each: sent.append(each.pk) or "nobody is there")
    pair = stage.field(stage.competition(), 2)
    made = webhooks.make(pair[0].bot.owner, "https://example.org/", ["match.finished"]).webhook
    results.record(stage.report(stage.started(stage.match(Competition.objects.get(), pair))))
    at_once(*[webhooks.collect] * 4)
    at_once(*[webhook_delivery.send_due] * 4)
    assert len(sent) == made.deliveries.count() == 1


def test_the_same_file_uploaded_twice_at_once_is_taken_once(outbox: Outbox) -> None:
    bot = stage.bot(cup=stage.competition())

    def attempt() -> str:
        try:
            return str(bots.accept(bot, "bot.py", b"pass\n").number)
        except bots.UploadRefused:
            return "refused"

    assert sorted(at_once(attempt, attempt)) == ["1", "refused"]


def test_uploads_at_once_keep_to_the_quota(outbox: Outbox, settings: pytest.FixtureRequest) -> None:
    settings.UPLOADS_PER_DAY = 2  # type: ignore[attr-defined]
    cup, owner = stage.competition(), stage.person()
    owned = [stage.bot(owner, cup) for _ in range(4)]

    def attempt(bot: Any) -> Callable[[], bool]:
        def work() -> bool:
            try:
                bots.accept(bot, "bot.py", b"pass\n")
            except bots.UploadRefused:
                return False
            return True

        return work

    assert sum(at_once(*[attempt(bot) for bot in owned])) == 2


def test_two_versions_activated_at_once_leave_one_active(outbox: Outbox) -> None:
    bot = stage.bot(cup=stage.competition())
    stage.version(bot, number=1)
    second, third = stage.version(bot, "ready", number=2), stage.version(bot, "ready", number=3)
    at_once(lambda: bots.activate(second), lambda: bots.activate(third))
    assert bot.versions.filter(state="active").count() == 1
    assert Activation.objects.count() == 3


def test_a_build_report_taken_by_four_at_once_makes_one_trial(outbox: Outbox) -> None:
    version = bots.accept(stage.bot(cup=stage.competition()), "bot.py", b"pass\n")
    at_once(*[lambda: builds.record(stage.built(version))] * 4)
    assert Match.objects.filter(kind="trial").count() == 1


def test_a_retry_asked_for_twice_at_once_makes_one_new_match(outbox: Outbox) -> None:
    cup, staff = stage.competition(), stage.person()
    match = stage.match(cup, stage.field(cup, 2))
    rulings.void(match, staff, "overloaded")
    again = at_once(*[lambda: rulings.retry(match, staff)] * 3)
    assert len({made.pk for made in again}) == 1
    assert Match.objects.count() == 2


def test_results_delivered_three_times_under_three_folders_give_what_a_replay_gives(outbox: Outbox) -> None:
    """8 writers, each report three times in any order, 3 folders, a reactivation and a void in between."""
    cup = stage.competition()
    line_up = stage.field(cup, 6)
    rng = random.Random(1)
    reports = [report_of(rng.sample(line_up, rng.randint(2, 4)), cup, rng) for _ in range(40)]
    deliveries = reports * 3
    rng.shuffle(deliveries)
    done = threading.Event()

    def deliver(share: Sequence[Any]) -> Callable[[], int]:
        return lambda: sum(results.record(report) == Outcome.COUNTED for report in share)

    def keep_folding() -> int:
        folded = 0
        while not done.wait(0.02):
            folded += fold.fold_all()
        return folded

    def stop_after(work: Callable[[], int], left: list[int]) -> Callable[[], int]:
        def run() -> int:
            try:
                return work()
            finally:
                left.pop()
                if not left:
                    done.set()

        return run

    left = [0] * 8
    writers = [stop_after(deliver(deliveries[i::8]), left) for i in range(8)]
    outcome = at_once(*writers, *[keep_folding] * 3)
    folded = sum(outcome[8:]) + fold.fold_all()

    assert sum(outcome[:8]) == folded == Result.objects.count() == 40
    assert sorted(Result.objects.values_list("fold_seq", flat=True)) == list(range(1, 41))
    seats = MatchSeat.objects.count()
    assert sum(Rating.objects.filter(epoch=1).values_list("games", flat=True)) == seats
    assert RatingEvent.objects.count() == seats
    assert not Incident.objects.exists()
    assert rebuild.rebuild(cup.pk).epoch == 2
    assert fold.digest(cup.pk, 1) == fold.digest(cup.pk, 2)


def report_of(line_up: Sequence[Version], cup: Any, rng: random.Random) -> Any:
    points = [rng.randint(0, 2) for _ in line_up]
    places = [1 + sum(other > own for other in points) for own in points]
    return stage.report(stage.attempt(stage.match(cup, line_up)), places)


def test_a_void_ruled_while_a_fold_is_at_work_takes_the_match_out_all_the_same(
    outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, staff = stage.competition(), stage.person()
    match = stage.counted(cup, stage.field(cup, 2), [1, 2])
    reached, save = threading.Event(), fold.save

    def slow_save(*args: Any) -> None:
        reached.set()
        time.sleep(0.5)
        save(*args)

    def void_then() -> None:
        reached.wait(10)
        rulings.void(match, staff, "broken")

    monkeypatch.setattr(fold, "save", slow_save)
    at_once(lambda: fold.fold(cup.pk), void_then)
    cup.refresh_from_db()
    assert match.rating_events.filter(epoch=1).exists()
    assert cup.current_epoch == 2
    assert not match.rating_events.filter(epoch=2).exists()


def test_a_tournament_advanced_by_four_at_once_is_drawn_and_planned_once(outbox: Outbox) -> None:
    begun = floor.running_one(4)
    at_once(*[lambda: running.advance(begun.pk)] * 4)
    for match in floor.open_matches(begun):
        floor.finish(match)
    at_once(*[lambda: running.advance(begun.pk)] * 4)
    played = Match.objects.filter(tournament_game__meeting__tournament=begun).count()
    assert played == Match.objects.count()
    assert list(verify(begun)) == []
    assert floor.play_to_the_end(begun).state == "finished"
    assert list(verify(begun)) == []


def test_schedulers_at_once_make_freeze_and_start_each_tournament_once(outbox: Outbox) -> None:
    cup, _ = floor.cup_with(3)
    begins = timezone.now() + timedelta(minutes=30)
    series.create(cup, cup.organiser, "Hourly", "FREQ=HOURLY", begins, **floor.DUELS)
    for minutes in (25, 31):
        at_once(*[lambda: schedule.keep(timezone.now() + timedelta(minutes=minutes))] * 4)  # noqa: B023
    states = list(Tournament.objects.order_by("starts").values_list("state", flat=True))
    assert states == ["running", "scheduled"]
    assert cup.organiser.notices.filter(text__contains="has begun").count() == 1

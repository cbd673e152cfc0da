"""Pulses lease, the sweep ends what was lost, and no match is tried for ever."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from ladder import leases, scheduling
from ladder.models import Attempt, Match, Version, Worker
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.contract import PLAY, GamePulse, Pulse

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture
def match(outbox: Outbox) -> Match:
    """A planned match of two bots."""
    cup = stage.competition()
    return stage.match(cup, stage.field(cup, 2))


def sweep(after: float = 0.0) -> int:
    """A sweep that was sent so many seconds from now, on a clock that has come there."""
    return leases.sweep(timezone.now().timestamp() + after)


def age(attempt: Attempt, seconds: float) -> None:
    """Let so many seconds pass for an attempt."""
    past = timedelta(seconds=seconds)
    times = ("sent", "lease_until", "missed", "started")
    Attempt.objects.filter(pk=attempt.pk).update(**{name: F(name) - past for name in times})


def states(match: Match) -> tuple[str, list[str]]:
    match.refresh_from_db()
    return match.state, list(match.attempts.values_list("state", flat=True))


def test_the_first_pulse_of_a_begun_game_starts_attempt_and_match(match: Match) -> None:
    attempt = stage.attempt(match)
    assert states(match) == ("queued", ["sent"])
    leases.pulse(stage.pulse(attempt))
    assert states(match) == ("running", ["started"])
    attempt.refresh_from_db()
    assert (attempt.worker, attempt.host) == ("w1", "box")
    assert attempt.lease_until is not None
    assert 4 < (attempt.lease_until - timezone.now()).total_seconds() <= 6


def test_a_game_that_has_not_begun_is_leased_but_not_started(match: Match) -> None:
    attempt = stage.attempt(match)
    leases.pulse(stage.pulse(attempt, begun=False))
    assert states(match) == ("queued", ["sent"])
    attempt.refresh_from_db()
    assert attempt.lease_until is not None


def test_progress_prolongs_the_lease_and_tells_the_decisions(match: Match) -> None:
    attempt = stage.started(match)
    age(attempt, 5)
    leases.pulse(stage.pulse(attempt, decisions=88))
    assert sweep() == 0
    attempt.refresh_from_db()
    assert attempt.decisions == 88
    assert attempt.lease_until is not None
    assert attempt.lease_until > timezone.now()


def test_the_start_is_not_moved_by_later_pulses(match: Match) -> None:
    attempt = stage.started(match)
    age(attempt, 5)
    attempt.refresh_from_db()
    leases.pulse(stage.pulse(attempt))
    started = attempt.started
    attempt.refresh_from_db()
    assert attempt.started == started


def test_a_game_whose_report_is_due_is_leased_for_ten_minutes(match: Match) -> None:
    attempt = stage.started(match)
    leases.pulse(stage.pulse(attempt, reporting=True))
    age(attempt, 590)
    assert sweep() == 0
    age(attempt, 20)
    assert sweep() == 1


def test_a_worker_that_falls_silent_loses_its_match_which_is_sent_again(match: Match, outbox: Outbox) -> None:
    attempt = stage.started(match)
    age(attempt, 7)
    assert sweep() == 1
    assert states(match) == ("queued", ["expired", "sent"])
    attempt.refresh_from_db()
    assert "silent" in attempt.reason
    assert attempt.ended is not None
    assert [order.games[0].attempt for order in outbox.of(PLAY)] == [2]


def test_a_sweep_expires_only_what_had_run_out_before_it_was_sent(match: Match) -> None:
    """A ladder that was away for ten minutes reads the old sweeps first, then the pulses between them."""
    attempt = stage.started(match)
    age(attempt, 600)
    assert sweep(-598) == 0
    leases.pulse(stage.pulse(attempt))
    assert sweep() == 0
    assert states(match) == ("running", ["started"])


def test_a_sweep_from_a_clock_that_runs_ahead_expires_no_living_lease(match: Match) -> None:
    stage.started(match)
    assert sweep(after=3600) == 0


def test_all_unfinished_games_of_an_order_are_leased_and_the_unbegun_go_back(outbox: Outbox) -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 4)
    first, second = stage.match(cup, line_up[:2]), stage.match(cup, line_up[2:])
    one, two = stage.attempt(first), stage.attempt(second)
    games = tuple(
        GamePulse(match=str(a.match_id), attempt=1, token=a.token, begun=a is one) for a in (one, two)
    )
    leases.pulse(Pulse(worker=stage.WORKER, games=games))
    assert (states(first), states(second)) == (("running", ["started"]), ("queued", ["sent"]))
    age(one, 7)
    age(two, 7)
    assert sweep() == 2
    assert states(second) == ("queued", ["expired", "sent"])
    assert two.match.attempts.filter(started__isnull=False).count() == 0


def test_an_order_that_nobody_begins_is_sent_again_after_180_seconds(match: Match, outbox: Outbox) -> None:
    outbox.lengths["match"] = 3
    attempt = stage.attempt(match)
    age(attempt, 179)
    assert sweep() == 0
    age(attempt, 2)
    assert sweep() == 1
    assert states(match) == ("queued", ["expired", "sent"])


def test_an_order_is_lost_when_two_sweeps_ten_seconds_apart_find_the_queue_empty(match: Match) -> None:
    attempt = stage.attempt(match)
    age(attempt, 1)
    assert sweep() == 0
    age(attempt, 9)
    assert sweep() == 0
    age(attempt, 2)
    assert sweep() == 1
    assert states(match) == ("queued", ["expired", "sent"])


@pytest.mark.parametrize("queue", ["match", "pulse"])
def test_no_order_is_lost_while_its_queue_or_the_pulse_queue_holds_messages(
    match: Match, outbox: Outbox, queue: str
) -> None:
    attempt = stage.attempt(match)
    age(attempt, 1)
    outbox.lengths[queue] = 1
    sweep()
    age(attempt, 60)
    sweep()
    assert states(match) == ("queued", ["sent"])


def test_no_order_is_lost_while_the_broker_does_not_answer(match: Match, outbox: Outbox) -> None:
    attempt = stage.attempt(match)
    age(attempt, 1)
    sweep()
    age(attempt, 60)
    outbox.away = True
    assert sweep() == 0


def test_an_order_that_a_worker_holds_is_not_lost_with_the_queue_empty(match: Match) -> None:
    attempt = stage.attempt(match)
    age(attempt, 1)
    sweep()
    leases.pulse(stage.pulse(attempt, begun=False))
    Attempt.objects.update(missed=timezone.now() - timedelta(seconds=60))
    assert sweep() == 0


def test_an_order_that_the_broker_has_not_taken_yet_is_not_lost(match: Match) -> None:
    attempt = stage.attempt(match)
    Attempt.objects.update(sent=None)
    sweep()
    attempt.refresh_from_db()
    assert attempt.missed is None


def test_after_three_started_attempts_the_match_is_void_and_says_why(match: Match) -> None:
    for _ in range(3):
        attempt = stage.started(match)
        age(attempt, 7)
        assert sweep() == 1
        Attempt.objects.filter(state="sent").delete()
    assert states(match) == ("void", ["expired"] * 3)
    assert match.void_reason.startswith("3 attempts to play it were begun")
    assert match.finished is not None
    assert set(match.attempts.values_list("revoked", flat=True)) == {True}


def test_a_match_is_sent_twenty_times_in_vain_and_then_void(match: Match, outbox: Outbox) -> None:
    outbox.lengths["match"] = 1
    for number in range(1, 21):
        attempt = match.attempts.filter(state="sent").first() or stage.attempt(match)
        assert attempt.number == number
        age(attempt, 181)
        assert sweep() == 1
    assert states(match) == ("void", ["expired"] * 20)
    assert "sent 20 times" in match.void_reason


def test_sends_in_vain_do_not_count_as_started_attempts(match: Match, outbox: Outbox) -> None:
    outbox.lengths["match"] = 1
    for _ in range(5):
        age(match.attempts.filter(state="sent").first() or stage.attempt(match), 181)
        sweep()
    assert states(match)[0] == "queued"


def test_a_pulse_for_an_attempt_that_is_over_changes_nothing(match: Match) -> None:
    attempt = stage.started(match)
    age(attempt, 7)
    sweep()
    leases.pulse(stage.pulse(attempt))
    assert states(match) == ("queued", ["expired", "sent"])


@pytest.mark.parametrize(
    "wrong", [{"token": "guessed"}, {"match": "999999"}, {"attempt": 2}, {"match": "not a number"}]
)
def test_a_pulse_without_the_attempt_s_token_and_number_changes_nothing(
    match: Match, wrong: dict[str, object]
) -> None:
    attempt = stage.attempt(match)
    leases.pulse(stage.pulse(attempt, **wrong))
    assert states(match) == ("queued", ["sent"])


def test_a_pulse_of_a_revoked_attempt_changes_nothing(match: Match) -> None:
    attempt = stage.attempt(match)
    Attempt.objects.update(revoked=True)
    leases.pulse(stage.pulse(attempt))
    assert states(match) == ("queued", ["sent"])


def test_absurd_decision_counts_do_not_break_a_pulse(match: Match) -> None:
    attempt = stage.attempt(match)
    leases.pulse(stage.pulse(attempt, decisions=10**30))
    leases.pulse(stage.pulse(attempt, decisions=-5))
    assert states(match) == ("running", ["started"])


def test_an_idle_worker_is_seen_with_its_trouble(outbox: Outbox) -> None:
    from dataclasses import replace

    leases.pulse(Pulse(worker=replace(stage.WORKER, trouble="no cgroup\x00"), games=()))
    leases.pulse(Pulse(worker=replace(stage.WORKER, speed=float("nan"), trouble="no bwrap"), games=()))
    seen = Worker.objects.get()
    assert (seen.name, seen.trouble, seen.speed) == ("w1", "no bwrap", 0.0)


def test_a_void_trial_puts_its_version_back_to_the_queue_with_the_reason(outbox: Outbox) -> None:
    cup = stage.competition()
    version = stage.version(stage.bot(cup=cup), state="trial", build_attempt=1)
    trial = stage.match(cup, [version, version], kind="trial")
    Version.objects.filter(pk=version.pk).update(trial_match=trial)
    for _ in range(3):
        age(stage.started(trial), 7)
        sweep()
        Attempt.objects.filter(state="sent").delete()
    version.refresh_from_db()
    assert version.state == "queued"
    assert "trial game could not be played" in version.reason
    assert version.send_after > timezone.now()


def test_two_attempts_of_one_match_are_never_open(match: Match) -> None:
    stage.attempt(match)
    assert not scheduling.send(match.pk)
    assert match.attempts.filter(state__in=leases.OPEN).count() == 1


def reporting(match: Match) -> Attempt:
    """An attempt whose worker has sent its report and holds it no more."""
    attempt = stage.started(match)
    leases.pulse(stage.pulse(attempt, reporting=True))
    leases.pulse(Pulse(worker=stage.WORKER, games=()))
    return attempt


def test_a_report_lost_on_its_way_is_missed_after_45_seconds_with_the_queue_empty(
    match: Match,
) -> None:
    attempt = reporting(match)
    age(attempt, 44)
    assert sweep() == 0
    age(attempt, 2)
    assert sweep() == 1
    assert states(match) == ("queued", ["expired", "sent"])
    assert "its report was lost" in match.attempts.get(number=1).reason


@pytest.mark.parametrize("queue", ["ladder", "pulse"])
def test_no_report_is_lost_while_reports_or_pulses_wait(match: Match, outbox: Outbox, queue: str) -> None:
    age(reporting(match), 60)
    outbox.lengths[queue] = 1
    assert sweep() == 0


def test_a_report_that_its_worker_still_holds_is_not_lost(match: Match) -> None:
    attempt = reporting(match)
    leases.pulse(stage.pulse(attempt, reporting=True))
    age(attempt, 60)
    assert sweep() == 0


def test_what_a_wrong_clock_noted_an_hour_ahead_is_not_waited_for(match: Match) -> None:
    leased, unsent = stage.started(match), stage.match(match.competition, stage.field(match.competition, 2))
    ordered = stage.attempt(stage.match(match.competition, stage.field(match.competition, 2)))
    ahead = timezone.now() + timedelta(hours=1)
    Attempt.objects.filter(pk=leased.pk).update(lease_until=ahead)
    Attempt.objects.filter(pk=ordered.pk).update(sent=ahead)
    Match.objects.filter(pk=unsent.pk).update(send_after=ahead)
    sweep()
    soon = timezone.now() + timedelta(seconds=10)
    assert Attempt.objects.get(pk=leased.pk).lease_until < soon
    assert Attempt.objects.get(pk=ordered.pk).sent < soon
    assert Match.objects.get(pk=unsent.pk).send_after < soon

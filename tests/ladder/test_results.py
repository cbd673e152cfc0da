"""A report counts once or never."""

import gzip
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from ladder import blobs, leases, results
from ladder.celery import FOLD
from ladder.models import Attempt, Incident, Match, Result
from ladder.results import Outcome
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.contract import PLAY

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture
def match(outbox: Outbox) -> Match:
    """A planned match of three bots."""
    cup = stage.competition()
    return stage.match(cup, stage.field(cup, 3))


def test_a_report_finishes_its_match_and_fills_its_seats(match: Match) -> None:
    attempt = stage.started(match)
    assert results.record(stage.report(attempt, [2, 1, 3])) == Outcome.COUNTED
    match.refresh_from_db()
    attempt.refresh_from_db()
    assert (match.state, attempt.state) == ("finished", "reported")
    assert match.finished is not None
    seats = match.seats.order_by("seat").values_list(
        "score", "place", "final_place", "cpu_ms", "wall_ms", "log"
    )
    assert list(seats) == [
        (80, 2, 2, 20, 30, "log of seat 0"),
        (90, 1, 1, 21, 31, "log of seat 1"),
        (70, 3, 3, 22, 32, "log of seat 2"),
    ]
    result = Result.objects.get()
    assert (result.rated, result.final_places, result.fold_seq) == (True, [2, 1, 3], None)


def test_the_replay_is_kept_as_a_blob(match: Match) -> None:
    results.record(stage.report(stage.started(match)))
    document = json.loads(gzip.decompress(blobs.read(Result.objects.get().replay_sha256)))
    assert document["seed"] == match.seed


def test_the_same_report_counts_once_however_often_it_comes(match: Match) -> None:
    report = stage.report(stage.started(match))
    outcomes = [results.record(report) for _ in range(3)]
    assert outcomes == [Outcome.COUNTED, Outcome.REPEATED, Outcome.REPEATED]
    assert Result.objects.count() == 1
    assert not Incident.objects.exists()


def test_a_different_report_of_the_same_attempt_is_an_incident(match: Match) -> None:
    attempt = stage.started(match)
    results.record(stage.report(attempt, [1, 2, 3]))
    assert results.record(stage.report(attempt, [3, 2, 1])) == Outcome.INCIDENT
    assert Result.objects.get().final_places == [1, 2, 3]
    incident = Incident.objects.get()
    assert (incident.kind, incident.match) == ("other-report", match)


def test_a_report_counts_also_after_its_lease_ran_out_and_supersedes_the_next_attempt(match: Match) -> None:
    first = stage.started(match)
    Attempt.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    leases.sweep(timezone.now().timestamp())
    second = match.attempts.get(number=2)
    assert results.record(stage.report(first)) == Outcome.COUNTED
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("reported", "superseded")
    assert results.record(stage.report(second, [3, 2, 1])) == Outcome.INCIDENT
    assert Result.objects.get().attempt == first
    assert Incident.objects.get().kind == "second-report"


def test_the_first_of_two_running_attempts_to_report_counts(match: Match) -> None:
    first = stage.started(match)
    Attempt.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    leases.sweep(timezone.now().timestamp())
    second = match.attempts.get(number=2)
    leases.pulse(stage.pulse(second, worker=stage.OTHER_WORKER))
    assert results.record(stage.report(second, worker=stage.OTHER_WORKER)) == Outcome.COUNTED
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state, second.worker) == ("expired", "reported", "w2")


def test_a_report_counts_also_when_its_start_was_never_heard_of(match: Match) -> None:
    attempt = stage.attempt(match)
    assert results.record(stage.report(attempt)) == Outcome.COUNTED
    attempt.refresh_from_db()
    assert attempt.started is not None


def test_a_report_after_a_void_is_an_incident(match: Match) -> None:
    attempt = stage.started(match)
    leases.void(match, "staff said so")
    assert results.record(stage.report(attempt)) == Outcome.INCIDENT
    assert not Result.objects.exists()
    assert Incident.objects.get().kind == "late-report"


def test_a_report_with_a_revoked_token_is_an_incident(match: Match) -> None:
    attempt = stage.started(match)
    Attempt.objects.update(revoked=True)
    assert results.record(stage.report(attempt)) == Outcome.INCIDENT
    match.refresh_from_db()
    assert match.state == "running"


@pytest.mark.parametrize(
    "wrong", [{"token": "guessed"}, {"match": "77777777"}, {"attempt": 9}, {"match": "nonsense"}]
)
def test_a_report_without_its_match_s_token_is_an_incident(match: Match, wrong: dict[str, object]) -> None:
    attempt = stage.started(match)
    assert results.record(replace(stage.report(attempt), **wrong)) == Outcome.INCIDENT  # type: ignore[arg-type]
    assert not Result.objects.exists()
    assert Incident.objects.get().kind == "unknown-token"


def test_a_failure_ends_the_attempt_and_the_match_is_planned_again(match: Match) -> None:
    attempt = stage.started(match)
    assert results.record(stage.failure(attempt)) == Outcome.ENDED
    match.refresh_from_db()
    attempt.refresh_from_db()
    assert (match.state, attempt.state) == ("queued", "failed")  # sent again at once
    assert attempt.reason == "sandbox: bwrap could not start"
    assert [each.state for each in match.attempts.order_by("number")] == ["failed", "sent"]


def test_failures_delay_the_next_attempt_more_and_more(match: Match) -> None:
    delays = []
    for _ in range(4):
        attempt = match.attempts.filter(state="sent").first() or stage.attempt(match)
        ended = timezone.now()
        results.record(stage.failure(attempt, "version", "it wants engine 2"))
        match.refresh_from_db()
        delays.append(int((match.send_after - ended).total_seconds()))
    assert delays == [0, 1, 2, 4]  # the first is sent again at once


def test_three_failures_of_begun_attempts_make_the_match_void(match: Match) -> None:
    for _ in range(3):
        match.attempts.filter(state="sent").delete()  # what was sent again at once
        results.record(stage.failure(stage.started(match)))
    match.refresh_from_db()
    assert match.state == "void"
    assert "bwrap could not start" in match.void_reason


def test_a_failure_that_nobody_waits_for_changes_nothing(match: Match) -> None:
    first = stage.started(match)
    results.record(stage.report(first))
    assert results.record(stage.failure(first)) == Outcome.IGNORED
    match.refresh_from_db()
    assert match.state == "finished"


def test_a_report_with_neither_result_nor_failure_is_refused(match: Match) -> None:
    attempt = stage.started(match)
    assert results.record(replace(stage.report(attempt), result=None)) == Outcome.INCIDENT
    assert Incident.objects.get().kind == "invalid-report"


def test_a_report_that_cannot_be_true_ends_its_attempt_and_the_match_is_played_again(match: Match) -> None:
    attempt = stage.started(match)
    assert results.record(stage.report(attempt, places=(1, 1, 2))) == Outcome.INCIDENT
    attempt.refresh_from_db()
    match.refresh_from_db()
    assert (attempt.state, match.state) == ("failed", "queued")  # sent again at once
    assert "places" in attempt.reason
    assert Incident.objects.get().kind == "invalid-report"
    assert results.record(stage.report(stage.started(match))) == Outcome.COUNTED


def test_a_faulty_seat_is_last_and_its_owner_can_read_why(match: Match) -> None:
    attempt = stage.started(match)
    fault = stage.fault(0, "illegal", received="feed z9", legal=("end", "feed a1"))
    results.record(stage.report(attempt, [1, 2, 3], faults=[fault]))
    seats = list(match.seats.order_by("seat"))
    assert [seat.final_place for seat in seats] == [3, 1, 2]
    assert [seat.place for seat in seats] == [1, 2, 3]
    assert [seat.fault for seat in seats] == ["illegal", "", ""]
    assert seats[0].fault_detail["received"] == "feed z9"
    assert Result.objects.get().faults == [{"seat": 0, "kind": "illegal", "n": 3}]


def test_texts_that_a_database_refuses_are_made_fit(match: Match) -> None:
    attempt = stage.started(match)
    report = stage.report(attempt, faults=[stage.fault(0, received="\ud800\x00", stderr_tail="\x00")])
    assert report.result is not None
    seats = (replace(report.result.seats[0], log="a\x00b\udfff"), *report.result.seats[1:])
    report = replace(report, result=replace(report.result, seats=seats))
    assert results.record(report) == Outcome.COUNTED
    assert results.record(report) == Outcome.REPEATED
    assert match.seats.get(seat=0).log == "a\ufffdb?"


def test_a_log_longer_than_the_competition_allows_keeps_its_end(match: Match) -> None:
    attempt = stage.started(match)
    report = stage.report(attempt)
    assert report.result is not None
    long = replace(report.result.seats[0], log="x" * 100_000 + "the end")
    results.record(replace(report, result=replace(report.result, seats=(long, *report.result.seats[1:]))))
    log = match.seats.get(seat=0).log
    assert len(log) == 64 * 1024
    assert log.endswith("the end")


def test_a_counted_result_wakes_the_fold_once_for_many_waiting(match: Match, outbox: Outbox) -> None:
    other = stage.match(match.competition, [seat.version for seat in match.seats.all()])
    results.record(stage.report(stage.started(match)))
    results.record(stage.report(stage.started(other)))
    assert len(outbox.of(FOLD)) == 1


def test_a_result_counts_also_when_the_broker_is_away(match: Match, outbox: Outbox) -> None:
    attempt = stage.started(match)
    outbox.away = True
    assert results.record(stage.report(attempt)) == Outcome.COUNTED


def test_after_an_incident_the_order_is_not_published_for_a_finished_match(
    match: Match, outbox: Outbox
) -> None:
    attempt = stage.started(match)
    results.record(stage.report(attempt))
    results.record(stage.report(attempt, places=(1, 1, 1)))
    assert outbox.of(PLAY) == []

"""Many reports in one transaction: each comes out as it would alone, whatever its neighbours are."""

from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries

from ladder import results, rulings
from ladder.models import Attempt, Competition, Incident, Match, MatchSeat, Result, Worker
from ladder.results import Outcome
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.contract import MatchReport

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture
def cup(outbox: Outbox) -> Competition:
    return stage.competition()


def reports(cup: Competition, number: int) -> list[MatchReport]:
    line_up = stage.field(cup, 3)
    return [stage.report(stage.started(stage.match(cup, line_up))) for _ in range(number)]


def test_reports_of_different_matches_count_each(cup: Competition) -> None:
    assert results.record_all(reports(cup, 5)) == [Outcome.COUNTED] * 5
    assert set(Match.objects.values_list("state", flat=True)) == {"finished"}
    assert set(Attempt.objects.values_list("state", flat=True)) == {"reported"}
    assert list(Result.objects.values_list("final_places", flat=True)) == [[1, 2, 3]] * 5
    assert not MatchSeat.objects.filter(final_place=None).exists()


def test_good_bad_and_repeated_reports_do_not_disturb_each_other(cup: Competition, outbox: Outbox) -> None:
    good, failed, void, wrong = (stage.started(stage.match(cup, stage.field(cup, 2))) for _ in range(4))
    rulings.void(void.match, stage.person(), "overloaded")
    trial = stage.match(cup, [stage.version(stage.bot(cup=cup), "trial")] * 2, kind="trial")
    impossible = stage.report(wrong)
    assert impossible.result is not None
    came = [
        stage.report(good),
        stage.failure(failed),
        stage.report(void),
        replace(impossible, result=replace(impossible.result, places=(2, 2))),
        replace(stage.report(good), token="nobody's"),
        stage.report(stage.started(trial)),
        stage.report(good),
        stage.report(good, (2, 1)),
    ]
    assert results.record_all(came) == [
        Outcome.COUNTED,
        Outcome.ENDED,
        Outcome.INCIDENT,
        Outcome.INCIDENT,
        Outcome.INCIDENT,
        Outcome.COUNTED,
        Outcome.REPEATED,
        Outcome.INCIDENT,
    ]
    kinds = sorted(Incident.objects.values_list("kind", flat=True))
    assert kinds == ["invalid-report", "late-report", "other-report", "unknown-token"]
    assert Result.objects.count() == 2


def test_of_two_attempts_of_one_match_the_first_in_the_batch_counts(cup: Competition) -> None:
    match = stage.match(cup, stage.field(cup, 2))
    first = stage.started(match)
    Attempt.objects.filter(pk=first.pk).update(state="expired")
    second = stage.started(match)
    outcomes = results.record_all([stage.report(second, (2, 1)), stage.report(first, (1, 2))])
    assert outcomes == [Outcome.COUNTED, Outcome.INCIDENT]
    assert Result.objects.get().attempt == second
    assert list(match.attempts.values_list("state", flat=True)) == ["expired", "reported"]


@pytest.mark.parametrize("number", [2, 12])
def test_a_batch_takes_the_same_queries_whatever_its_size(
    cup: Competition, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    came = reports(cup, number)
    with django_assert_num_queries(12):
        results.record_all(came)


def test_each_worker_of_a_batch_is_seen(cup: Competition) -> None:
    one, other = reports(cup, 2)
    results.record_all([one, replace(other, worker=stage.OTHER_WORKER)])
    assert set(Worker.objects.values_list("name", flat=True)) == {"w1", "w2"}
    assert set(Attempt.objects.values_list("worker", flat=True)) == {"w1", "w2"}

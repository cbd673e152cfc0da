"""Corrections by staff."""

import pytest

from ladder import results, rulings
from ladder.models import Attempt, Match, Ruling
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.contract import PLAY

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture
def match(outbox: Outbox) -> Match:
    """A planned match of two bots."""
    cup = stage.competition()
    return stage.match(cup, stage.field(cup, 2))


def test_an_open_match_ruled_void_ends_and_its_tokens_are_worth_nothing(match: Match) -> None:
    attempt = stage.started(match)
    staff = stage.person()
    rulings.void(match, staff, " a host was overloaded ")
    match.refresh_from_db()
    attempt.refresh_from_db()
    assert (match.state, match.void_reason) == ("void", "a host was overloaded")
    assert (attempt.state, attempt.revoked) == ("failed", True)
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.match, ruling.by) == ("void", match, staff)


def test_ruling_void_twice_is_ruling_once(match: Match) -> None:
    first = rulings.void(match, stage.person(), "once")
    assert rulings.void(match, stage.person(), "twice") == first


def test_a_void_without_a_reason_is_refused(match: Match) -> None:
    with pytest.raises(Refused, match="Say why"):
        rulings.void(match, stage.person(), "  ")


def test_a_finished_match_ruled_void_keeps_its_state_and_its_result(match: Match) -> None:
    results.record(stage.report(stage.attempt(match)))
    rulings.void(match, stage.person(), "a broken engine")
    match.refresh_from_db()
    assert match.state == "finished"
    assert match.result.final_places == [1, 2]


def test_a_match_void_by_itself_cannot_be_ruled_void(match: Match) -> None:
    Match.objects.update(state="void", void_reason="three attempts")
    with pytest.raises(Refused, match="void already: three attempts"):
        rulings.void(match, stage.person(), "again")


def test_a_retry_is_a_new_match_with_the_same_seats_and_seeds(match: Match, outbox: Outbox) -> None:
    rulings.void(match, stage.person(), "a host was overloaded")
    again = rulings.retry(match, stage.person())
    assert (again.replaces, again.seed, again.players, again.state) == (match, match.seed, 2, "planned")
    columns = ("seat", "version", "bot_seed")
    assert list(again.seats.values_list(*columns)) == list(match.seats.values_list(*columns))
    match.refresh_from_db()
    assert match.state == "void"
    assert [order.games[0].match for order in outbox.of(PLAY)] == [str(again.pk)]
    assert Attempt.objects.get(match=again).number == 1


def test_retrying_twice_gives_the_one_new_match(match: Match) -> None:
    rulings.void(match, stage.person(), "a host was overloaded")
    staff = stage.person()
    assert rulings.retry(match, staff) == rulings.retry(match, staff)
    assert Match.objects.count() == 2
    assert Ruling.objects.filter(kind="retry", by=staff).count() == 1


def test_a_retry_that_became_void_is_retried_itself(match: Match) -> None:
    rulings.void(match, stage.person(), "a host was overloaded")
    again = rulings.retry(match, stage.person())
    rulings.void(again, stage.person(), "again")
    assert rulings.retry(again, stage.person()).replaces == again


def test_a_counted_match_ruled_void_may_be_retried(match: Match) -> None:
    results.record(stage.report(stage.attempt(match)))
    rulings.void(match, stage.person(), "a broken engine")
    assert rulings.retry(match, stage.person()).replaces == match


@pytest.mark.parametrize("state", ["planned", "queued", "running", "finished"])
def test_a_match_that_counts_or_is_being_played_is_not_retried(match: Match, state: str) -> None:
    Match.objects.update(state=state)
    with pytest.raises(Refused, match="only a void match"):
        rulings.retry(match, stage.person())


def test_a_trial_is_not_retried_by_hand(match: Match) -> None:
    Match.objects.update(state="void", kind="trial")
    with pytest.raises(Refused, match="by itself"):
        rulings.retry(match, stage.person())


def test_a_trial_ruled_void_puts_its_version_back_to_the_queue(outbox: Outbox) -> None:
    cup = stage.competition()
    version = stage.version(stage.bot(cup=cup), "trial")
    trial = stage.match(cup, [version, version], kind="trial")
    version.trial_match = trial
    version.save()
    rulings.void(trial, stage.person(), "a host was overloaded")
    version.refresh_from_db()
    assert (version.state, version.trial_match) == ("queued", None)

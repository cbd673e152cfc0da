"""The circuit breaker: when it trips, what the owner is told, and the way back."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone

from ladder import bots, breaker, results, rulings
from ladder.models import Competition, Match, Notice, Ruling, Trip, Version
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.contract import BUILD

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture(autouse=True)
def _blobs(settings: object, tmp_path: object, outbox: Outbox) -> None:
    settings.BLOB_ROOT = tmp_path  # type: ignore[attr-defined]


def play(cup: Competition, line_up: Sequence[Version], faulty: bool = True) -> Match:
    """One counted match in which the first seat makes a fault, or does not."""
    match = stage.match(cup, line_up)
    faults = [stage.fault(0)] if faulty else []
    results.record(stage.report(stage.started(match), faults=faults))
    return match


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ("", ""),
        ("ffff", ""),
        ("fffff", "each of its last 5"),
        ("fffff...............", "each of its last 5"),
        (".fffff", ""),
        ("f.f.f.f.f.f.f.f.f.f.", ""),
        ("f.f.f.f.f.f.f.f.f.ff", "11 of its last 20"),
        ("ff.ff.ff.ff.ff.f", "11 of its last 16"),
        ("...................." + "f" * 20, ""),
    ],
)
def test_five_faults_in_a_row_or_more_than_half_of_twenty_trip_it(last: str, words: str) -> None:
    why = breaker.verdict([each == "f" for each in last])
    assert words in why
    assert bool(why) == bool(words)


def test_a_version_that_faults_five_times_in_a_row_is_disabled_and_its_owner_told() -> None:
    cup = stage.competition()
    culprit, other = stage.field(cup, 2)
    played = [play(cup, (culprit, other)) for _ in range(4)]
    assert breaker.check() == 0
    played.append(play(cup, (culprit, other)))
    assert breaker.check() == 1
    assert breaker.check() == 0
    culprit.refresh_from_db()
    assert culprit.state == "disabled"
    assert "each of its last 5" in culprit.reason
    assert Trip.objects.get().matches == [match.pk for match in reversed(played)]
    notice = Notice.objects.get()
    assert (notice.person, notice.link) == (culprit.bot.owner, f"/versions/{culprit.pk}/")
    other.refresh_from_db()
    assert other.state == "active"


def test_a_game_that_staff_ruled_void_does_not_count_towards_it() -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 2)
    played = [play(cup, line_up) for _ in range(5)]
    rulings.void(played[2], stage.person(), "the worker was ill")
    assert breaker.check() == 0


def test_unrated_faults_do_not_count_towards_it() -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 2)
    for _ in range(6):
        results.record(
            stage.report(stage.started(stage.match(cup, line_up, "trial")), faults=[stage.fault(0)])
        )
    assert breaker.check() == 0


def tripped() -> Version:
    version = stage.version(stage.bot(cup=stage.competition()), state="disabled", reason="faults")
    Trip.objects.create(version=version, matches=[])
    return version


def test_the_owner_sends_it_to_a_new_trial_once(outbox: Outbox) -> None:
    version = tripped()
    assert breaker.reset(version).state == "building"
    assert breaker.reset(version).state == "building"
    assert len(outbox.of(BUILD)) == 1


def test_after_the_new_trial_it_plays_and_old_faults_count_no_more() -> None:
    cup = stage.competition()
    culprit, other = stage.field(cup, 2)
    for _ in range(5):
        play(cup, (culprit, other))
    breaker.check()
    breaker.reset(culprit)
    Version.objects.filter(pk=culprit.pk).update(state="active")
    for _ in range(4):
        play(cup, (culprit, other))
    assert breaker.check() == 0
    play(cup, (culprit, other))
    assert breaker.check() == 1


def test_a_fourth_new_trial_within_a_week_is_refused() -> None:
    version = tripped()
    for days in (1, 2, 6):
        Trip.objects.create(version=version, matches=[], reset=timezone.now() - timedelta(days=days))
    Trip.objects.create(version=version, matches=[])
    with pytest.raises(Refused, match="3 times within 7 days"):
        breaker.reset(version)
    Trip.objects.filter(reset__lt=timezone.now() - timedelta(days=5)).update(
        reset=timezone.now() - timedelta(days=8)
    )
    assert breaker.reset(version).state == "building"


def test_what_staff_disabled_only_staff_brings_back() -> None:
    version = tripped()
    bots.disable(version, stage.person(), "it copies another bot")
    assert Ruling.objects.count() == 1
    with pytest.raises(Refused, match="no part in that"):
        breaker.reset(version)


@pytest.mark.parametrize("state", ["active", "ready", "rejected", "retired"])
def test_there_is_no_new_trial_for_a_version_that_did_not_trip(state: str) -> None:
    with pytest.raises(Refused, match="no part in that"):
        breaker.reset(stage.version(stage.bot(), state=state))

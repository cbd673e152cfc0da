"""Challenges: who may ask for what, turns beside the ladder's matches, and what they leave alone."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import timezone

from ladder import access, challenges, competitions, results
from ladder.models import Challenge, Competition, Match, Rating, User, Version, Worker
from ladder.ratings import fold
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture(autouse=True)
def _blobs(settings: Any, tmp_path: Any, outbox: Outbox) -> None:
    settings.BLOB_ROOT = tmp_path


def ask(cup: Competition, line_up: Sequence[Version], by: User | None = None) -> Challenge:
    """The first version's owner asks to meet the others."""
    own, *others = line_up
    return challenges.ask(by or own.bot.owner, cup, own, [other.bot for other in others])


def test_a_challenge_is_played_unrated_and_its_people_see_it() -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 3)
    asked = ask(cup, line_up)
    assert challenges.start_due() == 1
    asked.refresh_from_db()
    match = asked.match
    assert match is not None
    assert (match.kind, match.rated, match.players) == ("challenge", False, 3)
    assert {seat.version_id for seat in match.seats.all()} == {version.pk for version in line_up}
    results.record(stage.report(stage.started(match)))
    fold.fold_all()
    assert set(Rating.objects.values_list("games", flat=True)) == {0}
    for version in line_up:
        assert access.matches(version.bot.owner).filter(pk=match.pk).exists()
    assert not access.matches(stage.person()).filter(pk=match.pk).exists()
    assert not access.listed_matches(line_up[0].bot.owner).exists()


def test_a_version_is_tested_in_private_before_it_is_activated() -> None:
    cup = stage.competition()
    opponent = stage.field(cup, 1)[0]
    own = stage.version(stage.bot(), state="ready")
    asked = ask(cup, (own, opponent))
    challenges.start_due()
    asked.refresh_from_db()
    assert asked.is_private
    assert access.matches(own.bot.owner).filter(pk=asked.match_id).exists()
    assert not access.matches(opponent.bot.owner).filter(pk=asked.match_id).exists()
    assert access.matches(stage.person(is_staff=True)).filter(pk=asked.match_id).exists()


def test_asking_again_while_it_waits_is_asking_once() -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 2)
    assert ask(cup, line_up) == ask(cup, line_up)


@pytest.mark.parametrize(
    ("size", "state", "own_state", "words"),
    [
        (1, "open", "active", "Found 0 opponents"),
        (5, "open", "active", "Found 4 opponents"),
        (2, "frozen", "active", "while it is open"),
        (2, "open", "rejected", "passed its trial"),
        (2, "open", "queued", "passed its trial"),
    ],
)
def test_what_cannot_be_played_is_refused(size: int, state: str, own_state: str, words: str) -> None:
    cup = stage.competition()
    line_up = stage.field(cup, size)
    Version.objects.filter(pk=line_up[0].pk).update(state=own_state)
    line_up[0].refresh_from_db()
    Competition.objects.update(state=state)
    cup.refresh_from_db()
    with pytest.raises(Refused, match=words):
        ask(cup, line_up)
    assert not Challenge.objects.exists()


def test_only_the_own_version_and_only_bots_that_play_here() -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 2)
    with pytest.raises(Refused, match="not yours"):
        ask(cup, line_up, by=stage.person())
    with pytest.raises(Refused, match="does not play"):
        ask(cup, (line_up[0], stage.version(stage.bot())))
    with pytest.raises(Refused, match="on one seat only"):
        ask(cup, (line_up[0], line_up[1], line_up[1]))
    with pytest.raises(Refused, match="on one seat only"):
        ask(cup, (line_up[0], line_up[0]))


def test_a_person_has_so_many_a_day_and_three_waiting() -> None:
    cup = stage.competition()
    own, *others = stage.field(cup, 6)
    for other in others[:3]:
        ask(cup, (own, other))
    with pytest.raises(Refused, match="3 challenges of yours wait"):
        ask(cup, (own, others[3]))
    competitions.change(cup, challenges_per_day=3)
    cup.refresh_from_db()
    Challenge.objects.update(state="planned")
    with pytest.raises(Refused, match="3 challenges a day"):
        ask(cup, (own, others[3]))


def test_a_waiting_challenge_is_cancelled_by_who_asked_and_a_planned_one_is_not() -> None:
    cup = stage.competition()
    own, *others = stage.field(cup, 3)
    asked = ask(cup, (own, others[0]))
    with pytest.raises(Refused, match="Only who asked"):
        challenges.cancel(asked, others[0].bot.owner)
    assert challenges.cancel(asked, own.bot.owner).state == "cancelled"
    assert challenges.cancel(asked, own.bot.owner).state == "cancelled"
    assert challenges.start_due() == 0
    planned = ask(cup, (own, others[1]))
    challenges.start_due()
    with pytest.raises(Refused, match="planned already"):
        challenges.cancel(planned, own.bot.owner)


def test_one_is_played_at_a_time_for_every_four_workers_and_people_take_turns() -> None:
    cup = stage.competition()
    ada, bob, *others = stage.field(cup, 5)
    first, second = ask(cup, (ada, others[0])), ask(cup, (ada, others[1]))
    third = ask(cup, (bob, others[2]))
    assert challenges.start_due() == 1
    assert challenges.start_due() == 0
    for number in range(8):
        Worker.objects.create(name=f"w{number}", last_seen=timezone.now())
    assert challenges.start_due() == 1
    states = [Challenge.objects.get(pk=each.pk).state for each in (first, second, third)]
    assert states == ["planned", "waiting", "planned"]
    Match.objects.update(state="finished")
    assert challenges.start_due() == 1


@pytest.mark.parametrize("change", ["opponent retires", "competition freezes"])
def test_what_cannot_be_played_any_more_is_cancelled_with_the_reason(change: str) -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 2)
    asked = ask(cup, line_up)
    if change == "opponent retires":
        Version.objects.filter(pk=line_up[1].pk).update(state="retired")
    else:
        Competition.objects.update(state="frozen")
    assert challenges.start_due() == 0
    asked.refresh_from_db()
    assert asked.state == "cancelled"
    assert asked.reason
    assert asked.reason in asked.asker.notices.get().text
    assert not Match.objects.exists()

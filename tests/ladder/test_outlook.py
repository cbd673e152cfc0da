"""How soon a bot plays next, in numbers and in words."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder import not_drawn, outlook
from ladder.models import Competition, Match, Worker
from ladder.outlook import Outlook
from tests.ladder import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Competition:
    """An open competition with a worker."""
    Worker.objects.create(name="w1", last_seen=timezone.now() + timedelta(hours=1))
    return stage.competition()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Outlook(3, 0, None, 41), "3 matches running; next in about 40 s."),
        (Outlook(1, 1, 2, 4), "1 match running; next in a few seconds, number 2 in the queue."),
        (Outlook(0, 0, None, 600), "No matches running; next in about 10 min."),
        (Outlook(0, 0, None, None), "No matches running; next as soon as a worker is free."),
    ],
)
def test_it_reads_as_a_sentence(found: Outlook, words: str) -> None:
    assert str(found) == words


def test_a_waiting_match_stands_behind_those_that_were_planned_before_it(cup: Competition) -> None:
    line_up = stage.field(cup, 3)
    running = stage.match(cup, [line_up[0], line_up[2]])
    Match.objects.filter(pk=running.pk).update(state="running")
    for _ in range(2):
        stage.match(cup, line_up[1:])
    stage.match(cup, line_up[:2])
    found = outlook.of_bot(line_up[0].bot, cup)
    assert (found.running, found.waiting, found.place) == (1, 1, 3)


def test_the_queue_moves_as_fast_as_it_did_lately(cup: Competition) -> None:
    line_up = stage.field(cup, 2)
    for _ in range(30):
        stage.counted(cup, line_up, [1, 2])
    stage.match(cup, line_up)
    assert outlook.of_bot(line_up[0].bot, cup).next_s == 10


def test_a_bot_without_a_match_is_drawn_when_its_turn_comes_among_all(cup: Competition) -> None:
    line_up = stage.field(cup, 6)
    for _ in range(30):
        stage.counted(cup, line_up[:2], [1, 2])
    assert outlook.of_bot(line_up[5].bot, cup).next_s == 30


def test_nobody_can_tell_when_nothing_was_played(cup: Competition) -> None:
    line_up = stage.field(cup, 2)
    old = stage.counted(cup, line_up, [1, 2], -timedelta(hours=1).total_seconds())
    assert old.pk
    assert outlook.of_bot(line_up[0].bot, cup).next_s is None


def test_a_bot_that_something_keeps_from_playing_has_no_prospect(cup: Competition) -> None:
    line_up = stage.field(cup, 2)
    assert not_drawn.standing(line_up[0].bot, cup).outlook == Outlook(0, 0, None, None)
    Worker.objects.update(languages=["rust"])
    assert not_drawn.standing(line_up[0].bot, cup).outlook is None
    assert "can play python now" in not_drawn.standing(line_up[0].bot, cup).reason


def test_a_bot_that_plays_as_much_as_it_may_has_one(cup: Competition) -> None:
    line_up = stage.field(cup, 2)
    for _ in range(2):
        stage.match(cup, line_up)
    found = not_drawn.standing(line_up[0].bot, cup).outlook
    assert found is not None
    assert found.waiting == 2

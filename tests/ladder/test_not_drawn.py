"""Why a bot is not drawn: the first hindrance, in words."""

import pytest
from django.utils import timezone

from ladder import entries, not_drawn
from ladder.models import Competition, Entry, Version, Worker
from tests.ladder import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Competition:
    """An open competition with a field of two and a worker."""
    Worker.objects.create(name="w1", last_seen=timezone.now())
    made = stage.competition()
    stage.field(made, 2)
    return made


def test_nothing_keeps_a_bot_of_a_good_field(cup: Competition) -> None:
    assert not_drawn.standing(stage.version(stage.bot(cup=cup)).bot, cup).reason == ""


@pytest.mark.parametrize(
    ("state", "words"), [("draft", "not open yet"), ("frozen", "no new matches"), ("closed", "is closed")]
)
def test_the_competition_is_not_open(cup: Competition, state: str, words: str) -> None:
    bot = stage.version(stage.bot(cup=cup)).bot
    Competition.objects.update(state=state)
    cup.refresh_from_db()
    assert words in not_drawn.standing(bot, cup).reason


def test_it_is_not_entered_or_was_taken_out(cup: Competition) -> None:
    assert "not entered" in not_drawn.standing(stage.version(stage.bot()).bot, cup).reason
    bot = stage.version(stage.bot(cup=cup)).bot
    entries.disable(Entry.objects.get(bot=bot), "It copies.")
    assert "It copies." in not_drawn.standing(bot, cup).reason


def test_it_has_no_upload(cup: Competition) -> None:
    assert "Nothing is uploaded" in not_drawn.standing(stage.bot(cup=cup), cup).reason


@pytest.mark.parametrize("state", [state for state in Version.State.values if state != "active"])
def test_every_state_of_its_newest_version_has_its_words(cup: Competition, state: str) -> None:
    bot = stage.bot(cup=cup)
    stage.version(bot, state=state, number=7)
    said = not_drawn.standing(bot, cup).reason
    assert said.endswith(".")
    assert "{" not in said


def test_only_one_owner_is_there() -> None:
    Worker.objects.create(name="w1", last_seen=timezone.now())
    cup = stage.competition()
    owner = stage.person()
    bot = stage.version(stage.bot(owner, cup)).bot
    stage.version(stage.bot(owner, cup))
    assert "needs 2 bots of different owners; there are 1" in not_drawn.standing(bot, cup).reason


def test_it_plays_already(cup: Competition) -> None:
    line_up = [*Version.objects.all()]
    for _ in range(2):
        stage.match(cup, line_up)
    assert "plays 2 matches right now" in not_drawn.standing(line_up[0].bot, cup).reason


def test_no_worker_is_there(cup: Competition) -> None:
    Worker.objects.all().delete()
    assert "No worker" in not_drawn.standing(Version.objects.all()[0].bot, cup).reason

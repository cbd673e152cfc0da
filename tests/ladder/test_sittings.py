"""A person at a table with house bots."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.replay import verify
from ladder import house, sittings
from ladder.models import Sitting, User
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.django_db
QUICK = ["first-choice"]


class FirstChoice:
    """Stands in for a house bot's process: always the first choice; `asked` is what it was told."""

    asked: list[dict[str, Any]] = []

    def __init__(self, name: str, game: dict[str, Any]) -> None:
        self.game = game

    def __enter__(self) -> "FirstChoice":
        return self

    def __exit__(self, *told: object) -> None:
        pass

    def decide(self, message: dict[str, Any]) -> str:
        self.asked.append({"seat": self.game["seat"]} | message)
        return str(message["choices"][0])


@pytest.fixture(autouse=True)
def _stage(committing: None, outbox: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "Player", FirstChoice)
    FirstChoice.asked = []


@pytest.fixture
def anna() -> User:
    return stage.person(username="anna")


def seated(anna: User, players: int = 3, ruleset: str = "base") -> Sitting:
    """Anna at a table where it is her turn."""
    made = sittings.sit_down(anna, ruleset, players, QUICK)
    return moved(made)


def moved(sitting: Sitting) -> Sitting:
    sittings.let_bots_play(sitting.pk)
    sitting.refresh_from_db()
    return sitting


def first_choice(sitting: Sitting) -> str:
    asked = sittings.decision(sitting)
    assert asked is not None
    return asked.choices[0]


def test_sitting_down_asks_the_bots(anna: User, outbox: Outbox) -> None:
    made = sittings.sit_down(anna, "base", 3, QUICK)
    assert [bot for bot in made.bots if bot] == ["first-choice"] * 2
    assert made.bots[made.seat] is None
    assert outbox.messages == [("ladder.sit", "table", made.pk)]


def test_a_person_has_one_table(anna: User) -> None:
    made = seated(anna)
    assert sittings.sit_down(anna, "climate", 4, QUICK) == made
    sittings.leave(made, anna)
    assert sittings.sit_down(anna, "climate", 4, QUICK) != made


@pytest.mark.parametrize(
    ("ruleset", "players", "opponents", "said"),
    [
        ("chess", 3, QUICK, "no ruleset 'chess'"),
        ("base", 1, QUICK, "2 to 6"),
        ("base", 7, QUICK, "2 to 6"),
        ("base", 3, [], "Choose opponents"),
        ("base", 3, ["../../manage"], "Choose opponents"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    anna: User, ruleset: str, players: int, opponents: list[str], said: str
) -> None:
    with pytest.raises(Refused, match=said):
        sittings.sit_down(anna, ruleset, players, opponents)
    assert not Sitting.objects.exists()


def test_beyond_the_tables_of_a_day_one_comes_back_tomorrow(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sittings, "MOST_A_DAY", 1)
    sittings.leave(seated(anna), anna)
    with pytest.raises(Refused, match="tomorrow"):
        sittings.sit_down(anna, "base", 3, QUICK)


@pytest.mark.parametrize("ruleset", ["base", "forum", "climate", "flight"])
def test_a_game_is_played_to_its_end_and_its_replay_holds(anna: User, ruleset: str) -> None:
    sitting = seated(anna, ruleset=ruleset)
    while sitting.state == Sitting.State.PLAYING:
        sittings.choose(sitting, anna, sitting.moves, first_choice(sitting))
        moved(sitting)
    replay = sittings.replay(sitting)
    verify(replay)
    assert (sitting.scores, sitting.places) == (replay["result"]["scores"], replay["result"]["places"])
    assert "anna" in replay["players"]


def test_after_a_choice_the_bots_are_asked_if_it_is_their_turn(anna: User, outbox: Outbox) -> None:
    sitting = seated(anna)
    outbox.messages.clear()
    while sittings.decision(sitting) is not None:
        assert outbox.messages == []
        sitting = sittings.choose(sitting, anna, sitting.moves, first_choice(sitting))
    assert [task for task, *_ in outbox.messages] == ["ladder.sit"]


def test_the_same_choice_twice_is_made_once(anna: User) -> None:
    sitting = seated(anna)
    choice = first_choice(sitting)
    once = sittings.choose(sitting, anna, sitting.moves, choice)
    assert sittings.choose(sitting, anna, sitting.moves, choice).moves == once.moves == sitting.moves + 1


def test_what_is_not_legal_not_ones_turn_or_outdated_is_refused(anna: User) -> None:
    sitting = seated(anna)
    with pytest.raises(Refused, match="cannot be chosen here"):
        sittings.choose(sitting, anna, sitting.moves, "attack a1 b1")
    with pytest.raises(Refused, match="gone on"):
        sittings.choose(sitting, anna, sitting.moves + 1, first_choice(sitting))
    with pytest.raises(Refused, match="Only who sits"):
        sittings.choose(sitting, stage.person(), sitting.moves, first_choice(sitting))
    while sittings.decision(sitting) is not None:
        sitting = sittings.choose(sitting, anna, sitting.moves, first_choice(sitting))
    with pytest.raises(Refused, match="not your turn"):
        sittings.choose(sitting, anna, sitting.moves, "end")


def test_bots_that_are_asked_twice_move_once(anna: User) -> None:
    sitting = seated(anna)
    stale = Sitting.objects.get(pk=sitting.pk)
    sittings.choose(sitting, anna, sitting.moves, first_choice(sitting))
    assert not sittings._write(stale, sittings.game(stale), ["end"])


def test_a_bot_sees_what_its_seat_may_know(anna: User) -> None:
    sitting = seated(anna, players=4)
    while sittings.decision(sitting) is not None:
        sitting = sittings.choose(sitting, anna, sitting.moves, first_choice(sitting))
    moved(sitting)
    assert FirstChoice.asked
    for message in FirstChoice.asked:
        for seat, player in enumerate(message["view"]["seats"]):
            assert isinstance(player["hand"], list if seat == message["seat"] else int)


def test_a_bot_that_does_not_answer_gets_the_default(
    anna: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def silent(self: FirstChoice, message: dict[str, Any]) -> str:
        raise house.NoAnswer("hunter said nothing for 10 s")

    monkeypatch.setattr(FirstChoice, "decide", silent)
    sitting = seated(anna)
    while sittings.decision(sitting) is not None:
        sitting = sittings.choose(sitting, anna, sitting.moves, first_choice(sitting))
    assert moved(sitting).state == Sitting.State.PLAYING
    assert "said nothing" in caplog.text


def test_the_film_shows_the_persons_view_and_tells_no_secret(anna: User) -> None:
    sitting = seated(anna)
    document = sittings.film(sitting)
    assert set(document["replay"]) == {"players", "faults"}
    assert isinstance(document["start"]["deck"], int)
    hands = [seat["hand"] for seat in document["start"]["seats"]]
    assert [isinstance(hand, list) for hand in hands] == [seat == sitting.seat for seat in range(3)]
    assert len(document["frames"]) == sitting.moves + 1


def test_a_film_goes_on_where_another_ended(anna: User) -> None:
    sitting = seated(anna)
    before = sittings.film(sitting)
    first = sitting.moves
    sitting = sittings.choose(sitting, anna, first, first_choice(sitting))
    whole = sittings.film(sitting)
    assert before["frames"] + sittings.film(sitting, first)["frames"] == whole["frames"]


def test_a_film_followed_from_the_very_beginning_holds_its_first_frame_once(anna: User) -> None:
    sitting = sittings.sit_down(anna, "base", 2, QUICK)
    before = sittings.film(sitting)
    assert len(before["frames"]) == 1
    sitting.choices = [sittings.game(sitting).decision.choices[0]]  # type: ignore[union-attr]
    sitting.moves = 1
    whole = sittings.film(sitting)
    assert before["frames"] + sittings.film(sitting, 0)["frames"] == whole["frames"]


def test_a_table_at_which_nobody_moves_is_closed_with_a_reason(anna: User) -> None:
    sitting = seated(anna)
    Sitting.objects.update(moved=timezone.now() - sittings.IDLE - timedelta(seconds=1))
    assert sittings.tidy() == 1
    sitting.refresh_from_db()
    assert sitting.state == Sitting.State.ENDED
    assert "Nobody moved for 20 minutes" in sitting.why_ended
    with pytest.raises(Refused, match="has ended"):
        sittings.choose(sitting, anna, sitting.moves, "end")


def test_bots_whose_message_was_lost_are_asked_again_and_people_are_left_alone(
    anna: User, outbox: Outbox
) -> None:
    waiting = seated(anna)
    while sittings.decision(waiting) is not None:
        waiting = sittings.choose(waiting, anna, waiting.moves, first_choice(waiting))
    seated(stage.person())
    outbox.messages.clear()
    Sitting.objects.update(moved=timezone.now() - sittings.ASK_AGAIN - timedelta(seconds=1))
    assert sittings.tidy() == 1
    assert outbox.messages == [("ladder.sit", "table", waiting.pk)]


def test_a_broker_that_is_away_loses_no_table(anna: User, outbox: Outbox) -> None:
    outbox.away = True
    made = sittings.sit_down(anna, "base", 3, QUICK)
    outbox.away = False
    Sitting.objects.update(moved=timezone.now() - sittings.ASK_AGAIN - timedelta(seconds=1))
    sittings.tidy()
    asked = [("ladder.sit", "table", made.pk)]
    assert outbox.messages == (asked if sittings._waits_for_bots(made) else [])


def test_a_game_that_the_engine_no_longer_plays_is_ended_and_says_so(anna: User) -> None:
    sitting = seated(anna)
    Sitting.objects.filter(pk=sitting.pk).update(choices=["food nonsense-1"])
    moved(sitting)
    assert sitting.state == Sitting.State.ENDED
    assert "brought up to date" in sitting.why_ended

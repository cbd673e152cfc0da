"""Views and choices as numbers: always as many, nothing misread."""

import random
import subprocess
import sys

import pytest

from engine import RULESETS, Game
from engine.climate.board import ZONES
from engine.climate.events import EVENTS
from engine.event_cards import EVENT_CARDS
from engine.traits import TRAITS
from tests.pythons import ROOT
from workers.adapters import vectors
from workers.adapters.vectors import CHOICE_FIELDS, choice_numbers, rewards, table_blocks, table_numbers


def test_every_word_of_the_engine_has_its_number() -> None:
    assert (*(trait.name for trait in TRAITS), *EVENT_CARDS) == vectors.KINDS
    assert tuple(ZONES) == vectors.ZONES
    assert set(EVENTS) == set(vectors.EVENTS)
    phases = {phase.name for ruleset in RULESETS.values() for phase in ruleset.phases}
    assert phases | {"over"} == set(vectors.PHASES)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_is_written_in_numbers_of_the_same_length(ruleset: str, players: int) -> None:
    game = Game.new(ruleset, players=players, seed=players)
    dice = random.Random(players)
    while (decision := game.decision) is not None:
        view = game.view(decision.seat)
        numbers = table_numbers(view, decision.seat)
        assert len(numbers) == 5_017
        assert min(numbers) >= 0
        rows = choice_numbers(decision.choices, view, decision.seat)
        assert len(rows) == len(decision.choices)
        assert {len(row) for row in rows} == {len(CHOICE_FIELDS)}
        game.choose(dice.randrange(decision.count))


def row(game: Game, choice: str) -> dict[str, int]:
    decision = game.decision
    assert decision is not None
    (numbers,) = choice_numbers([choice], game.view(decision.seat), decision.seat)
    return {field: number for field, number in zip(CHOICE_FIELDS, numbers, strict=True) if number}


def two_rows() -> Game:
    """Seat 1 is asked; it has b1, seat 0 has a1 and a2."""
    one = {"population": 1, "body": 1, "traits": []}
    seats = [
        {"species": [{"id": "a1", **one}, {"id": "a2", **one}]},
        {"hand": ["horns-1"], "species": [{"id": "b1", **one}]},
    ]
    position = {"ruleset": "base", "players": 2, "round": 2, "phase": "play", "first": 1, "turn": 1}
    return Game.from_position(position | {"deck": ["fertile-1"], "seats": seats}, ask_forced=True)


def place(words: tuple[str, ...], word: str) -> int:
    return words.index(word) + 1


def test_species_are_named_by_their_places_clockwise_from_the_own_seat() -> None:
    attack = row(two_rows(), "nocturnal attack b1 a2 ambushing climbing ignoring burrowing,horns")
    assert attack == {
        "verb": place(vectors.VERBS, "attack"),
        "nocturnal": 1,
        "seat": 1,
        "species": 1,
        "target_seat": 2,
        "target_species": 2,
        "ambushing": place(vectors.KINDS, "climbing"),
        "ignoring_1": place(vectors.KINDS, "burrowing"),
        "ignoring_2": place(vectors.KINDS, "horns"),
    }


def test_a_replacement_names_the_old_card_and_the_new() -> None:
    cards = row(two_rows(), "replace fertile-2 horns-1 b1")
    assert cards["old_card"] == place(vectors.KINDS, "fertile")
    assert cards["card"] == place(vectors.KINDS, "horns")


@pytest.mark.parametrize(("choice", "word"), [("species horns-1 left", "left"), ("nest bank", "bank")])
def test_sides_and_sources_are_words(choice: str, word: str) -> None:
    assert row(two_rows(), choice)["word"] == place(vectors.WORDS, word)


def test_the_own_hand_is_counted_and_another_one_only_sized() -> None:
    view = two_rows().view(1)
    blocks = table_blocks(view, 1)
    assert blocks["hand"][vectors.KINDS.index("horns")] == sum(blocks["hand"]) == 1
    other = table_blocks(two_rows().view(0), 0)
    assert sum(other["hand"]) == 0
    assert other["seat_1"][1] == 1


@pytest.mark.parametrize(
    ("places", "paid"),
    [([1, 2], [1, -1]), ([1, 1], [0, 0]), ([2, 1, 4, 2], [0, 1, -1, 0])],
)
def test_rewards_are_the_seats_beaten_less_those_that_beat(places: list[int], paid: list[float]) -> None:
    assert rewards(places) == paid


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_adapters_pass_the_tests_of_their_libraries() -> None:
    """As `make test-adapters` does."""
    assert subprocess.run([sys.executable, "-m", "tests.adapters"], cwd=ROOT, check=False).returncode == 0

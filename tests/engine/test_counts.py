"""How many ways there are to answer the next few decisions: one choice more or less changes a count."""

from typing import Any

import pytest

from engine import Game
from engine.scenario.shorthand import expanded
from engine.scenario.written import scenarios
from tests.engine.rebuilding import Json


def ways(game: Game, depth: int) -> int:
    """The number of different sequences of the next `depth` choices; forced decisions count too."""
    decision = game.decision
    if not depth or decision is None:
        return 1
    if depth == 1:
        return decision.count
    total = 0
    for number in range(decision.count):
        fork = game.fork()
        fork.choose(number)
        total += ways(fork, depth - 1)
    return total


def game_of(ruleset: str, players: int, **position: Any) -> Game:
    entry: Json = {"id": "count", "ruleset": ruleset, "players": players, "position": position, "steps": []}
    (scenario,) = scenarios([entry], "here")
    whole, catalogue = expanded(scenario)
    return Game.from_position(whole, ask_forced=True, catalogue=catalogue)


def counts(game: Game, depths: int) -> list[int]:
    return [ways(game, depth) for depth in range(1, depths + 1)]


def test_two_grazers_against_one_by_hand() -> None:
    """a1 or a2 (2); end; b1; end; the other of a1 and a2; end."""
    seats = [{"species": [{"id": "a1"}, {"id": "a2"}]}, {"species": [{"id": "b1"}]}]
    assert counts(game_of("base", 2, watering_hole=3, seats=seats), 6) == [2, 2, 2, 2, 2, 2]


def test_one_card_in_the_play_phase_by_hand() -> None:
    """End, a trait, two sides of a species, population, body: 6. After all but end the hand is empty: end."""
    seats = [{"hand": ["horns"], "species": [{"id": "a1"}]}, {"species": [{"id": "b1"}]}]
    assert counts(game_of("base", 2, phase="play", seats=seats), 3) == [6, 6, 6]


PREY: Json = {"id": "b1", "body": 2, "population": 3, "food": 1, "traits": ["horns", "climbing"]}
HUNTER: Json = {"id": "a1", "body": 5, "population": 4, "traits": ["carnivore", "intelligence"]}
HANDS: list[str] = ["fertile-1", "ambush-1", "horns-7"]

POSITIONS: dict[str, tuple[Game, list[int]]] = {
    "base, feeding": (
        game_of(
            "base",
            3,
            watering_hole=4,
            seats=[
                {
                    "hand": HANDS,
                    "species": [HUNTER, {"id": "a2", "population": 3, "traits": ["cooperation"]}],
                },
                {"hand": 2, "species": [PREY, {"id": "b2", "population": 2, "traits": ["intelligence"]}]},
                {
                    "species": [
                        {"id": "c1", "body": 3, "population": 2, "traits": ["scavenger", "fat-tissue"]}
                    ]
                },
            ],
        ),
        [11, 23, 41, 91],
    ),
    "base, play": (
        game_of(
            "base",
            2,
            phase="play",
            seats=[
                {"hand": HANDS, "species": [{"id": "a1", "traits": ["fertile", "climbing"]}, {"id": "a2"}]},
                {"hand": 2, "species": [{"id": "b1"}]},
            ],
        ),
        [27, 525, 5835],
    ),
    "climate, feeding": (
        game_of(
            "climate",
            2,
            watering_hole=4,
            seats=[
                {
                    "hand": HANDS,
                    "species": [
                        {
                            "id": "a1",
                            "body": 4,
                            "population": 3,
                            "traits": ["carnivore", "ambush", "intelligence"],
                        },
                        {"id": "a2", "population": 2, "traits": ["nocturnal"]},
                    ],
                },
                {
                    "species": [
                        {"id": "b1", "population": 3, "traits": ["migratory", "mud-wallowing", "climbing"]},
                        {"id": "b2", "population": 3, "traits": ["hibernation", "warning-call"]},
                    ]
                },
            ],
        ),
        [6, 12, 18, 24],
    ),
    "flight, events": (
        game_of(
            "flight",
            2,
            phase="events",
            watering_hole=2,
            cliff=2,
            deck=["dive-bomb-2", "horns-5", "horns-6"],
            seats=[
                {
                    "hand": ["dive-bomb-1", "seed-dispersal-1", "fertile-1"],
                    "species": [
                        {"id": "a1", "kind": "avian", "body": 3, "population": 2, "traits": ["carnivore"]},
                        {"id": "a2", "kind": "avian", "population": 2},
                    ],
                },
                {"species": [{"id": "b1", "traits": ["climbing"]}, {"id": "b2", "traits": ["long-neck"]}]},
            ],
        ),
        [8, 48, 152, 250],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_ways(name: str) -> None:
    game, expected = POSITIONS[name]
    assert counts(game, len(expected)) == expected

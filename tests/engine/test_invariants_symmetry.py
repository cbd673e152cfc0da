"""Invariants that compare two positions: seats turned round, a target in another row, one trait more."""

import random
from copy import deepcopy

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Game
from tests.engine.examples import EXAMPLES, RULESET, SEEDS
from tests.engine.invariants import ZONES
from tests.engine.positions import LETTERS, random_position
from tests.engine.rebuilding import Json

PROTECTIVE = (
    "burrowing",
    "climbing",
    "defensive-herding",
    "hard-shell",
    "symbiosis",
    "warning-call",
    "horns",
)
OVERCOMING = ("ambush", "climbing", "pack-hunting")


def turned(position: Json, by: int) -> Json:
    """The same table with every seat moved clockwise, its species named by the new seat."""
    players = position["players"]
    there = [position["seats"][(seat - by) % players] for seat in range(players)]
    seats = [deepcopy(seat) for seat in there]
    for number, seat in enumerate(seats):
        for species in seat["species"]:
            species["id"] = LETTERS[number] + species["id"][1:]
    food_cards = [position["food_cards"][(seat - by) % players] for seat in range(players)]
    moved = {key: (position[key] + by) % players for key in ("first", "turn")}
    return position | moved | {"seats": seats, "food_cards": food_cards}


def renamed(choice: str, by: int, players: int) -> str:
    """The choice with its species ids (a letter and digits) turned with the seats."""
    words = [
        LETTERS[(LETTERS.index(word[0]) + by) % players] + word[1:]
        if word[0] in LETTERS and word[1:].isdecimal()
        else word
        for word in choice.split(" ")
    ]
    return " ".join(words)


@settings(EXAMPLES, max_examples=60)
@given(seed=SEEDS, ruleset=RULESET, by=st.integers(1, 5))
def test_i27_turning_the_seats_turns_the_game(seed: int, ruleset: str, by: int) -> None:
    position = random_position(seed, ruleset)
    players = position["players"]
    here = Game.from_position(position, seed=seed, ask_forced=True)
    there = Game.from_position(turned(position, by), seed=seed, ask_forced=True)
    rng = random.Random(seed)
    for _ in range(30):
        assert turned(without_pending(here), by) == without_pending(there)
        if here.decision is None or there.decision is None:
            break
        assert there.decision.seat == (here.decision.seat + by) % players
        assert there.decision.choices == tuple(renamed(c, by, players) for c in here.decision.choices)
        number = rng.randrange(here.decision.count)
        here.choose(number)
        there.choose(number)


def without_pending(game: Game) -> Json:
    """The position; what waits in the middle of a turn may name species in its own way."""
    position = game.position()
    position.pop("pending", None)
    return position


def hunting_ground(attacker: list[str], target: list[str], sizes: tuple[int, ...]) -> Json:
    """Seat 0 has a Carnivore, seat 1 the target between two others."""
    body, population, target_body, target_population, food, right_body = sizes
    hunter = {"id": "a1", "kind": "land", "body": body, "population": population, "food": 0, "fat": 0}
    prey = {"id": "b2", "kind": "land", "body": target_body, "population": target_population, "fat": 0}
    plain = {"kind": "land", "body": 1, "population": 1, "food": 0, "fat": 0, "traits": [], "face_down": []}
    hunter |= {"traits": ["carnivore-1", *(f"{trait}-1" for trait in attacker)], "face_down": []}
    prey |= {
        "traits": [f"{trait}-2" for trait in target],
        "face_down": [],
        "food": min(food, target_population),
    }
    row = [plain | {"id": "b1"}, prey, plain | {"id": "b3", "body": right_body}]
    seats = [[hunter], row, [plain | {"id": "c1"}]]
    return {
        "ruleset": "base",
        "players": 3,
        "options": {"quick_play": False},
        "round": 3,
        "phase": "feeding",
        "first": 0,
        "turn": 0,
        "final_round": None,
        "watering_hole": 0,
        "passes": 0,
        "food_cards": [None, None, None],
        "removed": [],
        "discard": [],
        "reserve": [],
        "deck": [],
        "seats": [{"hand": [], "bag": 0, "species": species} for species in seats],
    }


def attacked(position: Json, target: str = "b2") -> bool:
    """Whether a1 may attack the target."""
    decision = Game.from_position(position, ask_forced=True).decision
    assert decision is not None
    return f"attack a1 {target}" in decision.choices


TRAITS_OF_HUNTERS = st.lists(st.sampled_from(OVERCOMING), max_size=1, unique=True)
TRAITS_OF_PREY = st.lists(st.sampled_from(PROTECTIVE), max_size=2, unique=True)
SIZES = st.tuples(*[st.integers(1, 6)] * 4, st.integers(0, 6), st.integers(1, 6))


@settings(EXAMPLES, max_examples=150)
@given(hunter=TRAITS_OF_HUNTERS, prey=TRAITS_OF_PREY, sizes=SIZES, added=st.sampled_from(PROTECTIVE))
def test_i36_a_protective_trait_more_never_opens_a_target(
    hunter: list[str], prey: list[str], sizes: tuple[int, ...], added: str
) -> None:
    assume(added not in prey)
    before = attacked(hunting_ground(hunter, prey, sizes))
    after = attacked(hunting_ground(hunter, [*prey, added], sizes))
    assert before or not after


@settings(EXAMPLES, max_examples=150)
@given(hunter=TRAITS_OF_HUNTERS, prey=TRAITS_OF_PREY, sizes=SIZES, added=st.sampled_from(OVERCOMING))
def test_i36_a_hunting_trait_more_never_closes_a_target(
    hunter: list[str], prey: list[str], sizes: tuple[int, ...], added: str
) -> None:
    assume(added not in hunter)
    before = attacked(hunting_ground(hunter, prey, sizes))
    after = attacked(hunting_ground([*hunter, added], prey, sizes))
    assert after or not before


@settings(EXAMPLES, max_examples=100)
@given(hunter=TRAITS_OF_HUNTERS, prey=TRAITS_OF_PREY, sizes=SIZES)
def test_i35_whose_species_the_target_is_makes_no_difference(
    hunter: list[str], prey: list[str], sizes: tuple[int, ...]
) -> None:
    """The prey stands alone, once in another's row, once at the right end of the hunter's own."""
    position = hunting_ground(hunter, prey, sizes)
    own, other = deepcopy(position), deepcopy(position)
    target = position["seats"][1]["species"][1]
    other["seats"][1]["species"] = [target]
    own["seats"][0]["species"].append(target | {"id": "a2"})
    own["seats"][1]["species"] = own["seats"][1]["species"][:1]
    assert attacked(own, "a2") == attacked(other)


def population_after(zone: str, body: int, traits: list[str]) -> int:
    """What is left of a population of 6 when the climate stands in that zone; 0 when it died."""
    position = hunting_ground([], [], (1, 1, 1, 1, 0, 1))
    species = position["seats"][1]["species"][1] | {"body": body, "population": 6}
    position["seats"][1]["species"][1] = species | {"traits": [f"{trait}-1" for trait in traits]}
    climate = {"zone": zone, "side": "2-3", "cold_deck": [], "hot_deck": [], "face_up": []}
    game = Game.from_position(position | {"ruleset": "climate", "phase": "environment", "climate": climate})
    losses = (h for h in game.happenings() if h["h"] == "lost" and h["species"] == "b2")
    return next((int(h["to"]) for h in losses if h["why"] in ("cold", "heat")), 6)


CLIMATE_BODIES = st.integers(1, 6)
PROTECTING_FROM_CLIMATE = (
    *("hibernation", "burrowing", "migratory", "cooling-frills"),
    *("mud-wallowing", "nocturnal", "defensive-herding"),
)
FURS = st.lists(st.sampled_from(("heavy-fur", *PROTECTING_FROM_CLIMATE)), max_size=3, unique=True)


@settings(EXAMPLES, max_examples=100)
@given(
    zone=st.sampled_from(ZONES),
    body=CLIMATE_BODIES,
    traits=FURS,
    added=st.sampled_from(PROTECTING_FROM_CLIMATE),
)
def test_i37_a_protecting_trait_more_never_increases_a_climate_loss(
    zone: str, body: int, traits: list[str], added: str
) -> None:
    assume(added not in traits)
    assert population_after(zone, body, [*traits, added]) >= population_after(zone, body, traits)


@settings(EXAMPLES, max_examples=40)
@given(zone=st.sampled_from(ZONES[:3]), body=CLIMATE_BODIES, traits=FURS)
def test_i37_heavy_fur_never_increases_a_cold_loss(zone: str, body: int, traits: list[str]) -> None:
    assume("heavy-fur" not in traits)
    assert population_after(zone, body, [*traits, "heavy-fur"]) >= population_after(zone, body, traits)


def test_i37_the_zones_are_those_that_bite() -> None:
    assert [population_after(zone, 1, []) for zone in ZONES] == [2, 4, 5, 6, 6, 6, 6, 6, 2]
    assert [population_after(zone, 6, []) for zone in ZONES] == [2, 6, 6, 6, 6, 6, 5, 4, 2]

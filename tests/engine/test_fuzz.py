"""Garbage in: what is no position, option or seat is refused by name, and nothing else happens."""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BadCatalogue, BadPosition, BadReplay, Game, IllegalChoice
from engine.cards import shipped_catalogue
from engine.replay import verify
from engine.scenario import BadScenario, failure, scenarios
from tests.engine.examples import EXAMPLES, RULESET, SEEDS, plans
from tests.engine.positions import random_position
from tests.engine.rebuilding import Json
from tests.engine.test_invariants_decisions import asked, decisions
from tests.engine.test_replay import played
from tests.engine.watching import Plan

SCENARIOS = Path(__file__).parent / "scenarios"

GARBAGE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 7, 10**30, 1.5, float("nan"), float("inf"), b"x", (), set()),
    *("", "end", "horns-1", "flight-1", "horns-0", "a1", "a0", "a01", "b9", "\ud800", "\x00", "x" * 10_000),
    *([], [[]], ["horns-1", "horns-1"], [None], [-1], {}, {"a": 1}, {1: 2}, {None: None}),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into a JSON value."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (*path, key)
            yield from places(value[key], (*path, key))


def spoilt(position: Json, rng: random.Random) -> Json:
    """The position with something in it replaced, left out, doubled or added."""
    changed = deepcopy(position)
    *holders, last = rng.choice(list(places(changed)))
    holder: Any = changed
    for step in holders:
        holder = holder[step]
    how = rng.randrange(4)
    if how == 0:
        del holder[last]
    elif how == 1 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), deepcopy(holder[last]))
    elif how == 2 and isinstance(holder, dict):
        holder[rng.choice(("colour", "", 7, None))] = rng.choice(GARBAGE)
    else:
        holder[last] = rng.choice(GARBAGE)
    return changed


def refused_or_playable(position: Any, rng: random.Random) -> None:
    """Loading raises BadPosition with one line, or gives a game that plays, saves and loads."""
    try:
        game = Game.from_position(position, ask_forced=True)
    except BadPosition as refusal:
        message = str(refusal)
    else:
        plays_on(game, rng)
        return
    assert message
    assert "\n" not in message
    assert len(message) < 500


def plays_on(game: Game, rng: random.Random) -> None:
    for _ in range(12):
        loaded = Game.from_position(game.position(), ask_forced=True)
        assert asked(loaded) == asked(game)
        if game.decision is None:
            return
        game.choose(rng.randrange(game.decision.count))


@settings(EXAMPLES, max_examples=400)
@given(seed=SEEDS, ruleset=RULESET)
def test_a_spoilt_position_is_refused_or_plays(seed: int, ruleset: str) -> None:
    rng = random.Random(seed)
    position = random_position(seed, ruleset)
    for _ in range(rng.choice((1, 1, 2, 5))):
        position = spoilt(position, rng)
    refused_or_playable(position, rng)


@settings(EXAMPLES, max_examples=30)
@given(plan=plans())
def test_a_spoilt_position_in_the_middle_of_a_turn_is_refused_or_plays(plan: Plan) -> None:
    rng = random.Random(plan.seed)
    in_turn = (game.position() for game in decisions(plan.game(), plan.seed, plan.style))
    for position in islice((each for each in in_turn if each.get("pending")), 0, 60, 6):
        spoilt_turn = spoilt({"pending": position["pending"]}, rng)
        refused_or_playable(position | spoilt_turn, rng)


FREE = ("engine", "players", "notes", "clock")  # said by the referee alone, in any words


@settings(EXAMPLES, max_examples=60)
@given(seed=SEEDS)
def test_a_spoilt_replay_is_rejected(seed: int) -> None:
    """Or only what the rules do not determine was changed."""
    replay = played()
    replay["clock"] = [[1, 1]] * len(replay["choices"])
    changed = spoilt(replay, random.Random(seed))
    try:
        verify(changed)
    except BadReplay as refusal:
        message = str(refusal)
    else:
        assert {key: changed[key] for key in replay if key not in FREE} == {
            key: replay[key] for key in replay if key not in FREE
        }
        return
    assert message
    assert "\n" not in message


@settings(EXAMPLES, max_examples=100)
@given(
    position=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    )
)
def test_what_is_no_position_at_all_is_refused(position: Any) -> None:
    with pytest.raises(BadPosition, match=r"\S"):
        Game.from_position(position)


@pytest.mark.parametrize("ruleset", [*GARBAGE, "Base"], ids=lambda value: repr(value)[:20])
def test_a_ruleset_that_there_is_not_is_refused(ruleset: Any) -> None:
    with pytest.raises(ValueError, match="ruleset"):
        Game.new(ruleset, players=3)


@pytest.mark.parametrize("players", [g for g in GARBAGE if g is not None], ids=lambda value: repr(value)[:20])
def test_a_number_of_players_that_there_is_not_is_refused(players: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        Game.new("base", players=players)


@pytest.mark.parametrize(
    "seed", [g for g in GARBAGE if type(g) is not int], ids=lambda value: repr(value)[:20]
)
def test_a_seed_that_is_no_number_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        Game.new("base", players=3, seed=seed)


NO_NUMBERS = [g for g in GARBAGE if type(g) is not int]


@pytest.mark.parametrize("garbage", NO_NUMBERS, ids=lambda value: repr(value)[:20])
def test_seats_and_seeds_that_are_no_numbers_are_refused_everywhere(garbage: Any) -> None:
    game = Game.new("base", players=3, seed=1)
    position, view = game.position(), game.view(0)
    for refused in (
        lambda: Game.from_position(position, seed=garbage),
        lambda: Game.from_view(view, garbage, seed=1),
        lambda: Game.from_view(view, 0, seed=garbage),
        lambda: game.determinize(garbage, seed=1),
        lambda: game.determinize(0, seed=garbage),
        lambda: game.happenings(since=garbage),
    ):
        with pytest.raises(ValueError, match=r"seat|seed|since"):
            refused()


@pytest.mark.parametrize("garbage", [g for g in GARBAGE if g is not None], ids=lambda value: repr(value)[:20])
def test_a_catalogue_that_is_none_is_refused_everywhere(garbage: Any) -> None:
    game = Game.new("base", players=3, seed=1)
    position, view = game.position(), game.view(0)
    for refused in (
        lambda: Game.new("base", players=3, catalogue=garbage),
        lambda: Game.from_position(position, catalogue=garbage),
        lambda: Game.from_setup(position, [], catalogue=garbage),
        lambda: Game.from_view(view, 0, seed=1, catalogue=garbage),
    ):
        with pytest.raises(BadCatalogue, match="catalogue"):
            refused()


NO_OPTIONS = [g for g in GARBAGE if g not in (None, {})]


@pytest.mark.parametrize("options", NO_OPTIONS, ids=lambda value: repr(value)[:20])
def test_options_that_are_none_are_refused(options: Any) -> None:
    with pytest.raises(ValueError, match="option"):
        Game.new("base", players=3, options=options)


@pytest.mark.parametrize("value", GARBAGE, ids=lambda value: repr(value)[:20])
def test_values_of_options_that_are_none_are_refused(value: Any) -> None:
    for options in ({"quick_play": value}, {"substitutions": value}, {"substitutions": {"horns": value}}):
        if value in (True, False) or options == {"substitutions": {}}:
            continue
        with pytest.raises(ValueError, match=r"quick_play|substitutions"):
            Game.new("base", players=3, options=options)


@pytest.mark.parametrize("seat", [g for g in GARBAGE if g not in (0, 1)], ids=lambda value: repr(value)[:20])
def test_the_view_of_a_seat_that_there_is_not_is_refused(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat"):
        Game.new("base", players=3).view(seat)


@settings(EXAMPLES, max_examples=12)
@given(plan=plans())
def test_a_spoilt_view_is_refused_or_guessed(plan: Plan) -> None:
    rng = random.Random(plan.seed)
    for game in islice(decisions(plan.game(), plan.seed, plan.style), 0, 120, 6):
        seat = rng.randrange(plan.players)
        view = spoilt(game.view(seat), rng)
        try:
            guessed = Game.from_view(view, seat, seed=plan.seed, ask_forced=True)
        except BadPosition as refusal:
            message = str(refusal)
            assert message.strip()
            assert "\n" not in message
        else:
            plays_on(guessed, rng)


@pytest.mark.parametrize("garbage", GARBAGE, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("key", ["face_up", "waiting", "out", "cold_deck", "wildfire"])
def test_a_view_with_garbage_on_the_climate_board_is_refused_or_guessed(key: str, garbage: Any) -> None:
    view = Game.new("climate", players=3, seed=1).view(0)
    view["climate"][key] = garbage
    try:
        game = Game.from_view(view, 0, seed=1)
    except BadPosition as refusal:
        message = str(refusal)
        assert "climate" in message
    else:
        assert game.decision


@settings(EXAMPLES, max_examples=60)
@given(seed=SEEDS)
def test_a_spoilt_setup_is_refused_or_played(seed: int) -> None:
    rng = random.Random(seed)
    replay = played()
    recorded = spoilt({key: replay[key] for key in ("setup", "shuffles")}, rng)
    with suppress(BadPosition, BadReplay):
        game = Game.from_setup(recorded.get("setup"), recorded.get("shuffles"))  # type: ignore[arg-type]
        for _, choice in replay["choices"][:20]:
            game.choose(choice if choice in game.decision.choices else 0)


@settings(EXAMPLES, max_examples=80)
@given(seed=SEEDS)
def test_a_spoilt_scenario_is_refused_or_runs(seed: int) -> None:
    rng = random.Random(seed)
    path = rng.choice(sorted(SCENARIOS.glob("*.json")))
    entry = rng.choice(json.loads(path.read_text(encoding="utf-8")))
    with suppress(BadScenario):
        for scenario in scenarios([spoilt(entry, rng)], "spoilt"):
            assert failure(scenario) is None or "\n" not in str(failure(scenario))


@settings(EXAMPLES, max_examples=40)
@given(seed=SEEDS, ruleset=RULESET)
def test_a_spoilt_catalogue_is_refused_or_plays(seed: int, ruleset: str) -> None:
    rng = random.Random(seed)
    data = spoilt(shipped_catalogue().data, rng)
    with suppress(BadCatalogue):
        game = Game.new(ruleset, players=3, seed=seed, catalogue=data)
        for _ in range(30):
            game.choose(rng.randrange(game.decision.count))


@settings(EXAMPLES, max_examples=40)
@given(seed=SEEDS, ruleset=RULESET)
def test_a_choice_that_is_garbage_is_refused_at_every_kind_of_decision(seed: int, ruleset: str) -> None:
    for game in islice(decisions(Game.from_position(random_position(seed, ruleset)), seed), 4):
        before = game.position()
        for garbage in GARBAGE:
            if garbage in game.decision.choices or (
                type(garbage) is int and 0 <= garbage < game.decision.count
            ):
                continue
            with pytest.raises(IllegalChoice, match=r"none of the|over"):
                game.choose(garbage)
        assert game.position() == before

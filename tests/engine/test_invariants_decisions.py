"""Invariants of decisions: what is asked can be answered, and nothing changes until it is answered."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings

from engine import Game, IllegalChoice
from engine.rulesets import RULESETS
from tests.engine.examples import EXAMPLES, RULESET, SEEDS, plans
from tests.engine.positions import random_position
from tests.engine.reckoning import attack_pairs, grazes, hungry, may_ambush, may_attack
from tests.engine.watching import STYLES, Plan

NONSENSE = ("", "end ", "END", "feed", "feed z9", "attack a1 a1", "0", "trait horns-1", "\x00", "é" * 5000)
NO_CHOICES = (None, -1, 10**9, 1.5, True, b"end", ["end"], {"choice": "end"})


def decisions(game: Game, seed: int, style: str = "random") -> Iterator[Game]:
    """The game at each of its decisions, answered at random after it was looked at."""
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        choices = decision.choices
        yield game
        game.choose(STYLES[style](rng, choices))


def standing(game: Game) -> tuple[object, ...]:
    """Everything that must not change when nothing is chosen."""
    decision = game.decision
    asked = None if decision is None else (decision.seat, decision.kind, decision.choices)
    return asked, game.position(), game.happenings(), game.result


def positioned(seed: int, ruleset: str, *, ask_forced: bool = True) -> Game:
    return Game.from_position(random_position(seed, ruleset), seed=seed, ask_forced=ask_forced)


@settings(EXAMPLES, max_examples=15)
@given(plan=plans())
def test_i20_choices_are_never_empty_nor_doubled_and_count_agrees(plan: Plan) -> None:
    for game in decisions(plan.game(), plan.seed, plan.style):
        decision = game.decision
        assert decision is not None
        assert len(decision.choices) == decision.count == len(set(decision.choices)) >= 1


@settings(EXAMPLES, max_examples=40)
@given(seed=SEEDS, ruleset=RULESET)
def test_i20_every_choice_can_be_made_by_text_and_by_index(seed: int, ruleset: str) -> None:
    for game in islice(decisions(positioned(seed, ruleset), seed), 6):
        decision = game.decision
        assert decision is not None
        for index, choice in enumerate(decision.choices):
            by_text, by_index = game.fork(), game.fork()
            by_text.choose(choice)
            by_index.choose(index)
            assert standing(by_text) == standing(by_index)


@settings(EXAMPLES, max_examples=30)
@given(seed=SEEDS, ruleset=RULESET)
def test_i20_any_other_answer_is_refused_and_changes_nothing(seed: int, ruleset: str) -> None:
    for game in islice(decisions(positioned(seed, ruleset), seed), 3):
        before = standing(game)
        decision = game.decision
        assert decision is not None
        for answer in (*NONSENSE, *NO_CHOICES, decision.count):
            with pytest.raises(IllegalChoice, match=r"\S"):
                game.choose(answer)  # type: ignore[arg-type]
        assert standing(game) == before


@settings(EXAMPLES, max_examples=10)
@given(plan=plans())
def test_i21_the_default_is_the_first_choice(plan: Plan) -> None:
    for game in decisions(plan.game(), plan.seed, plan.style):
        decision = game.decision
        assert decision is not None
        assert decision.default == decision.choices[0]


def test_x27_defaults_alone_lead_to_the_end() -> None:
    for ruleset in RULESETS:
        game = Game.new(ruleset, players=5, seed=27)
        while game.decision is not None:
            game.choose(game.decision.default)
        assert game.over


@settings(EXAMPLES, max_examples=250)
@given(seed=SEEDS, ruleset=RULESET)
def test_i22_end_is_missing_exactly_while_a_feeding_is_compulsory(seed: int, ruleset: str) -> None:
    """And the main feedings that need no optional payment are exactly those of R-FEED and R-ATT, in order."""
    game = Game.from_position(random_position(seed, ruleset, "feeding"), ask_forced=True)
    decision = game.decision
    if decision is None or decision.kind != "feed":
        return  # nobody has a species
    position, seat = game.position(), decision.seat
    hand = len(position["seats"][seat]["hand"])
    ways = grazes(position, seat)
    pairs = list(attack_pairs(position, seat))
    ways += [(a, f"attack {a['id']} {t['id']}") for a, t in pairs if may_attack(position, a, t, hand)]
    ambushers = [a for a, t in pairs if may_ambush(position, a, t, hand)]
    compulsory = any(hungry(eater) for eater in (*(eater for eater, _ in ways), *ambushers))
    assert ("end" not in decision.choices) == compulsory
    if compulsory and ruleset != "climate":
        ways = [(eater, choice) for eater, choice in ways if hungry(eater)]
    unpaid = [
        choice
        for choice in decision.choices
        if choice.startswith(("feed ", "attack "))
        and " ignoring " not in choice
        and " ambushing " not in choice
    ]
    assert unpaid == [choice for _, choice in ways]


@settings(EXAMPLES, max_examples=8)
@given(plan=plans())
def test_i23_the_same_seed_and_answers_give_the_same_game(plan: Plan) -> None:
    one, other = plan.game(), plan.game()
    for _ in decisions(one, plan.seed, plan.style):
        pass
    for _ in decisions(other, plan.seed, plan.style):
        pass
    assert one.happenings() == other.happenings()
    assert one.position() == other.position()
    assert one.replay() == other.replay()


@settings(EXAMPLES, max_examples=8)
@given(plan=plans())
def test_i23_a_position_loads_at_every_decision_to_the_same_decision(plan: Plan) -> None:
    for game in decisions(plan.game(), plan.seed, plan.style):
        position = game.position()
        loaded = Game.from_position(position, ask_forced=True)
        assert loaded.position() == position
        assert asked(loaded) == asked(game)


@settings(EXAMPLES, max_examples=60)
@given(seed=SEEDS, ruleset=RULESET)
def test_i23_a_loaded_position_goes_on_in_the_same_way(seed: int, ruleset: str) -> None:
    game = positioned(seed, ruleset, ask_forced=False)
    loaded = Game.from_position(game.position(), seed=seed)
    rng = random.Random(seed)
    for _ in range(25):
        assert asked(loaded) == asked(game)
        if (decision := game.decision) is None or game.shuffles:
            return
        choice = rng.choice(decision.choices)
        game.choose(choice)
        loaded.choose(choice)


@settings(EXAMPLES, max_examples=8)
@given(plan=plans())
def test_a_fork_goes_on_alike_and_apart(plan: Plan) -> None:
    forked = []
    for number, game in enumerate(decisions(plan.game(), plan.seed, plan.style)):
        if number % 17 == 0:
            forked.append((game.fork(), standing(game)))
    for fork, stood in forked:
        assert standing(fork) == stood


@settings(EXAMPLES, max_examples=6)
@given(plan=plans())
def test_a_fork_ends_as_its_original_under_the_same_choices(plan: Plan) -> None:
    game = plan.game()
    for _ in islice(decisions(game, plan.seed, plan.style), plan.seed % 150):
        pass
    fork = game.fork()
    for one in (game, fork):
        for _ in decisions(one, plan.seed, plan.style):
            pass
    assert standing(fork) == standing(game)
    assert fork.replay() == game.replay()


@settings(EXAMPLES, max_examples=6)
@given(plan=plans())
def test_i24_a_game_leaves_the_global_random_numbers_alone(plan: Plan) -> None:
    state = random.getstate()
    game = plan.game()
    while game.decision is not None:
        game.choose(game.decision.count - 1)
    assert random.getstate() == state


@settings(EXAMPLES, max_examples=8)
@given(plan=plans())
def test_forced_decisions_make_no_difference(plan: Plan) -> None:
    asking, skipping = plan.game(), plan.game(ask_forced=False)
    while (decision := asking.decision) is not None:
        choice = decision.choices[plan.seed % decision.count]
        if decision.count > 1:
            assert asked(skipping) == asked(asking)
            skipping.choose(choice)
        asking.choose(choice)
    assert skipping.happenings() == asking.happenings()
    assert skipping.result == asking.result


def asked(game: Game) -> tuple[object, ...] | None:
    decision = game.decision
    return None if decision is None else (decision.seat, decision.kind, decision.choices)

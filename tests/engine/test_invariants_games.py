"""The invariants of rules.md 7, each watched in random games; a complaint says which one broke, and where."""

import pytest
from hypothesis import given, settings

from tests.engine.examples import EXAMPLES, FAMILIAR_PLANS, plans
from tests.engine.invariants import WATCHERS
from tests.engine.watching import Plan, Watcher, play


def watchers() -> list[Watcher]:
    return [watcher() for watcher in WATCHERS]


def name(plan: Plan) -> str:
    return f"{plan.ruleset}-{plan.players}-{plan.style}-{plan.options}"


@pytest.mark.parametrize("plan", FAMILIAR_PLANS, ids=name)
def test_a_random_game_keeps_the_invariants(plan: Plan) -> None:
    assert play(plan, watchers()) == {}


@pytest.mark.slow
@settings(EXAMPLES, max_examples=150)
@given(plan=plans())
def test_many_more_random_games_keep_the_invariants(plan: Plan) -> None:
    assert play(plan, watchers()) == {}


def test_each_watcher_says_what_it_is_about() -> None:
    assert len({watcher.about for watcher in WATCHERS}) == len(WATCHERS)


class Grumbler(Watcher):
    about = "the second happening"

    def __init__(self) -> None:
        self.seen = 0

    def happening(self, board: object, h: object) -> None:
        self.seen += 1
        assert self.seen < 2


def test_a_complaint_names_the_game_and_the_place() -> None:
    plan = Plan("base", 2, seed=1)
    (complaint,) = play(plan, [Grumbler()]).items()
    assert complaint[0] == "the second happening"
    assert str(plan) in complaint[1]

"""The invariants of rules.md 7, watched in random games."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.examples import EXAMPLES, FAMILIAR_PLANS, plans
from tests.engine.invariants import WATCHERS
from tests.engine.watching import Plan, Watcher, play


@cache
def complaints(plan: Plan) -> dict[str, str]:
    return play(plan, [watcher() for watcher in WATCHERS])


@pytest.mark.parametrize("watcher", WATCHERS, ids=lambda watcher: watcher.about)
@settings(EXAMPLES, max_examples=len(FAMILIAR_PLANS))
@given(plan=st.sampled_from(FAMILIAR_PLANS))
def test_in_random_games(watcher: type[Watcher], plan: Plan) -> None:
    assert complaints(plan).get(watcher.about) is None


@pytest.mark.slow
@settings(EXAMPLES, max_examples=150)
@given(plan=plans())
def test_in_many_more_random_games(plan: Plan) -> None:
    assert complaints(plan) == {}

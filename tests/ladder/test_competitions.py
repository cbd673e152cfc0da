"""Competitions and their states."""

from typing import Any

import pytest

from ladder import competitions
from ladder.competitions import Rules
from ladder.refusals import Refused
from tests.ladder import stage
from workers.contract import Limits

pytestmark = pytest.mark.django_db


def test_a_competition_is_made_as_a_draft_with_the_contract_s_limits() -> None:
    cup = competitions.create("spring", "Spring Cup", stage.person())
    assert (cup.state, cup.ruleset, cup.min_players, cup.max_players) == ("draft", "base", 2, 4)
    assert cup.bot_limits == Limits()


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ({"min_players": 1}, "min_players"),
        ({"max_players": 7}, "max_players"),
        ({"min_players": 5, "max_players": 4}, "min_players"),
        ({"limits": Limits(bank_ms=0)}, "bank_ms"),
        ({"limits": Limits(memory_mb=-1)}, "memory_mb"),
        ({"options": []}, "options"),
        ({"ruleset": "chess"}, "ruleset"),
    ],
)
def test_rules_that_cannot_be_are_refused_by_name(rules: dict[str, Any], named: str) -> None:
    with pytest.raises(Refused, match=named):
        competitions.create("spring", "Spring Cup", stage.person(), Rules(**rules))


@pytest.mark.parametrize("slug", ["", "no spaces", "späte"])
def test_a_slug_must_fit_an_address(slug: str) -> None:
    with pytest.raises(Refused, match="slug"):
        competitions.create(slug, "Spring Cup", stage.person())


def test_a_taken_slug_is_refused() -> None:
    competitions.create("spring", "Spring Cup", stage.person())
    with pytest.raises(Refused, match="slug"):
        competitions.create("spring", "Another", stage.person())


def test_a_competition_goes_from_draft_to_archive_and_a_frozen_one_may_reopen() -> None:
    cup = competitions.create("spring", "Spring Cup", stage.person())
    for state in ("open", "frozen", "open", "closed", "archived"):
        assert competitions.move(cup, state).state == state


@pytest.mark.parametrize(
    ("state", "to"),
    [("draft", "closed"), ("closed", "open"), ("archived", "open"), ("open", "draft"), ("open", "archived")],
)
def test_other_moves_are_refused(state: str, to: str) -> None:
    with pytest.raises(Refused, match=f"can become {to}"):
        competitions.move(stage.competition(state), to)


def test_moving_twice_is_moving_once() -> None:
    cup = stage.competition("draft")
    competitions.move(cup, "open")
    assert competitions.move(cup, "open").state == "open"


def test_the_default_is_the_oldest_open_competition() -> None:
    assert competitions.default() is None
    stage.competition("closed")
    oldest = stage.competition()
    stage.competition()
    assert competitions.default() == oldest

"""Which orders a worker carries out, and how it refuses the others."""

from typing import Any

import pytest

from engine.cards import shipped_catalogue
from tests.workers.ladder_side import build_order, game, match_order, seat
from workers import wire
from workers.contract import BuildOrder, MatchOrder
from workers.orders import Address, Refused, read_build_order, read_match_order

NOW = 1_800_000_000.0


def order(**changes: Any) -> dict[str, Any]:
    sent: dict[str, Any] = {"sent": NOW - 100, "not_after": NOW + 50}
    message: dict[str, Any] = wire.encode(match_order(game("honest", "honest"), **(sent | changes)))
    return message


def refused(raw: object) -> Refused:
    read = read_match_order(raw, NOW)
    assert isinstance(read, Refused)
    return read


def test_an_order_that_waited_in_the_queue_is_taken() -> None:
    assert isinstance(read_match_order(order(), NOW), MatchOrder)


def test_a_small_difference_of_clocks_is_no_harm() -> None:
    assert isinstance(read_match_order(order(sent=NOW + 4, not_after=NOW + 154), NOW), MatchOrder)


def test_a_clock_that_is_more_than_five_seconds_behind_takes_none() -> None:
    failure = refused(order(sent=NOW + 6, not_after=NOW + 156)).failure
    assert (failure.kind, failure.reason) == ("clock", "this worker's clock is 6 s behind the ladder's")


def test_a_late_order_is_refused_with_both_times() -> None:
    failure = refused(order(not_after=NOW - 1)).failure
    assert failure.kind == "too-late"
    assert failure.reason.count("2027-01-15") == 2


@pytest.mark.parametrize("odd", [-1e300, float("-inf"), -62_135_596_801.0])
def test_times_that_no_calendar_has_are_refused_all_the_same(odd: float) -> None:
    assert refused(order(not_after=odd)).failure.kind == "too-late"


def test_a_refusal_is_addressed_to_every_game_of_the_order() -> None:
    games = [game("honest", "honest", match=name, attempt=3) for name in "ab"]
    raw = wire.encode(match_order(*games, engine="0"))
    expected = (Address("a", 3, "token of a.3"), Address("b", 3, "token of b.3"))
    assert refused(raw).addresses == expected


def test_an_order_of_another_contract_is_refused_by_its_number_whatever_is_in_it() -> None:
    raw = order() | {"contract": 2, "new": "field"}
    assert refused(raw).failure.reason == "this worker speaks contract 1, the order 2"
    assert refused(raw).addresses == (Address("1", 1, "token of 1.1"),)


def test_an_order_with_an_unknown_field_is_refused_with_its_name() -> None:
    assert "unknown key 'colour'" in refused(order() | {"colour": "red"}).failure.reason


def test_another_engine_is_refused() -> None:
    assert "the order wants 0.0.0" in refused(order(engine="0.0.0")).failure.reason


def test_the_engines_own_catalogue_may_be_named_and_no_other() -> None:
    own = order()
    own["games"][0]["catalogue"] = shipped_catalogue().digest
    assert isinstance(read_match_order(own, NOW), MatchOrder)
    own["games"][0]["catalogue"] = "0" * 64
    assert "not 000000000000" in refused(own).failure.reason


@pytest.mark.parametrize("raw", [None, 7, "x", [], {}, {"games": None}, {"games": [1]}, {"contract": 1}])
def test_nonsense_is_refused(raw: object) -> None:
    assert refused(raw).failure.kind == "version"


def test_build_orders_are_read_and_refused_alike() -> None:
    good = wire.encode(build_order(seat("honest"), sent=NOW, not_after=NOW + 150))
    assert isinstance(read_build_order(good, NOW), BuildOrder)
    late = read_build_order(good, NOW + 151)
    assert isinstance(late, Refused)
    assert (late.addresses, late.failure.kind) == ((Address("5", 1, "token"),), "too-late")

"""The protocol's JSON schema: as committed, and true of every message of real games."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import RULESETS, Game
from engine.decisions import Decision
from tests.workers.table import order_for
from workers import messages, protocol, schema
from workers.clock import Clock
from workers.contract import Limits
from workers.referee import decide_message, game_message

REFEREE = Draft202012Validator(schema.document() | {"anyOf": [{"$ref": "#/$defs/referee"}]})
LATEST = 25  # happenings of a question that are looked at
BOT = Draft202012Validator(schema.document() | {"anyOf": [{"$ref": "#/$defs/bot"}]})


def _wrong(validator: Draft202012Validator, message: dict[str, Any]) -> list[str]:
    """What a validator says about the message as it goes over the line."""
    parsed = protocol.parse_object(protocol.line(message))
    return [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
        for error in validator.iter_errors(parsed)
    ]


def test_the_committed_schema_is_what_the_types_give() -> None:
    assert schema.FILE.read_text() == schema.text(), "write it anew: python -m workers schema --write"


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema.document())


def test_the_greeting_fits_the_schema() -> None:
    order = order_for(["honest", "honest"])
    cards = Game.new("flight", players=2, seed=1).cards
    assert _wrong(REFEREE, game_message(order, 0, cards, Limits())) == []


def _variants() -> list[tuple[str, dict[str, Any]]]:
    return [(ruleset, {}) for ruleset in RULESETS] + [
        ("base", {"quick_play": True}),
        ("climate", {"climate_events": True}),
    ]


@pytest.mark.parametrize(("ruleset", "options"), _variants())
def test_every_question_of_a_game_fits_the_schema(ruleset: str, options: dict[str, Any]) -> None:
    """Each thirtieth one is looked at; every kind that comes is."""
    game = Game.new(ruleset, players=3, seed=5, options=options)
    told, asked, seen = [0, 0, 0], 0, set()
    while not game.over:
        decision = game.decision
        assert decision is not None
        if asked % 30 == 0 or decision.kind not in seen:
            message = _question(game, decision, told)
            assert _wrong(REFEREE, message) == []
            seen.add(decision.kind)
        game.choose((asked * 7) % decision.count)
        asked += 1
    assert seen <= set(messages.Kind.__args__)
    assert {"food", "play", "feed"} <= seen


def _question(game: Game, decision: Decision, told: list[int]) -> dict[str, Any]:
    seat = decision.seat
    happenings = game.happenings(seat, told[seat])
    told[seat] += len(happenings)
    clock = Clock(Limits(), metered=True)
    return decide_message(3, decision.kind, decision.choices, game.view(seat), happenings[-LATEST:], clock)


def test_the_end_fits_the_schema() -> None:
    assert _wrong(REFEREE, {"type": "over", "scores": [3, 4], "places": [2, 1]}) == []


@pytest.mark.parametrize(
    "answer",
    [
        {"type": "ready"},
        {"type": "ready", "name": "Ada", "version": "7"},
        {"type": "choose", "n": 0, "choice": "end"},
        {"type": "choose", "n": 4, "choice": 0, "note": "hungry"},
    ],
)
def test_answers_that_the_referee_takes_fit_the_schema(answer: dict[str, Any]) -> None:
    assert _wrong(BOT, answer) == []


@pytest.mark.parametrize(
    "answer", [{"type": "choose", "n": 0}, {"type": "choose", "n": "0", "choice": 1}, {"type": "bye"}]
)
def test_answers_that_are_faults_do_not(answer: dict[str, Any]) -> None:
    assert _wrong(BOT, answer) != []


def test_a_referees_message_with_a_foreign_field_does_not_fit() -> None:
    assert _wrong(REFEREE, {"type": "over", "scores": [3, 4], "places": [2, 1], "deck": []}) != []

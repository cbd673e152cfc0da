"""The part of a position that says how far a turn is: opaque to others, without secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.event_cards.dive_bomb import DiveBombPayment
from engine.phases.avian import AvianPayment
from engine.phases.leaf import waiting
from engine.phases.returning import Returning
from engine.position.reading import BadPosition
from engine.strike import AttackPayment
from engine.traits import NUMBER, TRAITS
from engine.traits.brood_parasite import Brood
from engine.traits.nesting import Nest

if TYPE_CHECKING:
    from engine.question import Pending
    from engine.table import Table

QUESTIONS: dict[str, tuple[type[Pending], tuple[str, ...]]] = {
    "attack": (AttackPayment, ("feeding",)),
    "avian": (AvianPayment, ("play",)),
    "brood": (Brood, ("leaf",)),
    "dive-bomb": (DiveBombPayment, ("events",)),
    "nest": (Nest, ("play", "leaf")),
    "return": (Returning, ("play",)),
}
"""Every question in the middle of a turn, and the phases in which it can be open."""

KEYS = ("fed", "thought", "night", "leaves", "question", "facts", "quick")
NAMES = {question: name for name, (question, _) in QUESTIONS.items()}


def save_pending(table: Table) -> dict[str, Any]:
    """Empty at the start of a turn."""
    saved: dict[str, Any] = {}
    if table.fed:
        saved["fed"] = True
    if table.thought:
        saved["thought"] = True
    if table.night:
        saved["night"] = list(table.night)
    player = table.players[table.turn]
    if table.leaves is not None and table.leaves != waiting(table, player):
        row = player.species
        saved["leaves"] = [[row[place].id, TRAITS[trait].name] for place, trait in table.leaves]
    if table.pending:
        saved["question"] = NAMES[type(table.pending)]
        saved["facts"] = table.pending.save(table)
    return saved


def load_pending(table: Table, saved: Mapping[str, Any]) -> None:
    """Puts the table in the middle of the turn. Raises BadPosition."""
    try:
        _load(table, saved)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadPosition(f"pending: does not fit the position ({error})") from error


def _load(table: Table, saved: Mapping[str, Any]) -> None:
    phase = table.phase_name
    if "leaves" in saved:
        _check_phase(phase, "leaf")
        table.leaves = _leaves(table, saved["leaves"])
    for name in ("fed", "thought"):
        if name in saved:
            _check_phase(phase, "feeding")
            setattr(table, name, saved[name] is True)
    if "night" in saved:
        _check_phase(phase, "feeding")
        table.night = tuple(str(name) for name in saved["night"])
    if "question" in saved:
        question, phases = QUESTIONS[saved["question"]]
        _check_phase(phase, *phases)
        table.pending = question.load(table, saved["facts"])


def _check_phase(phase: str, *wanted: str) -> None:
    if phase not in wanted:
        raise ValueError(f"belongs to {' or '.join(wanted)}, not to {phase}")


def _leaves(table: Table, saved: Any) -> tuple[tuple[int, int], ...]:
    player = table.players[table.turn]
    places = {species.id: place for place, species in enumerate(player.species)}
    leaves = tuple((places[species], NUMBER[trait]) for species, trait in saved)
    possible = waiting(table, player)
    if not set(leaves) <= set(possible) or len(set(leaves)) < len(leaves):
        raise ValueError("these leaf traits cannot be waiting")
    return tuple(leaf for leaf in possible if leaf in leaves)

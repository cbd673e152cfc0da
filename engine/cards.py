"""The card catalogue: which cards there are, and their numbers (rules.md 2.6, engine/data/decks.json)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from engine.climate.board import ClimateSet
from engine.entries import DECK_SIZES, RULESETS, BadCatalogue, canonical, checked_document, deck_entries
from engine.traits import BIT, NUMBER

if TYPE_CHECKING:
    from engine.rulesets.ruleset import Ruleset
    from engine.terms import Terms

FLIGHT_CARDS = 12
ADDED_FROM = ("climate", "flight")  # where the traits that may be added have their entries


class Cards:
    """The cards of one ruleset as numbers: a card's number is its place in the order trait name, copy."""

    def __init__(self, entries: list[dict[str, Any]], flight_cards: list[str]) -> None:
        by_name = {entry["card"]: entry for entry in entries}
        kinds = {entry["card"]: entry.get("trait") or entry["event"] for entry in entries}
        kinds.update(dict.fromkeys(flight_cards, "flight"))
        self.names: tuple[str, ...] = tuple(sorted(kinds, key=lambda name: (kinds[name], copy_of(name))))
        self.number: dict[str, int] = {name: number for number, name in enumerate(self.names)}
        self.kinds: tuple[str, ...] = tuple(kinds[name] for name in self.names)
        self.traits: tuple[int, ...] = tuple(NUMBER.get(kind, -1) for kind in self.kinds)
        self.bits: tuple[int, ...] = tuple(BIT.get(kind, 0) for kind in self.kinds)
        self.food: tuple[int, ...] = self._numbers(by_name, "food")
        self.suns: tuple[int, ...] = self._numbers(by_name, "suns")
        self.snowflakes: tuple[int, ...] = self._numbers(by_name, "snowflakes")
        self.deck: tuple[int, ...] = tuple(self.number[entry["card"]] for entry in entries)
        self.flight: tuple[int, ...] = tuple(self.number[name] for name in flight_cards)
        self.events: frozenset[int] = frozenset(n for n in self.deck if self.traits[n] < 0)
        self.terms: dict[int, Terms] = {}  # of games with so many players, as far as there were any
        # Sort keys: number descending for a food card, ascending for a payment (D-GEN-5).
        last = len(self.names)
        self.most_food: tuple[int, ...] = tuple(n - self.food[n] * last for n in range(last))
        self.least_food: tuple[int, ...] = tuple(n + self.food[n] * last for n in range(last))

    def _numbers(self, by_name: Mapping[str, Mapping[str, Any]], key: str) -> tuple[int, ...]:
        return tuple(by_name.get(name, {}).get(key) or 0 for name in self.names)

    def described(self) -> dict[str, dict[str, Any]]:
        """Each card's trait and numbers, as bots are told (engine/docs/protocol.md 5)."""
        return {name: self._described(number) for number, name in enumerate(self.names)}

    def _described(self, number: int) -> dict[str, Any]:
        return {
            "trait": self.kinds[number],
            "food": None if number in self.events or number in self.flight else self.food[number],
            "suns": self.suns[number],
            "snowflakes": self.snowflakes[number],
        }


def copy_of(name: str) -> int:
    """The copy number at the end of a card's name."""
    return int(name.rpartition("-")[2])


class Catalogue:
    """A checked catalogue. `digest` is the SHA-256 of its canonical JSON, `label` names it in replays."""

    def __init__(self, data: object, sizes: Mapping[str, int]) -> None:
        self.data = checked_document(data)
        self.version = str(self.data.get("version", ""))
        self.digest = hashlib.sha256(canonical(self.data).encode()).hexdigest()
        self.label = f"sha256:{self.digest}"
        self._entries = {name: deck_entries(self.data, name) for name in RULESETS if name in self.data}
        for name, size in sizes.items():
            if name in self._entries and len(self._entries[name]) != size:
                found = len(self._entries[name])
                raise BadCatalogue(f"catalogue: the {name} deck must have {size} cards, not {found}")
        self.climate = ClimateSet(self.data["climate"]) if "climate" in self.data else None
        self._cards: dict[tuple[str, tuple[tuple[str, str], ...]], Cards] = {}

    @classmethod
    def of(cls, data: object) -> Catalogue:
        """An organiser's own catalogue: the decks must have their full size. Raises BadCatalogue."""
        return cls(data, DECK_SIZES)

    @classmethod
    def made_up(cls, data: object) -> Catalogue:
        """A catalogue for made-up positions: decks of any size, cards that stand in no game."""
        return cls(data, {})

    def cards(self, ruleset: Ruleset, substitutions: Mapping[str, str]) -> Cards:
        """The cards of a ruleset after substitutions (R-SET-04)."""
        key = (ruleset.name, tuple(sorted(substitutions.items())) if substitutions else ())
        if key not in self._cards:
            self._cards[key] = self._make_cards(ruleset, substitutions)
        return self._cards[key]

    def _make_cards(self, ruleset: Ruleset, substitutions: Mapping[str, str]) -> Cards:
        if ruleset.name not in self._entries:
            raise BadCatalogue(f"catalogue: there are no cards for the {ruleset.name} ruleset")
        entries = self._entries[ruleset.name]
        for entry in entries:
            if entry.get("trait", "") not in ruleset.traits | {""}:
                raise BadCatalogue(f"catalogue: {entry['card']} does not belong to {ruleset.name}")
        kept = [entry for entry in entries if entry.get("trait") not in substitutions]
        traits = [entry for entry in kept if "trait" in entry]
        for removed, added in sorted(substitutions.items(), key=lambda pair: pair[1]):
            traits += self._copies(added, sum(entry.get("trait") == removed for entry in entries))
        flight = [f"flight-{copy}" for copy in range(1, FLIGHT_CARDS + 1)] if ruleset.flight else []
        return Cards(traits + [entry for entry in kept if "event" in entry], flight)

    def _copies(self, trait: str, count: int) -> list[dict[str, Any]]:
        """As many cards of a trait as asked for, from its entry's start again when that is too short."""
        everywhere = (entry for name in ADDED_FROM for entry in self._entries.get(name, ()))
        known = [entry for entry in everywhere if entry.get("trait") == trait]
        if not known:
            raise BadCatalogue(f"catalogue: there are no {trait} cards to add")
        return [{**known[i % len(known)], "card": f"{trait}-{i + 1}"} for i in range(count)]


@cache
def shipped_catalogue() -> Catalogue:
    """The catalogue that comes with the engine."""
    text = resources.files("engine").joinpath("data", "decks.json").read_text(encoding="utf-8")
    catalogue = Catalogue.of(json.loads(text))
    catalogue.label = catalogue.version
    return catalogue

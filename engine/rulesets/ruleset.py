"""What makes a ruleset: its phases in order, its numbers, and its lists of traits (rules.md 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.traits import bits

if TYPE_CHECKING:
    from engine.phases.phase import Phase

BY_PLAYERS = tuple[int, int, int, int, int]  # for 2, 3, 4, 5 and 6 players


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Capital names in comments are the constants of rules.md that rest on a ruling."""

    name: str
    phases: tuple[Phase, ...]
    traits: frozenset[str]
    addable: frozenset[str]  # by substitutions, R-SET-04
    climate: bool = False
    flight: bool = False

    # Setup: cards out of the game, cards kept as reserve, for 2 to 6 players.
    removed: BY_PLAYERS = (0, 0, 0, 0, 0)
    reserve: BY_PLAYERS = (0, 0, 0, 0, 0)
    deal_base: int = 3  # DEAL_BASE
    quick_play_from: int | None = 6  # forced from so many players; None: not in this ruleset

    # Species.
    max_traits: BY_PLAYERS = (2, 3, 3, 3, 3)  # MAX_TRAITS
    max_population: int = 6
    max_body: int = 6  # land; A-58 for avian: AVIAN_MAX_BODY
    avian_max_body: int = 6
    first_species: tuple[int, int] = (1, 1)  # population, body
    avian_start: tuple[int, int] = (0, 0)  # AVIAN_START
    grants_at_deal: bool = False  # GRANT_AT: start of Deal, else end of feeding

    # Play.
    removes_freely: bool = False
    returns_cards: bool = False
    nest_avian_meat: int = 2  # NEST_AVIAN_MEAT

    # Feeding and attack.
    hungry_first: bool = True  # FEED_HUNGRY_FIRST
    meat_first: bool = False  # MEAT_FIRST
    mud_compulsory: bool = True  # MUD_COMPULSORY
    flight_discards: int = 3  # FLIGHT_DISCARDS
    negatable: tuple[str, ...]  # what a card of Intelligence may silence
    ambushable: tuple[str, ...] = ()  # what Ambush may ignore on a Migratory target

    @property
    def position_keys(self) -> tuple[str, ...]:
        """What positions of this ruleset have beside what all have."""
        return (("climate",) if self.climate else ()) + (("cliff", "flight_supply") if self.flight else ())

    def for_players(self, numbers: BY_PLAYERS, players: int) -> int:
        return numbers[players - 2]

    def negatable_with(self, substitutions: Mapping[str, str]) -> int:
        """The mask of the traits that Intelligence may ignore."""
        return bits((*self.negatable, *_defensive(substitutions)))

    def ambushable_with(self, substitutions: Mapping[str, str]) -> int:
        """The mask of the traits that Ambush may ignore; 0 where its card has no such clause."""
        return bits((*self.ambushable, *_defensive(substitutions))) if self.ambushable else 0


ADDED_DEFENSIVE = ("camouflage", "cooling-frills", "mud-wallowing")


def _defensive(substitutions: Mapping[str, str]) -> list[str]:
    """Added defensive traits are treated like the others (R-SET-04)."""
    return [trait for trait in substitutions.values() if trait in ADDED_DEFENSIVE]

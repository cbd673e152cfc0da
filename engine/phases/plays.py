"""All that a player may do with hand cards in the play phase, counted first and made only when looked at.

The list is in the canonical order of D-GEN-6: by kind, then card, then species. It can be long, and one of it
is chosen; so what is kept is a sketch of the player's cards and species, from which each section of the list
is written when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, overload

from engine.question import Option

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table

END, TRAIT, REPLACE, SPECIES, AVIAN, POPULATION, BODY, REMOVE = range(8)
"""The kind of a play is the first number of its option. What follows, cards by number, species by place:
trait, population, body, remove: card, place; replace: card, place, old card; species, avian: card, side
(0 left, 1 right)."""

SIDES = (0, 1)


class Plays(Sequence[Option]):
    """The play options of one player."""

    __slots__ = (
        "_bits",
        "_bodies",
        "_cards",
        "_counts",
        "_free",
        "_full",
        "_hand",
        "_length",
        "_populations",
        "_removable",
    )

    def __init__(self, table: Table, player: Player) -> None:
        self._bits = table.cards.bits
        self._hand = sorted(player.hand)
        events = table.cards.events
        self._cards = [card for card in self._hand if card not in events] if events else self._hand
        self._removable = removable(player) if table.ruleset.removes_freely else []
        traits, replacements = self._look_at(table, player)
        hand, cards = len(self._hand), len(self._cards)
        self._counts = (
            1,
            traits,
            replacements,
            2 * hand,
            2 * hand if table.ruleset.flight and avians_left(table, player) else 0,
            cards * len(self._populations),
            cards * len(self._bodies),
            len(self._removable),
        )
        self._length = sum(self._counts)

    def _look_at(self, table: Table, player: Player) -> tuple[int, int]:
        """Counts the traits to be played and the replacements; keeps who has room for a trait and who is full
        (each with its trait names as a mask), and whose population or body can grow (X-22)."""
        bits, cards = self._bits, self._cards
        ruleset, count = table.ruleset, len(cards)
        most_traits, most_population = ruleset.max_traits[len(table.players) - 2], ruleset.max_population
        most_land, most_avian = ruleset.max_body, ruleset.avian_max_body
        free: list[tuple[int, int]] = []
        full: list[tuple[int, int, list[int]]] = []
        populations: list[int] = []
        bodies: list[int] = []
        traits = replacements = wanted = 0
        for card in cards:
            wanted |= bits[card]
        for place, species in enumerate(player.species):
            names = species.names
            twins = len([card for card in cards if bits[card] & names]) if wanted & names else 0
            held = names.bit_count()
            if held < most_traits:
                free.append((place, names))
                traits += count - twins
            else:
                full.append((place, names, species.traits + species.hidden))
                replacements += twins + (count - twins) * held
            if species.population < most_population:
                populations.append(place)
            if species.body < (most_avian if species.profile.avian else most_land):
                bodies.append(place)
        self._free, self._full, self._populations, self._bodies = free, full, populations, bodies
        return traits, replacements

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Option]:
        return chain.from_iterable(self._section(kind) for kind in range(8))

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        if isinstance(index, slice):
            return list(self)[index]
        for kind, count in enumerate(self._counts):
            if index < count:
                return self._section(kind)[index]
            index -= count
        raise IndexError("there are fewer plays")

    def _section(self, kind: int) -> list[Option]:
        """All options of one kind."""
        if not self._counts[kind]:
            return []
        cards = self._cards
        match kind:
            case 0:
                return [(END,)]
            case 1:
                return self._traits()
            case 2:
                return self._replacements()
            case 3 | 4:
                return [(kind, card, side) for card in self._hand for side in SIDES]
            case 5:
                return [(POPULATION, card, place) for card in cards for place in self._populations]
            case 6:
                return [(BODY, card, place) for card in cards for place in self._bodies]
            case _:
                return [(REMOVE, card, place) for card, place in self._removable]

    def _traits(self) -> list[Option]:
        """Onto species with room that have no such trait, face-down ones included."""
        bits, free = self._bits, self._free
        return [
            (TRAIT, card, place) for card in self._cards for place, names in free if not names & bits[card]
        ]

    def _replacements(self) -> list[Option]:
        """On full species only (A-15): for a trait that is there already its own place, else any."""
        bits = self._bits
        found: list[Option] = []
        for card in self._cards:
            for place, names, on_it in self._full:
                twin = names & bits[card]
                found += [
                    (REPLACE, card, place, old) for old in sorted(on_it) if not twin or bits[old] == twin
                ]
        return found


def removable(player: Player) -> list[tuple[int, int]]:
    """Every trait card on the board with its place, by card over all species (D-GEN-6)."""
    return sorted(
        (card, place)
        for place, species in enumerate(player.species)
        for card in species.traits + species.hidden
    )


def avians_left(table: Table, player: Player) -> bool:
    """Two cards to discard and a Flight card to take, in quick play one of the own share (R-PLAY-09)."""
    if len(player.hand) < 2:
        return False
    if table.quick:
        return table.quick.avians_made < len(table.quick.flight_share(player.seat))
    return table.flight_supply > 0

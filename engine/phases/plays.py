"""All that a player may do with hand cards in the play phase, counted first and made only when looked at.

The list is in the canonical order of D-GEN-6: by kind, then card, then species. It can be long, and one of it
is chosen; so only what follows no simple rule is written out, the rest is kept as "each of these cards with
each of those places".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from engine.question import Option

if TYPE_CHECKING:
    from engine.player import Player
    from engine.table import Table

END, TRAIT, REPLACE, SPECIES, AVIAN, POPULATION, BODY, REMOVE = range(8)
"""The kind of a play is the first number of its option. What follows, cards by number, species by place:
trait, population, body, remove: card, place; replace: card, place, old card; species, avian: card, side
(0 left, 1 right)."""

SIDES = [0, 1]


class Plays(Sequence[Option]):
    """The play options of one player: written ones, then products of cards and places, then removals."""

    __slots__ = ("_length", "_products", "_removals", "_written")

    def __init__(self, table: Table, player: Player) -> None:
        hand = sorted(player.hand)
        events = table.cards.events
        cards = [card for card in hand if card not in events] if events else hand
        self._written: list[Option] = [(END,), *trait_plays(table, player, cards)]
        self._products = [(SPECIES, hand, SIDES)]
        if table.ruleset.flight and avians_left(table, player):
            self._products.append((AVIAN, hand, SIDES))
        self._products += growths(table, player, cards)
        self._removals = removals(player) if table.ruleset.removes_freely else []
        self._length = len(self._written) + len(self._removals)
        for _, those, places in self._products:
            self._length += len(those) * len(places)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        if isinstance(index, slice):
            return [self[number] for number in range(self._length)[index]]
        if index < len(self._written):
            return self._written[index]
        index -= len(self._written)
        for kind, cards, places in self._products:
            count = len(cards) * len(places)
            if index < count:
                card, place = divmod(index, len(places))
                return (kind, cards[card], places[place])
            index -= count
        return self._removals[index]


def trait_plays(table: Table, player: Player, cards: list[int]) -> list[Option]:
    """Traits onto species with room that have no such trait, then replacements on full ones (A-15)."""
    most_traits = table.ruleset.max_traits[len(table.players) - 2]
    free, full = [], []
    for place, species in enumerate(player.species):
        if len(species.traits) + len(species.hidden) < most_traits:
            free.append((place, species.names))
        else:
            full.append(place)
    bits = table.cards.bits
    plays: list[Option] = [
        (TRAIT, card, place) for card in cards for place, names in free if not names & bits[card]
    ]
    for card in cards if full else ():
        for place in full:
            plays += [(REPLACE, card, place, old) for old in replaceable(table, player, place, bits[card])]
    return plays


def replaceable(table: Table, player: Player, place: int, bit: int) -> list[int]:
    """The cards on a full species for which the trait may come: its own name if it is there, else any."""
    species = player.species[place]
    cards = sorted(species.traits + species.hidden)
    if species.names & bit:
        return [card for card in cards if table.cards.bits[card] == bit]
    return cards


def growths(table: Table, player: Player, cards: list[int]) -> list[tuple[int, list[int], list[int]]]:
    """Populations and bodies that are not at their maximum (X-22)."""
    ruleset = table.ruleset
    populations, bodies = [], []
    for place, species in enumerate(player.species):
        if species.population < ruleset.max_population:
            populations.append(place)
        if species.body < (ruleset.avian_max_body if species.profile.avian else ruleset.max_body):
            bodies.append(place)
    return [(POPULATION, cards, populations), (BODY, cards, bodies)]


def removals(player: Player) -> list[Option]:
    """Every trait card on the board, by card over all species (D-GEN-6)."""
    return sorted(
        (REMOVE, card, place)
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

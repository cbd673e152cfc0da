"""All that a player may do with hand cards in the play phase, counted first and made only when looked at.

The list is in the canonical order of D-GEN-6: by kind, then card, then species. It can be long, and one of
it is chosen; so only the number of plays of each kind is worked out, and the rest is read off the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

from engine.growing import LEFT, RIGHT
from engine.question import Option

if TYPE_CHECKING:
    from engine.player import Player
    from engine.species import Species
    from engine.table import Table

END: Final = 0
TRAIT: Final = 1
REPLACE: Final = 2
SPECIES: Final = 3
AVIAN: Final = 4
POPULATION: Final = 5
BODY: Final = 6
REMOVE: Final = 7
"""The kind of a play is the first number of its option. What follows, cards by number, species by place:
trait, population, body, remove: card, place; replace: card, place, old card; species, avian: card, side
(0 left, 1 right)."""

SIDES: Final = (LEFT, RIGHT)


@final
class Plays:
    """The play options of one player, as long as nothing on the table changes."""

    __slots__ = ("_cards", "_counts", "_hand", "_length", "_player", "_removable", "_table")

    def __init__(self, table: Table, player: Player) -> None:
        events = table.cards.events
        self._table = table
        self._player = player
        self._hand = sorted(player.hand)
        self._cards = [card for card in self._hand if card not in events] if events else self._hand
        self._removable = removable(player) if table.ruleset.removes_freely else []
        self._counts = self._count()
        self._length = sum(self._counts)

    def _count(self) -> list[int]:
        """How many plays of each kind there are (X-22: what is full grown grows no more)."""
        table, cards = self._table, self._cards
        bits, ruleset, most_traits = table.cards.bits, table.ruleset, table.terms.most_traits
        count, sides = len(cards), 2 * len(self._hand)
        traits = replacements = populations = bodies = wanted = 0
        for card in cards:
            wanted |= bits[card]
        for species in self._player.species:
            names = species.names
            twins = len([card for card in cards if bits[card] & names]) if wanted & names else 0
            held = len(species.traits) + len(species.hidden)
            if held < most_traits:
                traits += count - twins
            else:
                replacements += twins + (count - twins) * held
            if species.population < ruleset.max_population:
                populations += count
            if species.body < (ruleset.avian_max_body if species.profile.avian else ruleset.max_body):
                bodies += count
        avians = sides if ruleset.flight and avians_left(table, self._player) else 0
        return [1, traits, replacements, sides, avians, populations, bodies, len(self._removable)]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Option]:
        for kind in range(len(self._counts)):
            yield from self._section(kind)

    def __getitem__(self, index: int, /) -> Option:
        """Where the options of a kind are regular the others need not be made."""
        if not 0 <= index < self._length:
            raise IndexError("there are fewer plays")
        kind = END
        for count in self._counts:
            if index < count:
                break
            index -= count
            kind += 1
        if kind in (SPECIES, AVIAN):
            return (kind, self._hand[index >> 1], index & 1)
        if kind in (POPULATION, BODY):
            places = self._growing(kind)
            return (kind, self._cards[index // len(places)], places[index % len(places)])
        return self._section(kind)[index]

    def _section(self, kind: int) -> list[Option]:
        """All options of one kind."""
        if not self._counts[kind]:
            return []
        if kind == TRAIT:
            return self._traits()
        if kind == REPLACE:
            return self._replacements()
        if kind in (SPECIES, AVIAN):
            return [(kind, card, side) for card in self._hand for side in (0, 1)]
        if kind in (POPULATION, BODY):
            places = self._growing(kind)
            return [(kind, card, place) for card in self._cards for place in places]
        if kind == REMOVE:
            return [(REMOVE, card, place) for card, place in self._removable]
        return [(END,)]

    def _traits(self) -> list[Option]:
        """Onto species with room that have no such trait, face-down ones included."""
        bits = self._table.cards.bits
        row = self._player.species
        free = [(place, species.names) for place, species in enumerate(row) if not self._full(species)]
        return [
            (TRAIT, card, place) for card in self._cards for place, names in free if not names & bits[card]
        ]

    def _replacements(self) -> list[Option]:
        """On full species only (A-15): for a trait that is there already its own place, else any."""
        bits = self._table.cards.bits
        full = [
            (place, species.names, sorted(species.traits + species.hidden))
            for place, species in enumerate(self._player.species)
            if self._full(species)
        ]
        return [
            (REPLACE, card, place, old)
            for card in self._cards
            for place, names, on_it in full
            for old in on_it
            if not names & bits[card] or bits[old] == bits[card]
        ]

    def _full(self, species: Species) -> bool:
        return len(species.traits) + len(species.hidden) >= self._table.terms.most_traits

    def _growing(self, kind: int) -> list[int]:
        """The places of the species whose population or body may grow."""
        row, ruleset = self._player.species, self._table.ruleset
        if kind == POPULATION:
            most = ruleset.max_population
            return [place for place, species in enumerate(row) if species.population < most]
        land, avian = ruleset.max_body, ruleset.avian_max_body
        return [
            place
            for place, species in enumerate(row)
            if species.body < (avian if species.profile.avian else land)
        ]

    def texts(self) -> list[str]:
        """All as the choices are written (engine/docs/protocol.md 2); `play_text` writes one."""
        names, hand = self._table.cards.names, self._hand
        ids = [species.id for species in self._player.species]
        written = ["end"]
        written += [f"trait {names[card]} {ids[place]}" for _, card, place in self._section(TRAIT)]
        for _, card, place, old in self._section(REPLACE):
            written.append(f"replace {names[old]} {names[card]} {ids[place]}")
        for kind, word in AT_SIDES.items():
            if self._counts[kind]:
                written += [f"{word} {names[card]} {side}" for card in hand for side in SIDES]
        for kind, word in GROWTHS.items():
            written += [f"{word} {names[card]} {ids[place]}" for _, card, place in self._section(kind)]
        written += [f"remove {names[card]}" for card, _ in self._removable]
        return written


AT_SIDES: Final = {SPECIES: "species", AVIAN: "avian"}
GROWTHS: Final = {POPULATION: "population", BODY: "body"}
ON_SPECIES: Final = {TRAIT: "trait"} | GROWTHS


def play_text(table: Table, option: Option) -> str:
    """One option as the choice is written."""
    names = table.cards.names
    kind = option[0]
    if kind == END:
        return "end"
    card = names[option[1]]
    if kind == REMOVE:
        return f"remove {card}"
    if kind in AT_SIDES:
        return f"{AT_SIDES[kind]} {card} {SIDES[option[2]]}"
    species = table.players[table.turn].species[option[2]].id
    if kind == REPLACE:
        return f"replace {names[option[3]]} {card} {species}"
    return f"{ON_SPECIES[kind]} {card} {species}"


def removable(player: Player) -> list[tuple[int, int]]:
    """Every trait card on the board with its place, by card over all species (D-GEN-6)."""
    return sorted(
        [
            (card, place)
            for place, species in enumerate(player.species)
            for card in species.traits + species.hidden
        ]
    )


def avians_left(table: Table, player: Player) -> bool:
    """Two cards to discard and a Flight card to take, in quick play one of the own share (R-PLAY-09)."""
    if len(player.hand) < 2:
        return False
    if table.quick:
        return table.quick.avians_made < len(table.quick.flight_share(player.seat))
    return table.flight_supply > 0

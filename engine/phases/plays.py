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
JUST_END: Final[Option] = (END,)


@final
class Plays:
    """The play options of one player, as long as nothing on the table changes."""

    __slots__ = (
        "_avians",
        "_bodies",
        "_length",
        "_player",
        "_populations",
        "_removals",
        "_replacements",
        "_sides",
        "_table",
        "_traits",
        "_twins",
    )

    def __init__(self, table: Table, player: Player) -> None:
        """Counts them: how many of each kind (X-22: what is full grown grows no more)."""
        terms, bits, hand = table.terms, table.cards.bits, player.hand
        most_traits, most_population = terms.most_traits, terms.max_population
        cards = [card for card in hand if card not in table.cards.events] if terms.events else hand
        wanted = free = twins = full = full_twins = growing = bodies = held = 0
        for card in cards:
            wanted |= bits[card]
        for species in player.species:
            names, on_it = species.names, species.held
            held += on_it
            doubled = len([card for card in cards if bits[card] & names]) if wanted & names else 0
            if on_it < most_traits:
                free += 1
                twins += doubled
            else:
                full += on_it
                full_twins += doubled * (on_it - 1)
            if species.population < most_population:
                growing += 1
            if species.body < (terms.avian_max_body if species.profile.avian else terms.max_body):
                bodies += 1
        count = len(cards)
        self._table = table
        self._player = player
        self._twins = twins  # cards for species with room that have their trait already
        self._traits = traits = count * free - twins
        self._replacements = replacements = count * full - full_twins
        self._sides = sides = 2 * len(hand)
        self._avians = avians = sides if terms.flight and avians_left(table, player) else 0
        self._populations = growing = count * growing
        self._bodies = bodies = count * bodies
        self._removals = removals = held if terms.removes_freely else 0
        self._length = 1 + traits + replacements + sides + avians + growing + bodies + removals

    def _hand(self) -> list[int]:
        return sorted(self._player.hand)

    def _cards(self) -> list[int]:
        """The hand without event cards, which are not played here."""
        if not self._table.terms.events:
            return sorted(self._player.hand)
        events = self._table.cards.events
        return sorted([card for card in self._player.hand if card not in events])

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Option]:
        for kind in range(REMOVE + 1):
            yield from self._section(kind)

    def __getitem__(self, index: int, /) -> Option:
        """Where the options of a kind are regular the others need not be made."""
        if not 0 <= index < self._length:
            raise IndexError("there are fewer plays")
        if index == 0:
            return JUST_END
        index -= 1
        if index < self._traits:
            return self._section(TRAIT)[index] if self._twins else self._placed(TRAIT, index)
        index -= self._traits
        if index < self._replacements:
            return self._section(REPLACE)[index]
        index -= self._replacements
        if index < self._sides:
            return (SPECIES, self._hand()[index >> 1], index & 1)
        index -= self._sides
        if index < self._avians:
            return (AVIAN, self._hand()[index >> 1], index & 1)
        index -= self._avians
        if index < self._populations:
            return self._placed(POPULATION, index)
        index -= self._populations
        if index < self._bodies:
            return self._placed(BODY, index)
        return self._section(REMOVE)[index - self._bodies]

    def _placed(self, kind: int, index: int) -> Option:
        """The play at that index of a kind in which every card can go to the same places."""
        places = self._places(kind)
        count = len(places)
        return (kind, self._cards()[index // count], places[index % count])

    def _section(self, kind: int) -> list[Option]:
        """All options of one kind."""
        if kind == TRAIT:
            return self._all_traits() if self._traits else []
        if kind == REPLACE:
            return self._all_replacements() if self._replacements else []
        if kind == SPECIES or (kind == AVIAN and self._avians):
            return [(kind, card, side) for card in self._hand() for side in (0, 1)]
        if kind in (POPULATION, BODY):
            places = self._places(kind)
            return [(kind, card, place) for card in self._cards() for place in places]
        if kind == REMOVE and self._removals:
            return [(REMOVE, card, place) for card, place in removable(self._player)]
        return [JUST_END] if kind == END else []

    def _all_traits(self) -> list[Option]:
        """Onto species with room that have no such trait, face-down ones included."""
        bits, row = self._table.cards.bits, self._player.species
        free = [(place, row[place].names) for place in self._places(TRAIT)]
        return [
            (TRAIT, card, place) for card in self._cards() for place, names in free if not names & bits[card]
        ]

    def _all_replacements(self) -> list[Option]:
        """On full species only (A-15): for a trait that is there already its own place, else any."""
        bits, most = self._table.cards.bits, self._table.terms.most_traits
        full = [
            (place, species.names, sorted(species.traits + species.hidden))
            for place, species in enumerate(self._player.species)
            if species.held >= most
        ]
        return [
            (REPLACE, card, place, old)
            for card in self._cards()
            for place, names, on_it in full
            for old in on_it
            if not names & bits[card] or bits[old] == bits[card]
        ]

    def _places(self, kind: int) -> list[int]:
        """The places of the species with room for a trait, or whose population or body may grow."""
        row, terms = self._player.species, self._table.terms
        if kind == TRAIT:
            most = terms.most_traits
            return [place for place, species in enumerate(row) if species.held < most]
        if kind == POPULATION:
            most = terms.max_population
            return [place for place, species in enumerate(row) if species.population < most]
        land, avian = terms.max_body, terms.avian_max_body
        return [
            place
            for place, species in enumerate(row)
            if species.body < (avian if species.profile.avian else land)
        ]

    def texts(self) -> list[str]:
        """All as the choices are written (engine/docs/protocol.md 2); `play_text` writes one."""
        names, hand = self._table.cards.names, self._hand()
        ids = [species.id for species in self._player.species]
        written = ["end"]
        written += [f"trait {names[card]} {ids[place]}" for _, card, place in self._section(TRAIT)]
        for _, card, place, old in self._section(REPLACE):
            written.append(f"replace {names[old]} {names[card]} {ids[place]}")
        for kind, word in AT_SIDES.items():
            if kind == SPECIES or self._avians:
                written += [f"{word} {names[card]} {side}" for card in hand for side in SIDES]
        for kind, word in GROWTHS.items():
            written += [f"{word} {names[card]} {ids[place]}" for _, card, place in self._section(kind)]
        written += [f"remove {names[card]}" for _, card, _ in self._section(REMOVE)]
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

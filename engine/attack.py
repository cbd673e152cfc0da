"""Who may attack whom, and at which price (R-ATT-01 … R-ATT-03)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final, final

from engine.question import Option
from engine.traits import TRAITS, names_of

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table

SIZE: Final = 1 << len(TRAITS)  # among the barriers: the attacker is not large enough
NOTHING: Final = -1  # in place of the trait that Ambush ignores


def attack_size(attacker: Species) -> int:
    """R-DER-06."""
    return attacker.body + attacker.profile.size_per_population * attacker.population


def barriers(attacker: Species, strength: int, row: Sequence[Species], spot: int) -> int:
    """What keeps `attacker` from row[spot]: the bits of the traits of R-ATT-02, and SIZE."""
    target = row[spot]
    profile = target.profile
    right = row[spot + 1] if spot + 1 < len(row) else None
    warned = row[spot - 1].profile.warns if spot else 0
    if right is not None:
        warned |= right.profile.warns
    barred = (profile.shields | warned) & ~attacker.profile.overcomes
    for bit, guard in profile.guards:
        if guard(attacker, target, right):
            barred |= bit
    if strength <= target.body + profile.defence:
        barred |= SIZE
    return barred


@final
class Means:
    """What an attacker can pay with: hand cards, and traits that it may ignore for one each (R-ATT-03)."""

    __slots__ = ("by_intelligence", "cards", "flight_discards", "payable")

    def __init__(self, cards: int, by_intelligence: int, by_flight: int, flight_discards: int) -> None:
        self.cards = cards
        self.by_intelligence = by_intelligence
        self.flight_discards = flight_discards
        self.payable = by_intelligence | by_flight if cards else 0

    def cover(self, ignored: int, owed: int) -> bool:
        """Whether there are cards enough, and not more by Flight than it allows (A-119)."""
        return owed <= self.cards and (ignored & ~self.by_intelligence).bit_count() <= self.flight_discards


def means_in_feeding(table: Table, attacker: Species) -> Means:
    profile = attacker.profile
    return Means(
        cards=len(table.players[attacker.owner].hand),
        by_intelligence=table.terms.negatable if profile.negates_by_ruleset else 0,
        by_flight=profile.negates,
        flight_discards=table.terms.flight_discards,
    )


def attack_options(table: Table, kind: int, place: int, means: Means) -> list[Option]:
    """All attacks of one species of the player on turn, in canonical order (D-GEN-6).

    An option is (kind, place of the attacker, seat and place of the target, mask of the traits ignored for
    cards, number of the trait that Ambush ignores or NOTHING, cards owed).
    """
    attacker = table.players[table.turn].species[place]
    strength = attack_size(attacker)
    payable, overcomes = means.payable, attacker.profile.overcomes
    chooses = payable or (attacker.profile.ambushes and table.terms.ambushable)
    scavenging = scavengers_in_play(table) & payable if chooses else 0
    found: list[Option] = []
    for other in table.clockwise_from(table.turn + 1):
        row = other.species
        for spot, target in enumerate(row):
            if strength <= target.body or target is attacker or not target.population:
                continue
            profile = target.profile
            if not chooses and (strength <= target.body + profile.defence or profile.shields & ~overcomes):
                continue
            barred = barriers(attacker, strength, row, spot)
            if chooses:
                silenced = scavenging | profile.wounding & payable
                ways = ways_past(table, attacker, target, barred, payable, silenced)
                found += [
                    (kind, place, other.seat, spot, *way) for way in ways if means.cover(way[0], way[2])
                ]
            elif not barred and profile.price <= means.cards:
                found.append((kind, place, other.seat, spot, 0, NOTHING, profile.price))
    return found


def attack_text(table: Table, option: Option) -> str:
    """An option of `attack_options` as the choice is written (engine/docs/protocol.md 2)."""
    _, place, seat, spot, ignored, ambushed, _ = option
    attacker = table.players[table.turn].species[place].id
    words = f"attack {attacker} {table.players[seat].species[spot].id}"
    if ambushed >= 0:
        words += f" ambushing {TRAITS[ambushed].name}"
    if ignored:
        words += f" ignoring {','.join(names_of(ignored))}"
    return words


def in_reach(table: Table, target: Species) -> bool:
    """Whether a Carnivore in play could attack the target, with the cards in its owner's hand (A-48)."""
    row = table.players[target.owner].species
    spot = row.index(target)
    return any(
        could_attack(table, attacker, row, spot)
        for player in table.players
        for attacker in player.species
        if attacker.profile.carnivore and attacker is not target and attacker.capacity() > 0
    )


def could_attack(table: Table, attacker: Species, row: Sequence[Species], spot: int) -> bool:
    target = row[spot]
    strength = attack_size(attacker)
    if strength <= target.body or not target.population:
        return False
    barred = barriers(attacker, strength, row, spot)
    means = means_in_feeding(table, attacker)
    ways = ways_past(table, attacker, target, barred, means.payable, 0)
    return any(means.cover(ignored, owed) for ignored, _, owed in ways)


def ways_past(
    table: Table, attacker: Species, target: Species, barred: int, payable: int, silenced: int
) -> list[tuple[int, int, int]]:
    """Every legal (ignored for cards, ignored by Ambush, cards owed), fewest cards first.

    `silenced`: traits that stop no attack but may be paid for all the same (A-43).
    """
    ways = []
    for ambushed in _ambushable(table, attacker, target, barred):
        free = 1 << ambushed if ambushed >= 0 else 0
        price = 0 if target.profile.priced & free else target.profile.price
        for needed in _needed(attacker, target, barred, free, payable):
            if free and not _ambush_serves(attacker, target, barred, free, needed):
                continue
            for extra in subsets(silenced & ~needed):
                ignored = needed | extra
                ways.append((ignored, ambushed, ignored.bit_count() + price))
    return sorted(ways, key=_by_price)


def _by_price(way: tuple[int, int, int]) -> tuple[int, int, list[str], str]:
    """Cards owed, traits ignored, alphabetically, without Ambush's trait before with (D-GEN-6)."""
    ignored, ambushed, owed = way
    return owed, ignored.bit_count(), names_of(ignored), TRAITS[ambushed].name if ambushed >= 0 else ""


def _needed(attacker: Species, target: Species, barred: int, free: int, payable: int) -> list[int]:
    """The smallest sets of traits to pay for, given what is ignored for free; empty when there is no way."""
    must = barred & ~SIZE & ~free
    if must & ~payable:
        return []
    if not barred & SIZE:
        return [must]
    shells = bits_of_defence(target) & payable & ~free
    enough = [shell for shell in subsets(shells) if large_enough(attacker, target, shell | free)]
    return [must | shell for shell in enough if not any(other & shell == other != shell for other in enough)]


def _ambush_serves(attacker: Species, target: Species, barred: int, free: int, paid: int) -> bool:
    """Whether the attack would not be legal without what Ambush ignores, or would cost one card more."""
    if free & (barred | target.profile.priced):
        return True
    return not large_enough(attacker, target, paid)


def _ambushable(table: Table, attacker: Species, target: Species, barred: int) -> list[int]:
    """What Ambush may ignore on a Migratory target (A-56): nothing, or one of the traits in the way."""
    if not attacker.profile.ambushes & target.profile.mask:
        return [NOTHING]
    useful = barred | target.profile.priced | (bits_of_defence(target) if barred & SIZE else 0)
    choices = useful & target.profile.mask & table.terms.ambushable
    return [NOTHING, *(number for number in range(len(TRAITS)) if choices >> number & 1)]


def scavengers_in_play(table: Table) -> int:
    mask = 0
    for player in table.players:
        for species in player.species:
            mask |= species.profile.scavenging
    return mask


def bits_of_defence(target: Species) -> int:
    mask = 0
    for bit, _ in target.profile.defences:
        mask |= bit
    return mask


def large_enough(attacker: Species, target: Species, ignored: int) -> bool:
    """Whether the attacker is larger than the target without the bonuses of the ignored traits."""
    bonus = sum(defence for bit, defence in target.profile.defences if not bit & ignored)
    return attack_size(attacker) > target.body + bonus


def subsets(mask: int) -> list[int]:
    """All masks within `mask`, the empty one first, smaller ones before larger ones."""
    single = [1 << number for number in range(mask.bit_length()) if mask >> number & 1]
    chosen = chain.from_iterable(combinations(single, size) for size in range(len(single) + 1))
    return [sum(parts) for parts in chosen]

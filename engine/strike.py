"""Attacks once declared: payment, horns, prey, meat, Scavengers (R-ATT-03, R-ATT-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

from engine.attack import NOTHING
from engine.eating import BANK, MEAT, take
from engine.losing import bury, lose_population
from engine.payment import Payment
from engine.traits import NUMBER, TRAITS, bits, names_of

if TYPE_CHECKING:
    from engine.question import Option
    from engine.species import Species
    from engine.table import Table


@final
class Strike:
    """One declared attack; species by id, ignored traits as a mask. Never changed once made."""

    __slots__ = ("ambushed", "attacker", "ignored", "nocturnal", "target")

    def __init__(self, attacker: str, target: str, ignored: int, ambushed: int, nocturnal: bool) -> None:
        self.attacker = attacker
        self.target = target
        self.ignored = ignored
        self.ambushed = ambushed
        self.nocturnal = nocturnal

    @classmethod
    def of(cls, table: Table, option: Option, nocturnal: bool) -> Strike:
        """The attack that an option of `attack_options` declares."""
        attacker = table.players[table.turn].species[option[1]].id
        target = table.players[option[2]].species[option[3]].id
        return cls(attacker, target, option[4], option[5], nocturnal)

    def save(self) -> dict[str, Any]:
        return {
            "attacker": self.attacker,
            "target": self.target,
            "ambushing": TRAITS[self.ambushed].name if self.ambushed >= 0 else None,
            "ignoring": names_of(self.ignored),
            "nocturnal": self.nocturnal,
        }

    @classmethod
    def load(cls, table: Table, saved: Mapping[str, Any]) -> Strike:
        ambushing = saved["ambushing"]
        return cls(
            attacker=table.find_own(saved["attacker"]).id,
            target=table.find(saved["target"]).id,
            ignored=bits(saved["ignoring"]),
            ambushed=NOTHING if ambushing is None else NUMBER[ambushing],
            nocturnal=bool(saved["nocturnal"]),
        )


class AttackPayment(Payment):
    """The cards for an attack; it is resolved when they are paid."""

    __slots__ = ("strike",)

    def __init__(self, owed: int, strike: Strike) -> None:
        self.owed = owed
        self.strike = strike

    def with_one_less(self) -> AttackPayment:
        return type(self)(self.owed - 1, self.strike)

    def paid(self, table: Table) -> None:
        resolve(table, self.strike)

    def save(self, table: Table) -> dict[str, Any]:
        return {"owed": self.owed, "attack": self.strike.save()}

    @classmethod
    def load(cls, table: Table, saved: Mapping[str, Any]) -> AttackPayment:
        owed = saved["owed"]
        if not 1 <= owed <= len(table.players[table.turn].hand):
            raise ValueError("more cards are owed than are in hand")
        return cls(owed, Strike.load(table, saved["attack"]))


def declare(table: Table, payment: AttackPayment) -> None:
    """The attack is announced; cards are asked for first, if any are owed."""
    if payment.owed:
        table.pending = payment
    else:
        payment.paid(table)


def resolve(table: Table, strike: Strike) -> None:
    """Horns, prey, meat, Scavengers (R-ATT-04, A-51)."""
    attacker, target = table.find(strike.attacker), table.find(strike.target)
    ambushing = TRAITS[strike.ambushed].name if strike.ambushed >= 0 else None
    ignoring = tuple(names_of(strike.ignored))
    table.log.extend(("attacked", attacker.id, target.id, ambushing, ignoring, strike.nocturnal))
    meat = target.body
    if not strike.ignored & target.profile.wounding:
        suffer(table, attacker, target.profile.wounds, "horns")
    if table.terms.meat_first:
        eat_prey(table, attacker, meat, strike)
        suffer(table, target, 1, "attack")
    else:
        suffer(table, target, 1, "attack")
        eat_prey(table, attacker, meat, strike)
    scavenge(table, strike)


def suffer(table: Table, species: Species, amount: int, why: str) -> None:
    if not amount:
        return
    lose_population(table, species, amount, why)
    if not species.population:
        bury(table, species)


def eat_prey(table: Table, attacker: Species, meat: int, strike: Strike) -> None:
    """An attacker killed by horns takes nothing (X-08)."""
    if attacker.population:
        take(table, attacker, meat, MEAT, BANK, "attack", strike.nocturnal)


def scavenge(table: Table, strike: Strike) -> None:
    """Every living Scavenger, clockwise from the attacker's owner (A-52), unless ignored (A-53)."""
    for player in table.clockwise_from(table.turn):
        for species in player.species:
            profile = species.profile
            if profile.scavenges and not profile.scavenging & strike.ignored:
                take(table, species, profile.scavenges, MEAT, BANK, "scavenger")

"""The record of all moments at which a trait may speak, grouped by the phase in which it is heard.

A trait is data where data will do, and small named functions where it will not. The order in which the
moments come is the phase's business, never a trait's. Rules: R-TRAIT-* (engine/docs/rules.md, section 4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.species import Species
    from engine.table import Table

Guard = Callable[["Species", "Species", "Species | None"], bool]
"""Asked with attacker, target, and the target's right neighbour: does the trait keep the attacker off?"""

Act = Callable[["Table", "Species"], None]
"""Something that the trait does for its species."""

ActsOn = Callable[["Table", "Species"], bool]
"""Whether the trait can act on this species at all in this step (R-LEAF-02)."""


def always(_table: Table, _species: Species) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """What one trait does; every field left out means that the trait has nothing to say there."""

    name: str

    # Play: the species has just gained one population.
    grown: Act | None = None

    # Leaf: before the food cards are revealed (forum: after).
    leaf: Act | None = None
    leaf_acts_on: ActsOn = always

    # Environment: population saved from cold and heat, lost to any Sun in force, safety from Wildfire.
    cold_protection: int = 0
    heat_protection: int = 0
    sun_loss: int = 0
    fireproof: bool = False

    # Eating.
    eats_meat_only: bool = False  # and is what allows to attack
    extra_plant: int = 0  # more of the same plant food with each take
    feeds_neighbour: bool = False  # the right neighbour takes along
    stores_fat: bool = False  # up to the body size, on the card
    hunger_ignored: int = 0  # unfed population that is neither hungry nor starves
    flies: bool = False  # avian: pays upkeep, may take from the cliff

    # Feeding turn.
    plant_for_card: int = 0  # a plant eater takes so much from the bank for a discarded card
    feeds_at_night: bool = False  # a free feeding before the turn while no Carnivore can reach it

    # Attack, on the attacker.
    size_per_population: int = 0  # added to the body size for each population
    overcomes: tuple[str, ...] = ()  # traits that do not stop it
    negates: tuple[str, ...] = ()  # traits that it may ignore for a discarded card each
    negates_by_ruleset: bool = False  # the same, the ruleset lists which
    ambushes: str = ""  # targets with this trait may be robbed of one defensive trait (by ruleset)

    # Attack, on the target.
    shields: bool = False  # stops every attacker that does not overcome it
    guard: Guard | None = None  # stops the attackers for which it answers true
    guards_neighbours: bool = False  # stops attacks on the species left and right of it
    defence: int = 0  # added to the body size
    card_price: int = 0  # hand cards that each attack costs
    wounds: int = 0  # population that the attacker loses first

    # After an attack in which the target lost population.
    scavenges: int = 0  # meat from the bank

    # End of feeding, before starvation.
    after_feeding: Act | None = None

"""What the face-up traits of a species amount to together, worked out once for each combination."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from engine.traits import BIT, TRAITS, bits

if TYPE_CHECKING:
    from engine.trait import Guard, Trait

_known: Final[dict[int, Profile]] = {}


@final
class Profile:
    """The sum of the Trait records of one combination. Masks hold one bit a trait (engine.traits.BIT)."""

    __slots__ = (
        "after_feeding",
        "ambushes",
        "avian",
        "carnivore",
        "cold_protection",
        "defence",
        "defences",
        "eats_on",
        "extra_plant",
        "feeds_at_night",
        "feeds_neighbour",
        "fireproof",
        "grown",
        "guards",
        "heat_protection",
        "hunger_ignored",
        "leaves",
        "mask",
        "negates",
        "negates_by_ruleset",
        "overcomes",
        "particular",
        "plant_for_card",
        "price",
        "priced",
        "scavenges",
        "scavenging",
        "shields",
        "size_per_population",
        "stores_fat",
        "sun_loss",
        "warns",
        "wounding",
        "wounds",
    )

    def __init__(self, mask: int) -> None:
        traits = [trait for trait in TRAITS if mask & BIT[trait.name]]
        self.mask = mask
        self._sum_living(traits)
        self._sum_attacker(traits)
        self._sum_target(traits)

    def _sum_living(self, traits: list[Trait]) -> None:
        self.carnivore = any(trait.eats_meat_only for trait in traits)
        self.avian = any(trait.flies for trait in traits)
        self.stores_fat = any(trait.stores_fat for trait in traits)
        self.eats_on = self.avian or self.stores_fat  # places beside those of the population
        self.feeds_neighbour = any(trait.feeds_neighbour for trait in traits)
        self.feeds_at_night = any(trait.feeds_at_night for trait in traits)
        self.fireproof = any(trait.fireproof for trait in traits)
        self.hunger_ignored = sum(trait.hunger_ignored for trait in traits)
        self.extra_plant = sum(trait.extra_plant for trait in traits)
        self.plant_for_card = sum(trait.plant_for_card for trait in traits)
        self.cold_protection = sum(trait.cold_protection for trait in traits)
        self.heat_protection = sum(trait.heat_protection for trait in traits)
        self.sun_loss = sum(trait.sun_loss for trait in traits)
        # Whether there is more to ask when it has room for food than "feed" once a turn.
        self.particular = (
            self.carnivore
            or self.eats_on
            or self.feeds_at_night
            or self.hunger_ignored > 0
            or self.plant_for_card > 0
        )
        self.leaves = tuple(trait for trait in traits if trait.leaf)
        self.grown = tuple(trait.grown for trait in traits if trait.grown)
        self.after_feeding = tuple(trait.after_feeding for trait in traits if trait.after_feeding)

    def _sum_attacker(self, traits: list[Trait]) -> None:
        self.size_per_population = sum(trait.size_per_population for trait in traits)
        self.overcomes = bits(name for trait in traits for name in trait.overcomes)
        self.negates = bits(name for trait in traits for name in trait.negates)
        self.negates_by_ruleset = any(trait.negates_by_ruleset for trait in traits)
        self.ambushes = bits(trait.ambushes for trait in traits if trait.ambushes)

    def _sum_target(self, traits: list[Trait]) -> None:
        self.shields = bits(trait.name for trait in traits if trait.shields)
        self.guards: tuple[tuple[int, Guard], ...] = tuple(
            (BIT[trait.name], trait.guard) for trait in traits if trait.guard
        )
        self.warns = bits(trait.name for trait in traits if trait.guards_neighbours)
        self.defence = sum(trait.defence for trait in traits)
        self.defences = tuple((BIT[trait.name], trait.defence) for trait in traits if trait.defence)
        self.price = sum(trait.card_price for trait in traits)
        self.priced = bits(trait.name for trait in traits if trait.card_price)
        self.wounds = sum(trait.wounds for trait in traits)
        self.wounding = bits(trait.name for trait in traits if trait.wounds)
        self.scavenges = sum(trait.scavenges for trait in traits)
        self.scavenging = bits(trait.name for trait in traits if trait.scavenges)


def profile_of(mask: int) -> Profile:
    """The profile of a combination of face-up traits, given as a mask."""
    profile = _known.get(mask)
    if profile is None:
        profile = _known[mask] = Profile(mask)
    return profile


BARE: Final = profile_of(0)
"""Of a species without traits."""

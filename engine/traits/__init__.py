"""All traits of the family, in alphabetical order, each with its number and its bit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.traits.ambush import AMBUSH
from engine.traits.brood_parasite import BROOD_PARASITE
from engine.traits.burrowing import BURROWING
from engine.traits.camouflage import CAMOUFLAGE
from engine.traits.carnivore import CARNIVORE
from engine.traits.climbing import CLIMBING
from engine.traits.cooling_frills import COOLING_FRILLS
from engine.traits.cooperation import COOPERATION
from engine.traits.defensive_herding import DEFENSIVE_HERDING
from engine.traits.fat_tissue import FAT_TISSUE
from engine.traits.fertile import FERTILE
from engine.traits.flight import FLIGHT
from engine.traits.foraging import FORAGING
from engine.traits.good_eyesight import GOOD_EYESIGHT
from engine.traits.hard_shell import HARD_SHELL
from engine.traits.heavy_fur import HEAVY_FUR
from engine.traits.hibernation import HIBERNATION
from engine.traits.horns import HORNS
from engine.traits.intelligence import INTELLIGENCE
from engine.traits.long_neck import LONG_NECK
from engine.traits.migratory import MIGRATORY
from engine.traits.mud_wallowing import MUD_WALLOWING
from engine.traits.nesting import NESTING
from engine.traits.nocturnal import NOCTURNAL
from engine.traits.pack_hunting import PACK_HUNTING
from engine.traits.scavenger import SCAVENGER
from engine.traits.symbiosis import SYMBIOSIS
from engine.traits.warning_call import WARNING_CALL

TRAITS: Final = (
    AMBUSH,
    BROOD_PARASITE,
    BURROWING,
    CAMOUFLAGE,
    CARNIVORE,
    CLIMBING,
    COOLING_FRILLS,
    COOPERATION,
    DEFENSIVE_HERDING,
    FAT_TISSUE,
    FERTILE,
    FLIGHT,
    FORAGING,
    GOOD_EYESIGHT,
    HARD_SHELL,
    HEAVY_FUR,
    HIBERNATION,
    HORNS,
    INTELLIGENCE,
    LONG_NECK,
    MIGRATORY,
    MUD_WALLOWING,
    NESTING,
    NOCTURNAL,
    PACK_HUNTING,
    SCAVENGER,
    SYMBIOSIS,
    WARNING_CALL,
)

NUMBER: Final = {trait.name: number for number, trait in enumerate(TRAITS)}
BIT: Final = {trait.name: 1 << number for number, trait in enumerate(TRAITS)}


def bits(names: Iterable[str]) -> int:
    """The mask of a set of trait names."""
    mask = 0
    for name in names:
        mask |= BIT[name]
    return mask


def names_of(mask: int) -> list[str]:
    """The trait names of a mask, in alphabetical order; bits that are no trait's are left out."""
    if not mask:
        return []
    return [trait.name for number, trait in enumerate(TRAITS) if mask >> number & 1]

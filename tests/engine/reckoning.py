"""Hunger, room, protections, worked out from a position by rules.md 2.4 and 5, apart from the engine."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.engine.rebuilding import Json, size

HIBERNATION_IGNORES = 2
HARD_SHELL, COOLING_FRILLS = 4, 2
AMBUSHABLE = {
    "burrowing",
    "climbing",
    "cooling-frills",
    "defensive-herding",
    "hard-shell",
    "mud-wallowing",
} | {"symbiosis"}


@cache
def name_of(card: str) -> str:
    return card.rpartition("-")[0]


def names(species: Json) -> set[str]:
    """The face-up traits."""
    return {name_of(card) for card in species["traits"]}


def every_species(position: Json) -> Iterator[tuple[int, Json]]:
    for number, seat in enumerate(position["seats"]):
        for species in seat["species"]:
            yield number, species


def by_id(position: Json) -> dict[str, Json]:
    return {species["id"]: species for _, species in every_species(position)}


def ids(position: Json) -> list[list[str]]:
    return [[species["id"] for species in seat["species"]] for seat in position["seats"]]


def room(species: Json) -> int:
    """R-DER-01."""
    upkeep = species.get("upkeep", 0)
    avian = species["kind"] == "avian" and species["population"] >= 1
    return int(species["population"] - species["food"] + (species["body"] - upkeep if avian else 0))


def capacity(species: Json) -> int:
    """R-DER-02."""
    stores = "fat-tissue" in names(species) and species["population"] >= 1
    return room(species) + (species["body"] - species["fat"] if stores else 0)


def ignored(species: Json) -> int:
    """R-DER-03."""
    return HIBERNATION_IGNORES if "hibernation" in names(species) else 0


def hungry(species: Json) -> bool:
    """R-DER-04."""
    return bool(species["population"] - species["food"] > ignored(species))


def neighbours(position: Json, target: Json) -> tuple[Json | None, Json | None]:
    """Left and right of it in its row."""
    for seat in position["seats"]:
        row = seat["species"]
        for place, species in enumerate(row):
            if species["id"] == target["id"]:
                left = row[place - 1] if place else None
                right = row[place + 1] if place + 1 < len(row) else None
                return left, right
    raise LookupError(target["id"])


def protections(position: Json, attacker: Json, target: Json) -> set[str]:
    """What blocks this attack when nothing is paid (rules.md 5, protections)."""
    mine, its = names(attacker), names(target)
    left, right = neighbours(position, target)
    warned = any(other is not None and "warning-call" in names(other) for other in (left, right))
    attack = attacker["body"] + (attacker["population"] if "pack-hunting" in mine else 0)
    defence = target["body"] + HARD_SHELL * ("hard-shell" in its) + COOLING_FRILLS * ("cooling-frills" in its)
    blocks = {
        "burrowing": "burrowing" in its and not hungry(target),
        "camouflage": "camouflage" in its and "good-eyesight" not in mine,
        "climbing": "climbing" in its and "climbing" not in mine,
        "defensive-herding": "defensive-herding" in its and attacker["population"] <= target["population"],
        "flight": "flight" in its and "flight" not in mine,
        "symbiosis": "symbiosis" in its and right is not None and right["body"] > target["body"],
        "warning-call": warned and "ambush" not in mine,
        "size": attack <= defence,
    }
    return {name for name, blocked in blocks.items() if blocked}


def may_attack(position: Json, attacker: Json, target: Json, hand: int) -> bool:
    """R-ATT-01 with no payment but the card that Mud Wallowing costs."""
    return (
        "carnivore" in names(attacker)
        and capacity(attacker) >= 1
        and attacker["id"] != target["id"]
        and target["population"] >= 1
        and (hand >= 1 or "mud-wallowing" not in names(target))
        and not protections(position, attacker, target)
    )


def may_ambush(position: Json, attacker: Json, target: Json, hand: int) -> bool:
    """Whether the attack is possible when Ambush ignores one trait of a Migratory target (climate)."""
    if position["ruleset"] != "climate" or not {"carnivore", "ambush"} <= names(attacker):
        return False
    if "migratory" not in names(target):
        return False
    open_targets = (without(target, trait) for trait in names(target) & AMBUSHABLE)
    return any(may_attack(put(position, other), attacker, other, hand) for other in open_targets)


def without(species: Json, trait: str) -> Json:
    return species | {"traits": [card for card in species["traits"] if name_of(card) != trait]}


def put(position: Json, species: Json) -> Json:
    """The position with this species in place of the one of its id."""
    seats = [
        seat | {"species": [species if each["id"] == species["id"] else each for each in seat["species"]]}
        for seat in position["seats"]
    ]
    return position | {"seats": seats}


def attack_pairs(position: Json, seat: int) -> Iterator[tuple[Json, Json]]:
    """Own species left to right, each with all targets as D-GEN-6 has them."""
    count = len(position["seats"])
    order = [*((seat + step) % count for step in range(1, count)), seat]
    targets = [species for owner in order for species in position["seats"][owner]["species"]]
    return ((attacker, target) for attacker in position["seats"][seat]["species"] for target in targets)


def grazes(position: Json, seat: int) -> list[tuple[Json, str]]:
    """R-FEED-02: species left to right with the choice that feeds it, from the hole before the cliff."""
    ways = []
    for species in position["seats"][seat]["species"]:
        if "carnivore" in names(species) or capacity(species) < 1:
            continue
        if position["watering_hole"]:
            ways.append((species, f"feed {species['id']}"))
        if species["kind"] == "avian" and position["cliff"]:
            ways.append((species, f"feed {species['id']} cliff"))
    return ways


def trait_cards(position: Json) -> list[str]:
    """Every trait card of the deck that stands anywhere, Flight cards left out."""
    cards: list[Any] = []
    for key in ("deck", "reserve", "removed", "discard"):
        cards += position[key]
    cards += [card for card in position["food_cards"] if card]
    for seat in position["seats"]:
        cards += seat["hand"]
        for species in seat["species"]:
            cards += [*species["traits"], *species["face_down"]]
    return [card for card in cards if name_of(card) != "flight"]


def trait_count(species: Json) -> int:
    return len(species["traits"]) + size(species["face_down"])

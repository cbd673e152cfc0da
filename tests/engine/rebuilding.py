"""Rebuilds a position from the one before it and from what happened in between: a second book-keeper."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Happening = Mapping[str, Any]
Json = dict[str, Any]


class Rebuilt:
    """A position, or a seat's view, that follows the happenings; lists that it may not know are numbers."""

    def __init__(self, position: Json) -> None:
        self.position: Json = json.loads(json.dumps(position))
        self.dead: dict[str, Json] = {}
        self.pile = len(position["discard"])  # how much of it lay there when the phase began

    @property
    def seats(self) -> list[Json]:
        seats: list[Json] = self.position["seats"]
        return seats

    def living(self) -> Iterator[Json]:
        return (species for seat in self.seats for species in seat["species"])

    def species(self, identity: str) -> Json:
        """Alive, or dead since the start: its cards are discarded after its death."""
        alive = next((species for species in self.living() if species["id"] == identity), None)
        return alive or self.dead[identity]

    def owner(self, identity: str) -> Json:
        return next(seat for seat in self.seats if any(s["id"] == identity for s in seat["species"]))

    def apply(self, h: Happening) -> None:
        _APPLY[h["h"]](self, h)


def add(holder: Json, key: str, cards: Any, *, at_top: bool = False) -> None:
    """Cards (or a number of them) come to a list (or to its number)."""
    if isinstance(holder[key], int):
        holder[key] += size(cards)
    else:
        holder[key] = [*cards, *holder[key]] if at_top else [*holder[key], *cards]


def remove(holder: Json, key: str, cards: Any) -> None:
    """Cards leave a list; each must have been there."""
    if isinstance(holder[key], int):
        holder[key] -= size(cards)
        assert holder[key] >= 0
        return
    for card in cards:
        holder[key].remove(card)


def size(cards: Any) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _phase(b: Rebuilt, h: Happening) -> None:
    b.position["phase"] = h["phase"]
    b.pile = len(b.position["discard"])
    b.position["turn"] = b.position["first"]
    b.position["passes"] = 0


def _round(b: Rebuilt, h: Happening) -> None:
    b.position |= {"round": h["round"], "first": h["first"], "turn": h["first"]}
    assert b.position["final_round"] == h["final"]


def _turn(b: Rebuilt, h: Happening) -> None:
    b.position["turn"] = h["seat"]


def _ended(b: Rebuilt, h: Happening) -> None:
    if b.position["phase"] == "feeding":
        b.position["passes"] = 0


def _passed(b: Rebuilt, h: Happening) -> None:
    b.position["passes"] += 1


def _last_round(b: Rebuilt, h: Happening) -> None:
    b.position["final_round"] = h["round"]


def _from_deck(b: Rebuilt, h: Happening) -> None:
    deck = b.position["deck"]
    if isinstance(deck, list):
        assert deck[: size(h["cards"])] == h["cards"]
        del deck[: size(h["cards"])]
    else:
        b.position["deck"] -= size(h["cards"])
    add(b.seats[h["seat"]], "hand", h["cards"])


def _shuffled(b: Rebuilt, h: Happening) -> None:
    """The true order is no happening; who knows the game's shuffles adds it as `order`."""
    assert len(b.position["discard"]) == h["cards"]
    order = h.get("order", b.position["discard"])
    assert sorted(order) == sorted(b.position["discard"])
    add(b.position, "deck", order)
    b.position["discard"] = []


def _reserve(b: Rebuilt, h: Happening) -> None:
    assert size(b.position["reserve"]) == h["cards"]
    add(b.position, "deck", b.position["reserve"])
    b.position["reserve"] = 0 if isinstance(b.position["reserve"], int) else []


def _food_placed(b: Rebuilt, h: Happening) -> None:
    known = isinstance(h["card"], str)
    remove(b.seats[h["seat"]], "hand", [h["card"]])
    b.position["food_cards"][h["seat"]] = h["card"] if known else "?"


def _food_revealed(b: Rebuilt, h: Happening) -> None:
    b.position["food_cards"] = list(h["cards"])


def _played(b: Rebuilt, h: Happening) -> None:
    remove(b.seats[h["seat"]], "hand", [h["card"]])
    add(b.species(h["species"]), "face_down", [h["card"]])


def _revealed(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    assert size(species["face_down"]) == len(h["cards"])
    species["traits"] += h["cards"]
    species["face_down"] = 0 if isinstance(species["face_down"], int) else []


def _discarded(b: Rebuilt, h: Happening) -> None:
    if h["from"] == "hand":
        remove(b.seats[h["seat"]], "hand", [h["card"]])
    elif h["from"] == "food":
        assert b.position["food_cards"][h["seat"]] == h["card"]
        b.position["food_cards"][h["seat"]] = None
    else:
        species = b.species(h["species"])
        remove(species, "traits" if h["card"] in species["traits"] else "face_down", [h["card"]])
    b.position["discard"].append(h["card"])


def _pile(b: Rebuilt, h: Happening) -> None:
    """In quick play the true order of what all have discarded is known when all have ended."""
    discard = b.position["discard"]
    assert sorted(discard[b.pile :]) == sorted(h["cards"])
    discard[b.pile :] = h["cards"]


def _flight_card(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    if h["what"] == "taken":
        species["traits"].append(h["card"])
        b.position["flight_supply"] -= 1
        return
    species["traits"].remove(h["card"])
    species["kind"] = "land"
    b.position["flight_supply"] += 1


def _event_played(b: Rebuilt, h: Happening) -> None:
    """Its card is told as discarded."""


def _new_species(b: Rebuilt, h: Happening) -> None:
    start = 0 if h["kind"] == "avian" else 1
    species: Json = {"id": h["species"], "kind": h["kind"], "population": start, "body": start}
    seat = b.seats[h["seat"]]
    hidden = isinstance(seat["hand"], int)
    species |= {"food": 0, "fat": 0, "traits": [], "face_down": 0 if hidden else []}
    if "cliff" in b.position:
        species["upkeep"] = 0
    seat["named"] += 1
    seat["species"].insert(0 if h["side"] == "left" else len(seat["species"]), species)


def _grew(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    species[h["what"]] += 1
    assert species[h["what"]] == h["to"]


def _returned(b: Rebuilt, h: Happening) -> None:
    remove(b.seats[h["seat"]], "hand", h["cards"])
    add(b.position, "deck", h["cards"])


def _source(key: str) -> Callable[[Rebuilt, Happening], None]:
    def change(b: Rebuilt, h: Happening) -> None:
        b.position[key] += h["change"]
        assert b.position[key] == h["to"]

    return change


def _marker(b: Rebuilt, h: Happening) -> None:
    climate = b.position["climate"]
    assert climate["zone"] == h["from"]
    climate["zone"] = h["to"]
    if h["why"] == "volcano":
        climate["volcano"] = None


def _climate_event(b: Rebuilt, h: Happening) -> None:
    b.position["climate"]["face_up"].remove({key: h[key] for key in ("card", "event", "zone")})


def _event_drawn(b: Rebuilt, h: Happening) -> None:
    climate = b.position["climate"]
    deck = h["card"].split("-")[0]
    remove(climate, f"{deck}_deck", [h["card"]])
    face_up = [*climate["face_up"], {key: h[key] for key in ("card", "event", "zone")}]
    climate["face_up"] = sorted(face_up, key=lambda event: event["card"].split("-")[0])


def _event_returned(b: Rebuilt, h: Happening) -> None:
    climate = b.position["climate"]
    add(climate, f"{h['card'].split('-')[0]}_deck", [h["card"]])
    if h["card"] in climate["waiting"]:
        climate["waiting"].remove(h["card"])
        climate["glacial_thaw"] -= 1


def _event_waiting(b: Rebuilt, h: Happening) -> None:
    b.position["climate"]["waiting"].append(h["card"])
    b.position["climate"]["glacial_thaw"] += 1


def _event_out(b: Rebuilt, h: Happening) -> None:
    b.position["climate"]["out"].append(h["card"])
    b.position["climate"]["meteorite"] = True


def _volcano(b: Rebuilt, h: Happening) -> None:
    b.position["climate"]["volcano"] = h["zone"]


def _set_aside(b: Rebuilt, h: Happening) -> None:
    climate = b.position["climate"]
    climate["wildfire"] += h["change"]
    assert climate["wildfire"] == h["to"]


def _took(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    assert h["amount"] == h["population"] + h["upkeep"] + h["fat"]
    species["food"] += h["population"]
    species["fat"] += h["fat"]
    if h["upkeep"]:
        species["upkeep"] += h["upkeep"]
    if h["source"] != "bank":
        b.position[{"hole": "watering_hole", "cliff": "cliff"}[h["source"]]] -= h["amount"]


def _fat_moved(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    species["fat"] -= h["amount"]
    upkeep = 0
    if species["kind"] == "avian":
        upkeep = min(h["amount"], species["body"] - species["upkeep"])
        species["upkeep"] += upkeep
    species["food"] += h["amount"] - upkeep


def _upkeep_moved(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    species["food"] -= h["amount"]
    species["upkeep"] += h["amount"]


def _upkeep_returned(b: Rebuilt, h: Happening) -> None:
    b.species(h["species"])["upkeep"] -= h["amount"]


def _attacked(b: Rebuilt, h: Happening) -> None:
    """What comes of it is told one by one."""


def _lost(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    species[h["what"]] -= h["amount"]
    assert species[h["what"]] == h["to"]


def _bagged(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    b.seats[h["seat"]]["bag"] += h["amount"]
    if h["why"] == "extinct":
        assert h["amount"] == species["food"] + species["fat"]
        species |= {"food": 0, "fat": 0}
    else:
        species["fat" if h["why"] == "fat" else "food"] -= h["amount"]


def _extinct(b: Rebuilt, h: Happening) -> None:
    species = b.species(h["species"])
    b.dead[h["species"]] = species
    b.seats[h["seat"]]["species"].remove(species)


def _scored(b: Rebuilt, h: Happening) -> None:
    for number, seat in enumerate(b.seats):
        population = sum(species["population"] for species in seat["species"])
        traits = sum(len(species["traits"]) for species in seat["species"])
        assert h["population_points"][number] == population
        assert h["trait_points"][number] == traits
        assert h["scores"][number] == seat["bag"] + population + traits


_APPLY: Mapping[str, Callable[[Rebuilt, Happening], None]] = {
    "phase": _phase,
    "round": _round,
    "turn": _turn,
    "ended": _ended,
    "passed": _passed,
    "last-round": _last_round,
    "dealt": _from_deck,
    "drew": _from_deck,
    "shuffled": _shuffled,
    "reserve": _reserve,
    "food-placed": _food_placed,
    "food-revealed": _food_revealed,
    "played": _played,
    "revealed": _revealed,
    "discarded": _discarded,
    "pile": _pile,
    "flight-card": _flight_card,
    "event-played": _event_played,
    "new-species": _new_species,
    "grew": _grew,
    "returned": _returned,
    "hole": _source("watering_hole"),
    "cliff": _source("cliff"),
    "marker": _marker,
    "climate-event": _climate_event,
    "event-drawn": _event_drawn,
    "event-returned": _event_returned,
    "event-waiting": _event_waiting,
    "event-out": _event_out,
    "volcano": _volcano,
    "set-aside": _set_aside,
    "took": _took,
    "fat-moved": _fat_moved,
    "upkeep-moved": _upkeep_moved,
    "upkeep-returned": _upkeep_returned,
    "attacked": _attacked,
    "lost": _lost,
    "bagged": _bagged,
    "extinct": _extinct,
    "scored": _scored,
}

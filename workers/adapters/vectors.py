"""A seat's view and its choices as whole numbers, as many of them in every game (docs/adapters.md)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

SEATS = 6
SPECIES = 12  # of a row that are shown, from the left
MOST_CHOICES = 1024  # of a decision that can be taken, from the first
LARGEST = 32_767  # what a number can be

KINDS = (
    *("ambush", "brood-parasite", "burrowing", "camouflage", "carnivore", "climbing", "cooling-frills"),
    *("cooperation", "defensive-herding", "fat-tissue", "fertile", "flight", "foraging", "good-eyesight"),
    *("hard-shell", "heavy-fur", "hibernation", "horns", "intelligence", "long-neck", "migratory"),
    *("mud-wallowing", "nesting", "nocturnal", "pack-hunting", "scavenger", "symbiosis", "warning-call"),
    *("dive-bomb", "seed-dispersal"),
)
PHASES = (*("deal", "food", "play", "events", "leaf", "reveal", "environment", "feeding", "ending", "over"),)
ZONES = ("ice-age", "freezing", "cold", "cool", "temperate", "warm", "tropical", "hot", "scorching")
EVENTS = (
    *("cold-snap", "heat-wave", "desertification", "glacial-thaw"),
    *("meteorite", "volcanic-eruption", "wildfire"),
)
VERBS = (
    *("end", "food", "trait", "replace", "species", "avian", "population", "body", "remove", "return"),
    *("dive-bomb", "seed-dispersal", "leaf", "nest", "brood", "feed", "attack", "intelligence", "discard"),
)
WORDS = ("left", "right", "hole", "bank", "cliff", "plant", "meat", "attack")
MOST_IGNORED = 6

CHOICE_FIELDS = (
    *("verb", "nocturnal", "card", "old_card", "seat", "species", "target_seat", "target_species"),
    *("word", "ambushing", *(f"ignoring_{number}" for number in range(1, MOST_IGNORED + 1))),
)
"""What each number of a choice is: the place in VERBS, KINDS or WORDS counted from 1, a seat clockwise from
the own one (1) or a species from the left (1); 0 where there is none."""

SPECIES_FIELDS = ("there", "avian", "population", "body", "food", "fat", "upkeep", "face_down")
CARD_NUMBER = {kind: number for number, kind in enumerate(KINDS, start=1)}

View = Mapping[str, Any]


def table_blocks(view: View, seat: int) -> dict[str, list[int]]:
    """All that a seat sees, as named blocks of numbers from 0; other seats clockwise from the own one."""
    players = view["players"]
    blocks = {
        "phase": [int(view["phase"] == phase) for phase in PHASES],
        "table": _table(view, seat),
        "climate": _climate(view.get("climate")),
        "hand": _counts(view["seats"][seat]["hand"]),
        "discard": _counts(view["discard"]),
    }
    for number in range(SEATS):
        there = number < players
        blocks[f"seat_{number}"] = (
            _seat(view, (seat + number) % players, own=number == 0) if there else NO_SEAT
        )
    return blocks


def table_numbers(view: View, seat: int) -> list[int]:
    """The blocks one after another, each number LARGEST at most."""
    return [min(number, LARGEST) for block in table_blocks(view, seat).values() for number in block]


def choice_numbers(choices: Sequence[str], view: View, seat: int) -> list[list[int]]:
    """A row of CHOICE_FIELDS for each of the first MOST_CHOICES choices of a seat."""
    places = _places(view, seat)
    return [_choice(choice.split(), places) for choice in choices[:MOST_CHOICES]]


def rewards(places: Sequence[int]) -> list[float]:
    """By seat, from -1 to 1, together 0: how many a seat has beaten less how many have beaten it."""
    others = len(places) - 1
    return [(sum(o > own for o in places) - sum(o < own for o in places)) / others for own in places]


def _table(view: View, seat: int) -> list[int]:
    players = view["players"]
    return [
        players,
        view["round"],
        int(view["final_round"] == view["round"]),
        (view["turn"] - seat) % players,
        (view["first"] - seat) % players,
        view["passes"],
        view["watering_hole"],
        view.get("cliff", 0),
        view.get("flight_supply", 0),
        *(view[pile] for pile in ("deck", "reserve")),
        len(view["discard"]),
    ]


def _climate(board: View | None) -> list[int]:
    """Zone, waiting food and cards, then event and zone of what lies face-up; zones counted from 1."""
    if board is None:
        return [0] * 9
    face_up = [(EVENTS.index(card["event"]) + 1, _zone(card["zone"])) for card in board["face_up"]]
    shown = [number for pair in (*face_up, (0, 0), (0, 0))[:2] for number in pair]
    waiting = [board["wildfire"], board["glacial_thaw"], int(board["meteorite"]), _zone(board["volcano"])]
    return [_zone(board["zone"]), *waiting, *shown]


def _zone(name: str | None) -> int:
    return 0 if name is None else ZONES.index(name) + 1


def _counts(cards: Sequence[str]) -> list[int]:
    kinds = [_kind(card) for card in cards]
    return [kinds.count(kind) for kind in KINDS]


def _kind(card: str) -> str:
    return card.rpartition("-")[0]


def _seat(view: View, seat: int, own: bool) -> list[int]:
    entry, food = view["seats"][seat], view["food_cards"][seat]
    hand, row = entry["hand"], entry["species"]
    numbers = [entry["bag"], len(hand) if own else hand, len(row), int(food is not None)]
    numbers.append(CARD_NUMBER[_kind(food)] if food not in (None, "?") else 0)
    for species in row[:SPECIES]:
        numbers += _species(species)
    return numbers + [0] * ((SPECIES - min(len(row), SPECIES)) * SPECIES_NUMBERS)


def _species(species: View) -> list[int]:
    """SPECIES_FIELDS, then for each kind whether it lies there face-up, then face-down where it is known."""
    face_down = species["face_down"]
    known = [] if isinstance(face_down, int) else face_down
    tracks = [species.get(track, 0) for track in ("population", "body", "food", "fat", "upkeep")]
    hidden = face_down if isinstance(face_down, int) else len(face_down)
    numbers = [1, int(species["kind"] == "avian"), *tracks, hidden]
    for cards in (species["traits"], known):
        kinds = {_kind(card) for card in cards}
        numbers += [int(kind in kinds) for kind in KINDS]
    return numbers


SPECIES_NUMBERS = len(SPECIES_FIELDS) + 2 * len(KINDS)
NO_SEAT = [0] * (5 + SPECIES * SPECIES_NUMBERS)


def _places(view: View, seat: int) -> dict[str, tuple[int, int]]:
    """Each species' seat, clockwise from the own one, and its place in the row, both from 1."""
    players = view["players"]
    return {
        species["id"]: ((owner - seat) % players + 1, place)
        for owner, entry in enumerate(view["seats"])
        for place, species in enumerate(entry["species"], start=1)
    }


def _choice(words: list[str], places: Mapping[str, tuple[int, int]]) -> list[int]:
    fields = dict.fromkeys(CHOICE_FIELDS, 0)
    if words[0] == "nocturnal":
        fields["nocturnal"] = 1
        words = words[1:]
    fields["verb"] = VERBS.index(words[0]) + 1
    cards = ["old_card", "card"] if words[0] == "replace" else ["card"]
    species = [("seat", "species"), ("target_seat", "target_species")]
    rest = iter(words[1:])
    for word in rest:
        if word in places:
            seat_field, species_field = species.pop(0)
            fields[seat_field], fields[species_field] = places[word]
        elif word in WORDS:
            fields["word"] = WORDS.index(word) + 1
        elif word in ("ambushing", "ignoring"):
            fields.update(_ignored(word, next(rest)))
        else:
            fields[cards.pop(0)] = CARD_NUMBER[word] if word in CARD_NUMBER else CARD_NUMBER[_kind(word)]
    return list(fields.values())


def _ignored(word: str, traits: str) -> Iterator[tuple[str, int]]:
    if word == "ambushing":
        yield word, CARD_NUMBER[traits]
        return
    for number, trait in enumerate(traits.split(",")[:MOST_IGNORED], start=1):
        yield f"ignoring_{number}", CARD_NUMBER[trait]

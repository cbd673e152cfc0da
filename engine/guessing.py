"""Fills what a view hides with random cards, to a position that might be the true one (protocol 4)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.climate.board import DECKS
from engine.entries import BadCatalogue
from engine.position.reading import BadPosition, needed, read_list, read_number, read_object, read_word
from engine.rulesets import RULESETS
from engine.settings import BadOptions, settings_for

if TYPE_CHECKING:
    from engine.cards import Cards, Catalogue

OWN_KEYS = ("before", "discarded", "returned", "avians_made", "flight_supply")
MOST_TRAITS = 4
PILES = ("deck", "reserve", "removed")


def guess(view: object, seat: object, catalogue: Catalogue, generator: random.Random) -> dict[str, Any]:
    """A position that agrees with the view of that seat. Raises BadPosition for a view that is none."""
    if not isinstance(view, Mapping):
        raise BadPosition(f"view: must be an object, not {type(view).__name__}")
    name = read_word("ruleset", needed("view", view, "ruleset"), tuple(RULESETS))
    try:
        settings = settings_for(RULESETS[name], needed("view", view, "players"), view.get("options", {}))
        cards = catalogue.cards(RULESETS[name], settings.substitutions)
    except (BadOptions, BadCatalogue) as error:
        raise BadPosition(f"view: {error}") from error
    own = read_number("seat", seat, 0, settings.players - 1)
    seats = read_list("seats", needed("view", view, "seats"), settings.players)
    for number, entry in enumerate(seats):
        if not isinstance(entry, Mapping):
            raise BadPosition(f"seats[{number}]: must be an object")
    position = _copied(view)
    seen = _seen(position)
    returned = _returned(position, seen)
    pool = Pool(cards, seen.union(returned), generator)
    _fill_boards(position, pool)
    _fill_food_cards(position, pool)
    _fill_hands(position, own, pool)
    _fill_piles(position, returned, pool)
    _fill_event_decks(position, catalogue, generator)
    _open_quick_play(position, own)
    return position


class Pool:
    """The cards that the view does not show, in random order."""

    def __init__(self, cards: Cards, seen: set[str], generator: random.Random) -> None:
        self._cards = cards
        self._left = [cards.names[card] for card in cards.deck if cards.names[card] not in seen]
        generator.shuffle(self._left)

    def kind(self, name: str) -> str:
        return self._cards.kinds[self._cards.number[name]] if name in self._cards.number else ""

    def draw(self, place: str, count: int) -> list[str]:
        """Any cards."""
        if count > len(self._left):
            raise BadPosition(f"{place}: the view hides {count} cards, and only {len(self._left)} are left")
        drawn = self._left[:count]
        del self._left[:count]
        return drawn

    def draw_trait(self, place: str, taken: Iterable[str] = ()) -> str:
        """A card that is no event and none of these traits."""
        for number, name in enumerate(self._left):
            if self._cards.number[name] not in self._cards.events and self.kind(name) not in taken:
                return self._left.pop(number)
        raise BadPosition(f"{place}: no card is left that could lie here")


def _copied(view: Mapping[str, Any]) -> dict[str, Any]:
    """The view with copies of all that will be filled in; rows of species must be lists of objects."""
    position = dict(view)
    position["seats"] = [dict(entry) for entry in view["seats"]]
    for number, entry in enumerate(position["seats"]):
        place = f"seats[{number}].species"
        row = read_list(place, needed(f"seats[{number}]", entry, "species"))
        if not all(isinstance(species, Mapping) for species in row):
            raise BadPosition(f"{place}: must be a list of objects")
        entry["species"] = [dict(species) for species in row]
    if isinstance(view.get("climate"), Mapping):
        position["climate"] = dict(view["climate"])
    return position


def _seen(position: Mapping[str, Any]) -> set[str]:
    """All cards that the view names."""
    lists = [position.get("discard"), position.get("food_cards")]
    for entry in position["seats"]:
        lists.append(entry.get("hand"))
        lists += [species.get(key) for species in entry["species"] for key in ("traits", "face_down")]
    return {
        name for names in lists if isinstance(names, list | tuple) for name in names if isinstance(name, str)
    }


def _returned(position: Mapping[str, Any], seen: set[str]) -> list[str]:
    """The seat's own cards that it put under the deck in this open quick play: they are nowhere else."""
    pending = position.get("pending")
    own = pending.get("own") if isinstance(pending, Mapping) else None
    before = own.get("before") if isinstance(own, Mapping) else None
    hand = before.get("hand") if isinstance(before, Mapping) else None
    if not isinstance(hand, list | tuple):
        return []
    return [name for name in hand if isinstance(name, str) and name not in seen]


def _fill_boards(position: dict[str, Any], pool: Pool) -> None:
    """Face-down traits: no name twice on a species."""
    for number, entry in enumerate(position["seats"]):
        for place, species in enumerate(entry["species"]):
            hidden = species.get("face_down", [])
            if not isinstance(hidden, int):
                continue
            where = f"seats[{number}].species[{place}].face_down"
            names = {pool.kind(str(card)) for card in read_list(f"{where}.traits", species.get("traits", []))}
            species["face_down"] = []
            for _ in range(read_number(where, hidden, 0, MOST_TRAITS)):
                card = pool.draw_trait(where, names)
                names.add(pool.kind(card))
                species["face_down"].append(card)


def _fill_food_cards(position: dict[str, Any], pool: Pool) -> None:
    cards = position.get("food_cards")
    if isinstance(cards, list | tuple):
        position["food_cards"] = [pool.draw_trait("food_cards") if card == "?" else card for card in cards]


def _fill_hands(position: dict[str, Any], own: int, pool: Pool) -> None:
    for number, entry in enumerate(position["seats"]):
        if number != own and isinstance(entry.get("hand"), int):
            place = f"seats[{number}].hand"
            entry["hand"] = pool.draw(place, read_number(place, entry["hand"], 0))


def _fill_piles(position: dict[str, Any], returned: Sequence[str], pool: Pool) -> None:
    """The cards that the seat returned lie under all others of the deck."""
    for pile in PILES:
        if isinstance(position.get(pile), int):
            under = list(returned) if pile == "deck" else []
            hidden = read_number(pile, position[pile], len(under)) - len(under)
            position[pile] = [*pool.draw(pile, hidden), *under]


def _fill_event_decks(position: dict[str, Any], catalogue: Catalogue, generator: random.Random) -> None:
    """Climate events that lie nowhere in sight, each in its own deck."""
    board = position.get("climate")
    if not isinstance(board, dict) or catalogue.climate is None:
        return
    seen = {entry.get("card") for entry in board.get("face_up", ()) if isinstance(entry, Mapping)}
    seen.update(name for key in ("waiting", "out") for name in board.get(key, ()) if isinstance(name, str))
    for deck in DECKS:
        key = f"{deck}_deck"
        if not isinstance(board.get(key), int):
            continue
        names = [catalogue.climate.cards[number].name for number in catalogue.climate.deck(deck)]
        hidden = [name for name in names if name not in seen]
        generator.shuffle(hidden)
        board[key] = hidden[: read_number(f"climate.{key}", board[key], 0, len(hidden))]


def _open_quick_play(position: dict[str, Any], own: int) -> None:
    """In an open quick play the seats before the own one are taken to have played nothing."""
    pending = position.get("pending")
    if not isinstance(pending, Mapping) or "own" not in pending:
        return
    place = "pending.own"
    facts = read_object(place, pending["own"], OWN_KEYS)
    discard, deck = read_list("discard", position.get("discard")), read_list("deck", position.get("deck"))
    discarded = read_number(f"{place}.discarded", facts.get("discarded"), 0, len(discard))
    returned = read_number(f"{place}.returned", facts.get("returned"), 0, len(deck))
    before = {key: value for key, value in position.items() if key != "pending"}
    before["turn"] = before.get("first", 0)
    before["discard"] = discard[: len(discard) - discarded]
    before["deck"] = deck[: len(deck) - returned]
    before["seats"] = [
        facts.get("before") if number == own else entry for number, entry in enumerate(position["seats"])
    ]
    if "flight_supply" in position:
        before["flight_supply"] = facts.get("flight_supply")
    first = read_number("first", position.get("first"), 0, len(position["seats"]) - 1)
    marks = (own - first) % len(position["seats"]) + 1
    position["pending"] = {
        **{key: value for key, value in pending.items() if key != "own"},
        "quick": {
            "before": before,
            "marks": [[len(before["discard"]), len(before["deck"])]] * marks,
            "avians_made": facts.get("avians_made"),
        },
    }

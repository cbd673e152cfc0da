"""Fills what a view hides with random cards, to a position that might be the true one (protocol 4)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.climate.board import DECKS
from engine.entries import BadCatalogue
from engine.position.pending import KEYS as PENDING_KEYS
from engine.position.reading import BadPosition, needed, read_list, read_number, read_object, read_word
from engine.rulesets import RULESETS
from engine.settings import BadOptions, settings_for

if TYPE_CHECKING:
    from engine.cards import Cards, Catalogue

OWN_KEYS = ("before", "discarded", "returned", "avians_made", "flight_supply", "ended")
MOST_TRAITS = 4
DEALS = 30  # until a hand holds what it must, which is then laid into it
ALL = 1000  # cards: more than any hand
PILES = ("deck", "reserve", "removed")


def guess(
    view: object,
    seat: object,
    catalogue: Catalogue,
    generator: random.Random,
    events: Sequence[str],
    at_least: int,
) -> dict[str, Any]:
    """A position that agrees with the view of that seat; in an open quick play only that seat has played.

    The hand of another seat that is asked gives it `at_least` so many choices: of a food card, or between
    the end and one of these `events`. Raises BadPosition for a view that is none.
    """
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
    _fill_telling_hands(position, own, pool, events, at_least)
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
        self._generator = generator
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
            if not self.is_event(name) and self.kind(name) not in taken:
                return self._left.pop(number)
        raise BadPosition(f"{place}: no card is left that could lie here")

    def draw_with(self, place: str, count: int, least: int, wanted: Callable[[str], bool]) -> list[str]:
        """Any cards with at least so many wanted ones among them, as if dealt until it is so."""
        for _ in range(DEALS):
            if sum(map(wanted, self._left[:count])) >= least:
                return self.draw(place, count)
            self._generator.shuffle(self._left)
        found = [name for name in self._left if wanted(name)][: min(least, count)]
        self._left = [name for name in self._left if name not in found]
        return found + self.draw(place, count - len(found))

    def is_event(self, name: str) -> bool:
        return self._cards.number[name] in self._cards.events


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


def _fill_telling_hands(
    position: dict[str, Any], own: int, pool: Pool, events: Sequence[str], at_least: int
) -> None:
    """Hands of which something is known: their seat is asked, or was passed over (R-FOOD-02, R-EVT-01)."""
    phase, players, pending = position.get("phase"), len(position["seats"]), position.get("pending", {})
    first = read_number("first", position.get("first"), 0, players - 1)
    turn = read_number("turn", position.get("turn", first), 0, players - 1)
    if phase == "events" and "question" not in read_object("pending", pending, PENDING_KEYS):
        _fill_hand(position, turn, own, pool, at_least - 1, lambda name: pool.kind(name) in events)
    if phase != "food":
        return
    food_cards = read_list("food_cards", position.get("food_cards", [None] * players), players)
    for number in range((turn - first) % players):
        passed = (first + number) % players
        if food_cards[passed] is None:
            _fill_hand(position, passed, own, pool, ALL, pool.is_event)
    if food_cards[turn] is None:
        _fill_hand(position, turn, own, pool, at_least, lambda name: not pool.is_event(name))


def _fill_hand(
    position: dict[str, Any], seat: int, own: int, pool: Pool, least: int, wanted: Callable[[str], bool]
) -> None:
    """A hidden hand with at least so many wanted cards, or all of them when it is smaller."""
    hand, place = position["seats"][seat].get("hand"), f"seats[{seat}].hand"
    if seat != own and isinstance(hand, int):
        size = read_number(place, hand, 0)
        position["seats"][seat]["hand"] = pool.draw_with(place, size, min(least, size), wanted)


def _fill_hands(position: dict[str, Any], own: int, pool: Pool) -> None:
    """All other hands; the own one is known."""
    for number in range(len(position["seats"])):
        _fill_hand(position, number, own, pool, 0, pool.is_event)


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
    open_cards = [name for key in ("waiting", "out") for name in _listed(board, key)]
    open_cards += [entry.get("card") for entry in _listed(board, "face_up") if isinstance(entry, Mapping)]
    seen = {name for name in open_cards if isinstance(name, str)}
    for deck in DECKS:
        key = f"{deck}_deck"
        if not isinstance(board.get(key), int):
            continue
        names = [catalogue.climate.cards[number].name for number in catalogue.climate.deck(deck)]
        hidden = [name for name in names if name not in seen]
        generator.shuffle(hidden)
        board[key] = hidden[: read_number(f"climate.{key}", board[key], 0, len(hidden))]


def _listed(board: Mapping[str, Any], key: str) -> Sequence[Any]:
    return read_list(f"climate.{key}", board.get(key, []))


def own_turn_has_ended(view: Any) -> bool:
    """In the view of an open quick play: whether its seat has ended its turn."""
    return view["pending"]["own"].get("ended") is True


def _open_quick_play(position: dict[str, Any], own: int) -> None:
    """In an open quick play the seats before the own one are left as they were before the phase."""
    pending = position.get("pending")
    if not isinstance(pending, Mapping) or "own" not in pending:
        return
    place = "pending.own"
    facts = read_object(place, pending["own"], OWN_KEYS)
    discard, deck = read_list("discard", position.get("discard")), read_list("deck", position.get("deck"))
    discarded = read_number(f"{place}.discarded", facts.get("discarded"), 0, len(discard))
    returned = read_number(f"{place}.returned", facts.get("returned"), 0, len(deck))
    before = {key: value for key, value in position.items() if key != "pending"}
    position["turn"], before["turn"] = own, before.get("first", 0)
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

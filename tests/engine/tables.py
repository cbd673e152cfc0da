"""Small tables for tests of single rules: rows of species, a few cards, one phase."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import Catalogue, Game
from engine.cards import shipped_catalogue
from engine.rulesets import RULESETS


@dataclass(frozen=True)
class Row:
    """One species as tests write it: trait names (or cards), numbers, face-down traits."""

    traits: tuple[str, ...]
    body: int
    population: int
    food: int
    fat: int
    upkeep: int
    face_down: tuple[str, ...]
    avian: bool


def species(
    *traits: str,
    body: int = 1,
    population: int = 1,
    food: int = 0,
    fat: int = 0,
    upkeep: int = 0,
    face_down: Sequence[str] = (),
    avian: bool = False,
) -> Row:
    return Row(traits, body, population, food, fat, upkeep, tuple(face_down), avian)


class Shoe:
    """Hands out cards: a full name is that card, a trait's name its lowest free copy."""

    def __init__(self, names: Sequence[str], reserved: Iterable[str]) -> None:
        self._names = names
        self._used = {name for name in reserved if name in names}

    def card(self, wanted: str) -> str:
        if wanted in self._names:
            self._used.add(wanted)
            return wanted
        free = [name for name in self._names if name.rpartition("-")[0] == wanted and name not in self._used]
        self._used.add(free[0])
        return free[0]

    def cards(self, wanted: int | Sequence[str]) -> list[str]:
        """Those named, or that many free ones that are no events and no Flight cards."""
        if not isinstance(wanted, int):
            return [self.card(name) for name in wanted]
        plain = [n for n in reversed(self._names) if not n.startswith(("flight-", "dive-bomb", "seed-disp"))]
        return [self.card(name) for name in [n for n in plain if n not in self._used][:wanted]]


def lay(
    *rows: Sequence[Row],
    ruleset: str = "base",
    phase: str = "feeding",
    hands: Mapping[int, int | Sequence[str]] | None = None,
    hole: int = 0,
    deck: int | Sequence[str] = 40,
    discard: int | Sequence[str] = (),
    reserve: int | Sequence[str] = (),
    food: Sequence[str | None] | None = None,
    bags: Mapping[int, int] | None = None,
    round: int = 3,
    first: int = 0,
    turn: int | None = None,
    options: Mapping[str, Any] | None = None,
    ask_forced: bool = True,
    seed: int = 0,
    **more: Any,
) -> Game:
    """A game with one row of species for each seat. Like scenarios it asks forced decisions too."""
    rules = RULESETS[ruleset]
    chosen = dict(options or {})
    catalogue: Catalogue = shipped_catalogue()
    names = catalogue.cards(rules, chosen.get("substitutions", {})).names
    hands = hands or {}
    shoe = Shoe(names, _named(rows, hands, deck, discard, food))
    seats = [
        {
            "hand": [],
            "bag": (bags or {}).get(seat, 0),
            "species": [
                _species(rules.flight, shoe, f"{'abcdef'[seat]}{number}", row)
                for number, row in enumerate(row_of_seat, start=1)
            ],
        }
        for seat, row_of_seat in enumerate(rows)
    ]
    for seat, hand in hands.items():
        seats[seat]["hand"] = shoe.cards(hand)
    position = {
        "ruleset": ruleset,
        "players": len(rows),
        "options": chosen,
        "round": round,
        "phase": phase,
        "first": first,
        "turn": first if turn is None else turn,
        "watering_hole": hole,
        "food_cards": [card and shoe.card(card) for card in food or [None] * len(rows)],
        "discard": shoe.cards(discard),
        "reserve": shoe.cards(reserve),
        "deck": shoe.cards(deck),
        "seats": seats,
        **more,
    }
    return Game.from_position(position, seed=seed, ask_forced=ask_forced)


def _named(rows: Any, hands: Any, *piles: Any) -> list[str]:
    wanted = [name for row in rows for one in row for name in (*one.traits, *one.face_down)]
    for pile in (*hands.values(), *piles):
        if pile and not isinstance(pile, int):
            wanted += [name for name in pile if name]
    return wanted


def _species(flight: bool, shoe: Shoe, name: str, row: Row) -> dict[str, Any]:
    traits = ("flight", *row.traits) if row.avian else row.traits
    saved = {
        "id": name,
        "kind": "avian" if row.avian else "land",
        "population": row.population,
        "body": row.body,
        "food": row.food,
        "fat": row.fat,
        "traits": shoe.cards(traits),
        "face_down": shoe.cards(row.face_down),
    }
    if flight:
        saved["upkeep"] = row.upkeep
    return saved


def choices(game: Game) -> list[str]:
    return list(game.decision.choices) if game.decision else []


def asked(game: Game) -> tuple[int, str] | None:
    return (game.decision.seat, game.decision.kind) if game.decision else None


def play(game: Game, *answers: str) -> Game:
    """Makes the choices one after another."""
    for answer in answers:
        game.choose(answer)
    return game


def board(game: Game, name: str) -> dict[str, Any] | None:
    """The species of that id as a position has it; None when it is extinct."""
    for seat in game.position()["seats"]:
        for row in seat["species"]:
            if row["id"] == name:
                return dict(row)
    return None


def state(game: Game, name: str, *keys: str) -> Any:
    """One number of a species, or several as a tuple."""
    found = board(game, name)
    assert found is not None, f"{name} is extinct"
    return found[keys[0]] if len(keys) == 1 else tuple(found[key] for key in keys)


def row(game: Game, seat: int) -> list[str]:
    return [one["id"] for one in game.position()["seats"][seat]["species"]]


def bags(game: Game) -> list[int]:
    return [seat["bag"] for seat in game.position()["seats"]]


def hand(game: Game, seat: int) -> list[str]:
    return list(game.position()["seats"][seat]["hand"])


def records(game: Game, name: str) -> list[dict[str, Any]]:
    """The happenings of one kind."""
    return [record for record in game.happenings() if record["h"] == name]


def run_until(game: Game, **wanted: Any) -> Game:
    """Answers with defaults until the position has these values."""
    while game.decision and any(game.position()[key] != value for key, value in wanted.items()):
        game.choose(game.decision.default)
    return game


def card_with(food: int, suns: int = 0, snowflakes: int = 0) -> str:
    """A climate card with these numbers."""
    cards = shipped_catalogue().cards(RULESETS["climate"], {})
    wanted = (food, suns, snowflakes)
    return next(
        cards.names[card]
        for card in cards.deck
        if (cards.food[card], cards.suns[card], cards.snowflakes[card]) == wanted
    )

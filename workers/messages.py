"""What referee and bot say to each other, as types (engine/docs/protocol.md 3 and 5)."""

from typing import Any, Literal, NotRequired, TypedDict

Kind = Literal["food", "play", "return", "event", "leaf", "nest", "brood", "feed", "discard"]
Ruleset = Literal["base", "forum", "climate", "flight"]
Phase = Literal[
    "deal", "food", "play", "events", "leaf", "reveal", "environment", "feeding", "ending", "over"
]  # fmt: skip
Zone = Literal["ice-age", "freezing", "cold", "cool", "temperate", "warm", "tropical", "hot", "scorching"]


class Card(TypedDict):
    """What is printed on a card; an event card has no food."""

    trait: str
    food: int | None
    suns: int
    snowflakes: int


class LimitsTold(TypedDict):
    """The limits of the game: times in milliseconds, sizes as named."""

    start_ms: int
    bank_ms: int
    increment_ms: int
    decision_wall_ms: int
    wall_bank_ms: int
    memory_mb: int
    log_kb: int
    line_bytes: int
    output_bytes: int


class Game(TypedDict):
    """The referee says which game is played; `seat` is the bot's own."""

    type: Literal["game"]
    protocol: Literal[1]
    ruleset: Ruleset
    options: dict[str, Any]
    players: int
    seat: int
    cards: dict[str, Card]
    limits: LimitsTold
    bot_seed: int
    game: str


class Ready(TypedDict):
    """The bot's answer to `game`."""

    type: Literal["ready"]
    name: NotRequired[str]
    version: NotRequired[str]


class Species(TypedDict):
    """One species; `face_down` is a number where it is another seat's, `upkeep` is Flight's."""

    id: str
    kind: Literal["land", "avian"]
    population: int
    body: int
    food: int
    fat: int
    traits: list[str]
    face_down: list[str] | int
    upkeep: NotRequired[int]


class Seat(TypedDict):
    """One seat; `hand` is a number where it is another's."""

    hand: list[str] | int
    bag: int
    named: int
    species: list[Species]


class FaceUp(TypedDict):
    """A climate event that lies open, and the zone that sets it off."""

    card: str
    event: str
    zone: Zone


class Climate(TypedDict):
    """The Climate board."""

    zone: Zone
    side: str
    cold_deck: int
    hot_deck: int
    face_up: list[FaceUp]
    waiting: list[str]
    out: list[str]
    glacial_thaw: int
    meteorite: bool
    wildfire: int
    volcano: Zone | None


class View(TypedDict):
    """The table as one seat knows it."""

    ruleset: Ruleset
    players: int
    options: dict[str, Any]
    round: int
    phase: Phase
    first: int
    turn: int
    final_round: int | None
    watering_hole: int
    passes: int
    deck: int
    reserve: int
    removed: int
    discard: list[str]
    food_cards: list[str | None]
    seats: list[Seat]
    climate: NotRequired[Climate]
    cliff: NotRequired[int]
    flight_supply: NotRequired[int]
    pending: NotRequired[dict[str, Any]]


class Happening(TypedDict):
    """Something that has become known; `h` names it, the other fields depend on it (protocol.md 7)."""

    h: str


class Decide(TypedDict):
    """The referee asks; `n` counts the bot's own questions, the first choice is the default."""

    type: Literal["decide"]
    n: int
    kind: Kind
    choices: list[str]
    view: View
    happenings: list[Happening]
    bank_ms: int
    wall_bank_ms: int


class Choose(TypedDict):
    """The bot's answer to `decide`: one of the choices, or its place."""

    type: Literal["choose"]
    n: int
    choice: str | int
    note: NotRequired[str]


class Over(TypedDict):
    """The game has ended; bots with a fault are last in `places`."""

    type: Literal["over"]
    scores: list[int]
    places: list[int]


REFEREE = (Game, Decide, Over)
BOT = (Ready, Choose)

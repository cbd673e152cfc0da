"""The whole state of a game: everything on the table, in hands and under it (rules.md 2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from engine.player import Player
from engine.profile import profile_of
from engine.species import Species
from engine.terms import terms_of

if TYPE_CHECKING:
    from engine.cards import Cards
    from engine.climate.state import Climate
    from engine.question import Option, Pending
    from engine.quick import Quick
    from engine.rulesets.ruleset import Ruleset
    from engine.settings import Settings
    from engine.shuffling import Shuffles
    from engine.terms import Terms

SEAT_LETTERS: Final = "abcdef"


@final
class Table:
    """Cards are numbers of `cards`. `deck` and `reserve` are top first, `discard` has its top last."""

    __slots__ = (
        "cards",
        "cliff",
        "climate",
        "deck",
        "discard",
        "fed",
        "final_round",
        "first",
        "flight_supply",
        "food_cards",
        "hurried",
        "leaves",
        "log",
        "log_starts",
        "night",
        "passes",
        "pending",
        "phase",
        "players",
        "quick",
        "quick_logs",
        "removed",
        "reserve",
        "round",
        "ruleset",
        "settings",
        "shuffles",
        "terms",
        "thought",
        "turn",
        "watering_hole",
    )

    def __init__(
        self,
        ruleset: Ruleset,
        settings: Settings,
        cards: Cards,
        shuffles: Shuffles,
        players: list[Player],
        terms: Terms,
    ) -> None:
        self.ruleset = ruleset
        self.settings = settings
        self.cards = cards
        self.shuffles = shuffles
        self.players = players
        self.terms = terms
        self.round = 1
        self.phase = 0  # index into ruleset.phases; their number when the game is over
        self.first = 0
        self.turn = 0
        self.passes = 0
        self.final_round: int | None = None
        self.watering_hole = 0
        self.cliff = 0
        self.flight_supply = 0
        self.climate: Climate | None = None
        self.deck: list[int] = []
        self.reserve: list[int] = []
        self.removed: list[int] = []
        self.discard: list[int] = []
        self.food_cards: list[int | None] = [None] * settings.players
        self.leaves: tuple[Option, ...] | None = None  # leaf: what the turn has yet to do; None at its start
        self.fed = False  # feeding: the turn's main feeding was made
        self.thought = False  # feeding: Intelligence was used in the turn
        self.night: tuple[str, ...] = ()  # feeding: species that Nocturnal has fed in the turn
        self.hurried = False  # single choices are not asked: what is none may be made on the way to the next
        self.pending: Pending | None = None
        self.quick: Quick | None = None  # while quick play is open
        self.log: list[Any] = []  # the records of all that happened, one after another (engine.happenings)
        self.log_starts: list[int] = []  # where they begin, as far as somebody has looked
        self.quick_logs: list[tuple[tuple[int, int, int], ...]] = []  # seat, from, to in log: closed ones

    @classmethod
    def empty(cls, ruleset: Ruleset, settings: Settings, cards: Cards, shuffles: Shuffles) -> Table:
        """A table before anything lies on it."""
        players = [Player(seat) for seat in range(settings.players)]
        return cls(ruleset, settings, cards, shuffles, players, terms_of(ruleset, settings, cards))

    @property
    def phase_name(self) -> str:
        terms = self.terms
        return terms.phases[self.phase].name if self.phase < terms.end else "over"

    @property
    def over(self) -> bool:
        return self.phase == self.terms.end

    def in_turn_order(self) -> list[Player]:
        """All players, clockwise from the first (rules.md 0)."""
        return self.players[self.first :] + self.players[: self.first]

    def clockwise_from(self, seat: int) -> list[Player]:
        return self.players[seat:] + self.players[:seat]

    def find(self, species: str) -> Species:
        """The species of that id; KeyError when there is none."""
        for player in self.players:
            for candidate in player.species:
                if candidate.id == species:
                    return candidate
        raise KeyError(species)

    def find_own(self, species: str) -> Species:
        """The species of that id in the row of the player on turn; KeyError when there is none."""
        for candidate in self.players[self.turn].species:
            if candidate.id == species:
                return candidate
        raise KeyError(species)

    def new_species(self, player: Player, population: int, body: int) -> Species:
        """A species without traits that stands nowhere yet, named with its owner's next number."""
        player.named += 1
        return Species(f"{SEAT_LETTERS[player.seat]}{player.named}", player.seat, population, body, [], [])

    def read_traits(self, species: Species) -> None:
        """To be called when its cards have changed: works out what depends on them anew."""
        traits = self.cards.bits
        face_up = 0
        for card in species.traits:
            face_up |= traits[card]
        species.profile = profile_of(face_up)
        for card in species.hidden:
            face_up |= traits[card]
        species.names = face_up
        species.held = len(species.traits) + len(species.hidden)

    def copy(self) -> Table:
        """An independent table that goes on in the same way."""
        return self._copied(self.shuffles.copy())

    def still(self) -> Table:
        """The table as it is now, to be looked at: nobody plays on it."""
        return self._copied(self.shuffles)

    def _copied(self, shuffles: Shuffles) -> Table:
        players = [player.copy() for player in self.players]
        twin = Table(self.ruleset, self.settings, self.cards, shuffles, players, self.terms)
        twin.round = self.round
        twin.phase = self.phase
        twin.first = self.first
        twin.turn = self.turn
        twin.passes = self.passes
        twin.final_round = self.final_round
        twin.watering_hole = self.watering_hole
        twin.cliff = self.cliff
        twin.flight_supply = self.flight_supply
        twin.climate = self.climate.copy() if self.climate else None
        twin.deck = self.deck[:]
        twin.reserve = self.reserve[:]
        twin.removed = self.removed[:]
        twin.discard = self.discard[:]
        twin.food_cards = self.food_cards[:]
        twin.leaves = self.leaves
        twin.fed = self.fed
        twin.thought = self.thought
        twin.night = self.night
        twin.hurried = self.hurried
        twin.pending = self.pending
        twin.quick = self.quick
        twin.log = self.log[:]
        twin.log_starts = self.log_starts[:]
        twin.quick_logs = self.quick_logs[:]
        return twin

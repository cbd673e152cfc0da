"""The game as everybody outside uses it: ask, choose, look (engine/docs/protocol.md 4)."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from engine.cards import Catalogue, shipped_catalogue
from engine.decisions import Decision, IllegalChoice
from engine.guessing import Asked, guessed_table
from engine.happenings import heard
from engine.phases.phase import enter
from engine.position import BadPosition, load, save
from engine.position.loading import run_on
from engine.rulesets import RULESETS
from engine.scoring import result
from engine.settings import BadOptions, settings_for
from engine.setup import set_up
from engine.showing import shown
from engine.shuffling import RecordedShuffles, Shuffles
from engine.version import RULES_REVISION, __version__
from engine.view import view_of

if TYPE_CHECKING:
    from engine.question import Options, Question
    from engine.table import Table

REPLAY_FORMAT = "evolution-replay/1"


class Game:
    """One game. It always stands at a decision, or is over.

    Public methods take anything and check it themselves; a compiled engine would else refuse a wrong type in
    words of its own.
    """

    __slots__ = (
        "_ask_forced",
        "_catalogue",
        "_choices",
        "_count",
        "_decision",
        "_options",
        "_question",
        "_start",
        "_table",
    )

    def __init__(self, table: Table, catalogue: Catalogue, ask_forced: bool) -> None:
        """For the makers below; use `new`, `from_position` or `from_setup`."""
        table.hurried = not ask_forced
        self._table = table
        self._catalogue = catalogue
        self._ask_forced = ask_forced
        self._choices: list[int | tuple[int, str]] = []  # seat and words if they were read, else the index
        self._start: tuple[int | None, Table] | None = (
            None  # seed and table before the first deal, for a replay
        )
        self._question: Question | None = None
        self._options: Options = ()
        self._count = 0  # how many options
        self._decision: Decision | None = None

    @classmethod
    def new(
        cls,
        ruleset: object,
        players: object,
        seed: object = 0,
        options: object = None,
        ask_forced: object = False,
        catalogue: object = None,
    ) -> Game:
        """A game from the start. Raises ValueError for unknown options or a bad catalogue."""
        if not isinstance(ruleset, str) or ruleset not in RULESETS:
            raise BadOptions(f"there is no ruleset {shown(ruleset)}; known are {', '.join(RULESETS)}")
        if type(seed) is not int:
            raise BadOptions(f"the seed must be a whole number, not {shown(seed)}")
        rules = RULESETS[ruleset]
        settings = settings_for(rules, players, {} if options is None else options)
        known = _catalogue(catalogue)
        game = cls(set_up(rules, settings, known, seed), known, bool(ask_forced))
        game._begin(seed)
        return game

    @classmethod
    def from_position(
        cls,
        position: object,
        seed: object = 0,
        ask_forced: object = False,
        catalogue: object = None,
    ) -> Game:
        """A game that goes on from a position; `seed` serves its later shuffles. Raises BadPosition."""
        known = _catalogue(catalogue)
        game = cls(load(position, known, Shuffles(_whole("seed", seed))), known, bool(ask_forced))
        run_on(game._table)
        game._run()
        return game

    @classmethod
    def from_view(
        cls,
        view: object,
        seat: object,
        seed: object,
        ask_forced: object = False,
        catalogue: object = None,
    ) -> Game:
        """A full game that agrees with what the seat sees; all that is hidden is dealt at random.

        In an open quick play the other seats up to the one asked have played at random too; asked is `seat`,
        or the next one when its turn has ended. Raises BadPosition.
        """
        known = _whole("seat", seat)
        return cls._guessed(view, known, _whole("seed", seed), bool(ask_forced), _catalogue(catalogue))

    @classmethod
    def _guessed(
        cls,
        view: object,
        seat: int,
        seed: int,
        ask_forced: bool,
        catalogue: Catalogue,
        asked: Asked | None = None,
    ) -> Game:
        table = guessed_table(view, seat, seed, catalogue, 0 if ask_forced else 1, asked)
        game = cls(table, catalogue, ask_forced)
        game._run()
        return game

    @classmethod
    def from_setup(
        cls,
        setup: object,
        shuffles: object,
        ask_forced: object = False,
        catalogue: object = None,
    ) -> Game:
        """A game as recorded: from the position before the first deal, with its later shuffles given.

        Raises BadPosition for a setup that is none, BadReplay (also later, from `choose`) for a shuffle that
        is missing or does not fit.
        """
        known = _catalogue(catalogue)
        table = load(setup, known, Shuffles(0))
        if table.phase or table.round > 1 or any(player.species for player in table.players):
            raise BadPosition("setup: must be a position before the first deal, without species")
        table.shuffles = RecordedShuffles.of_names(shuffles, table.cards)
        game = cls(table, known, bool(ask_forced))
        game._begin(None)
        return game

    def _begin(self, seed: int | None) -> None:
        self._start = (seed, self._table.still())
        enter(self._table, 0)
        self._run()

    def _run(self) -> None:
        """On to the next decision, or to the end; a single choice is applied unasked (D-GEN-1)."""
        table = self._table
        phases, end = table.terms.phases, table.terms.end
        unasked = 0 if self._ask_forced else 1  # up to so many options
        self._decision = None
        while table.phase < end:
            question: Question = phases[table.phase] if table.pending is None else table.pending
            options = question.options(table)
            count = len(options)
            if count > unasked:
                self._question, self._options, self._count = question, options, count
                return
            if count:
                question.choose(table, options[0])
            else:
                phases[table.phase].finish(table)
        self._question, self._options, self._count = None, (), 0

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now, None when the game is over."""
        if self._decision is None and self._question is not None:
            self._decision = Decision(self._table, self._question, self._options, self._count)
        return self._decision

    def choose(self, choice: object) -> None:
        """Answers the current decision with one of its choices, or the index of one.

        Raises IllegalChoice, and changes nothing, when it is not among them or the game is over.
        """
        question, options, decision = self._question, self._options, self._decision
        if question is None:
            raise IllegalChoice("the game is over, there is nothing to choose")
        if type(choice) is int and 0 <= choice < self._count:
            index = choice
        else:
            index = (decision or Decision(self._table, question, options, self._count)).index(choice)
        words = decision.close(index) if decision else None
        self._choices.append(index if words is None else (self._table.turn, words))
        question.choose(self._table, options[index])
        self._run()

    @property
    def over(self) -> bool:
        return self._table.over

    @property
    def result(self) -> dict[str, Any] | None:
        """scores, trait_points, population_points and places by seat; None while the game goes on."""
        return result(self._table) if self._table.over else None

    @property
    def shuffles(self) -> list[list[str]]:
        """The recycled discard piles in the order in which they were shuffled, card names top first."""
        names = self._table.cards.names
        return [[names[card] for card in cards] for cards in self._table.shuffles.done]

    @property
    def cards(self) -> dict[str, dict[str, Any]]:
        """Every card of the game with trait, food, suns and snowflakes (an event card has no food)."""
        return self._table.cards.described()

    def position(self) -> dict[str, Any]:
        """The full truth as a fresh JSON-ready dict."""
        return save(self._table)

    def view(self, seat: object) -> dict[str, Any]:
        """What the seat may know, in the form of a position."""
        return view_of(self._table, self._seat(seat))

    def happenings(self, seat: object = None, since: object = 0) -> list[dict[str, Any]]:
        """What has happened, from number `since` on, as the seat knows it; seat None is the referee.

        A seat's list only grows, so `since` may be the length of what the seat was told before.
        """
        if type(since) is not int or since < 0:
            raise ValueError(f"since must be a number of happenings, not {shown(since)}")
        return heard(self._table, None if seat is None else self._seat(seat), since)

    def fork(self) -> Game:
        """An independent copy that continues identically under the same choices."""
        twin = Game(self._table.copy(), self._catalogue, self._ask_forced)
        twin._choices = self._choices[:]
        twin._start = self._start
        twin._question = self._question
        if self._question is not None:
            twin._options = self._question.same_options(twin._table, self._options)
            twin._count = self._count
        return twin

    def determinize(self, seat: object, seed: object) -> Game:
        """An independent game that looks the same to the seat, with all that it cannot know dealt anew."""
        known, chosen = self._seat(seat), _whole("seed", seed)
        question = self._question
        asked = (self._table.turn, question.kind) if question else None
        return Game._guessed(self.view(known), known, chosen, self._ask_forced, self._catalogue, asked)

    def replay(self) -> dict[str, Any]:
        """The game so far as a replay; names, clock, notes and faults are for the referee to fill in.

        Raises ValueError for a game that was loaded from a position: it has no beginning.
        """
        if self._start is None:
            raise ValueError("a game loaded from a position has no beginning, so no replay")
        seed, beginning = self._start
        setup = save(beginning)
        places = self.result
        replay = {
            "format": REPLAY_FORMAT,
            "engine": __version__,
            "rules": RULES_REVISION,
            "catalogue": self._catalogue.label,
            "ruleset": self._table.ruleset.name,
            "options": self._table.settings.as_json(),
            "players": [f"seat {seat}" for seat in range(len(self._table.players))],
            "seed": seed,
            "setup": setup,
            "shuffles": self.shuffles,
            "choices": self._choices_in_words(setup),
            "faults": [],
            "notes": [],
            "clock": [],
            "result": places,
            "final_places": places["places"] if places else [],
        }
        if self._ask_forced:
            replay["ask_forced"] = True
        if self._catalogue is not shipped_catalogue():
            replay["cards"] = copy.deepcopy(self._catalogue.data)
        return replay

    def _choices_in_words(self, setup: dict[str, Any]) -> list[list[Any]]:
        """Seat and choice; where words were never read the game is played again to hear them."""
        heard_all = [choice for choice in self._choices if not isinstance(choice, int)]
        if len(heard_all) == len(self._choices):
            return [[seat, words] for seat, words in heard_all]
        again = Game.from_setup(setup, self.shuffles, self._ask_forced, self._catalogue)
        told = []
        for choice in self._choices:
            decision = again.decision
            assert decision is not None
            index = choice if isinstance(choice, int) else decision.index(choice[1])
            told.append([decision.seat, decision.text(index)])
            again.choose(index)
        return told

    def _seat(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < len(self._table.players):
            raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(self._table.players) - 1}")
        return seat


def _whole(name: str, value: object) -> int:
    if type(value) is not int:
        raise BadPosition(f"{name}: must be a whole number, not {shown(value)}")
    return value


def _catalogue(catalogue: object) -> Catalogue:
    if catalogue is None:
        return shipped_catalogue()
    return catalogue if isinstance(catalogue, Catalogue) else Catalogue.of(catalogue)

"""A person at a table with house bots: sit down, choose, leave; the bots answer by a task of their own queue.

Nobody waits for a person: between two moves there is a row and nothing else.
"""

import dataclasses
import logging
import random
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from engine import RULESETS, Decision, Game, IllegalChoice
from engine.frames import frames, going_on
from ladder import house, orders
from ladder.celery import SIT, TABLE_QUEUE
from ladder.models import Sitting, User
from ladder.refusals import Refused
from workers.contract import Limits

State = Sitting.State

FEWEST, MOST = 2, 6
MOST_A_DAY = 40
"""Tables of one person in 24 hours."""
IDLE = timedelta(minutes=20)
ASK_AGAIN = timedelta(seconds=20)
"""House bots that have not moved for so long are asked again: the message was lost, or its process died."""

log = logging.getLogger(__name__)


def sit_down(person: User, ruleset: str, players: int, opponents: list[str]) -> Sitting:
    """Begin a game of so many players. `opponents`: house bots by name, drawn from for the other seats.

    Who sits at a table already gets that one.
    """
    _refuse_what_cannot_be(ruleset, players, opponents)
    chance = random.SystemRandom()
    bots: list[str | None] = [chance.choice(opponents) for _ in range(players)]
    seat = chance.randrange(players)
    bots[seat] = None
    try:
        with transaction.atomic():
            _refuse_beyond_a_day(person)
            made = Sitting.objects.create(
                person=person, ruleset=ruleset, seat=seat, bots=bots, seed=chance.getrandbits(48)
            )
            transaction.on_commit(lambda: _ask_bots(made))
    except IntegrityError:
        return Sitting.objects.get(person=person, state=State.PLAYING)
    return made


def _refuse_what_cannot_be(ruleset: str, players: int, opponents: list[str]) -> None:
    unknown = [name for name in opponents if name not in house.programs()]
    if ruleset not in RULESETS:
        raise Refused(f"There is no ruleset {ruleset[:40]!r}; there are {', '.join(RULESETS)}.")
    if not FEWEST <= players <= MOST:
        raise Refused(f"Found {players} players; a table has {FEWEST} to {MOST}.")
    if unknown or not opponents:
        raise Refused(f"Choose opponents among {', '.join(house.programs())}.")


def _refuse_beyond_a_day(person: User) -> None:
    since = timezone.now() - timedelta(days=1)
    if Sitting.objects.filter(person=person, created__gt=since).count() >= MOST_A_DAY:
        raise Refused(
            f"You have begun {MOST_A_DAY} games in 24 hours, the most there are. Come back tomorrow."
        )


def game(sitting: Sitting) -> Game:
    """The game as it stands. Raises ValueError when this engine's rules do not know one of its choices."""
    found = Game.new(sitting.ruleset, players=len(sitting.bots), seed=sitting.seed)
    for choice in sitting.choices:
        found.choose(choice)
    return found


def decision(sitting: Sitting) -> Decision | None:
    """What the person is to decide; None while the bots are to move and when the game has ended."""
    if sitting.state != State.PLAYING:
        return None
    asked = game(sitting).decision
    return asked if asked is not None and asked.seat == sitting.seat else None


def choose(sitting: Sitting, person: User, number: int, choice: str) -> Sitting:
    """Answer decision `number` (the number of choices before it). The same answer twice is once.

    Refused when it is another's turn, when the game has gone on, or when the choice is not legal.
    """
    with transaction.atomic():
        found = Sitting.objects.select_for_update().get(pk=sitting.pk)
        if found.person_id != person.pk:
            raise Refused("Only who sits at the table can move.")
        if found.choices[number : number + 1] == [choice]:
            return found
        if found.state != State.PLAYING:
            raise Refused(f"This game has ended. {found.why_ended}".strip())
        if found.moves != number:
            raise Refused("The game has gone on meanwhile; below is what is to be decided now.")
        played = game(found)
        if played.decision is None or played.decision.seat != found.seat:
            raise Refused("It is not your turn: the house bots are to move.")
        try:
            played.choose(choice)
        except IllegalChoice as error:
            raise Refused(f"That cannot be chosen here: {error}") from error
        _write(found, played, [choice])
        found.refresh_from_db()
        if (
            found.state == State.PLAYING
            and played.decision is not None
            and played.decision.seat != found.seat
        ):
            transaction.on_commit(lambda: _ask_bots(found))
        return found


def let_bots_play(pk: int) -> bool:
    """Play the house bots' seats until the person is to move; whether anything was written.

    Two at once do no harm: what comes second finds the game gone on, and is dropped.
    """
    found = Sitting.objects.filter(pk=pk, state=State.PLAYING).first()
    if found is None:
        return False
    try:
        played = game(found)
    except ValueError as error:
        log.warning("%s cannot go on: %s", found, error)
        return _end(found, "The site's rules were brought up to date, and this game cannot go on under them.")
    chosen = _played_on(found, played)
    return bool(chosen) and _write(found, played, chosen)


def _played_on(sitting: Sitting, played: Game) -> list[str]:
    """Lets the bots choose in the game until the person is asked or it is over; their choices."""
    chosen = []
    with ExitStack() as stack:
        seats: dict[int, house.Player] = {}
        while (asked := played.decision) is not None and asked.seat != sitting.seat:
            choice = _answer(sitting, played, asked, seats, stack)
            played.choose(choice)
            chosen.append(choice)
    return chosen


def _answer(
    sitting: Sitting, played: Game, asked: Decision, seats: dict[int, house.Player], stack: ExitStack
) -> str:
    """The bot's choice; the default where it does not answer, which is logged."""
    try:
        if asked.seat not in seats:
            introduction = _introduction(sitting, played, asked.seat)
            seats[asked.seat] = stack.enter_context(house.Player(sitting.bots[asked.seat], introduction))
        message = {
            "type": "decide",
            "n": sitting.moves,
            "kind": asked.kind,
            "choices": list(asked.choices),
            "view": played.view(asked.seat),
            "happenings": [],
            "bank_ms": Limits().bank_ms,
            "wall_bank_ms": Limits().wall_bank_ms,
        }
        return seats[asked.seat].decide(message)
    except house.NoAnswer as error:
        log.error("a house bot at %s: %s", sitting, error)
        return asked.default


def _introduction(sitting: Sitting, played: Game, seat: int) -> dict[str, Any]:
    return {
        "type": "game",
        "protocol": 1,
        "ruleset": sitting.ruleset,
        "options": {},
        "players": len(sitting.bots),
        "seat": seat,
        "cards": played.cards,
        "limits": dataclasses.asdict(Limits()),
        "game": f"table-{sitting.pk}",
        "bot_seed": (sitting.seed + seat + sitting.moves) % 2**31,
    }


def _write(sitting: Sitting, played: Game, chosen: list[str]) -> bool:
    """Add the choices, if the game still stands where they were made."""
    here = Sitting.objects.filter(pk=sitting.pk, state=State.PLAYING, moves=sitting.moves)
    choices = [*sitting.choices, *chosen]
    values: dict[str, Any] = {"choices": choices, "moves": len(choices), "moved": timezone.now()}
    if played.result is not None:
        values |= {"state": State.OVER, "scores": played.result["scores"], "places": played.result["places"]}
    return here.update(**values) == 1


def leave(sitting: Sitting, person: User) -> None:
    """End one's own game. Twice is once."""
    if sitting.person_id != person.pk:
        raise Refused("Only who sits at the table can leave it.")
    _end(sitting, "You left the table.")


def _end(sitting: Sitting, why: str) -> bool:
    playing = Sitting.objects.filter(pk=sitting.pk, state=State.PLAYING)
    return playing.update(state=State.ENDED, why_ended=why) == 1


def tidy() -> int:
    """Close tables at which nobody moved for long, and ask bots again that should have moved; how many."""
    now = timezone.now()
    playing = Sitting.objects.filter(state=State.PLAYING)
    why = f"Nobody moved for {IDLE // timedelta(minutes=1)} minutes, so the table was closed."
    closed = playing.filter(moved__lt=now - IDLE).update(state=State.ENDED, why_ended=why)
    late = playing.filter(moved__lt=now - ASK_AGAIN, moved__gte=now - 10 * ASK_AGAIN)
    asked = [sitting for sitting in late if _waits_for_bots(sitting)]
    for sitting in asked:
        _ask_bots(sitting)
    return closed + len(asked)


def _waits_for_bots(sitting: Sitting) -> bool:
    """Whether the game waits for house bots; also when this engine cannot play it on, as they find out."""
    try:
        return sitting.state == State.PLAYING and decision(sitting) is None
    except ValueError:
        return True


def _ask_bots(sitting: Sitting) -> None:
    """Have the bots move; where the broker is away, `tidy` asks again."""
    try:
        orders.publish(SIT, TABLE_QUEUE, sitting.pk)
    except orders.BrokerAway as error:
        log.warning("%s: %s", sitting, error)


def names(sitting: Sitting) -> list[str]:
    """Who sits where."""
    return [bot or sitting.person.username for bot in sitting.bots]


def film(sitting: Sitting, first: int | None = None) -> dict[str, Any]:
    """The frames from choice number `first` on (all without), as the person's seat sees them.

    Raises ValueError.
    """
    replay = game(sitting).replay() | {"players": names(sitting)}
    return going_on(replay, sitting.seat, None if first is None else min(first, sitting.moves))


def replay(sitting: Sitting) -> dict[str, Any]:
    """The replay of a game that is over. Raises ValueError."""
    return game(sitting).replay() | {"players": names(sitting)}


def whole_film(sitting: Sitting, seat: int | None) -> dict[str, Any]:
    """The frames of a game that is over: the full truth, or what one seat saw. Raises BadReplay."""
    return frames(replay(sitting), seat)

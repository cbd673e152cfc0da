"""The smallest people, bots, matches and reports that a test of the ladder needs."""

import base64
import gzip
import itertools
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.utils import timezone

from engine import Game, __version__
from ladder import competitions, scheduling
from ladder.competitions import Rules
from ladder.models import Activation, Attempt, Bot, Competition, Entry, Match, Result, User, Version
from workers.contract import (
    BuildReport,
    Failure,
    Fault,
    GamePulse,
    GameResult,
    MatchReport,
    Pulse,
    SeatUse,
    WorkerInfo,
)

numbers = itertools.count(1)

WORKER = WorkerInfo(name="w1", host="box", engine=__version__, level="full")
OTHER_WORKER = replace(WORKER, name="w2")


def person(**fields: Any) -> User:
    """A person who may sign in."""
    number = next(numbers)
    return User.objects.create(username=fields.pop("username", f"person-{number}"), **fields)


def competition(state: str = "open", **rules: Any) -> Competition:
    """A competition in this state."""
    number = next(numbers)
    made = competitions.create(f"cup-{number}", f"Cup {number}", person(), Rules(**rules))
    Competition.objects.filter(pk=made.pk).update(state=state)
    made.refresh_from_db()
    return made


def bot(owner: User | None = None, cup: Competition | None = None, **fields: Any) -> Bot:
    """A bot without versions, entered in `cup` if one is given."""
    made = Bot.objects.create(owner=owner or person(), name=f"bot-{next(numbers)}", **fields)
    if cup is not None:
        Entry.objects.create(bot=made, competition=cup)
    return made


def version(of: Bot, state: str = "active", **fields: Any) -> Version:
    """A version of the bot that stands in this state, without having been built."""
    number = fields.pop("number", 1)
    content = f"{next(numbers):064x}"
    values = {"number": number, "sha256": content, "artefact": content, "filename": "bot.py", "size": 10}
    values |= {"language": "python", "entry": "bot.py"} | fields
    made = Version.objects.create(bot=of, state=state, **values)
    if state == "active":
        for cup in Competition.objects.filter(entries__bot=of):
            Activation.objects.create(competition=cup, version=made)
    return made


def field(cup: Competition, size: int) -> list[Version]:
    """So many active versions of different people, entered in the competition."""
    return [version(bot(cup=cup)) for _ in range(size)]


def match(cup: Competition, line_up: Sequence[Version], kind: str = "ladder") -> Match:
    """A planned match; nothing is sent."""
    made = Match.objects.create(
        competition=cup,
        kind=kind,
        players=len(line_up),
        ruleset=cup.ruleset,
        options=cup.options,
        limits=cup.limits,
        seed=next(numbers),
    )
    for seat, each in enumerate(line_up):
        made.seats.create(seat=seat, version=each, bot_seed=seat)
    return made


def attempt(of: Match, sent: datetime | None = None) -> Attempt:
    """The match's next attempt, its order taken by the broker just now (or when `sent` says)."""
    Match.objects.filter(pk=of.pk).update(state="planned", send_after=timezone.now() - timedelta(seconds=1))
    made = scheduling._new_attempt(of.pk)
    assert made is not None
    Attempt.objects.filter(pk=made.pk).update(sent=sent or timezone.now())
    made.refresh_from_db()
    return made


def started(of: Match, worker: WorkerInfo = WORKER) -> Attempt:
    """An attempt that a worker has begun and holds."""
    from ladder import leases

    made = attempt(of)
    leases.pulse(pulse(made, worker=worker))
    made.refresh_from_db()
    return made


def pulse(of: Attempt, worker: WorkerInfo = WORKER, **fields: Any) -> Pulse:
    """A pulse for one game that has begun."""
    values = {"match": str(of.match_id), "attempt": of.number, "token": of.token, "begun": True} | fields
    return Pulse(worker=worker, games=(GamePulse(**values),))


def fault(seat: int, kind: str = "exited", **fields: Any) -> Fault:
    """A bot's fault."""
    values: dict[str, Any] = {
        "seat": seat,
        "kind": kind,
        "n": 3,
        "decision": "feed",
        "received": "",
        "legal": ("end",),
        "cpu_ms": 5,
        "wall_ms": 9,
        "stderr_tail": "Traceback",
        "message": "the bot exited with code 1 when it was asked",
    }
    return Fault(**(values | fields))


def replay(of: Match, final: Sequence[int], **fields: Any) -> str:
    """A replay document as it rides in a report, with what the ladder looks at."""
    document = {
        "format": "evolution-replay/1",
        "ruleset": of.ruleset,
        "seed": of.seed,
        "final_places": list(final),
    } | fields
    return base64.b64encode(gzip.compress(json.dumps(document).encode(), mtime=0)).decode()


def result(of: Match, places: Sequence[int] | None = None, faults: Sequence[Fault] = ()) -> GameResult:
    """A result that can be true of the match: these places (seat order if none are given)."""
    from ladder.report_check import final_places

    given = tuple(places or range(1, of.players + 1))
    final = final_places(given, {each.seat for each in faults})
    return GameResult(
        scores=tuple(100 - 10 * place for place in given),
        places=given,
        final_places=final,
        faults=tuple(faults),
        seats=tuple(SeatUse(20 + i, 30 + i, 10, 6.5, f"log of seat {i}") for i in range(of.players)),
        decisions=240,
        rounds=9,
        replay=replay(of, final),
    )


def report(of: Attempt, places: Sequence[int] | None = None, **fields: Any) -> MatchReport:
    """The report of an attempt that played its match."""
    faults = fields.pop("faults", ())
    worker = fields.pop("worker", WORKER)
    made = result(of.match, places, faults)
    return MatchReport(
        match=str(of.match_id),
        attempt=of.number,
        token=of.token,
        worker=worker,
        result=replace(made, **fields),
    )


@cache
def _game(ruleset: str, players: int, seed: int) -> Game:
    """A finished game in which each choice was the first one."""
    game = Game.new(ruleset, players=players, seed=seed)
    while not game.over:
        game.choose(0)
    return game


def played(of: Attempt, faulty: Sequence[int] = ()) -> MatchReport:
    """The report of a game that the engine really played, each choice the first one; with its true replay."""
    match = Match.objects.get(pk=of.match_id)
    game = _game(match.ruleset, match.players, match.seed)
    faults = tuple(fault(seat, n=None, decision=None) for seat in faulty)
    outcome = result(match, game.result["places"], faults)
    document = game.replay() | {
        "players": [str(seat.version) for seat in match.seats.order_by("seat")],
        "final_places": list(outcome.final_places),
        "faults": [{"seat": seat, "kind": "exited", "n": None} for seat in faulty],
    }
    packed = base64.b64encode(gzip.compress(json.dumps(document).encode(), mtime=0)).decode()
    outcome = replace(outcome, scores=tuple(game.result["scores"]), replay=packed)
    return MatchReport(str(match.pk), of.number, of.token, WORKER, outcome)


def failure(of: Attempt, kind: str = "sandbox", reason: str = "bwrap could not start") -> MatchReport:
    """The report of an attempt that the machine failed."""
    return MatchReport(
        match=str(of.match_id),
        attempt=of.number,
        token=of.token,
        worker=WORKER,
        failure=Failure(kind, reason),
    )


def built(of: Version, **fields: Any) -> BuildReport:
    """The report of a build that went well."""
    values: dict[str, Any] = {
        "version": str(of.pk),
        "attempt": of.build_attempt,
        "token": of.build_token,
        "worker": WORKER,
        "ok": True,
        "log": "python says: all well",
        "artefact": of.sha256,
    }
    return BuildReport(**(values | fields))


def counted(cup: Competition, line_up: Sequence[Version], places: Sequence[int], seconds: float = 0) -> Match:
    """A finished match whose result, not folded yet, came in so many seconds from now."""
    made = match(cup, line_up)
    won = Attempt.objects.create(match=made, number=1, state="reported")
    Match.objects.filter(pk=made.pk).update(state="finished", finished=timezone.now())
    Result.objects.create(
        match=made,
        competition=cup,
        attempt=won,
        rated=True,
        scores=[0] * len(places),
        places=places,
        final_places=places,
        faults=[],
        decisions=240,
        rounds=9,
        payload_sha256="",
        replay_sha256="",
        received=timezone.now() + timedelta(seconds=seconds),
    )
    return made

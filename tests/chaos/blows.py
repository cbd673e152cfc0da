"""What is done to the service, one blow at a time, and when it has recovered from it."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.chaos.arena import SECOND_BEAT, SECOND_LADDER, Arena, kill_service
from tests.stack.stack import WORKERS

SETTLE_S = 180.0
TRIES = 40  # a match is short, and its report may be out before the blow
FRESH_S = 1.0
PAUSED_S = 30.0
CUT_S = FULL_S = 20.0
JUMP_S = 3600
Blow = Callable[[Arena, random.Random], float]


@dataclass(frozen=True)
class Kind:
    """A blow by name; `recovered` is what ends the time until it is over, `target_s` its limit."""

    name: str
    strike: Blow
    recovered: str
    target_s: float | None = None


def _next_result(arena: Arena, since: float, known: int) -> float:
    """Seconds from `since` until one more result is there than were known."""
    arena.wait("a result comes after the blow", lambda: _results(arena) > known, SETTLE_S)
    return time.monotonic() - since


def _results(arena: Arena) -> int:
    """0 while the database is away."""
    return arena.number("select count(*) from ladder_result")


def _running(arena: Arena) -> tuple[int, int, str]:
    """(match, attempt, worker) of a game that began just now: some seconds of it are still to come."""
    query = (
        "select m.id, a.number, a.worker from ladder_attempt a join ladder_match m on m.id = a.match_id"
        " where m.kind = 'ladder' and m.state = 'running' and a.state = 'started'"
        f" and a.started between now() - interval '{FRESH_S} s' and now()"
        " order by a.started desc limit 1"
    )
    found: list[tuple[int, int, str]] = arena.wait(
        "a match is in mid-game", lambda: arena.rows(query), SETTLE_S
    )
    return found[0]


def _again_at(arena: Arena, match: int, attempt: int, since: float) -> float:
    """Seconds until the match is begun again (or has its result, when its report was out already)."""
    query = (
        f"select count(*) from ladder_match m left join ladder_attempt a on a.match_id = m.id"
        f" and a.number > {attempt} and a.started is not null"
        f" where m.id = {match} and (m.state in ('finished', 'void') or a.id is not null)"
    )
    arena.wait(f"match {match} is begun again", lambda: arena.number(query), SETTLE_S)
    return time.monotonic() - since


def kill_child(arena: Arena, rng: random.Random) -> float:
    """The match runner of a worker in mid-game."""

    def strike(worker: str) -> None:
        for child in arena.children(worker):
            os.kill(child, signal.SIGKILL)

    return _strike_in_mid_game(arena, strike, lambda worker: None)


def kill_worker(arena: Arena, rng: random.Random) -> float:
    """A worker in mid-game, whole; it comes back once its match is begun again elsewhere."""
    return _strike_in_mid_game(arena, arena.end, arena.start)


def _strike_in_mid_game(arena: Arena, strike: Callable[[str], None], mend: Callable[[str], None]) -> float:
    """Strike until a blow really ends an attempt; the time until its match is begun again."""
    for _ in range(TRIES):
        match, attempt, worker = _running(arena)
        since = time.monotonic()
        strike(worker)
        took = _again_at(arena, match, attempt, since)
        mend(worker)
        query = f"select count(*) from ladder_attempt where match_id = {match} and number > {attempt}"
        if arena.number(query):
            return took
    raise AssertionError(f"{TRIES} blows came too late: each match had been played to its end")


def _kill_part(*names: str) -> Blow:
    def strike(arena: Arena, rng: random.Random) -> float:
        known, since = _results(arena), time.monotonic()
        name = rng.choice(names)
        arena.kill(name)
        time.sleep(rng.uniform(0, 3))
        arena.start(name)
        return _next_result(arena, since, known)

    return strike


def kill_broker(arena: Arena, rng: random.Random) -> float:
    """The broker, with its append-only file; back after a moment."""
    known, since = _results(arena), time.monotonic()
    kill_service(arena.broker)
    time.sleep(rng.uniform(0, 3))
    arena.broker.start_again()
    return _next_result(arena, since, known)


def empty_broker(arena: Arena, rng: random.Random) -> float:
    """FLUSHALL: every order, pulse and report that was on its way is gone."""
    known, since = _results(arena), time.monotonic()
    arena.queue().flushall()
    return _next_result(arena, since, known)


def pause_broker(arena: Arena, rng: random.Random) -> float:
    """The broker hangs for half a minute and goes on; counted from then."""
    os.kill(arena.broker.pid, signal.SIGSTOP)
    time.sleep(PAUSED_S)
    os.kill(arena.broker.pid, signal.SIGCONT)
    return _next_result(arena, time.monotonic(), _results(arena))


def kill_database(arena: Arena, rng: random.Random) -> float:
    """The database, without a checkpoint; back after a moment."""
    known, since = _results(arena), time.monotonic()
    kill_service(arena.database)
    time.sleep(rng.uniform(0, 5))
    arena.database.start_again()
    return _next_result(arena, since, known)


def cut_wire(arena: Arena, rng: random.Random) -> float:
    """A worker loses the broker for twenty seconds in mid-game; until its match is begun again elsewhere."""
    mending: list[threading.Timer] = []

    def cut(worker: str) -> None:
        wire = arena.wires[worker]
        wire.cut()
        mending.append(threading.Timer(CUT_S, wire.mend))
        mending[-1].start()

    return _strike_in_mid_game(arena, cut, lambda worker: mending[-1].join())


def fill_disk(arena: Arena, rng: random.Random) -> float:
    """A worker's disk is full for twenty seconds; what it played meanwhile is not lost."""
    name = rng.choice(WORKERS)
    filler = arena.data / "worker" / name / "filler"
    try:
        with filler.open("wb") as file:
            while True:
                file.write(b"\0" * (1 << 20))
    except OSError:
        pass  # full
    time.sleep(FULL_S)
    filler.unlink()
    return _next_result(arena, time.monotonic(), _results(arena))


def jump(arena: Arena, rng: random.Random) -> float:
    """Clocks of one worker or of the whole ladder are an hour off for fifteen seconds, then right again."""
    ladder = ["pulse", "ladder", SECOND_LADDER, "beat"]
    names = rng.choice([[rng.choice(WORKERS)], ladder])
    ahead = rng.choice((JUMP_S, -JUMP_S))
    for name in names:
        arena.set_clock(name, ahead)
    time.sleep(15)
    for name in names:
        arena.set_clock(name, 0)
    return _next_result(arena, time.monotonic(), _results(arena))


def two_beats(arena: Arena, rng: random.Random) -> float:
    """A second clock for twenty seconds: everything is reminded of twice."""
    arena.start(SECOND_BEAT)
    time.sleep(20)
    arena.kill(SECOND_BEAT)
    return _next_result(arena, time.monotonic(), _results(arena))


RESULT, AGAIN = "next result", "match begun again"
KINDS = [
    Kind("match runner killed", kill_child, AGAIN, 6),
    Kind("match worker killed", kill_worker, AGAIN, 15),
    Kind("ladder worker killed", _kill_part("ladder", SECOND_LADDER), RESULT),
    Kind("pulse worker killed", _kill_part("pulse"), RESULT),
    Kind("beat killed", _kill_part("beat"), RESULT),
    Kind("broker killed", kill_broker, RESULT),
    Kind("broker emptied", empty_broker, RESULT),
    Kind("broker paused 30 s", pause_broker, RESULT),
    Kind("database killed", kill_database, RESULT),
    Kind("wire to broker cut 20 s", cut_wire, AGAIN),
    Kind("worker's disk full 20 s", fill_disk, RESULT),
    Kind("two beats", two_beats, RESULT),
    Kind("clocks an hour off 15 s", jump, RESULT),
]

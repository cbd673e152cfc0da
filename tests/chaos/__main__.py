"""`python -m tests.chaos`: strikes the service in random order while matches are played, then audits it."""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests import services
from tests.chaos import blows
from tests.chaos.arena import SECOND_LADDER, Arena, wires
from tests.chaos.meddler import Meddler
from tests.stack import play
from tests.stack.prepare import AUTHORS, SLUG
from tests.stack.stack import LADDER_PARTS, PREFIX, WORKERS

DISK_MB = 96  # a worker wants 64 free
SETTLE_S, DRAIN_S = 180.0, 420.0
OPEN = "state in ('planned', 'queued', 'running')"
Times = dict[str, list[float]]


def main(arguments: list[str]) -> int:
    """0 when the books are right in the end."""
    asked = _asked(arguments)
    rng = random.Random(asked.seed)
    print(f"chaos with seed {asked.seed}: {asked.matches} matches at least, load {os.getloadavg()[0]:.1f}")
    with _arena() as arena:
        _enter_bots(arena)
        meddler = Meddler(arena.broker.url, f"{PREFIX}.ladder", rng)
        meddler.start()
        began = time.monotonic()
        times = _strike(arena, rng, asked)
        meddler.stop()
        _drain(arena)
        wrong = _verdict(arena)
        _print(arena, times, meddler.copies, time.monotonic() - began)
    for line in wrong:
        print(f"WRONG: {line}")
    print("The books are right." if not wrong else "The books are WRONG.")
    return 1 if wrong else 0


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--matches", type=int, default=300, help="go on until so many have ended")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="order and timing of the blows")
    parser.add_argument("--only", default="", help="strike only blows whose name has this in it")
    return parser.parse_args(arguments)


@contextmanager
def _arena() -> Iterator[Arena]:
    with ExitStack() as opened:
        folder = opened.enter_context(_folder())
        broker = opened.enter_context(services.running("redis"))
        database = opened.enter_context(services.running("postgres"))
        wired = opened.enter_context(contextmanager(wires)(broker))
        arena = Arena(broker, database, folder, wired)
        for name in WORKERS:
            opened.enter_context(_small_disk(folder / "worker" / name))
        opened.callback(arena.stop)
        arena.prepare()
        arena.start(*WORKERS, *LADDER_PARTS, SECOND_LADDER)
        arena.wait("the site answers", arena.is_up, SETTLE_S)
        yield arena


@contextmanager
def _folder() -> Iterator[Path]:
    """A data folder that bots' users can enter."""
    path = Path(tempfile.mkdtemp(prefix="wh-chaos-"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _small_disk(folder: Path) -> Iterator[None]:
    """A disk of its own in that place, where we may mount one; else the blow that fills it is left out."""
    folder.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=755", "chaos", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        print(f"no disk can be mounted in {folder}: none is filled")
        yield
        return
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _enter_bots(arena: Arena) -> None:
    """One bot of each author."""
    authors = {name: arena.author(name) for name in AUTHORS}
    sent = {name: play.upload(author, f"Bot of {name}", "slow.py") for name, author in authors.items()}
    for name, version in sent.items():
        state = play.settled(arena, authors[name], version, SETTLE_S)["state"]
        if state != "active":
            raise AssertionError(f"the bot of {name} is {state}\n{arena.logs()}")


def _strike(arena: Arena, rng: random.Random, asked: argparse.Namespace) -> Times:
    """All kinds of blows in random order, again and again, until so many matches have ended."""
    times: Times = defaultdict(list)
    kinds = [kind for kind in blows.KINDS if asked.only in kind.name]
    if not _disks_are_small(arena):
        kinds = [kind for kind in kinds if kind.strike is not blows.fill_disk]
    while True:
        for kind in rng.sample(kinds, len(kinds)):
            took = kind.strike(arena, rng)
            times[kind.name].append(took)
            ended = arena.number("select count(*) from ladder_match where state in ('finished', 'void')")
            print(f"{kind.name}: {kind.recovered} after {took:.1f} s; {ended} matches have ended", flush=True)
        if ended >= asked.matches:
            return times


def _disks_are_small(arena: Arena) -> bool:
    return all(os.path.ismount(arena.data / "worker" / name) for name in WORKERS)


def _drain(arena: Arena) -> None:
    """Plan nothing more, and let all that is under way come to its end."""
    arena.execute("update ladder_competition set state = 'frozen'")
    for what, left in (
        ("all matches end", f"select count(*) from ladder_match where {OPEN}"),
        ("all results are folded", "select count(*) from ladder_result where rated and fold_seq is null"),
    ):
        arena.wait(what, lambda query=left: not arena.number(query), DRAIN_S)  # type: ignore[misc]
    arena.wait("all messages are read", lambda: not arena.queue().llen(f"{PREFIX}.ladder"), DRAIN_S)


def _verdict(arena: Arena) -> list[str]:
    """What is wrong with the books; nothing when all is well."""
    wrong = []
    planned, results, voids = (
        arena.number(f"select count(*) from {what}")
        for what in ("ladder_match", "ladder_result", "ladder_match where state = 'void'")
    )
    print(f"{planned} matches planned = {results} results + {voids} voids")
    if planned != results + voids:
        wrong.append(f"{planned} matches were planned, {results} have a result and {voids} are void")
    for command in (("rebuild_ratings", SLUG), ("audit", "--all")):
        done = arena.manage(*command)
        print(done.stdout.strip())
        if done.returncode != 0:
            wrong.append(f"{' '.join(command)}: {done.stdout.strip()} {done.stderr.strip()[-2000:]}")
    return wrong


def _print(arena: Arena, times: Times, copies: int, seconds: float) -> None:
    print(f"\n{'blow':<28}{'until':<20}{'times':>6}{'median s':>10}{'worst s':>9}{'target s':>10}")
    for kind in blows.KINDS:
        if found := times.get(kind.name):
            target = "" if kind.target_s is None else f"{kind.target_s:.0f}"
            median = statistics.median(found)
            row = f"{len(found):>6}{median:>10.1f}{max(found):>9.1f}{target:>10}"
            print(f"{kind.name:<28}{kind.recovered:<20}{row}")
    print(f"\n{seconds:.0f} s, load {os.getloadavg()[0]:.1f}; {copies} copies of reports were put back")
    for what, query in (
        ("attempts", "select state, count(*) from ladder_attempt group by 1 order by 1"),
        ("incidents", "select kind, count(*) from ladder_incident group by 1 order by 1"),
    ):
        told = ", ".join(f"{number} {state}" for state, number in arena.rows(query))
        print(f"{what}: {told or 'none'}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A whole tournament on the real service: games a second, and how soon a game goes on after its worker died.

Two workers and the ladder on this machine; round robins of two bots while no ladder plays: first 10 games of
a second or two, in one of which a worker is killed, then 200 games of bots that take the first choice.
`python -m tests.bench.bench_tournament 20` plays so many decks (two games each) instead of 100.
"""

import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests import services
from tests.stack import play
from tests.stack.client import Client
from tests.stack.prepare import SLUG
from tests.stack.stack import LADDER_PARTS, ROOT, WORKERS, Stack

DECKS = 100
BRISK = ROOT / "tests" / "stack" / "bots" / "brisk.py"
QUICK = ROOT / "workers" / "house_bots" / "first_choice.py"
OF_IT = (
    " join ladder_tournamentgame g on g.match_id = a.match_id join ladder_meeting t on t.id = g.meeting_id"
    " where t.tournament_id = "
)


def main(arguments: list[str]) -> int:
    """Print the figures as JSON."""
    decks = int(arguments[0]) if arguments else DECKS
    with ExitStack() as opened:
        stack = _service(opened)
        bots = {name: _bot(stack.author(name), name) for name in ("anna", "ben")}
        _upload(stack, bots, BRISK)
        figures = {"seconds until a dead worker's game is under way again": _recovery(stack)}
        _upload(stack, bots, QUICK)
        took = _ended(stack, _begun(stack, "Quick", decks))
        figures["games a second of a tournament, 2 workers"] = round(2 * decks / took, 1)
    print(json.dumps(figures))
    return 0


def _service(opened: ExitStack) -> Stack:
    folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="wh-bench-")))
    folder.chmod(0o755)
    broker, database = (opened.enter_context(services.running(kind)) for kind in ("redis", "postgres"))
    stack = Stack(broker, database.url, folder)
    opened.callback(stack.stop)
    stack.start(*WORKERS)
    stack.prepare()
    stack.start(*LADDER_PARTS)
    stack.wait("the site answers", stack.is_up)
    return stack


def _bot(author: Client, name: str) -> int:
    return int(author.post("/api/v1/bots/", {"name": f"Bench {name}", "competition": SLUG}).data["id"])


def _upload(stack: Stack, bots: dict[str, int], file: Path) -> None:
    """Both bots play this file from now on, in tournaments alone."""
    _make(stack, "open")
    for name, bot in bots.items():
        author = stack.author(name)
        sent = author.upload(f"/api/v1/bots/{bot}/versions/", file.name, file.read_bytes())
        play.settled(stack, author, int(sent.data["id"]))
    _make(stack, "frozen")
    waiting = "select count(*) from ladder_match where state in ('planned', 'queued', 'running')"
    stack.wait("the ladder's matches are over", lambda: stack.number(waiting) == 0, 120)


def _make(stack: Stack, state: str) -> None:
    code = f"from ladder.models import Competition as C; C.objects.update(state={state!r})"
    stack.manage("shell", "-v", "0", "-c", code)


def _begun(stack: Stack, name: str, decks: int) -> int:
    terms = ("kind=round-robin", "players=2", "rounds=1", f"decks={decks}")
    sets = [part for term in terms for part in ("--set", term)]
    number = int(stack.manage("tournament", "create", SLUG, name, *sets).split()[1])
    stack.manage("tournament", "start", str(number))
    return number


def _ended(stack: Stack, tournament: int) -> float:
    """Seconds from its start to its end."""
    over = f"select count(*) from ladder_tournament where id = {tournament} and state = 'finished'"
    stack.wait("the tournament has ended", lambda: stack.number(over) == 1, 600)
    stack.manage("tournament", "verify", str(tournament))
    took = f"select extract(epoch from ended - started) from ladder_tournament where id = {tournament}"
    return float(stack.rows(took)[0][0])


def _recovery(stack: Stack) -> float:
    """Kills a worker in mid-game until a game was really cut off; seconds until it was begun again."""
    for number in range(5):
        tournament = _begun(stack, f"Killed {number}", 5)
        query = (
            f"select a.match_id, a.worker from ladder_attempt a{OF_IT}{tournament} and a.state = 'started'"
        )
        match, worker = stack.wait("a game is under way", lambda q=query: stack.rows(q), 90)[0]
        stack.kill(worker)
        killed = time.time()
        _ended(stack, tournament)
        stack.start(worker)
        again = (
            f"select extract(epoch from started) from ladder_attempt where match_id = {match} and number > 1"
        )
        begun = stack.rows(f"{again} and started is not null order by number")
        if begun:
            return round(float(begun[0][0]) - killed, 1)
    raise RuntimeError("every report was out before its worker was killed")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

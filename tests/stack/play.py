"""What authors do in these tests, and what must be true of the books afterwards."""

from pathlib import Path
from typing import Any

from tests.stack.client import Client
from tests.stack.prepare import SLUG
from tests.stack.stack import Stack

BOTS = Path(__file__).resolve().parent / "bots"
FINAL = ("active", "ready", "rejected")
SLOW_OWNERS = ("anna", "ben")


def upload(author: Client, bot_name: str, filename: str) -> int:
    """Make a bot in the competition and upload its first version; the version's id."""
    made = author.post("/api/v1/bots/", {"name": bot_name, "competition": SLUG})
    assert made.status == 201, made.body
    path = f"/api/v1/bots/{made.data['id']}/versions/"
    sent = author.upload(path, filename, (BOTS / filename).read_bytes())
    assert sent.status == 201, sent.body
    return int(sent.data["id"])


def settled(stack: Stack, author: Client, version: int, within_s: float = 90) -> dict[str, Any]:
    """The version once it is active, ready or rejected."""

    def look() -> dict[str, Any] | None:
        data: dict[str, Any] = author.get(f"/api/v1/versions/{version}/").data
        return data if data["state"] in FINAL else None

    found: dict[str, Any] = stack.wait(f"version {version} is settled", look, within_s)
    return found


def bots_at_play(stack: Stack) -> None:
    """See to it that two slow bots of two authors are active, so that matches go on for ever."""
    if stack.number("select count(*) from ladder_version where state = 'active'") >= len(SLOW_OWNERS):
        return
    authors = {name: stack.author(name) for name in SLOW_OWNERS}
    versions = {name: upload(author, f"Slow {name}", "slow.py") for name, author in authors.items()}
    for name, version in versions.items():
        data = settled(stack, authors[name], version)
        assert data["state"] == "active", data


def finished(stack: Stack) -> int:
    """How many ladder matches have ended with a result."""
    return stack.number("select count(*) from ladder_match where state = 'finished' and kind = 'ladder'")


def running_attempt(stack: Stack) -> tuple[int, int, str] | None:
    """(match, attempt number, worker) of a ladder match in mid-game, if there is one."""
    found = stack.rows(
        "select m.id, a.number, a.worker from ladder_attempt a join ladder_match m on m.id = a.match_id"
        " where m.kind = 'ladder' and m.state = 'running' and a.state = 'started' and a.decisions > 0"
        " order by a.started desc"
    )
    return found[0] if found else None


def assert_books_are_right(stack: Stack) -> None:
    """Every finished match has one result and one reported attempt, and moved each of its bots once."""
    assert (
        stack.rows(
            "select m.id from ladder_match m left join ladder_result r on r.match_id = m.id"
            " where (m.state = 'finished') <> (r.match_id is not null)"
        )
        == []
    )
    assert (
        stack.rows(
            "select m.id, count(*) from ladder_match m join ladder_attempt a on a.match_id = m.id"
            " where m.state = 'finished' and a.state = 'reported' group by m.id having count(*) <> 1"
        )
        == []
    )
    assert (
        stack.rows(
            "select m.id from ladder_match m join ladder_result r on r.match_id = m.id"
            " where r.fold_seq is not null and m.players <>"
            " (select count(*) from ladder_ratingevent e where e.match_id = m.id)"
        )
        == []
    )
    folded = [row[0] for row in stack.rows("select fold_seq from ladder_result where fold_seq is not null")]
    assert sorted(folded) == list(range(1, len(folded) + 1))
    assert stack.number("select count(*) from ladder_match where state = 'void'") == 0

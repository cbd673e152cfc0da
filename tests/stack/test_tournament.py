"""A whole tournament on the real thing: workers play it, one is killed in mid-game, the book is right."""

import pytest

from tests.stack import play
from tests.stack.prepare import SLUG
from tests.stack.stack import Stack

pytestmark = [pytest.mark.slow, pytest.mark.service, pytest.mark.sandbox, pytest.mark.timeout(300)]
OF_IT = (
    " from ladder_match m join ladder_tournamentgame g on g.match_id = m.id"
    " join ladder_meeting t on t.id = g.meeting_id where t.tournament_id = "
)


def _begun(stack: Stack, name: str) -> int:
    """A round robin of the two slow bots, one block of two games, begun; its id."""
    terms = ("--set", "kind=round-robin", "--set", "players=2", "--set", "rounds=1", "--set", "share=90")
    told = stack.manage("tournament", "create", SLUG, name, *terms)
    number = int(told.split()[1])
    stack.manage("tournament", "start", str(number))
    return number


def _finished(stack: Stack, tournament: int) -> bool:
    return (
        stack.number(f"select count(*) from ladder_tournament where id = {tournament} and state = 'finished'")
        == 1
    )


def _running_worker(stack: Stack, tournament: int) -> str | None:
    """The worker that is in the middle of one of its games."""
    found = stack.rows(
        "select a.worker from ladder_attempt a where a.state = 'started' and a.decisions > 0"
        f" and a.match_id in (select m.id{OF_IT}{tournament} and m.state = 'running')"
    )
    return str(found[0][0]) if found else None


def _play_with_a_kill(stack: Stack) -> None:
    play.bots_at_play(stack)
    tournament = _begun(stack, "Kill")
    worker = stack.wait("a game of it is under way", lambda: _running_worker(stack, tournament), 90)
    stack.kill(worker)
    stack.kill("ladder")
    stack.start("ladder")
    stack.wait("the dead worker's game is sent again", lambda: _is_sent_again(stack, tournament), 90)
    stack.start(worker)
    stack.wait("the tournament has ended", lambda: _finished(stack, tournament), 150)
    assert stack.number(f"select count(*){OF_IT}{tournament} and m.state = 'finished'") == 2
    assert stack.number(f"select count(distinct m.seed){OF_IT}{tournament}") == 1
    assert "All is as the method makes it." in stack.manage("tournament", "verify", str(tournament))
    play.assert_books_are_right(stack)


def _is_sent_again(stack: Stack, tournament: int) -> bool:
    """Also true when all was over: the report had been out before the kill."""
    attempts = f"select count(*) from ladder_attempt where match_id in (select m.id{OF_IT}{tournament})"
    return stack.number(attempts) > 2 or _finished(stack, tournament)


@pytest.mark.xdist_group("light")
def test_a_tournament_survives_a_kill_of_worker_and_ladder_on_sqlite_and_valkey(light: Stack) -> None:
    _play_with_a_kill(light)


@pytest.mark.xdist_group("heavy")
def test_a_tournament_survives_a_kill_of_worker_and_ladder_on_postgres_and_redis(heavy: Stack) -> None:
    _play_with_a_kill(heavy)

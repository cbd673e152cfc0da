"""From an upload over HTTP to the leaderboard, on the real thing: broker, database, workers, sandbox."""

import pytest

from engine import replay
from tests.stack import play
from tests.stack.client import Client
from tests.stack.prepare import SLUG
from tests.stack.stack import Stack

pytestmark = [pytest.mark.service, pytest.mark.sandbox, pytest.mark.timeout(240)]


def _follow_two_bots_to_the_leaderboard(stack: Stack) -> None:
    play.bots_at_play(stack)
    visitor = Client(stack.address)
    stack.wait("a match is finished and rated", lambda: _rated_games(visitor) >= 2, 90)
    match = visitor.get("/api/v1/matches/?state=finished").data["results"][-1]
    assert {seat["owner"] for seat in match["seats"]} == {"anna", "ben"}
    assert all(seat["final_place"] in (1, 2) and not seat["fault"] for seat in match["seats"])
    states = [attempt["state"] for attempt in match["attempts"]]
    assert states[-1] == "reported"
    assert set(states[:-1]) <= {"expired", "failed"}  # other tests kill this stack's workers
    played = visitor.get(f"/api/v1/matches/{match['id']}/replay/")
    assert played.status == 200
    replay.verify(played.data)
    assert visitor.get(f"/c/{SLUG}/").status == 200
    assert b"Slow anna" in visitor.get("/").body
    play.assert_books_are_right(stack)


def _rated_games(visitor: Client) -> int:
    rows = visitor.get(f"/api/v1/leaderboards/{SLUG}/").data["rows"]
    return sum(row["games"] for row in rows)


def _see_bad_bots_turned_away(stack: Stack) -> None:
    cleo = stack.author("cleo")
    bad = {
        name: play.upload(cleo, f"Bad {name}", f"{name}.py") for name in ("hanging", "crashing", "flooding")
    }
    seen = {name: play.settled(stack, cleo, version, 120) for name, version in bad.items()}
    assert {version["state"] for version in seen.values()} == {"rejected"}, seen
    assert "going to sleep" in seen["hanging"]["log"]
    assert "a crocodile in the watering hole" in seen["crashing"]["log"]
    assert "opening the gates" in seen["flooding"]["log"]
    assert all(version["reason"] for version in seen.values())


@pytest.mark.xdist_group("light")
def test_two_uploads_become_rated_bots_on_sqlite_and_valkey(light: Stack) -> None:
    _follow_two_bots_to_the_leaderboard(light)


@pytest.mark.xdist_group("heavy")
def test_two_uploads_become_rated_bots_on_postgres_and_redis(heavy: Stack) -> None:
    _follow_two_bots_to_the_leaderboard(heavy)


@pytest.mark.xdist_group("light")
def test_bots_that_hang_crash_or_flood_are_rejected_with_their_log(light: Stack) -> None:
    _see_bad_bots_turned_away(light)


@pytest.mark.slow
@pytest.mark.xdist_group("heavy")
def test_bad_bots_are_rejected_on_postgres_too(heavy: Stack) -> None:
    _see_bad_bots_turned_away(heavy)

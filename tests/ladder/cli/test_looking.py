"""What there is to see: boards, matches, replays, logs, as tables and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from ladder import results
from ladder.models import Competition, Match, User
from ladder.ratings import fold
from tests.ladder import stage
from tests.ladder.cli.conftest import Run
from workers.cli.troubles import Code

HONEST = Path(__file__).resolve().parents[2] / "bots" / "odd" / "honest.py"


@pytest.fixture
def match(ada: User, signed_in: Any) -> Match:
    """A match that ada's bot has played against somebody else's, and lost by a fault."""
    cup = stage.competition()
    own = stage.version(stage.bot(ada, cup))
    other = stage.version(stage.bot(cup=cup))
    played = stage.match(cup, [other, own])
    results.record(stage.played(stage.started(played), faulty=[1]))
    fold.fold(cup.pk)
    signed_in()
    return played


def test_the_board_of_the_only_open_competition_is_meant(run: Run, match: Match) -> None:
    ended = run("leaderboard")
    assert ended.code == 0, ended.err
    assert Competition.objects.get().name in ended.out
    assert "ada" in ended.out


def test_with_two_open_competitions_one_must_be_said(run: Run, match: Match) -> None:
    stage.competition()
    ended = run("leaderboard")
    assert ended.code == 2
    assert "--competition SLUG" in ended.err


def test_status_tells_version_place_and_rating(run: Run, match: Match) -> None:
    (row,) = json.loads(run("status", "--json").out)
    assert (row["version"], row["state"], row["games"]) == (1, "active", 1)


def test_matches_name_places_and_faults(run: Run, match: Match) -> None:
    ended = run("matches", "--bot", Match.objects.get().seats.get(seat=1).version.bot.name)
    assert ended.code == 0, ended.err
    assert "(exited)" in ended.out
    assert json.loads(run("matches", "--json").out)[0]["id"] == match.pk


def test_a_match_is_shown_seat_by_seat(run: Run, match: Match) -> None:
    ended = run("match", match.pk)
    assert ended.code == 0, ended.err
    assert "exited" in ended.out


def test_a_replay_is_told_as_a_story_and_can_be_kept(run: Run, match: Match, home: Path) -> None:
    assert "Round 1" in run("replay", match.pk).out
    assert run("replay", match.pk, "--save", home / "r.json").code == 0
    assert json.loads((home / "r.json").read_text())["format"] == "evolution-replay/1"


def test_the_log_of_the_last_version_is_printed(run: Run, match: Match) -> None:
    bot = match.seats.get(seat=1).version.bot
    bot.versions.update(log="compiled with 3 warnings")
    ended = run("logs", bot.name)
    assert ended.code == 0, ended.err
    assert "  | compiled with 3 warnings" in ended.out


def test_what_does_not_exist_has_a_code_of_its_own(run: Run, match: Match) -> None:
    assert run("match", 4711).code == Code.NOT_FOUND
    ended = run("logs", "Nobody's")
    assert ended.code == Code.NOT_FOUND
    assert "no bot called Nobody's" in ended.err


def test_competitions_are_listed_and_shown(run: Run, match: Match) -> None:
    slug = Competition.objects.get().slug
    assert slug in run("competition", "list").out
    assert "ruleset: base" in run("competition", "show", slug).out


def test_a_lost_match_is_given_to_the_bot_once_more(run: Run, match: Match, home: Path) -> None:
    (home / "bot.py").write_text(HONEST.read_text())
    ended = run("debug", home / "bot.py", match.pk)
    assert ended.code == 0, ended.err
    assert "seat 1: " in ended.err
    assert "every answer was legal" in ended.out


def test_what_a_bot_wrote_in_a_match_is_its_owners_to_read(run: Run, match: Match) -> None:
    ended = run("logs", "--match", match.pk)
    assert ended.code == 0, ended.err
    assert "fault exited" in ended.out
    assert "  | log of seat 1" in ended.out

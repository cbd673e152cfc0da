"""What organisers do by the command, and what entering a competition is; the workers' status."""

import json
from typing import Any

import pytest

from ladder.models import Competition, User
from tests.ladder import stage
from tests.ladder.cli.conftest import Run


@pytest.fixture
def organiser(ada: User, signed_in: Any) -> User:
    """Ada may organise, and is signed in."""
    User.objects.filter(pk=ada.pk).update(may_organise=True)
    signed_in()
    return ada


def test_a_competition_is_made_changed_opened_and_closed(run: Run, organiser: User) -> None:
    made = run("competition", "create", "spring", "--name", "Spring Cup", "--set", "max_players=3")
    assert made.code == 0, made.err
    assert run("competition", "change", "spring", "max_players=5", "name=Spring").code == 0
    assert run("competition", "open", "spring").code == 0
    cup = Competition.objects.get()
    assert (cup.name, cup.max_players, cup.state, cup.organiser) == ("Spring", 5, "open", organiser)
    assert run("competition", "close", "spring").code == 0
    assert json.loads(run("competition", "show", "spring", "--json").out)["state"] == "closed"


def test_what_is_promised_may_not_change_once_it_is_open(run: Run, organiser: User) -> None:
    run("competition", "create", "spring", "--name", "Spring Cup")
    run("competition", "open", "spring")
    ended = run("competition", "change", "spring", "ruleset=flight")
    assert ended.code == 6
    assert "ruleset" in ended.err


def test_somebody_elses_competition_is_not_for_everybody_to_close(run: Run, signed_in: Any) -> None:
    cup = stage.competition()
    signed_in()
    assert run("competition", "close", cup.slug).code in (3, 4)
    assert Competition.objects.get().state == "open"


def test_a_setting_without_a_value_is_bad_input(run: Run, organiser: User) -> None:
    ended = run("competition", "change", "spring", "max_players")
    assert ended.code == 2
    assert "wanted KEY=VALUE" in ended.err


def test_a_bot_enters_and_leaves(run: Run, ada: User, signed_in: Any) -> None:
    cup, bot = stage.competition(), stage.bot(ada)
    signed_in()
    assert run("competition", "enter", cup.slug, bot.name).code == 0
    assert bot.entries.count() == 1
    assert run("competition", "leave", cup.slug, bot.name).code == 0
    assert bot.entries.count() == 0


def test_the_workers_are_told_with_what_troubles_them(run: Run, signed_in: Any) -> None:
    stage.started(stage.match(stage.competition(), stage.field(Competition.objects.get(), 2)))
    signed_in()
    ended = run("worker", "status")
    assert ended.code == 0, ended.err
    assert stage.WORKER.name in ended.out
    assert json.loads(run("worker", "status", "--json").out)["workers"][0]["name"] == stage.WORKER.name


def test_there_is_no_tournament_yet(run: Run, signed_in: Any) -> None:
    signed_in()
    ended = run("tournament", "list")
    assert (ended.code, ended.out) == (0, "no tournament yet\n")

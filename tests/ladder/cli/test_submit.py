"""A folder becomes a version: once, whatever happens on the way."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from ladder import builds, tokens, versions
from ladder.models import Bot, User, Version
from tests.ladder import stage
from tests.ladder.cli.conftest import Run
from tests.ladder.cli.scissors import WHOLE, scissors
from workers.cli import submitting
from workers.cli.site import Site

SOURCE = "import sys\nfor line in sys.stdin:\n    pass\n"
State = Version.State


@pytest.fixture
def pond(home: Path) -> Path:
    """A bot's folder with a name that is hard on careless programs, and with litter in it."""
    folder = home / "Mein Bär 7"
    (folder / "hilfe für alle").mkdir(parents=True)
    (folder / "bot.py").write_text(SOURCE)
    (folder / "hilfe für alle" / "größe.py").write_text("SIZE = 1\n")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "bot.pyc").write_bytes(b"litter")
    return folder


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Has the site decide about every upload at once, in this way."""

    def decide(state: str, reason: str) -> None:
        def send(pk: int) -> None:
            versions.move(pk, [State.QUEUED], state, reason, log="Traceback: \x1b[2Jhello")

        monkeypatch.setattr(builds, "send", send)

    return decide


@pytest.fixture
def cup(signed_in: Callable[[], None]) -> None:
    """An open competition; ada is signed in."""
    stage.competition()
    signed_in()


def test_a_folder_with_blanks_and_umlauts_arrives(run: Run, pond: Path, cup: None) -> None:
    ended = run("submit", pond, "--no-wait", "--json")
    assert ended.code == 0, ended.err
    bot = Bot.objects.get()
    assert (bot.name, bot.owner.username, bot.entries.count()) == ("Mein Bar 7", "ada", 1)
    assert json.loads(ended.out)["id"] == bot.versions.get().pk


def test_the_folder_one_stands_in_can_be_submitted(
    run: Run, pond: Path, cup: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pond)
    assert run("submit", "--no-wait").code == 0
    assert Bot.objects.get().name == "Mein Bar 7"


def test_the_same_folder_again_is_no_second_version(run: Run, pond: Path, cup: None) -> None:
    first = run("submit", pond, "--no-wait", "--json")
    second = run("submit", pond, "--no-wait", "--json")
    assert (first.code, second.code) == (0, 0)
    assert json.loads(first.out)["id"] == json.loads(second.out)["id"]
    assert "are version 1 of Mein Bar 7 already" in second.err


@pytest.mark.parametrize("cut", [40, WHOLE])
def test_an_upload_that_is_cut_off_is_one_version_in_the_end(
    run: Run, pond: Path, cup: None, signed_in: Any, live_server: Any, cut: int
) -> None:
    with scissors(urlsplit(live_server.url).port or 0) as road:
        signed_in(road.address)
        road.plan(cut)
        ended = run("submit", pond, "--no-wait")
    assert ended.code == 0, ended.err
    assert "trying again (1 of 3)" in ended.err
    assert Version.objects.count() == 1


def test_an_upload_that_never_gets_through_leaves_no_version(
    run: Run, pond: Path, cup: None, signed_in: Any, live_server: Any
) -> None:
    with scissors(urlsplit(live_server.url).port or 0) as road:
        signed_in(road.address)
        road.plan(*[40] * submitting.TRIES)
        ended = run("submit", pond, "--no-wait")
    assert ended.code == 5
    assert Version.objects.count() == 0


def test_two_clients_with_one_folder_make_one_bot_and_one_version(
    pond: Path, cup: None, ada: User, live_server: Any
) -> None:
    package, token = submitting.pack(pond, None), tokens.make(ada).secret
    numbers: list[int] = []
    both = threading.Barrier(2)

    def client() -> None:
        with Site(live_server.url, token, "ada") as site:
            both.wait(30)
            own = submitting.own_bot(site, package.bot, None)
            numbers.append(submitting.arrive(site, own, package, True, None)["id"])

    racers = [threading.Thread(target=client) for _ in range(2)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(60)
    assert len(numbers) == 2
    assert len(set(numbers)) == 1
    assert (Bot.objects.count(), Version.objects.count()) == (1, 1)


def test_a_rejected_version_comes_with_its_reason_and_its_log(
    run: Run, pond: Path, cup: None, decided: Callable[[str, str], None]
) -> None:
    decided(State.REJECTED, "bot.py, line 3: invalid syntax")
    ended = run("submit", pond)
    assert ended.code == 1
    assert "Mein Bar 7 was rejected: bot.py, line 3: invalid syntax" in ended.out
    assert "  | Traceback: \ufffd[2Jhello" in ended.out


def test_an_accepted_version_ends_well(
    run: Run, pond: Path, cup: None, decided: Callable[[str, str], None]
) -> None:
    decided(State.ACTIVE, "")
    ended = run("submit", pond)
    assert (ended.code, ended.out.splitlines()[-1]) == (0, "Mein Bar 7 is on the ladder")


def test_what_is_not_decided_in_time_has_a_code_of_its_own(run: Run, pond: Path, cup: None) -> None:
    ended = run("submit", pond, "--timeout", "1")
    assert ended.code == 8
    assert "see `wateringhole logs --version" in ended.err


def test_what_no_server_takes_is_refused_before_anything_is_sent(run: Run, home: Path, cup: None) -> None:
    (home / "novel").mkdir()
    (home / "novel" / "chapter.txt").write_text("It was a dark and stormy night.")
    ended = run("submit", home / "novel")
    assert ended.code == 1
    assert "bot.py" in ended.err
    assert Bot.objects.count() == 0


def test_a_file_called_bot_needs_a_name(run: Run, pond: Path, cup: None) -> None:
    ended = run("submit", pond / "bot.py")
    assert ended.code == 2
    assert "--bot NAME" in ended.err


def test_somebody_elses_bot_takes_no_upload(run: Run, pond: Path, cup: None) -> None:
    Bot.objects.create(owner=stage.person(), name="Mein Bar 7")
    ended = run("submit", pond, "--no-wait")
    assert ended.code == 3
    assert "is not yours" in ended.err

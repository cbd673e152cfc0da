"""The tutorial from its first line to the ladder, on a whole service: real workers check and play the bot."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import services
from tests.ladder.cli import tutorial
from tests.stack import conftest, prepare
from tests.stack.stack import Stack
from workers import kits, runtimes

pytestmark = [
    pytest.mark.slow,
    pytest.mark.service,
    pytest.mark.sandbox,
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("tutorial"),
]


@pytest.fixture(scope="module")
def site() -> Iterator[Stack]:
    """A service on which nothing has happened yet."""
    with ExitStack() as opened:
        folder = opened.enter_context(conftest._folder())
        broker = opened.enter_context(services.running("valkey"))
        yield from conftest._brought_up(Stack(broker, f"sqlite:///{folder}/ladder.sqlite3", folder))


def _run(home: Path, words: list[str]) -> str:
    """One command, its password typed; what it printed."""
    ended = subprocess.run(
        [sys.executable, "-m", "workers.cli.entry", *words],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(tutorial.ROOT), "WATERINGHOLE_CONFIG": str(home / "settings")},
        input=f"{prepare.PASSWORD}\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, (words, ended.stdout, ended.stderr)
    return ended.stdout + ended.stderr


def test_the_tutorial_leads_to_the_ladder(site: Stack, open_folder: Path) -> None:
    said = [_run(open_folder, words) for words in tutorial.commands(site.address, "anna")]
    submitted = next(text for text in said if "is uploaded" in text)
    assert "it plays a trial game against itself" in submitted
    assert "my_bot is on the ladder" in submitted


@pytest.mark.parametrize("language", [name for name in kits.names() if name != "python"])
def test_a_kit_of_each_language_gets_to_the_ladder(site: Stack, open_folder: Path, language: str) -> None:
    missing = runtimes.for_language(language).available()
    if missing:
        pytest.skip(missing)
    _run(open_folder, ["login", site.address, "--user", "ben"])
    _run(open_folder, ["new", f"in_{language}", "--language", language])
    assert "is on the ladder" in _run(open_folder, ["submit", f"in_{language}"])

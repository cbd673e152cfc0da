"""Every starter kit is built and plays in the sandbox as on a ladder, is short, and passes its own tests."""

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.workers.runtimes.test_languages import needs
from tests.workers.table import order_for
from workers import archive, check, folder, house_bots, kits, match, runtimes
from workers.contract import GameResult, Limits, SeatOrder
from workers.sandbox import Sandbox

QUICK = ("javascript", "python", "typescript")  # the others' compilers take long: `make test-kits`
LINES = 150
PATIENT = Limits(start_ms=60_000, bank_ms=120_000, decision_wall_ms=30_000)


def _kits() -> list[Any]:
    patient = pytest.mark.timeout(600)
    slow = (patient, pytest.mark.slow)
    return [pytest.param(name, marks=patient if name in QUICK else slow) for name in kits.names()]


def test_there_is_a_kit_for_each_language_that_was_promised() -> None:
    assert kits.names() == ["cpp", "go", "java", "javascript", "python", "rust", "typescript"]


@pytest.mark.sandbox
@pytest.mark.parametrize("language", _kits())
def test_a_kit_is_taken_and_beats_the_random_bot(sandbox: Sandbox, open_folder: Path, language: str) -> None:
    needs(language)
    packed, bot = open_folder / "kit.zip", open_folder / "kit"
    packed.write_bytes(folder.packed(kits.folder(language)))
    upload = archive.unpack(packed, packed.name, bot)
    assert upload.language == language
    checked = check.check(sandbox, language, upload.entry, bot, PATIENT)
    assert checked.ok, (checked.reason, checked.failure, checked.log)
    result = _game(sandbox, language, upload.entry, bot, open_folder)
    assert result.faults == ()
    assert result.places == (1, 2)


def _game(sandbox: Sandbox, language: str, entry: str, bot: Path, place: Path) -> GameResult:
    """The kit on seat 0, the house's random bot on seat 1."""
    other = place / "random"
    archive.unpack(house_bots.files()["random-choice"], "bot.py", other)
    seats = (
        SeatOrder(language, "0" * 64, "", "kit.zip", language, entry, 1),
        SeatOrder("random", "0" * 64, "", "bot.py", "python", "bot.py", 2),
    )
    order = replace(order_for(["honest", "honest"]), seats=seats)
    result = match.play(sandbox, order, PATIENT, [bot, other], 1.0, lambda decisions: None)
    assert isinstance(result, GameResult), result
    return result


@pytest.mark.parametrize("language", kits.names())
def test_a_kit_is_short(language: str) -> None:
    place = kits.folder(language)
    written = [path for path in folder.files(place) if path.suffix != ".md" and "test" not in path.stem]
    lines = sum(len(path.read_text().splitlines()) for path in written)
    assert 40 < lines < LINES


def _own_tests() -> list[Any]:
    slow = (pytest.mark.slow, pytest.mark.timeout(600))
    return [pytest.param(name, marks=() if name == "python" else slow) for name in kits.names()]


@pytest.mark.parametrize("language", _own_tests())
def test_a_kits_own_tests_pass_as_its_readme_says(open_folder: Path, language: str) -> None:
    missing = runtimes.for_language(language).available()
    if missing:
        pytest.skip(missing)
    if language == "rust":
        pytest.skip("cargo fetches serde over the network; a server builds with Debian's crates")
    place = open_folder / "kit"
    _copy(kits.folder(language), place)
    line = (place / "README.md").read_text().split("Its tests: `")[1].split("`")[0]
    ended = subprocess.run(["/bin/sh", "-c", line], cwd=place, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def _copy(kit: Path, place: Path) -> None:
    for path in kit.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            target = place / path.relative_to(kit)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())

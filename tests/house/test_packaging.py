"""What `pip install` gives: built, installed into an empty environment and used from there."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.pythons import ROOT, uv
from workers import kits

PACKAGES = {"engine", "workers", "ladder"}
ONE_GAME = """
from engine import Game

game = Game.new("flight", players=4, seed=7)
while not game.over:
    game.choose(0)
print(game.result["places"])
"""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.xdist_group("packaging")]


def _run(python: Path, *arguments: str, cwd: Path) -> str:
    env = {"PATH": os.environ["PATH"]}
    done = subprocess.run([python, *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The source distribution, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    uv("build", "--quiet", "--out-dir", folder, ROOT)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return {"sdist": sdist, "wheel": wheel}


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def installed(
    request: pytest.FixtureRequest, built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The Python of an empty environment in which only the distribution was installed."""
    folder = tmp_path_factory.mktemp("environment")
    uv("venv", "--quiet", "--python", sys.executable, folder / "env")
    python = folder / "env" / "bin" / "python"
    uv("pip", "install", "--quiet", "--python", python, built[request.param])
    return python


def test_a_bare_install_brings_nothing_else(installed: Path) -> None:
    assert uv("pip", "freeze", "--python", installed).split("==")[0].split(" ")[0] == "wateringhole"
    assert len(uv("pip", "freeze", "--python", installed).splitlines()) == 1


def test_the_installed_engine_plays_and_replays(installed: Path, tmp_path: Path) -> None:
    assert _run(installed, "-c", ONE_GAME, cwd=tmp_path).startswith("[")
    command = ("-m", "engine", "simulate", "--ruleset", "climate", "--players", "2", "--games", "2")
    assert len(_run(installed, *command, cwd=tmp_path).splitlines()) == 2


def test_the_installed_local_runner_starts_without_the_service(installed: Path, tmp_path: Path) -> None:
    assert "play" in _run(installed, "-m", "workers", "--help", cwd=tmp_path)


def test_a_bare_install_says_how_to_get_the_command(installed: Path, tmp_path: Path) -> None:
    command = [installed.with_name("wateringhole"), "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'wateringhole[cli]'" in done.stderr


def test_the_command_is_installed_with_its_extra_and_makes_a_bot_that_plays(
    built: dict[str, Path], tmp_path: Path
) -> None:
    uv("venv", "--quiet", "--python", sys.executable, tmp_path / "env")
    python = tmp_path / "env" / "bin" / "python"
    uv("pip", "install", "--quiet", "--python", python, f"wateringhole[cli] @ file://{built['wheel']}")
    command = (python.with_name("wateringhole"),)
    for words in (
        ("new", "bot one"),
        ("play", "bot one", "house:random", "--games", "2", "--sandbox", "none"),
    ):
        done = subprocess.run([*command, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert "django" not in uv("pip", "freeze", "--python", python).lower()


def test_the_wheel_holds_the_packages_with_their_data_and_nothing_else(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = wheel.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == PACKAGES
    assert {"engine/data/decks.json", "engine/py.typed", "workers/data/protocol.schema.json"} <= set(names)
    assert all(any(name.startswith(f"workers/kits/{kit}/") for name in names) for kit in kits.names())
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".sqlite3"))]

"""The compiled engine is the same engine: same choices, same errors; where it cannot run, the source does."""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import BadPosition, Game, IllegalChoice
from engine.form import FORM

ROOT = Path(__file__).resolve().parent.parent.parent
COMPILED = ROOT / "var" / "compiled"
LONGEST_S = 1500  # to compile on a busy machine


def test_the_form_that_was_asked_for_runs() -> None:
    assert os.environ.get("ENGINE_FORM", "pure") == FORM


def test_the_version_says_which_form_runs() -> None:
    said = subprocess.check_output([sys.executable, "-m", "engine", "--version"], text=True, cwd=ROOT)
    assert f", {FORM}, on CPython 3." in said


def test_every_choice_of_the_long_list_is_the_one_at_its_index() -> None:
    """Plays are worked out in three ways: counted, one by one, and all together."""
    game = Game.new("flight", players=3, seed=5)
    dice = random.Random(5)
    while (decision := game.decision) is not None:
        assert decision.count == len(decision.choices)
        assert [decision.text(index) for index in range(decision.count)] == list(decision.choices)
        game.choose(dice.randrange(decision.count))


@pytest.mark.parametrize("wrong", [None, 1.0, b"end", ("end",), {"choice": "end"}, object(), 2**70, True])
def test_a_choice_of_a_wrong_type_is_refused(wrong: object) -> None:
    game = Game.new("base", players=2, seed=1)
    with pytest.raises(IllegalChoice):
        game.choose(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [None, [], "{}", 7, {"ruleset": 7}, {"ruleset": "base", "players": "2"}])
def test_a_position_of_a_wrong_type_is_refused(wrong: object) -> None:
    with pytest.raises(BadPosition):
        Game.from_position(wrong)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.timeout(LONGEST_S)
@pytest.mark.skipif(FORM == "compiled", reason="the whole room runs on it already")
def test_the_compiled_engine_plays_the_golden_games(tmp_path: Path) -> None:
    """The rest of the room runs on it by `make test-compiled`."""
    pytest.importorskip("mypyc", reason="wanted mypyc, from `make setup-compile`")
    pytest.importorskip("setuptools", reason="wanted setuptools, from `make setup-compile`")
    if shutil.which("cc") is None:
        pytest.skip("found no C compiler")
    subprocess.run([sys.executable, ROOT / "deploy" / "compile_engine.py", COMPILED], check=True)
    form = _run_on_compiled("-c", "from engine.form import FORM; print(FORM)")
    assert form.stdout.strip() == "compiled"
    golden = _run_on_compiled(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider"),
        *("-p", "no:django"),  # it would put the folder of manage.py, and the plain engine, before all others
        *("-c", "tests/engine/alone.ini", "--rootdir", "."),
        *("--confcutdir", "tests/engine", "-o", f"pythonpath={COMPILED}", "tests/engine/test_golden.py"),
        *("tests/engine/test_form.py", "tests/engine/test_counts.py", "-m", "not slow"),
    )
    assert golden.returncode == 0, golden.stdout


def _run_on_compiled(*arguments: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {
        "PYTHONSAFEPATH": "1",
        "PYTHONPATH": f"{COMPILED}{os.pathsep}{ROOT}",
        "ENGINE_FORM": "compiled",
    }
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

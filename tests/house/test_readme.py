"""What the README promises is true: its examples run, its commands and links exist."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
# In backquotes or at the beginning of a line: elsewhere "make" is a word.
COMMAND = re.compile(r"(?:`|^)make ([a-z][a-z-]*)", re.MULTILINE)
PAGES = [ROOT / "README.md", *sorted((ROOT / "deploy" / "docs").glob("*.md"))]


def _python_block(containing: str) -> str:
    return next(str(code) for language, code in BLOCKS if language == "python" and containing in code)


def _shell_lines() -> list[str]:
    lines = [line for language, code in BLOCKS if language == "sh" for line in code.splitlines()]
    return [line.partition("#")[0].strip() for line in lines]


def _run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """One of the README's lines, run in `folder` with this interpreter in place of the one it names."""
    words = line.split()
    assert words[0] in (".venv/bin/python", "python")
    return subprocess.run(
        [sys.executable, *words[1:]],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_the_bot_has_about_ten_lines() -> None:
    assert len(_python_block("sys.stdin").strip().splitlines()) <= 12


@pytest.mark.sandbox
@pytest.mark.parametrize("verb", ["check", "play"])
def test_the_bot_is_taken_and_plays_without_a_fault(verb: str, open_folder: Path) -> None:
    (open_folder / "bot.py").write_text(_python_block("sys.stdin"))
    line = next(line for line in _shell_lines() if f"-m workers {verb}" in line)
    done = _run(line.replace("--games 10", "--games 2 --json"), open_folder)
    assert done.returncode == 0, done.stderr
    assert "illegal" not in done.stdout


def test_the_engines_example_runs(tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(_python_block("from engine import Game"))
    done = _run("python example.py", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_engines_commands_run(tmp_path: Path) -> None:
    line = next(line for line in _shell_lines() if "engine simulate" in line)
    done = _run(line.replace("--games 100", "--games 2"), tmp_path)
    assert done.returncode == 0, done.stderr


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {name for page in PAGES for name in COMMAND.findall(page.read_text())}
    assert named <= targets


def test_every_link_leads_somewhere() -> None:
    missing = [
        f"{page.name}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text())
        if not (page.parent / target).exists()
    ]
    assert missing == []


def test_every_file_named_in_the_five_stops_exists() -> None:
    paragraph = README[README.index("Five files") :].split("\n\n")[0]
    files = re.findall(r"`([a-z/_]+\.py)`", paragraph)
    assert len(files) == 5
    assert [file for file in files if not (ROOT / file).exists()] == []

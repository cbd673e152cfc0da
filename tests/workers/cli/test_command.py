"""The command by itself: without its extra, without a server, with odd folders."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from workers import archive, folder, kits
from workers.cli import app

ROOT = Path(__file__).parents[3]
HIDDEN = """
import importlib.util, sys
real = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name == "typer" else real(name)
from workers.cli.entry import main
sys.exit(main())
"""


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_without_its_extra_it_says_how_to_get_it() -> None:
    ended = _python(HIDDEN)
    assert ended.returncode == 2
    assert ended.stderr == "wateringhole: typer is not installed; get it by pip install 'wateringhole[cli]'\n"


def test_every_command_has_a_help_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["--help"]) == 0
    listed = capsys.readouterr().out.split("Commands:")[1].split("Exit codes")[0]
    assert all(len(line.split()) > 1 for line in listed.strip().splitlines())


def test_a_shell_can_complete_commands_and_languages() -> None:
    def completed(words: str) -> list[str]:
        ended = subprocess.run(
            [sys.executable, "-c", "from workers.cli.app import run; run()"],
            env={
                "_WATERINGHOLE_COMPLETE": "complete_bash",
                "COMP_WORDS": words,
                "COMP_CWORD": str(words.count(" ")),
            },
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.stdout.split()

    assert completed("wateringhole subm") == ["submit"]
    assert completed("wateringhole new x --language java") == ["java", "javascript"]


def test_an_unknown_option_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["status", "--colour"]) == 2
    assert "--colour" in capsys.readouterr().err


def test_a_kit_becomes_a_folder_and_never_replaces_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "mein bär"
    assert app.run(["new", str(target)]) == 0
    assert (target / "bot.py").is_file()
    before = sorted(target.iterdir())
    assert app.run(["new", str(target)]) == 2
    assert "not empty" in capsys.readouterr().err
    assert sorted(target.iterdir()) == before
    assert [path.name for path in tmp_path.iterdir()] == ["mein bär"]


def test_an_unknown_language_is_answered_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.run(["new", str(tmp_path / "x"), "--language", "cobol"]) == 2
    assert ", ".join(kits.names()) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_kit_without_its_compiler_is_made_and_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "go is not installed: apt-get install golang-go"
    monkeypatch.setattr("workers.runtimes.ALL", _without_compilers(why))
    assert app.run(["new", str(tmp_path / "x"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == why
    assert app.run(["check", str(tmp_path / "x")]) == 2
    assert why in capsys.readouterr().err


def _without_compilers(why: str) -> dict[str, object]:
    class Bare(type(archive.runtimes.ALL["python"])):  # type: ignore[misc]
        def available(self) -> str:
            return why

    return {**archive.runtimes.ALL, "python": Bare()}


def test_a_folder_is_packed_the_same_each_time_without_litter(tmp_path: Path) -> None:
    for name in ("bot.py", "b.py", ".env", "a.pyc"):
        (tmp_path / name).write_text("x = 1\n")
    for name in ("tests", "__pycache__", ".git", "node_modules"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text("")
    first = folder.packed(tmp_path)
    (tmp_path / "bot.py").touch()
    assert folder.packed(tmp_path) == first
    assert zipfile.ZipFile(io.BytesIO(first)).namelist() == ["b.py", "bot.py"]


def test_a_link_out_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot.py").symlink_to("/etc/passwd")
    with pytest.raises(archive.ArchiveRefused, match=r"bot\.py is a link"):
        folder.packed(tmp_path)


def test_a_folder_full_of_files_is_no_bot(tmp_path: Path) -> None:
    for number in range(archive.ENTRIES + 1):
        (tmp_path / f"{number}.py").touch()
    with pytest.raises(archive.ArchiveRefused, match="more than 500 files"):
        folder.packed(tmp_path)

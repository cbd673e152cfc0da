"""`python -m workers play` and `check` as their users run them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import replay as replays
from tests.workers import zips
from tests.workers.runtimes.test_languages import needs
from tests.workers.table import ODD_BOTS
from tests.workers.test_runner import descendants, gone
from workers import runtimes
from workers.sandbox import Sandbox

HONEST, CRASHES = str(ODD_BOTS / "honest.py"), str(ODD_BOTS / "crashes.py")


def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "workers", *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, **environ},
    )


@pytest.mark.sandbox
def test_a_contest_ends_in_a_table_and_replays(sandbox: Sandbox, tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    ended = run("play", HONEST, "house:random", "--games", "4", "--jobs", "2", "--keep", str(keep))
    assert ended.returncode == 0, ended.stderr
    head, first, second, *_ = ended.stdout.splitlines()
    assert head.split()[:3] == ["bot", "games", "1."]
    assert (first.split()[0], second.split()[0]) == ("random", "honest.py")
    kept = sorted(keep.glob("game-*.json"))
    assert len(kept) == 4
    replays.verify(json.loads(kept[0].read_text()))


@pytest.mark.sandbox
def test_the_same_contest_comes_out_the_same(sandbox: Sandbox) -> None:
    first, second = (
        json.loads(run("play", "house:random", HONEST, "--games", "1", "--json").stdout) for _ in range(2)
    )
    assert [bot["scores"] for bot in first["bots"]] == [bot["scores"] for bot in second["bots"]]
    assert first["sandbox"] == "full"


@pytest.mark.sandbox
def test_faults_are_shown_with_the_bots_last_words(sandbox: Sandbox) -> None:
    ended = run("play", HONEST, CRASHES, "--games", "2")
    assert ended.returncode == 0
    assert "crashes.py: fault exited in game 0" in ended.stdout
    assert "| KeyError: 'food'" in ended.stdout


@pytest.mark.sandbox
def test_a_contest_can_be_interrupted_and_counts_what_was_played(sandbox: Sandbox, tmp_path: Path) -> None:
    names = ["play", HONEST, HONEST, "--games", "5000", "--keep", str(tmp_path)]
    command = [sys.executable, "-m", "workers", *names]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 90
    while not any(tmp_path.iterdir()):
        assert time.monotonic() < deadline, "no game was played"
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert "stopped; what follows counts the games that were played" in err
    assert 0 < int(out.splitlines()[1].split()[2]) < 5000


@pytest.mark.sandbox
def test_an_interrupted_contest_leaves_no_process(sandbox: Sandbox) -> None:
    sleeper = str(ODD_BOTS / "sleeps.py")
    command = [
        sys.executable,
        "-m",
        "workers",
        "play",
        sleeper,
        sleeper,
        "--limits",
        '{"decision_wall_ms": 60000}',
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 90
    while len(family := descendants(process.pid)) < 5:
        assert time.monotonic() < deadline, "the bots never ran"
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert gone(family)


@pytest.mark.sandbox
def test_a_bot_in_c_is_built_and_plays(sandbox: Sandbox, tmp_path: Path) -> None:
    needs("c")
    runtimes.for_language("c").write_smoke_bot(tmp_path)
    ended = run("play", str(tmp_path / "bot.c"), "house:random", "--games", "1", "--json")
    assert ended.returncode == 0, ended.stderr
    assert [bot["faults"] for bot in json.loads(ended.stdout)["bots"]] == [[], []]


@pytest.mark.sandbox
def test_a_bot_that_does_not_compile_is_told_with_the_compilers_words(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    needs("c")
    ended = run("play", str(zips.write(tmp_path, "bot.c", b"int main(void) { return x; }")), HONEST)
    assert ended.returncode == 2
    assert "workers: bot.c cannot play: ./bot.c:1:25: error:" in ended.stderr


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The replay of a game in which seat 0 fails."""
    keep = tmp_path_factory.mktemp("recorded")
    assert run("play", CRASHES, HONEST, "--games", "1", "--keep", str(keep)).returncode == 0
    return str(keep / "game-0000.json")


def test_a_recorded_game_is_given_to_a_bot_until_it_fails(sandbox: Sandbox, recorded: str) -> None:
    ended = run("play", "--replay-into", CRASHES, recorded, "--seat", "0")
    assert ended.returncode == 1
    assert "the bot ended with exit code 1" in ended.stdout
    assert 'the message it did not answer: {"type": "decide", "n": 0' in ended.stdout
    assert "KeyError: 'food'" in ended.stderr


def test_a_recorded_game_is_given_to_another_bot_up_to_a_choice(sandbox: Sandbox, recorded: str) -> None:
    ended = run("play", "--replay-into", HONEST, recorded, "--seat", "1", "--until", "9")
    assert ended.returncode == 0, ended.stderr
    *told, last = ended.stdout.splitlines()
    assert last == "every answer was legal"
    assert all("[as recorded]" in line for line in told)
    assert told


def test_where_no_sandbox_works_one_warning_says_so_and_bots_play_all_the_same() -> None:
    ended = run("play", HONEST, "--games", "1", BWRAP="/nowhere/bwrap")
    assert ended.returncode == 0
    assert ended.stderr.startswith("warning: bots run without a sandbox, as programs of your own")
    assert "sandbox: none" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "/nowhere/bot.py"], "/nowhere/bot.py cannot be read: No such file or directory"),
        (["play", "house:nobody"], "house:nobody: wanted one of house:defender"),
        (["play", "house:nobody"], "house:random-choice (house:random)"),
        (["play", HONEST, "--ruleset", "chess"], "no such game"),
        (["play", HONEST, "--players", "9"], "no such game"),
        (["play", HONEST, "--options", "{"], "--options: not JSON"),
        (["play", HONEST, "--options", "[]"], "--options: found '[]', wanted a JSON object"),
        (["play", HONEST, "--games", "0"], "--games: found 0, wanted at least 1"),
        (["play", HONEST, "--jobs", "0"], "--jobs: found 0, wanted at least 1"),
        (["play", HONEST, "--limits", '{"patience": 1}'], "unknown limit 'patience'"),
        (["play", HONEST, "--limits", '{"bank_ms": -1}'], "bank_ms: found -1"),
        (["play", HONEST, "--keep", "/dev/null/x"], "--keep /dev/null/x: Not a directory"),
        (["play", __file__ + "x"], "cannot be read"),
        (["play", str(ODD_BOTS)], "the archive has none of"),
        (["play"], "no bot is named"),
        (["play", "--replay-into", HONEST, "/nowhere/replay.json"], "/nowhere/replay.json cannot be read"),
        (["play", "--replay-into", HONEST, HONEST], "is no replay that this engine can play"),
        (["check", "/nowhere/bot.zip"], "/nowhere/bot.zip cannot be read"),
        (["serve", "--name", "a/b"], "--name: found 'a/b'"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments: list[str], says: str) -> None:
    ended = run(*arguments)
    assert ended.returncode == 2
    assert says in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert ended.stdout == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
@pytest.mark.parametrize("command", ["play", "check"])
def test_a_full_disk_is_told_in_one_line(open_folder: Path, command: str) -> None:
    big = zips.write(open_folder, "bot.py", Path(HONEST).read_bytes() + b"#" * 200_000)
    (open_folder / "tmp").mkdir()
    mount = f'mount -t tmpfs -o size=64k none {open_folder}/tmp && exec "$@"'
    ended = subprocess.run(
        ["unshare", "--mount", "sh", "-c", mount, "sh", sys.executable, "-m", "workers", command, str(big)],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "TMPDIR": f"{open_folder}/tmp"},
    )
    assert ended.returncode == 2
    assert "has no room for bot.py: No space left on device; name a folder with room" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.sandbox
def test_a_good_upload_passes_all_checks(sandbox: Sandbox, tmp_path: Path) -> None:
    bot = zips.write(tmp_path, "bot.zip", zips.zip_of({"bot.py": Path(HONEST).read_bytes()}))
    ended = run("check", str(bot))
    assert ended.returncode == 0, ended.stderr
    assert [line.split()[:2] for line in ended.stdout.splitlines()] == [
        ["ok", "upload:"],
        ["ok", "entry:"],
        ["ok", "trial:"],
    ]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("bot.zip", b"PK\x03\x04 broken", "REFUSED upload: bot.zip cannot be unpacked"),
        ("bot.py", b"def broken(:\n", "REFUSED entry: bot.py, line 1: invalid syntax"),
        ("bot.py", b"raise SystemExit('no luck')\n", "REFUSED trial: fault no-start in its start"),
    ],
)
def test_a_bad_upload_is_refused_with_the_step_and_the_reason(
    sandbox: Sandbox, tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    ended = run("check", str(zips.write(tmp_path, name, content)))
    assert ended.returncode == 1
    assert says in ended.stdout


@pytest.mark.sandbox
def test_the_last_words_of_a_refused_bot_are_shown(sandbox: Sandbox, tmp_path: Path) -> None:
    bot = zips.write(tmp_path, "bot.py", b"raise SystemExit('no luck')\n")
    assert "| no luck" in run("check", str(bot)).stdout

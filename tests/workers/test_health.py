"""A worker whose sandbox is broken for real: found, said, the worker drained, and fit again when mended."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest

from workers import health as health_module
from workers.health import Health
from workers.post import Post
from workers.sandbox import Level, Sandbox
from workers.settings import Settings

pytestmark = pytest.mark.sandbox

REAL = shutil.which("bwrap") or "bwrap"
BROKEN = {
    "a wall is missing": (
        f'#!/bin/bash\nexec {REAL} "${{@/--unshare-net/--unshare-ipc}}"\n',
        "namespaces: found shared: ['net']",
    ),
    "it forgets the filter of calls": (
        "#!/bin/bash\nwords=()\nwhile [ $# -gt 0 ]; do\n"
        '  if [ "$1" = --seccomp ]; then shift 2; continue; fi\n  words+=("$1"); shift\ndone\n'
        f'exec {REAL} "${{words[@]}}"\n',
        "seccomp: found 0",
    ),
    "it is too old": (
        f'#!/bin/sh\n[ "$1" = --version ] && echo "bubblewrap 0.4.1" && exit\nexec {REAL} "$@"\n',
        "found bubblewrap 0.4.1, wanted 0.8 or newer",
    ),
    "it does nothing": ("#!/bin/sh\nexit 0\n", "the sandbox did not start"),
    "it refuses": (
        "#!/bin/sh\necho 'bwrap: Operation not permitted' >&2; exit 1\n",
        "Operation not permitted",
    ),
}


class QuietPost:
    """A broker whose clock is right, and which wants no worker drained."""

    def clock_offset_s(self) -> float:
        return 0.0

    def drained_because(self, name: str) -> str:
        return ""


@pytest.fixture
def program(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sandbox's program, which a test may break."""
    file = open_folder / "bwrap"
    mend(file)
    monkeypatch.setenv("BWRAP", str(file))
    return file


def mend(program: Path) -> None:
    """Put a program that works in its place."""
    replace(program, f'#!/bin/sh\nexec {REAL} "$@"\n')


def replace(program: Path, text: str) -> None:
    """Put another program in its place in one step."""
    fresh = program.with_name("fresh")
    fresh.write_text(text)
    fresh.chmod(0o755)
    fresh.rename(program)


@pytest.fixture
def health(
    sandbox: Sandbox, program: Path, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Health]:
    """The health of a worker that tests its sandbox at every look."""
    monkeypatch.setattr(health_module, "SELF_TEST_EVERY_S", 0.0)
    settings = Settings("w1", "redis://127.0.0.1:1", "test", Level.FULL, open_folder, 64)
    examined = Health(settings, cast("Post", QuietPost()))
    yield examined
    examined.close()


ALWAYS_TRIED = ("a wall is missing",)


@pytest.mark.parametrize(
    "how", [how if how in ALWAYS_TRIED else pytest.param(how, marks=pytest.mark.slow) for how in BROKEN]
)
def test_a_sandbox_that_breaks_is_found_by_the_next_test_and_fit_again_when_mended(
    health: Health, program: Path, how: str
) -> None:
    text, says = BROKEN[how]
    assert health.examine(), health.trouble
    replace(program, text)
    assert not health.examine()
    assert says in health.info().trouble
    mend(program)
    assert health.examine(), health.trouble
    assert health.info().trouble == ""


def test_a_short_while_after_a_test_none_is_made(
    health: Health, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_module, "SELF_TEST_EVERY_S", 3600.0)
    assert health.examine(), health.trouble
    replace(program, "#!/bin/sh\nexit 0\n")
    assert health.examine()
    health.suspect()
    assert not health.examine()


@pytest.mark.slow
def test_cgroups_that_are_lost_are_found(health: Health, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match runner starts in a place without cgroups, as after a container's restart."""
    if os.geteuid() != 0:
        pytest.skip("only root can take the cgroups away")
    assert health.examine(), health.trouble
    health.drop_runner()
    python = health._settings.folder / "python"
    hide = "umount -l -R /sys/fs/cgroup 2>/dev/null || umount -a -l -t cgroup,cgroup2"
    replace(python, f'#!/bin/sh\nexec unshare --mount sh -c \'{hide}; exec {sys.executable} "$@"\' sh "$@"\n')
    with monkeypatch.context() as changed:
        changed.setattr(sys, "executable", str(python))
        assert not health.examine()
    assert "no sandbox of level full or better works here" in health.info().trouble
    assert health.examine(), health.trouble


def said(words: list[str], **environment: str) -> tuple[int, str]:
    """Exit code and words of the sandbox's own command, run behind `words`."""
    command = [*words, sys.executable, "-m", "workers.sandbox"]
    env: Mapping[str, str] = {**os.environ, **environment}
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, env=env)
    return done.returncode, done.stderr


class TestBadMachines:
    """One clear sentence each, exit code 2."""

    def test_without_bubblewrap(self) -> None:
        code, text = said([], BWRAP="/nowhere/bwrap")
        assert (code, text.count("\n")) == (2, 1)
        assert "BWRAP is '/nowhere/bwrap', which is no program" in text

    def test_with_a_bubblewrap_too_old_for_its_options(self, program: Path) -> None:
        replace(program, "#!/bin/sh\necho 'bwrap: Unknown option --disable-userns' >&2; exit 1\n")
        code, text = said([])
        assert (code, text.count("\n")) == (2, 1)
        assert "install bubblewrap 0.8 or newer" in text

    def test_without_permission_for_namespaces(self, program: Path) -> None:
        words = "bwrap: Creating new namespace failed: Operation not permitted"
        replace(program, f"#!/bin/sh\necho '{words}' >&2; exit 1\n")
        code, text = said([])
        assert (code, text.count("\n")) == (2, 1)
        assert "allow user namespaces" in text or "allow namespaces" in text

    def test_in_a_container_without_proc(self) -> None:
        if os.geteuid() != 0:
            pytest.skip("only root can take /proc away")
        code, text = said(["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc; exec "$@"', "sh"])
        assert (code, text.count("\n")) == (2, 1)
        assert "/proc is not mounted here" in text

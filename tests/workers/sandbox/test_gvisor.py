"""Boxes behind gVisor: what is theirs alone; the hostile suite runs in them, too (`make hostile`)."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.workers.runtimes.test_languages import needs
from tests.workers.sandbox.test_hostile import alive
from tests.workers.sandbox.yard import LIMITS, Yard, ask
from tests.workers.table import order_for
from workers import match, runtimes
from workers.check import check
from workers.contract import GameResult, Limits, SeatOrder
from workers.sandbox import BoxExit, Level, Sandbox, SandboxError, bundle, open_level, self_test, syscalls
from workers.sandbox.gvisor import GvisorSandbox
from workers.sandbox.hierarchy import find_tree

pytestmark = pytest.mark.sandbox

PATIENT = Limits(start_ms=120_000, bank_ms=120_000, decision_wall_ms=60_000, wall_bank_ms=600_000)


@pytest.fixture
def gvisor_yard(gvisor: Sandbox, open_folder: Path) -> Yard:
    return Yard(gvisor, open_folder)


def test_every_call_of_the_list_and_no_other_is_allowed_without_a_condition() -> None:
    first, *conditional = bundle.filter_of_calls()["syscalls"]
    assert first["names"] == [*syscalls.ALLOWED, "clone3"]
    assert len(conditional) == len(syscalls.CONDITIONS)
    assert all(rule["args"] for rule in conditional)


def test_another_backend_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_BACKEND", "docker")
    with pytest.raises(SandboxError, match="SANDBOX_BACKEND is 'docker', wanted bubblewrap or gvisor"):
        open_level(Level.FULL)


def test_gvisor_has_no_lower_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_BACKEND", "gvisor")
    with pytest.raises(SandboxError, match="behind gVisor boxes are of level full or none"):
        open_level(Level.NAMESPACES)


def test_a_missing_runsc_is_said_with_how_to_get_it(full: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_BACKEND", "gvisor")
    monkeypatch.setenv("RUNSC", "/nowhere/runsc")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(SandboxError, match="gVisor's /nowhere/runsc is no program here: apt-get install"):
        open_level(Level.FULL)


@pytest.mark.slow
def test_the_setting_brings_boxes_behind_gvisor_that_pass_the_self_test(
    gvisor: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDBOX_BACKEND", "gvisor")
    with open_level(Level.FULL) as sandbox:
        assert isinstance(sandbox, GvisorSandbox)
        assert sandbox.about.endswith(", behind gVisor")
        assert [check for check in self_test(sandbox) if not check.ok] == []


@pytest.mark.slow
def test_a_box_that_does_not_start_tells_what_gvisor_said(gvisor: Sandbox, open_folder: Path) -> None:
    with pytest.raises(SandboxError, match="no program /usr/bin/nothing in the sandbox"):
        gvisor.open(["/usr/bin/nothing"], open_folder, LIMITS, 0)
    assert list(Path("/run/wateringhole/gvisor").glob("*-*")) == []


@pytest.mark.slow
def test_a_fork_bomb_ends_whole_and_its_neighbour_answers(gvisor_yard: Yard) -> None:
    with gvisor_yard.open("honest.py", slot=1) as neighbour:
        with gvisor_yard.open("fork_bomb.py") as bomb:
            bomb.wait(10)
            assert ask(neighbour, "still there?") == "still there?"
        assert ask(neighbour, "and now?") == "and now?"
    assert alive(gvisor_yard) == []


@pytest.mark.slow
def test_a_family_is_killed_for_the_memory_that_it_shares(gvisor_yard: Yard) -> None:
    outcome = gvisor_yard.run("memory_family.py", str(2 * LIMITS.memory_mb), seconds=60)
    assert outcome.exit == BoxExit(None, 9, out_of_memory=True)


@pytest.mark.slow
def test_what_a_dead_owner_left_is_swept_up(gvisor: Sandbox) -> None:
    left = Path("/run/wateringhole/gvisor/4026531836-999999999-1-0")
    left.mkdir()
    with GvisorSandbox(find_tree()) as sandbox:
        sandbox.sweep()
    assert left.exists() == (Path("/proc/self/ns/pid").stat().st_ino != 4026531836)
    if left.exists():
        left.rmdir()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", sorted(runtimes.ALL))
def test_every_language_plays_behind_gvisor(
    sandbox: Sandbox, gvisor: Sandbox, open_folder: Path, language: str
) -> None:
    """What was built behind bubblewrap, where that is fast, plays behind gVisor."""
    needs(language)
    entry = runtimes.for_language(language).write_smoke_bot(open_folder)
    checked = check(sandbox, language, entry, open_folder, Limits())
    assert checked.ok, (checked.reason, checked.failure, checked.log)
    seats = tuple(SeatOrder(language, "0" * 64, "", entry, language, entry, seed) for seed in range(2))
    order = replace(order_for(["honest", "honest"]), seats=seats)
    result = match.play(gvisor, order, PATIENT, [open_folder] * 2, 1.0, lambda decisions: None)
    assert isinstance(result, GameResult), result
    assert result.faults == ()
    assert result.decisions > 20

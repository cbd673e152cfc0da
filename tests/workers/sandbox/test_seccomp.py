"""The shipped seccomp programs say what `syscalls.py` says, for every processor; run here in Python."""

import errno
import json
import struct
from collections.abc import Sequence
from importlib.util import find_spec

import pytest

from workers.sandbox import SandboxError, seccomp, syscalls

ALLOW = 0x7FFF0000
REFUSE = 0x00050000 | errno.ENOSYS
KILL = 0x80000000
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
I386 = 0x40000003
X32 = 0x40000000
needs_library = pytest.mark.skipif(find_spec("pyseccomp") is None, reason="pyseccomp is not installed")


def answer(program: bytes, architecture: int, call: int, arguments: Sequence[int] = ()) -> int:
    """What the kernel would do with a call: runs the program as the kernel's own small machine does."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", call - (1 << 32) if call >= 1 << 31 else call, architecture, 0, *padded)
    code = list(struct.iter_unpack("<HBBI", program))
    accumulator = place = 0
    while True:
        operation, if_true, if_false, value = code[place]
        place += 1
        match operation:
            case 0x20:  # load a word
                (accumulator,) = struct.unpack_from("<I", data, value)
            case 0x54:  # and
                accumulator &= value
            case 0x05:  # jump
                place += value
            case 0x15 | 0x25 | 0x35:  # jump if equal, greater, at least
                true = {0x15: accumulator == value, 0x25: accumulator > value, 0x35: accumulator >= value}
                place += if_true if true[operation] else if_false
            case 0x06:  # return
                return int(value)
            case _:
                raise AssertionError(f"unknown operation {operation:#x}")


def numbers(machine: str) -> dict[str, int]:
    """The numbers of all calls that libseccomp knows for a machine."""
    import pyseccomp

    arch = getattr(pyseccomp.Arch, seccomp.MACHINES[machine])
    names = {pyseccomp.resolve_syscall(arch, number) for number in range(600) if known(arch, number)}
    return {name.decode(): pyseccomp.resolve_syscall(arch, name.decode()) for name in names}


def known(arch: int, number: int) -> bool:
    import pyseccomp

    try:
        return bool(pyseccomp.resolve_syscall(arch, number))
    except ValueError:
        return False


@pytest.fixture(params=list(seccomp.MACHINES))
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def program(machine: str) -> bytes:
    return seccomp.program_file(machine).read_bytes()


def test_programs_were_built_from_todays_list() -> None:
    """Else: python -m workers.sandbox.seccomp."""
    assert json.loads(seccomp.SOURCE_NOTE.read_text()) == {"list": seccomp.list_digest()}


@needs_library
def test_building_again_gives_the_same_answers(machine: str, program: bytes) -> None:
    again = seccomp.build(machine)
    architecture = ARCHITECTURES[machine]
    for call in (*range(600), X32, X32 + 1):
        for first in (0, 1, 2, 15, 16, 17, 0x10000011):
            arguments = (first, first)
            assert answer(again, architecture, call, arguments) == answer(
                program, architecture, call, arguments
            )


@needs_library
def test_exactly_the_listed_calls_are_allowed(machine: str, program: bytes) -> None:
    calls = numbers(machine)
    conditional = {condition.call for condition in syscalls.CONDITIONS}
    allowed = {
        name for name, number in calls.items() if answer(program, ARCHITECTURES[machine], number) == ALLOW
    }
    listed = {name for name in syscalls.ALLOWED if name in calls}
    assert allowed - conditional == listed
    assert {answer(program, ARCHITECTURES[machine], n) for n in calls.values()} == {ALLOW, REFUSE}


@needs_library
@pytest.mark.parametrize(
    ("call", "arguments", "expected"),
    [
        ("clone", (0x003D0F00,), ALLOW),  # a thread
        ("clone", (17,), ALLOW),  # a child
        *(("clone", (flag | 17,), REFUSE) for flag in (1 << 17, *(1 << bit for bit in range(25, 31)))),
        ("clone", (0xFFFF_FFFF_1000_0011,), REFUSE),
        ("clone3", (0,), REFUSE),
        ("socketpair", (1, 1, 0), ALLOW),
        ("socketpair", (2, 1, 0), REFUSE),
        ("socket", (1, 1, 0), REFUSE),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), REFUSE),  # TIOCSTI
        ("ioctl", (0, 0x1_0000_5401), REFUSE),
        ("prctl", (1, 9), ALLOW),
        ("prctl", (4, 1), REFUSE),  # PR_SET_DUMPABLE
        ("prctl", (38, 1), REFUSE),  # PR_SET_NO_NEW_PRIVS
    ],
)
def test_arguments_decide(
    machine: str, program: bytes, call: str, arguments: tuple[int, ...], expected: int
) -> None:
    assert answer(program, ARCHITECTURES[machine], numbers(machine)[call], arguments) == expected


def test_foreign_architectures_are_killed(machine: str, program: bytes) -> None:
    others = {I386, *ARCHITECTURES.values()} - {ARCHITECTURES[machine]}
    assert {answer(program, other, 0) for other in others} == {KILL}


def test_x32_calls_are_killed() -> None:
    program = seccomp.program_file("x86_64").read_bytes()
    assert answer(program, ARCHITECTURES["x86_64"], X32) == KILL


def test_unknown_machine_is_refused() -> None:
    with pytest.raises(
        SandboxError, match="no seccomp program for machine 'sparc64', wanted one of: aarch64"
    ):
        seccomp.program_file("sparc64")

"""What a person sees: plain lines in a file, a table in a terminal, and no death when nobody reads."""

import io
import os
from contextlib import suppress
from pathlib import Path

import pytest

from ladder.up.figures import Figures, Leader
from ladder.up.parts import Part, RunningPart
from ladder.up.screen import Screen

BUSY = Figures(
    finished=12,
    last_minute=5,
    running=2,
    waiting=3,
    workers=2,
    levels=("full",),
    leaders=(Leader(1, "Hunter", 1612.4, 40.2, 9),),
)


class Terminal(io.StringIO):
    """A terminal that remembers."""

    def isatty(self) -> bool:
        return True


def test_a_file_gets_one_plain_line() -> None:
    out = io.StringIO()
    Screen(out).show(BUSY, [])
    assert out.getvalue().endswith(
        "12 matches finished (5 in the last minute), 2 running, 3 waiting; first is Hunter\n"
    )
    assert "\x1b" not in out.getvalue()


def test_a_terminal_gets_a_table_with_the_leaders(tmp_path: Path) -> None:
    out = Terminal()
    part = RunningPart(Part("web", ("true",), os.environ), tmp_path, tmp_path)
    Screen(out).show(BUSY, [part])
    assert "1612 ± 80" in out.getvalue()
    assert "down, to be started again: web" in out.getvalue()


def test_the_table_is_redrawn_in_place() -> None:
    out = Terminal()
    screen = Screen(out)
    screen.show(BUSY, [])
    lines = out.getvalue().count("\n")
    screen.say("beat ended")
    assert f"\x1b[{lines}A" in out.getvalue()


def test_trouble_of_a_worker_is_said() -> None:
    out = io.StringIO()
    Screen(out).show(Figures(trouble=("worker-1: no sandbox",)), [])
    assert "trouble: worker-1: no sandbox" in out.getvalue()


def test_a_closed_pipe_does_not_end_the_service() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    out = os.fdopen(writer, "w")
    screen = Screen(out)
    screen.say("anybody there?")
    screen.say("never mind")
    with suppress(BrokenPipeError):
        out.close()


@pytest.mark.parametrize("field", ["void", "in_preparation"])
def test_what_is_zero_is_not_mentioned(field: str) -> None:
    out = io.StringIO()
    Screen(out).show(Figures(), [])
    assert field.split("_")[-1] not in out.getvalue()

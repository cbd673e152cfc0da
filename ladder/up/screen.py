"""What a person sees of the supervisor: lines while it sets up, then a small table that moves."""

import sys
import time
from collections.abc import Sequence
from typing import TextIO

from ladder.up.figures import Figures
from ladder.up.parts import RunningPart

CLEAR_LINE, CURSOR_UP = "\x1b[2K", "\x1b[{}A"
TABLE_EVERY_S, LINE_EVERY_S = 2.0, 10.0


class Screen:
    """A terminal gets the table, redrawn in place; a file or a pipe gets a plain line now and then."""

    def __init__(self, out: TextIO = sys.stdout) -> None:
        self._out = out
        self._is_terminal = out.isatty()
        self._began = time.monotonic()
        self._drawn = 0
        self._next = 0.0
        self._nobody_reads = False

    def say(self, line: str) -> None:
        """One line with the seconds since the start, above the table."""
        self._erase()
        self._write(f"[{time.monotonic() - self._began:5.1f} s] {line}\n")

    def is_due(self) -> bool:
        """Whether it is time for new figures."""
        return time.monotonic() >= self._next

    def show(self, figures: Figures, parts: Sequence[RunningPart]) -> None:
        """Draw the table anew, or write the plain line."""
        self._next = time.monotonic() + (TABLE_EVERY_S if self._is_terminal else LINE_EVERY_S)
        if not self._is_terminal:
            self.say(_line(figures))
            return
        self._erase()
        lines = _table(figures, parts)
        self._write("".join(f"{line}\n" for line in lines))
        self._drawn = len(lines)

    def _erase(self) -> None:
        if self._drawn:
            self._write(CURSOR_UP.format(self._drawn) + "\r\x1b[J")
            self._drawn = 0

    def _write(self, text: str) -> None:
        """Write, as long as somebody reads: a closed terminal or pipe does not end the service."""
        if self._nobody_reads:
            return
        try:
            self._out.write(text)
            self._out.flush()
        except OSError:
            self._nobody_reads = True


def _line(figures: Figures) -> str:
    """The figures in one line."""
    if figures.trouble:
        return "trouble: " + "; ".join(figures.trouble)
    leader = f"; first is {figures.leaders[0].name}" if figures.leaders else ""
    return _matches(figures) + leader


def _matches(figures: Figures) -> str:
    words = f"{figures.finished} matches finished ({figures.last_minute} in the last minute), "
    words += f"{figures.running} running, {figures.waiting} waiting"
    if figures.void:
        words += f", {figures.void} void"
    if figures.in_preparation:
        plural = "" if figures.in_preparation == 1 else "s"
        words += f"; {figures.in_preparation} version{plural} in preparation"
    return words


def _table(figures: Figures, parts: Sequence[RunningPart]) -> list[str]:
    """The table's lines."""
    lines = ["", _matches(figures), _workers(figures, parts)]
    lines += [f"! {trouble}"[:110] for trouble in figures.trouble]
    if figures.leaders:
        lines += ["", f"{'':>3}  {'bot':<24} {'rating':>6}   {'games':>5}"]
    for leader in figures.leaders:
        rating = f"{leader.rating:6.0f} ± {2 * leader.rd:<3.0f}"
        lines.append(f"{leader.rank:>3}  {leader.name:<24.24} {rating} {leader.games:>3}")
    return [*lines, "", "Ctrl-C stops everything."]


def _workers(figures: Figures, parts: Sequence[RunningPart]) -> str:
    levels = f" (sandbox: {', '.join(figures.levels)})" if figures.levels else ""
    down = [part.part.name for part in parts if part.pid is None]
    rest = f"; down, to be started again: {', '.join(down)}" if down else f"; all {len(parts)} parts run"
    return f"{figures.workers} match workers at work{levels}{rest}"

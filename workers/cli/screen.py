"""What the command prints: tables for people, JSON for programs; no text of a server is taken as plain."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from workers import printable

CELL = 120
WIDE = 160
GREEN, RED, QUIET = "green", "red", "dim"


def console(stderr: bool = False) -> Console:
    """A console that takes text as it is; beside a terminal, wide enough for every table."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else WIDE
    return Console(file=stream, markup=False, emoji=False, highlight=False, soft_wrap=True, width=width)


def line(text: str, style: str = "") -> None:
    """One line, made printable."""
    console().print(Text(printable.one_line(text, 2000), style=style))


def note(text: str) -> None:
    """One line about how it goes, on standard error."""
    print(printable.one_line(text, 2000), file=sys.stderr, flush=True)


def block(text: str) -> None:
    """A log as it came, made printable, indented."""
    for each in printable.block(text.encode(errors="replace")).rstrip("\n").split("\n"):
        print(f"  | {each}")


def document(data: Any) -> None:
    """One JSON document on one line."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def table(headings: Sequence[str], rows: Iterable[Sequence[object]], nothing: str) -> None:
    """A table without frames, or the sentence `nothing` where there are no rows."""
    found = list(rows)
    if not found:
        line(nothing)
        return
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        numbers = all(isinstance(row[number], (int, float)) for row in found)
        shown.add_column(heading, justify="right" if numbers else "left", overflow="fold")
    for row in found:
        shown.add_row(*(_cell(value) for value in row))
    console().print(shown)


def _cell(value: object) -> Text:
    if value is None:
        return Text("–")
    if isinstance(value, float):
        return Text(f"{value:.0f}")
    return Text(printable.one_line(str(value), CELL))

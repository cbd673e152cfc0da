"""An elimination's bracket as boxes and lines of an inline SVG; the template draws it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ladder.tournaments import course as courses
from ladder.tournaments.brackets import Node
from ladder.tournaments.course import Course

BOX_WIDTH, LINE_HEIGHT, GAP_X, GAP_Y, TOP, MARGIN = 150, 18, 34, 14, 26, 4
LONGEST_NAME = 20


@dataclass(frozen=True)
class Seat:
    """A line of a box at `y` (its middle): who sits there, and whether it goes on (None: not known)."""

    x: float
    y: float
    name: str
    goes_on: bool | None


@dataclass(frozen=True)
class Box:
    """A match of the bracket."""

    x: float
    y: float
    width: float
    height: float
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Heading:
    """The name of a round above its column."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Bracket:
    """All of the drawing, and in words who met whom for those who do not see it."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    headings: tuple[Heading, ...]
    words: tuple[str, ...]


def drawn(course: Course, names: Mapping[int, str]) -> Bracket:
    """The bracket as far as the course has decided it."""
    rounds = courses.bracket(course)
    rankings = courses.rankings(course)
    columns = {name: [nodes for nodes in rounds if nodes[0].bracket == name] for name in ("main", "losers")}
    finals = [nodes for nodes in rounds if nodes[0].bracket == "final"]
    boxes: list[Box] = []
    headings: list[Heading] = []
    bottom, widest = float(TOP), 0
    for name, shown in columns.items():
        if shown:
            tall = _place(shown, bottom, name, names, rankings, boxes, headings)
            widest = max(widest, len(shown))
            bottom += tall + TOP
    for i, nodes in enumerate(finals):
        x = MARGIN + (widest + i) * (BOX_WIDTH + GAP_X)
        headings.append(Heading(x, TOP - 10, "Final" if i == 0 else "Second final"))
        boxes.append(_box(nodes[0], x, TOP, names, rankings))
    width = MARGIN + (widest + len(finals)) * (BOX_WIDTH + GAP_X)
    words = tuple(_words(node, names, rankings) for nodes in rounds for node in nodes if node.ready)
    return Bracket(width, bottom, tuple(boxes), tuple(headings), words)


def _place(
    columns: Sequence[Sequence[Node]],
    top: float,
    bracket: str,
    names: Mapping[int, str],
    rankings: Mapping[str, Sequence[int]],
    boxes: list[Box],
    headings: list[Heading],
) -> float:
    """Place the columns of one bracket below `top`; how tall they are."""
    tallest = max(len(nodes) * (_height(nodes) + GAP_Y) for nodes in columns)
    for number, nodes in enumerate(columns):
        x = MARGIN + number * (BOX_WIDTH + GAP_X)
        title = "Final" if bracket == "main" and len(nodes) == 1 else f"Round {number + 1}"
        headings.append(Heading(x, top - 10, f"Losers, round {number + 1}" if bracket == "losers" else title))
        room = tallest / len(nodes)
        for i, node in enumerate(nodes):
            y = top + i * room + (room - GAP_Y - _height(nodes)) / 2
            boxes.append(_box(node, x, y, names, rankings))
    return tallest


def _height(nodes: Sequence[Node]) -> float:
    return LINE_HEIGHT * max(1, *(len(node.entrants) for node in nodes))


def _box(
    node: Node, x: float, y: float, names: Mapping[int, str], rankings: Mapping[str, Sequence[int]]
) -> Box:
    ranking = rankings.get(node.key)
    going = len(node.entrants) // 2 or 1
    seats = []
    for i, entrant in enumerate(node.entrants):
        goes_on = None if ranking is None else entrant in ranking[:going]
        seats.append(Seat(x + 8, y + (i + 0.5) * LINE_HEIGHT, _name(entrant, names), goes_on))
    return Box(x, y, BOX_WIDTH, LINE_HEIGHT * max(1, len(node.entrants)), tuple(seats))


def _name(entrant: int | None, names: Mapping[int, str]) -> str:
    if entrant is None:
        return "…"
    name = names[entrant]
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _words(node: Node, names: Mapping[int, str], rankings: Mapping[str, Sequence[int]]) -> str:
    who = " – ".join(names[entrant] for entrant in node.entrants if entrant is not None)
    where = {"main": "round", "losers": "losers' round", "final": "final"}[node.bracket]
    begun = f"{where.capitalize()} {node.round + 1}: {who or 'nobody'}"
    ranking = rankings.get(node.key)
    if ranking is None:
        return begun + (" has a bye." if len(node.entrants) == 1 else " is to be played.")
    return begun + (f". {names[ranking[0]]} is first." if ranking else ". Nobody goes on.")

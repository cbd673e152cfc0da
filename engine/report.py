"""The report of a game as people like to read it: rounds, phases, who did what; made from happenings only."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.deciding import deciding_moments, standings
from engine.telling import TELLERS, Happening, Story

LONGEST_NAME = 40  # characters
SILENT = frozenset(
    {"turn", "ended", "pile", "upkeep-returned"}
    | {"event-drawn", "event-waiting", "event-returned", "event-out"}
)  # told well enough by what comes around them

PHASES = {
    "deal": "Deal",
    "food": "Food cards",
    "play": "Play",
    "events": "Event cards",
    "leaf": "Leaf traits",
    "reveal": "Watering hole",
    "environment": "Climate",
    "feeding": "Feeding",
    "ending": "End of feeding",
    "over": "The end",
}


@dataclass(frozen=True)
class Line:
    """One line of a report; `depth` 0 is a round, 1 a phase of it or a summing up, 2 what happened there."""

    depth: int
    text: str


def report(happenings: Iterable[Happening], names: Sequence[str] = ()) -> Iterator[Line]:
    """The lines of a game's report; `names` by seat, missing ones become `Player A` and so on.

    Takes the referee's happenings or what one seat knows. Phases in which nothing happened are left out.
    """
    story = Story(seat_names(names))
    heading: Line | None = None
    told = (happening for happening in happenings if happening["h"] not in SILENT)
    for name, group in groupby(told, key=lambda happening: str(happening["h"])):
        for line in _lines(story, name, list(group)):
            if name == "phase":
                heading = line
                continue
            if heading is not None and line.depth == 2:
                yield heading
                heading = None
            yield line


def as_text(lines: Iterable[Line]) -> Iterator[str]:
    """The report as indented text, with a blank line before each round."""
    for line in lines:
        if line.depth == 0:
            yield ""
        yield "  " * line.depth + line.text


def seat_names(names: Sequence[str]) -> list[str]:
    """A printable name for every seat; a stranger's text could hold what commands a terminal."""
    given = ["".join(c if c.isprintable() else "?" for c in name)[:LONGEST_NAME].strip() for name in names]
    return [name or f"Player {letter}" for letter, name in zip("ABCDEF", given + [""] * 6, strict=False)]


def _lines(story: Story, name: str, group: list[Happening]) -> Iterator[Line]:
    if name == "phase":
        # Empty phases follow one another: only the last heading can have lines below it.
        yield Line(1, PHASES[group[-1]["phase"]])
        return
    if name == "scored":
        yield Line(0, "Final scores")
    depth = 0 if name == "round" else 2
    told = [Line(depth, text) for text in TELLERS[name](story, group)]
    if name == "round" and story.history:
        yield Line(1, f"Standings: {standings(story.names, story.history[-1])}")
    yield from told
    if name == "scored":
        yield from (Line(1, text) for text in deciding_moments(story))

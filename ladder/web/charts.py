"""The rating history as points of an inline SVG; the template draws it, the table beside it says the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from ladder.leaderboards import Point
from ladder.trends import Trend

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 22
MOST_POINTS = 160
SPARK = (72, 22)
MARGIN = 120
"""Elo that the band of a newcomer's first matches may stretch the chart by; the rest of it is cut off."""


@dataclass(frozen=True)
class Tick:
    """A horizontal line of the grid at `y`, with its rating."""

    y: float
    label: str


@dataclass(frozen=True)
class Mark:
    """A vertical line at `x` where a new version began."""

    x: float
    label: str


@dataclass(frozen=True)
class Chart:
    """SVG coordinates: `line` and `band` (± 2 RD) are lists of points for polyline and polygon."""

    width: int
    height: int
    left: int
    right: int
    line: str
    band: str
    ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    first: int
    last: int


def rating_chart(points: Sequence[Point]) -> Chart | None:
    """A chart of the rating after each match, oldest first; None when two points are wanting for a line."""
    if len(points) < 2:
        return None
    shown = thinned(range(len(points)))
    low = min(points[i].r - min(2 * points[i].rd, MARGIN) for i in shown)
    high = max(points[i].r + min(2 * points[i].rd, MARGIN) for i in shown)
    scale = _Scale(len(points), low, high)
    upper = [scale.at(i, points[i].r + 2 * points[i].rd) for i in shown]
    lower = [scale.at(i, points[i].r - 2 * points[i].rd) for i in reversed(shown)]
    return Chart(
        WIDTH, HEIGHT, LEFT, WIDTH - RIGHT,
        line=" ".join(scale.at(i, points[i].r) for i in shown),
        band=" ".join(upper + lower),
        ticks=tuple(Tick(scale.y(value), str(value)) for value in _round_values(low, high)),
        marks=tuple(Mark(scale.x(i), f"v{points[i].number}") for i in _beginnings(points)),
        first=1,
        last=len(points),
    )  # fmt: skip


def thinned(indices: Sequence[int]) -> list[int]:
    """At most MOST_POINTS of the indices, evenly spread, first and last among them."""
    if len(indices) <= MOST_POINTS:
        return list(indices)
    step = (len(indices) - 1) / (MOST_POINTS - 1)
    return [indices[round(i * step)] for i in range(MOST_POINTS)]


@dataclass(frozen=True)
class Spark:
    """A small line of `width` × `height`, and what it says: the change and the number of matches."""

    line: str
    change: str
    matches: int
    width: int = SPARK[0]
    height: int = SPARK[1]

    @property
    def sign(self) -> str:
        """Up, down or level, for those who see no colours."""
        return {"+": "▲", "−": "▼"}.get(self.change[0], "＝")


def spark(trend: Trend) -> Spark:
    """The sparkline of a version's last matches."""
    low, span = min(trend.ratings), max(max(trend.ratings) - min(trend.ratings), 1.0)
    wide, high = SPARK[0] - 4, SPARK[1] - 6
    last = len(trend.ratings) - 1
    points = (
        f"{2 + wide * i / last:.1f},{3 + high * (1 - (value - low) / span):.1f}"
        for i, value in enumerate(trend.ratings)
    )
    change = f"{trend.change:+.0f}".replace("-", "−")
    return Spark(" ".join(points), "0" if change in ("+0", "−0") else change, last)


@dataclass(frozen=True)
class _Scale:
    count: int
    low: float
    high: float

    def x(self, index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / (self.count - 1), 1)

    def y(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        span = max(self.high - self.low, 1.0)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.high - inside) / span, 1)

    def at(self, index: int, value: float) -> str:
        return f"{self.x(index)},{self.y(value)}"


def _round_values(low: float, high: float) -> list[int]:
    """Round ratings between low and high, about four of them."""
    step = next((s for s in (10, 25, 50, 100, 250, 500, 1000) if (high - low) / s <= 6), 2500)
    first = int(-(-low // step)) * step
    return list(range(first, int(high) + 1, step))


def _beginnings(points: Sequence[Point]) -> list[int]:
    return [i for i in range(1, len(points)) if points[i].version != points[i - 1].version]

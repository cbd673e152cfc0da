"""What a game report says in summing up: the standings after a round, and where the game was decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.telling import Story


def standings(names: Sequence[str], points: Sequence[int]) -> str:
    """`Anna 12, Bob 9`: the most points first, equal ones by seat; names beyond the points are left out."""
    order = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
    return ", ".join(f"{names[seat]} {points[seat]}" for seat in order)


def deciding_moments(story: Story) -> Iterator[str]:
    """Who led from when on, the best round of all, and who hunted and lost how much."""
    if len(story.history) > 1:
        yield from _lead(story)
        yield _best_round(story)
    seats = len(story.history[-1])
    if any(story.attacks):
        yield f"Attacks: {standings(story.names, story.attacks[:seats])}"
    if any(story.died_out):
        yield f"Species died out: {standings(story.names, story.died_out[:seats])}"


def _lead(story: Story) -> Iterator[str]:
    """Only of a winner alone; ahead of all others is who has most and shares it with nobody."""
    ahead = [_alone_ahead(points) for points in story.history]
    winner = ahead[-1]
    if winner is None:
        return
    since = len(ahead) - next((i for i, seat in enumerate(reversed(ahead)) if seat != winner), len(ahead)) + 1
    name = story.names[winner]
    if since == len(ahead):
        before = ahead[-2]
        led = f"{story.names[before]} had led" if before is not None else "nobody had led alone"
        yield f"{name} took the lead in the last round; before it {led}"
    elif since == 1:
        yield f"{name} led from the first round to the last"
    else:
        yield f"{name} took the lead in round {since} and kept it"


def _alone_ahead(points: Sequence[int]) -> int | None:
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


def _best_round(story: Story) -> str:
    before = [[0] * len(story.history[0]), *story.history]
    gains = [
        (points[seat] - before[number][seat], -number, -seat)
        for number, points in enumerate(story.history)
        for seat in range(len(points))
    ]
    gain, number, seat = max(gains)
    return f"The best round: {story.names[-seat]}'s round {1 - number}, {gain:+} points"

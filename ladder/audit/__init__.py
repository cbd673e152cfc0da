"""Every invariant of the books, checked: what is wrong comes out in sentences."""

import random
from collections.abc import Iterator

from ladder.audit import files, matches, ratings, tournaments, versions
from ladder.audit.finding import Finding

SAMPLE = 20

__all__ = ["SAMPLE", "Finding", "audit"]


def audit(sample: int | None = SAMPLE, rng: random.Random | None = None) -> Iterator[Finding]:
    """What is wrong, as it is found; nothing when all is well. Reads only.

    `sample`: how many replays the engine plays again and how many uploads are hashed; None: all of them.
    Call it inside `locks.snapshot()` while the ladder lives, so that all is seen as of one moment.
    """
    yield from matches.check()
    yield from versions.check()
    yield from ratings.check()
    yield from tournaments.check()
    yield from files.check(sample, rng or random.SystemRandom())

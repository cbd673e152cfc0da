"""A finished game as readable text, told by the engine from the match's replay."""

import gzip
import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.core.cache import cache

from engine.replay import happenings
from engine.report import Line, report
from ladder import blobs

log = logging.getLogger(__name__)
KEPT_S = 600
SHORT_NAME = 30


@dataclass(frozen=True)
class Phase:
    """A phase and what happened in it; the first of a round may have no title."""

    title: str
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Round:
    """A round and its phases."""

    title: str
    phases: list[Phase] = field(default_factory=list)


def told(replay_sha256: str) -> list[Round] | None:
    """The game of this replay, kept for ten minutes; None when it cannot be told, which is logged."""
    key = f"story:{replay_sha256}"
    known: list[Round] | None = cache.get(key)
    if known is not None:
        return known
    try:
        replay = json.loads(gzip.decompress(blobs.read(replay_sha256)))
        rounds = by_round(report(happenings(replay), distinct(replay["players"])))
    except (OSError, ValueError, KeyError):
        log.exception("The replay %s cannot be told", replay_sha256)
        return None
    cache.set(key, rounds, KEPT_S)
    return rounds


def distinct(names: list[str]) -> list[str]:
    """The seats' names, with the seat where one bot has several of them, as in a trial."""
    return [
        f"{name[:SHORT_NAME]}, seat {seat}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def by_round(lines: Iterable[Line]) -> list[Round]:
    """The report's lines under their rounds and phases; what is before them gets one too."""
    rounds = [Round("Before the game")]
    for line in lines:
        if line.depth == 0:
            rounds.append(Round(line.text))
        elif line.depth == 1:
            rounds[-1].phases.append(Phase(line.text))
        else:
            _current_phase(rounds[-1]).lines.append(line.text)
    return [round_ for round_ in rounds if round_.phases]


def _current_phase(round_: Round) -> Phase:
    if not round_.phases:
        round_.phases.append(Phase(""))
    return round_.phases[-1]

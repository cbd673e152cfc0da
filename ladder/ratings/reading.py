"""The log of a competition's counted matches as arrays, for the batch fit."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ladder import verdicts
from ladder.models import Result
from ladder.ratings import fold
from ladder.ratings.log import EMPTY, Log

BATCH = 2000


@dataclass(frozen=True)
class Read:
    """The log; `versions` says which version each of its bot numbers is. `sha256` of line-ups and places."""

    log: Log
    versions: tuple[int, ...]
    sha256: str


def read(competition_id: int, last_seq: int) -> Read:
    """What counts among the results numbered up to `last_seq`, by today's rulings, in order."""
    line_ups: list[Sequence[int]] = []
    places: list[Sequence[int]] = []
    for line_up, final in _counted(competition_id, last_seq):
        line_ups.append(line_up)
        places.append(final)
    hashed = hashlib.sha256(repr((line_ups, [list(each) for each in places])).encode()).hexdigest()
    versions = sorted({version for line_up in line_ups for version in line_up})
    number = {version: i for i, version in enumerate(versions)}
    widest = max(map(len, line_ups), default=0)
    bots = np.full((len(line_ups), widest), EMPTY, dtype=np.int64)
    final_places = np.zeros((len(line_ups), widest), dtype=np.int64)
    for row, (line_up, final) in enumerate(zip(line_ups, places, strict=True)):
        bots[row, : len(line_up)] = [number[version] for version in line_up]
        final_places[row, : len(final)] = final
    return Read(Log(bots, final_places), tuple(versions), hashed)


def _counted(competition_id: int, last_seq: int) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Versions by seat and places by seat of each match that counts."""
    done = 0
    numbered = Result.objects.filter(competition=competition_id, fold_seq__lte=last_seq)
    columns = numbered.order_by("fold_seq").only("match_id", "final_places", "fold_seq")
    while results := list(columns.filter(fold_seq__gt=done)[:BATCH]):
        done = results[-1].fold_seq or done
        seats = fold.line_ups(results)
        ruled = verdicts.on(result.match_id for result in results)
        for result in results:
            final = ruled.places(result.match_id, result.final_places)
            if final is not None:
                yield seats[result.match_id], final

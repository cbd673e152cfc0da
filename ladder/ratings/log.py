"""Matches in their order as arrays: what the bulk Elo and the batch fit read. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EMPTY = -1


@dataclass(frozen=True)
class Log:
    """Both arrays: matches x seats. Small matches have empty seats at the end: bot -1, place without meaning.

    Bots are numbered from 0; places are the final ones, 1 best, equal for a tie.
    """

    bots: Ints
    places: Ints

    def __len__(self) -> int:
        return len(self.bots)

    @property
    def sizes(self) -> Ints:
        """Players by match."""
        counted: Ints = (self.bots != EMPTY).sum(axis=1)
        return counted

"""Simulated seasons: bots of known strength play games with Plackett-Luce luck."""

import numpy as np

from ladder.ratings.elo import SCALE
from ladder.ratings.log import EMPTY, Floats, Log


def season(
    bots: int,
    games_each: int,
    sizes: tuple[int, ...] = (4,),
    seed: int = 1,
    sd: float = 200,
    lottery: float = 0,
    first_seat: float = 0,
    ties: bool = False,
) -> tuple[Floats, Log]:
    """True strengths (Elo) and the log. `lottery`: share of games that no strength decides."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(1500, sd, bots)
    widest = max(sizes)
    rounds = round(games_each * widest / float(np.mean(sizes)))
    tables = [rng.permutation(bots)[: bots // widest * widest].reshape(-1, widest) for _ in range(rounds)]
    line_ups = np.concatenate(tables)
    empty = np.arange(widest) >= rng.choice(sizes, len(line_ups))[:, None]
    strength = truth[line_ups] / SCALE
    strength[:, 0] += first_seat / SCALE
    strength[rng.random(len(line_ups)) < lottery] = 0
    arrival = rng.exponential(size=line_ups.shape) / np.exp(strength)
    if ties:
        arrival = np.round(np.log(arrival))
    arrival[empty] = np.inf
    places = 1 + (arrival[:, None, :] < arrival[:, :, None]).sum(axis=2)
    return truth, Log(np.where(empty, EMPTY, line_ups), places)

"""Tournaments: seconds to schedule, and how often the best of 32 wins, by format (12 games a bot on average).

Strengths are normal with a deviation of 200 Elo, games as Plackett-Luce has them. `python -m
tests.bench.bench_tournaments 300` plays so many tournaments of each format (60 by default).
"""

import json
import random
import sys
import time

from ladder.tournaments.course import Format, Kind, final_places, on_budget
from ladder.tournaments.pairing import balanced
from tests.ladder.tournaments.playing import begun, play_out

FORMATS = {
    "balanced groups": Format(Kind.GROUPS, 4, rounds=12, blocks=False),
    "Swiss pods": Format(Kind.SWISS, 4, rounds=12, blocks=False),
    "elimination, 4 players": Format(Kind.SINGLE, 4, decks=7),
    "groups and final": on_budget(32, 4, 12, blocks=False),
    "groups and final, in blocks": on_budget(32, 4, 12),
}


def main(arguments: list[str]) -> int:
    """Print the figures as JSON."""
    times = int(arguments[0]) if arguments else 60
    began = time.process_time()
    balanced(128, 4, 40, seed=1)
    figures: dict[str, object] = {
        "schedule of 128 bots, groups of 4, 40 rounds, CPU s": round(time.process_time() - began, 1)
    }
    for name, form in FORMATS.items():
        figures[f"P(best of 32 wins), {name}"] = round(_best_wins(form, times), 2)
    print(json.dumps(figures))
    return 0


def _best_wins(form: Format, times: int) -> float:
    won = 0.0
    for seed in range(times):
        rng = random.Random(seed)
        strengths = [rng.gauss(1500, 200) for _ in range(32)]
        first = final_places(play_out(begun(form, 32), strengths, seed))[0]
        best = max(range(32), key=lambda i: strengths[i])
        won += (best in first) / len(first)
    return won / times


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

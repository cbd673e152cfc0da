"""Who sits with whom, for a whole tournament at once: round robins and balanced groups. Pure.

Entrants are the numbers 0 to n - 1 in seed order (0 the strongest). A table lists entrants in the order of
the seats of its first game; the other games of its block turn the seats.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

Table = tuple[int, ...]
Round = tuple[Table, ...]

SWAPS_A_SEAT, SWAPS = 500, 300_000
"""So many swaps are tried for each seat of the schedule, and at most in all."""
MOST_TABLES = 20_000
"""A round robin of more tables is refused: nobody could pay for the games."""


class NoSchedule(ValueError):
    """What was asked for has no schedule; one sentence for the organiser."""


def circle(n: int) -> tuple[Round, ...]:
    """Every pair once, in rounds in which everybody plays at most once (an odd one out has a bye)."""
    refuse_size(n, 2)
    seats = list(range(n)) if n % 2 == 0 else [*range(n), n]
    rounds = []
    for number in range(len(seats) - 1):
        half = len(seats) // 2
        pairs = zip(seats[:half], reversed(seats[half:]), strict=True)
        rounds.append(tuple(_first_seat(pair, number) for pair in pairs if n % 2 == 0 or n not in pair))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(rounds)


def _first_seat(pair: tuple[int, int], number: int) -> Table:
    """The fixed entrant 0 would always sit first; it changes seats from round to round."""
    one, other = pair
    return (other, one) if one == 0 and number % 2 else (one, other)


@lru_cache(maxsize=32)
def all_tables(n: int, k: int) -> tuple[Round, ...]:
    """Every set of k once. For k > 2 tables are packed into rounds in which nobody sits twice."""
    refuse_size(n, k)
    if k == 2:
        return circle(n)
    tables = _number_of_tables(n, k)
    if tables > MOST_TABLES:
        raise NoSchedule(
            f"a round robin of {n} entrants at tables of {k} has {tables:,} tables, more than "
            f"{MOST_TABLES:,}; choose balanced groups"
        )
    return packed(combinations(range(n), k))


def _number_of_tables(n: int, k: int) -> int:
    count = 1
    for i in range(k):
        count = count * (n - i) // (i + 1)
    return count


def packed(tables: Iterator[Table] | Sequence[Table]) -> tuple[Round, ...]:
    """The tables in rounds in which nobody sits twice: each goes into the first round that has room."""
    rounds: list[list[Table]] = []
    seated: list[int] = []  # by round, who sits: a bit for each entrant
    for table in tables:
        who = sum(1 << entrant for entrant in table)
        at = next((i for i, taken in enumerate(seated) if not taken & who), len(rounds))
        if at == len(rounds):
            rounds.append([])
            seated.append(0)
        rounds[at].append(table)
        seated[at] |= who
    return tuple(map(tuple, rounds))


@lru_cache(maxsize=128)
def balanced(n: int, k: int, rounds: int, seed: int, swaps: int | None = None) -> tuple[Round, ...]:
    """So many rounds of groups of k in which pairs meet about equally often. Everybody plays in every round.

    Where k does not divide n some groups have k - 1, where that cannot be the least-byed have a bye. Random
    groups are improved by swapping two entrants of a round whenever that does not make meetings less even.
    """
    refuse_size(n, k)
    if rounds < 1:
        raise NoSchedule(f"found {rounds} rounds, wanted at least one")
    rng = random.Random(f"balanced {n} {k} {rounds} {seed}")
    made = [_random_round(n, k, number, rng) for number in range(rounds)]
    _climb(made, n, rng, min(SWAPS, SWAPS_A_SEAT * n * rounds) if swaps is None else swaps)
    return tuple(tuple(tuple(rng.sample(table, len(table))) for table in groups) for groups in made)


def sizes(n: int, k: int) -> list[int]:
    """Group sizes of a round of n: as many k as can be, the rest k - 1 (not below 2).

    Their sum is below n only where no such sizes add up: the others have a bye.
    """
    for groups in range(-(-n // k), 0, -1):
        smaller = groups * k - n
        if 0 <= smaller <= groups and (k > 2 or smaller == 0):
            return [k] * (groups - smaller) + [k - 1] * smaller
    return [k] * (n // k)


def _random_round(n: int, k: int, number: int, rng: random.Random) -> list[list[int]]:
    """Shuffled groups; byes go round in the order of the entrants, from the last up."""
    wanted = sizes(n, k)
    byes = n - sum(wanted)
    out = {(n - 1 - number * byes - i) % n for i in range(byes)}
    playing = [entrant for entrant in range(n) if entrant not in out]
    rng.shuffle(playing)
    groups, begun = [], 0
    for size in wanted:
        groups.append(playing[begun : begun + size])
        begun += size
    return groups


def _climb(rounds: list[list[list[int]]], n: int, rng: random.Random, swaps: int) -> None:
    """Hill climbing in place; it ends early when nothing can be better."""
    met = [[0] * n for _ in range(n)]
    for table in (table for groups in rounds for table in groups):
        for one, other in combinations(table, 2):
            met[one][other] += 1
            met[other][one] += 1
    dearer = _dearer(rounds, n)
    choices = [groups for groups in rounds if len(groups) > 1]
    for _ in range(swaps if choices else 0):
        groups = choices[int(rng.random() * len(choices))]
        a = int(rng.random() * len(groups))
        b = int(rng.random() * (len(groups) - 1))
        _swap(groups[a], groups[b + (b >= a)], met, dearer, rng)


def _dearer(rounds: list[list[list[int]]], n: int) -> list[float]:
    """By number of meetings of a pair: how much one more would cost. Extremes cost most."""
    seats = sum(len(table) * (len(table) - 1) for groups in rounds for table in groups)
    mean = seats / (n * (n - 1))
    cost = [(count - mean) ** 2 + (count - mean) ** 4 for count in range(len(rounds) + 2)]
    return [more - less for less, more in pairwise(cost)]


def _swap(
    one: list[int], other: list[int], met: list[list[int]], dearer: list[float], rng: random.Random
) -> None:
    """Exchange a member of each, unless pairs would then meet less evenly."""
    i, j = int(rng.random() * len(one)), int(rng.random() * len(other))
    x, y = one[i], other[j]
    of_x, of_y = met[x], met[y]
    stay, come = [m for m in one if m != x], [m for m in other if m != y]
    rise = sum([dearer[of_y[m]] - dearer[of_x[m] - 1] for m in stay])
    rise += sum([dearer[of_x[m]] - dearer[of_y[m] - 1] for m in come])
    if rise > 1e-9:
        return
    for mates, leaving, arriving in ((stay, x, y), (come, y, x)):
        for mate in mates:
            met[leaving][mate] -= 1
            met[mate][leaving] -= 1
            met[arriving][mate] += 1
            met[mate][arriving] += 1
    one[i], other[j] = y, x


def meetings(rounds: Sequence[Sequence[Table]]) -> Counter[tuple[int, int]]:
    """How often each pair (lower number first) sits at one table."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def block(table: Table) -> list[Table]:
    """The games of a table: one deck, and everybody once on every seat."""
    return [table[turn:] + table[:turn] for turn in range(len(table))]


def refuse_size(n: int, k: int) -> None:
    """NoSchedule for table sizes that are no game, and for fewer entrants than seats."""
    if not 2 <= k <= 6:
        raise NoSchedule(f"found {k} players a game, wanted 2 to 6")
    if n < k:
        raise NoSchedule(f"found {n} entrants, wanted at least {k} for a game of {k} players")

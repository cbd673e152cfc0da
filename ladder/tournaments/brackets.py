"""Elimination: seeds on standard lines, byes to the top seeds, losers out or, in a double one, down. Pure.

Entrants are numbers in seed order, 0 the strongest. A bracket is advanced by telling each match's outcome;
what is to be played next follows from it, so a bracket can be made again from its results at any time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ladder.tournaments.pairing import NoSchedule, refuse_size

Ranking = Sequence[int]
"""The entrants of a match, best first."""


@dataclass(frozen=True)
class Node:
    """A match of a bracket: where it stands, and who plays (a bye leaves fewer than the table holds).

    `bracket` is "main", "losers" or "final"; rounds and positions count from 0. None: not known yet.
    """

    bracket: str
    round: int
    position: int
    entrants: tuple[int | None, ...]

    @property
    def key(self) -> str:
        """Its name in the results."""
        return f"{self.bracket}-{self.round}-{self.position}"

    @property
    def ready(self) -> bool:
        """Whether everybody who plays is known."""
        return None not in self.entrants


def seed_lines(size: int) -> list[int]:
    """The seeds (from 0) by line of a bracket of 2**m: 0 meets the last, and 0 and 1 only in the final."""
    lines = [0]
    while len(lines) < size:
        total = 2 * len(lines)
        lines = [seed for line in lines for seed in (line, total - 1 - line)]
    return lines


def capacity(n: int, k: int, advance: int) -> int:
    """How many lines a bracket for n entrants has: a table, times k / advance for each round before."""
    size = k
    while size < n:
        size = size * k // advance
    return size


def advancing(k: int) -> int:
    """How many of a table go on: one of a duel, else half of the table. NoSchedule for odd tables."""
    if k % 2:
        raise NoSchedule(f"found tables of {k}, wanted 2, 4 or 6 players a game: half of them go on")
    return k // 2


def single(n: int, k: int, results: Mapping[str, Ranking]) -> list[list[Node]]:
    """All rounds of a single elimination as far as `results` (by node key, best first) decide them.

    Byes: nodes whose table is not full; where no more sit than go on, no game is needed. Empty ranking: a
    double fault: nobody goes on, and the next table has a bye.
    """
    refuse_size(n, k)
    advance = advancing(k)
    lines: list[int | None] = list(_first_lines(n, k, capacity(n, k, advance)))
    rounds: list[list[Node]] = []
    while True:
        tables = [lines[i : i + k] for i in range(0, len(lines), k)]
        nodes = [_node("main", len(rounds), i, table) for i, table in enumerate(tables)]
        rounds.append(nodes)
        if len(nodes) == 1:
            return rounds
        lines = [each for node in nodes for each in _onward(node, advance, results)]


OPEN_SEAT = -1
"""A line without an entrant: a bye."""


def _first_lines(n: int, k: int, size: int) -> list[int]:
    """Seeds by line; lines beyond the entrants are byes, and meet the top seeds."""
    if k == 2:
        return [seed if seed < n else OPEN_SEAT for seed in seed_lines(size)]
    tables = size // k
    order = seed_lines(tables) if tables & (tables - 1) == 0 else list(range(tables))
    by_table: list[list[int]] = [[] for _ in range(tables)]
    for seed in range(size):
        turn, at = divmod(seed, tables)
        by_table[at if turn % 2 == 0 else tables - 1 - at].append(seed if seed < n else OPEN_SEAT)
    return [seed for table in order for seed in by_table[table]]


def _node(bracket: str, number: int, position: int, table: Sequence[int | None]) -> Node:
    return Node(bracket, number, position, tuple(each for each in table if each != OPEN_SEAT))


def _onward(node: Node, advance: int, results: Mapping[str, Ranking]) -> list[int | None]:
    """Who goes on from a node: as many as can, the rest byes; None while it is not decided."""
    if not node.ready:
        return [None] * min(advance, len(node.entrants)) + [OPEN_SEAT] * (advance - len(node.entrants))
    if len(node.entrants) <= advance:
        through: list[int | None] = list(node.entrants)
    elif node.key in results:
        through = list(results[node.key][:advance])
    else:
        return [None] * advance
    return through + [OPEN_SEAT] * (advance - len(through))


def to_play(rounds: Sequence[Sequence[Node]], results: Mapping[str, Ranking], k: int) -> list[Node]:
    """The nodes that are ready, need a game, and have none yet."""
    advance = advancing(k)
    last = len(rounds) - 1
    return [
        node
        for number, nodes in enumerate(rounds)
        for node in nodes
        if node.ready and node.key not in results and len(node.entrants) > (1 if number == last else advance)
    ]


def double(n: int, results: Mapping[str, Ranking]) -> list[list[Node]]:
    """All rounds of a double elimination of duels: winners, losers, final, and a second final.

    The second final is there only when the one who came up from the losers has won the first.
    """
    refuse_size(n, 2)
    winners = single(n, 2, results)
    beaten = [[_lost(node, results) for node in nodes] for nodes in winners]
    losers = _losers(beaten, results)
    champion = _winner(winners[-1][0], results)
    challenger = _winner(losers[-1][0], results) if losers else beaten[-1][0]
    final = _node("final", 0, 0, [champion, challenger])
    rounds = [*winners, *losers, [final]]
    if final.ready and len(final.entrants) == 2 and results.get(final.key, [None])[:1] == [challenger]:
        rounds.append([_node("final", 1, 0, [champion, challenger])])
    return rounds


def _lost(node: Node, results: Mapping[str, Ranking]) -> int | None:
    """Who fell out of a duel; OPEN_SEAT when it was a bye."""
    if len(node.entrants) < 2:
        return OPEN_SEAT
    ranking = results.get(node.key)
    if ranking is None:
        return None
    return ranking[1] if len(ranking) > 1 else OPEN_SEAT


def _winner(node: Node, results: Mapping[str, Ranking]) -> int | None:
    return _onward(node, 1, results)[0]


def _losers(beaten: list[list[int | None]], results: Mapping[str, Ranking]) -> list[list[Node]]:
    """The losers' rounds: among themselves, then against those who fall from the next winners' round."""
    rounds: list[list[Node]] = []
    waiting = beaten[0]
    for falling in beaten[1:]:
        if len(waiting) > len(falling):
            waiting = _play(waiting, rounds, results)
        crossed = falling[::-1] if len(rounds) % 4 < 2 else falling  # so that former opponents meet late
        waiting = _play(
            [each for pair in zip(waiting, crossed, strict=True) for each in pair], rounds, results
        )
    return rounds


def _play(
    lines: Sequence[int | None], rounds: list[list[Node]], results: Mapping[str, Ranking]
) -> list[int | None]:
    number = len(rounds)
    nodes = [_node("losers", number, i // 2, lines[i : i + 2]) for i in range(0, len(lines), 2)]
    rounds.append(nodes)
    return [_winner(node, results) for node in nodes]


def places(rounds: Sequence[Sequence[Node]], results: Mapping[str, Ranking]) -> list[list[int]]:
    """Of a finished bracket, entrants by place, best first: who fell in the same round shares one."""
    last_seen: dict[int, tuple[int, int]] = {}
    for number, nodes in enumerate(rounds):
        for node in nodes:
            ranking = results.get(node.key, [each for each in node.entrants if each is not None])
            for entrant in node.entrants:
                if entrant is not None:
                    final = number == len(rounds) - 1
                    rank = list(ranking).index(entrant) if final and entrant in ranking else 0
                    last_seen[entrant] = (-number, rank)
    order = sorted(last_seen, key=lambda each: (last_seen[each], each))
    groups: list[list[int]] = [[order[0]]] if order else []
    for before, entrant in pairwise(order):
        if last_seen[entrant] == last_seen[before]:
            groups[-1].append(entrant)
        else:
            groups.append([entrant])
    return groups

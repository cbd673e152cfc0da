"""Our Swiss duels beside an independent implementation of FIDE's Dutch system, which looks at colours too."""

import random
from collections import Counter

import pytest
from pairing_core import DUTCH_TILL2026_COMPAT, CanonicalPlayer, CanonicalRequest, pair_canonical

from ladder.tournaments.swiss import Standing, swiss_round

Pairs = set[frozenset[int]]


class Tournament:
    """Each round is paired by both from the same past, and played as the other one paired it."""

    def __init__(self, n: int, seed: int) -> None:
        self.n, self.rng = n, random.Random(seed)
        self.points, self.byes, self.met = Counter[int](), Counter[int](), Counter[tuple[int, int]]()
        self.opponents: dict[int, set[int]] = {i: set() for i in range(n)}
        self.colours = dict.fromkeys(range(n), "")
        self.round = 0

    def next_round(self) -> tuple[Pairs, tuple[int, ...], Pairs, tuple[int, ...]]:
        """Our pairs and byes, theirs; then theirs is played."""
        self.round += 1
        ours = swiss_round(
            [Standing(i, float(self.points[i]), self.byes[i]) for i in range(self.n)], 2, self.met, seed=1
        )
        pairs, byes = self._theirs()
        for pair in pairs:
            self._play(*pair)
        for entrant in byes:
            self.points[entrant] += 1
            self.byes[entrant] += 1
            self.colours[entrant] += "-"
        return set(map(frozenset, ours.tables)), ours.byes, set(map(frozenset, pairs)), byes

    def _theirs(self) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
        players = tuple(
            CanonicalPlayer(
                id=i + 1,
                pairing_no=i + 1,
                rating=2500 - i,
                points=float(self.points[i]),
                opponents=tuple(other + 1 for other in self.opponents[i]),
                received_bye=bool(self.byes[i]),
                color_hist=self.colours[i],
            )
            for i in range(self.n)
        )
        made = pair_canonical(
            CanonicalRequest(players=players, ruleset=DUTCH_TILL2026_COMPAT, round_number=self.round)
        )
        pairs = [(board.white_id - 1, board.black_id - 1) for board in made.pairings if not board.is_bye]
        return pairs, tuple(board.white_id - 1 for board in made.pairings if board.is_bye)

    def _play(self, white: int, black: int) -> None:
        self.met[min(white, black), max(white, black)] += 1
        self.opponents[white].add(black)
        self.opponents[black].add(white)
        self.colours[white] += "w"
        self.colours[black] += "b"
        self.points[self.rng.choice((white, black))] += 1

    def gap(self, pairs: Pairs) -> int:
        """How far apart in points those are who meet."""
        return sum(abs(self.points[a] - self.points[b]) for a, b in map(tuple, pairs))


@pytest.mark.parametrize("n", [6, 8, 9, 16, 25, 33])
def test_first_rounds_and_byes_are_the_same(n: int) -> None:
    tournament = Tournament(n, seed=n)
    for number in range(3 if n == 6 else 5):
        ours, our_byes, theirs, their_byes = tournament.next_round()
        assert our_byes == their_byes
        if number == 0:
            assert ours == theirs


def test_those_who_meet_are_as_close_in_points_as_theirs() -> None:
    gaps = Counter[str]()
    for n in (8, 13, 16, 24, 33):
        for seed in range(3):
            tournament = Tournament(n, seed)
            for _ in range(5):
                before = tournament.points.copy()
                ours, _, theirs, _ = tournament.next_round()
                after, tournament.points = tournament.points, before
                gaps["ours"] += tournament.gap(ours)
                gaps["theirs"] += tournament.gap(theirs)
                tournament.points = after
    assert gaps["ours"] <= 1.05 * gaps["theirs"]

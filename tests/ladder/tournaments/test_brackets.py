"""Elimination brackets: seeds, byes, who goes on, who falls down, who has won."""

import random
from collections import Counter
from itertools import chain

import pytest

from ladder.tournaments import brackets
from ladder.tournaments.brackets import Node
from ladder.tournaments.pairing import NoSchedule


def stronger_first(node: Node) -> list[int]:
    return sorted(entrant for entrant in node.entrants if entrant is not None)


def played(
    n: int, k: int = 2, *, double: bool = False, chance: random.Random | None = None
) -> tuple[list[list[Node]], dict[str, list[int]]]:
    """The bracket played to its end: the lower number wins, or whoever chance says."""
    results: dict[str, list[int]] = {}
    while True:
        rounds = brackets.double(n, results) if double else brackets.single(n, k, results)
        due = brackets.to_play(rounds, results, 2 if double else k)
        if not due:
            return rounds, results
        for node in due:
            order = stronger_first(node)
            results[node.key] = chance.sample(order, len(order)) if chance else order


def test_the_lines_of_eight_are_the_usual_ones() -> None:
    assert brackets.seed_lines(8) == [0, 7, 3, 4, 1, 6, 2, 5]


@pytest.mark.parametrize("n", range(2, 34))
def test_a_single_elimination_ends_with_the_two_best_in_the_final(n: int) -> None:
    rounds, results = played(n)
    assert len(results) == n - 1
    assert set(rounds[-1][0].entrants) == {0, 1}
    assert brackets.places(rounds, results)[0] == [0]


@pytest.mark.parametrize("n", range(3, 34))
def test_byes_go_to_the_top_seeds(n: int) -> None:
    first = brackets.single(n, 2, {})[0]
    byes = sorted(node.entrants[0] for node in first if len(node.entrants) == 1)
    assert byes == list(range(2 * len(first) - n))


@pytest.mark.parametrize("k", [4, 6])
def test_half_of_each_table_goes_on_and_the_best_wins(k: int) -> None:
    for n in range(k, 34):
        rounds, results = played(n, k)
        assert len(rounds[-1]) == 1
        assert brackets.places(rounds, results)[0] == [0]
        assert sorted(chain(*brackets.places(rounds, results))) == list(range(n))
        assert all(len(node.entrants) >= k // 2 for nodes in rounds for node in nodes)


def test_elimination_at_tables_of_three_or_five_is_refused() -> None:
    with pytest.raises(NoSchedule, match="wanted 2, 4 or 6 players"):
        brackets.single(9, 3, {})


@pytest.mark.parametrize("n", range(2, 34))
def test_in_a_double_elimination_everybody_but_the_winner_loses_twice(n: int) -> None:
    for seed in range(3):
        rounds, results = played(n, double=True, chance=random.Random(seed))
        losses = Counter(ranking[1] for ranking in results.values())
        winner = brackets.places(rounds, results)[0][0]
        assert losses[winner] <= 1
        assert all(losses[entrant] == 2 for entrant in range(n) if entrant != winner)
        assert sorted(chain(*brackets.places(rounds, results))) == list(range(n))


def test_the_second_final_is_played_only_when_the_challenger_has_won_the_first() -> None:
    rounds, results = played(4, double=True)
    assert "final-1-0" not in results
    (final,) = rounds[-1]
    champion, challenger = final.entrants
    assert champion is not None
    assert challenger is not None
    results[final.key] = [challenger, champion]
    again = brackets.double(4, results)[-1][0]
    assert (again.key, set(again.entrants)) == ("final-1-0", {champion, challenger})


def test_after_a_double_fault_both_are_out_and_the_next_has_a_bye() -> None:
    results: dict[str, list[int]] = {"main-0-0": [], "main-0-1": [1, 2]}
    rounds = brackets.single(4, 2, results)
    assert rounds[1][0].entrants == (1,)
    assert brackets.to_play(rounds, results, 2) == []


def test_what_is_not_decided_yet_is_open() -> None:
    rounds = brackets.single(8, 2, {"main-0-0": [0, 7]})
    assert rounds[1][0].entrants == (0, None)
    assert not rounds[1][0].ready

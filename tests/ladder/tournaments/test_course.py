"""Whole tournaments, from the first table to the last, in every format."""

from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest

from ladder.tournaments import course as courses
from ladder.tournaments.course import Course, Format, Kind, Outcome, check, final_places, following, on_budget
from ladder.tournaments.pairing import NoSchedule
from tests.ladder.tournaments.playing import begun, play_out

FORMATS = [
    Format(Kind.ROUND_ROBIN, 2),
    Format(Kind.ROUND_ROBIN, 3),
    Format(Kind.GROUPS, 4, rounds=3),
    Format(Kind.GROUPS, 6, rounds=2, blocks=False),
    Format(Kind.SWISS, 2, rounds=4),
    Format(Kind.SWISS, 3, rounds=3, blocks=False),
    Format(Kind.SINGLE, 2, decks=2),
    Format(Kind.SINGLE, 4),
    Format(Kind.DOUBLE, 2),
    Format(Kind.TWO_STAGE, 4, rounds=2, final_rounds=2),
]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: f"{form.kind}-{form.players}")
def test_where_strength_decides_all_the_best_wins(form: Format) -> None:
    for n in (form.players, 9, 12):
        ended = play_out(begun(form, n))
        places = final_places(ended)
        assert all(_unbeaten(winner, ended) for winner in places[0])
        assert sorted(chain(*places)) == list(range(n))


def _unbeaten(entrant: int, ended: Course) -> bool:
    games = [game for game in ended.games if entrant in game.entrants]
    return all(game.places[game.entrants.index(entrant)] == 1 for game in games)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: f"{form.kind}-{form.players}")
def test_an_interrupted_tournament_goes_on_as_if_nothing_had_been(form: Format) -> None:
    whole = play_out(begun(form, 9), [1500.0 + 40 * i for i in range(9)])
    for rounds in range(len(whole.played)):
        cut = replace(whole, played=whole.played[:rounds])
        assert following(cut) == [outcome.meeting for outcome in whole.played[rounds]]
    assert following(whole) == []


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: f"{form.kind}-{form.players}")
def test_in_blocks_everybody_sits_on_every_seat_equally_often(form: Format) -> None:
    form = replace(form, blocks=True)
    seats = Counter(
        (entrant, len(game.entrants), seat)
        for game in play_out(begun(form, 9)).games
        for seat, entrant in enumerate(game.entrants)
    )
    for entrant, players, _ in list(seats):
        assert len({seats[entrant, players, seat] for seat in range(players)}) == 1


def test_a_double_round_robin_meets_twice() -> None:
    ended = play_out(begun(Format(Kind.ROUND_ROBIN, 2, rounds=2, blocks=False), 5))
    assert Counter(tuple(sorted(game.entrants)) for game in ended.games).most_common()[-1][1] == 2


def test_the_final_is_decided_by_its_own_games() -> None:
    form = Format(Kind.TWO_STAGE, 2, rounds=3, final_rounds=3, finalists=4, blocks=False)
    ended = play_out(begun(form, 8), [1500.0] * 8, seed=3)
    best = courses.finalists(ended)
    assert set(chain(*final_places(ended)[: len(best)])) <= set(range(8))
    assert sorted(chain(*final_places(ended)))[:4] == [0, 1, 2, 3]
    for outcomes in ended.played[form.rounds :]:
        assert set(chain(*(each.meeting.entrants for each in outcomes))) == set(best)


def test_both_who_fault_in_every_game_are_out() -> None:
    course = begun(Format(Kind.SINGLE, 2), 4)
    meetings = following(course)
    played = play_out(course).played[0]
    faulty = tuple(replace(game, faulty=frozenset({0, 1})) for game in played[0].games)
    course = replace(course, played=((Outcome(meetings[0], faulty), played[1]),))
    assert following(course) == []
    assert final_places(course)[0] == [1]


def test_the_recommended_format_spends_half_of_the_games_on_the_final() -> None:
    form = on_budget(32, 4, 12, blocks=False)
    assert (form.rounds, form.final_rounds, form.finalists) == (6, 24, 8)
    assert sum(len(game.entrants) for game in play_out(begun(form, 32)).games) == 32 * 12


@pytest.mark.parametrize(
    ("form", "n", "says"),
    [
        (Format(Kind.GROUPS, 4), 3, "found 3 entrants, wanted at least 4"),
        (Format(Kind.GROUPS, 4, rounds=0), 8, "found 0 rounds"),
        (Format(Kind.DOUBLE, 4), 8, "double elimination is for duels"),
        (Format(Kind.SINGLE, 3), 9, "wanted 2, 4 or 6 players"),
        (Format(Kind.ROUND_ROBIN, 6), 33, "choose balanced groups"),
        (Format(Kind.TWO_STAGE, 4), 12, "found no final rounds"),
        (Format(Kind.TWO_STAGE, 4, final_rounds=2, finalists=3), 12, "found 3 entrants"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(form: Format, n: int, says: str) -> None:
    with pytest.raises(NoSchedule, match=says):
        check(form, n)


def test_a_budget_too_small_for_two_stages_is_refused() -> None:
    with pytest.raises(NoSchedule, match="found 7 games each, wanted at least 8"):
        on_budget(32, 4, 7)


@pytest.mark.slow
def test_two_stages_find_the_best_more_often_than_one() -> None:
    """The figures of the design at 12 games each: about .50 and .70."""
    won = Counter[str]()
    for seed in range(120):
        strengths = sorted((random_strength(seed, i) for i in range(32)), reverse=True)
        forms = {
            "one": Format(Kind.GROUPS, 4, rounds=12, blocks=False),
            "two": on_budget(32, 4, 12, blocks=False),
        }
        for name, form in forms.items():
            won[name] += final_places(play_out(begun(form, 32), strengths, seed))[0] == [0]
    assert won["two"] >= 0.58 * 120
    assert won["two"] > won["one"]


def random_strength(seed: int, i: int) -> float:
    import random

    return random.Random(f"{seed} {i}").gauss(1500, 200)

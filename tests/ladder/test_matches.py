"""What pages and API are told of a match."""

from typing import Any

import pytest

from ladder import matches, results
from ladder.models import Match
from ladder.ratings import fold, rebuild
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.usefixtures("committing")


def facts(match: Match) -> matches.MatchFacts:
    return matches.facts(matches.with_all(Match.objects.all()).get(pk=match.pk))


def test_a_match_in_the_queue_has_seats_without_scores(outbox: Outbox) -> None:
    cup = stage.competition()
    known = facts(stage.match(cup, stage.field(cup, 2)))
    assert (known.state, known.players, known.competition, known.has_replay) == (
        "planned",
        2,
        cup.slug,
        False,
    )
    assert [(seat.seat, seat.score, seat.rating_before) for seat in known.seats] == [
        (0, None, None),
        (1, None, None),
    ]


def test_a_folded_match_tells_scores_places_faults_and_ratings(outbox: Outbox) -> None:
    cup = stage.competition()
    a, b = stage.field(cup, 2)
    match = stage.match(cup, [a, b])
    results.record(stage.report(stage.started(match), (1, 2), faults=[stage.fault(0)]))
    fold.fold_all()
    known = facts(match)
    first, second = known.seats
    assert (first.bot_name, first.owner, first.number) == (a.bot.name, a.bot.owner.username, 1)
    assert (first.score, first.place, first.final_place, first.fault) == (90, 1, 2, "exited")
    assert first.rating_before == 1500.0
    assert first.rating_after is not None
    assert first.rating_after < 1500 < (second.rating_after or 0)
    (attempt,) = known.attempts
    assert (attempt.number, attempt.worker, attempt.state) == (1, "w1", "reported")
    assert known.has_replay


def test_ratings_are_those_of_the_current_epoch(outbox: Outbox) -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    results.record(stage.report(stage.started(match)))
    fold.fold_all()
    before = facts(match)
    rebuild.rebuild(cup.pk)
    assert facts(match) == before


@pytest.mark.parametrize("count", [1, 8])
def test_a_list_of_matches_takes_four_queries(
    outbox: Outbox, count: int, django_assert_num_queries: Any
) -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 4)
    for _ in range(count):
        results.record(stage.report(stage.started(stage.match(cup, line_up))))
    fold.fold_all()
    with django_assert_num_queries(4):
        assert len([matches.facts(m) for m in matches.with_all(Match.objects.all())]) == count

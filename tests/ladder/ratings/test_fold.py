"""Results are numbered and applied exactly once, in one order."""

import random

import pytest

from ladder import bots, results, rulings
from ladder.models import Activation, Competition, FoldState, Match, Rating, RatingEvent, Result
from ladder.ratings import fold, rebuild
from ladder.ratings.elo import START, rate
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture
def cup(outbox: Outbox) -> Competition:
    return stage.competition()


played = stage.counted


def table(cup: Competition, epoch: int = 1) -> dict[int, tuple[float, float, int]]:
    rows = Rating.objects.filter(competition=cup, epoch=epoch)
    return {row.version_id: (row.r, row.rd, row.games) for row in rows}


def test_a_folded_result_changes_the_ratings_by_the_formula(cup: Competition) -> None:
    a, b, c = stage.field(cup, 3)
    played(cup, [a, b, c], [2, 1, 3])
    assert fold.fold_all() == 1
    expected = rate([START] * 3, [2, 1, 3])
    assert table(cup) == {v.pk: (s.r, s.rd, 1) for v, s in zip((a, b, c), expected, strict=True)}


def test_faulty_seats_are_rated_by_their_final_place(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    match = stage.match(cup, [a, b])
    results.record(stage.report(stage.attempt(match), (1, 2), faults=[stage.fault(0)]))
    fold.fold_all()
    assert table(cup)[b.pk][0] > 1500 > table(cup)[a.pk][0]


def test_folding_again_changes_nothing(cup: Competition) -> None:
    played(cup, stage.field(cup, 2), [1, 2])
    fold.fold_all()
    before = table(cup)
    assert fold.fold_all() == 0
    assert fold.fold(cup.pk) == 0
    assert table(cup) == before


def test_results_are_numbered_in_the_order_in_which_they_were_received(cup: Competition) -> None:
    line_up = stage.field(cup, 2)
    late, early = played(cup, line_up, [1, 2], 5), played(cup, line_up, [2, 1], -5)
    fold.fold_all()
    assert list(Result.objects.order_by("fold_seq").values_list("match", "fold_seq")) == [
        (early.pk, 1),
        (late.pk, 2),
    ]


def test_a_result_that_commits_late_is_found_and_numbered_last(cup: Competition) -> None:
    line_up = stage.field(cup, 2)
    played(cup, line_up, [1, 2])
    fold.fold_all()
    late = played(cup, line_up, [1, 2], -3600)
    fold.fold_all()
    assert Result.objects.get(match=late).fold_seq == 2


def test_each_rated_seat_leaves_an_event_with_the_rating_before_and_after(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    played(cup, [a, b], [1, 2])
    second = played(cup, [a, b], [1, 2], 1)
    fold.fold_all()
    event = RatingEvent.objects.get(version=a, match=second)
    first = RatingEvent.objects.get(version=a, fold_seq=1)
    assert (event.fold_seq, event.r_before, event.rd_before) == (2, first.r_after, first.rd_after)
    assert event.r_after == table(cup)[a.pk][0]


def test_a_fold_takes_two_hundred_results_at_a_time(
    cup: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fold.BATCH == 200
    monkeypatch.setattr(fold, "BATCH", 2)
    line_up = stage.field(cup, 2)
    for _ in range(5):
        played(cup, line_up, [1, 2])
    assert [fold.fold(cup.pk) for _ in range(4)] == [2, 2, 1, 0]


def test_trials_are_not_folded(cup: Competition) -> None:
    version = stage.version(stage.bot(cup=cup), "trial")
    trial = stage.match(cup, [version, version], kind="trial")
    results.record(stage.report(stage.attempt(trial), (1, 1)))
    assert fold.fold_all() == 0


def test_competitions_have_ladders_of_their_own(cup: Competition) -> None:
    other = stage.competition()
    played(cup, stage.field(cup, 2), [1, 2])
    played(other, stage.field(other, 2), [1, 2])
    assert fold.fold_all() == 2
    assert set(Result.objects.values_list("competition", "fold_seq")) == {(cup.pk, 1), (other.pk, 1)}


def test_an_activated_version_stands_in_the_table_before_its_first_game(cup: Competition) -> None:
    (version,) = stage.field(cup, 1)
    fold.fold_all()
    assert table(cup) == {version.pk: (1500.0, 350.0, 0)}
    assert Activation.objects.get().after_seq == 0


def test_a_new_version_starts_from_its_parent_as_the_parent_stood_then(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    for i in range(30):
        played(cup, [a, b], [1 + i % 2, 2 - i % 2])
    fold.fold_all()
    r, rd, _ = table(cup)[a.pk]
    newer = stage.version(a.bot, "ready", number=2)
    bots.activate(newer)
    fold.fold_all()
    assert rd < 100
    assert table(cup)[newer.pk] == (r, 100.0, 0)
    assert table(cup)[a.pk][:2] == (r, rd)


def test_a_reactivated_version_opens_up_to_a_deviation_of_100(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    for i in range(30):
        played(cup, [a, b], [1 + i % 2, 2 - i % 2])
    newer = stage.version(a.bot, "ready", number=2)
    bots.activate(newer)
    fold.fold_all()
    r, _, games = table(cup)[a.pk]
    bots.activate(a)
    fold.fold_all()
    assert table(cup)[a.pk] == (r, 100.0, games)


def season(cup: Competition, seed: int) -> None:
    """Some months in small: games, new versions, a reactivation, folded in batches of any size."""
    rng = random.Random(seed)
    active = stage.field(cup, 5)
    for i in range(60):
        line_up = rng.sample(active, rng.randint(2, 4))
        points = [rng.randint(0, 2) for _ in line_up]
        played(cup, line_up, [1 + sum(other > own for other in points) for own in points])
        if rng.random() < 0.3:
            fold.fold(cup.pk)
        if i in (20, 35):
            active[0] = bots.activate(stage.version(active[0].bot, "ready", number=i))
        if i == 50:
            active[0] = bots.activate(active[0].bot.versions.get(number=1))
    fold.fold_all()


def test_a_rebuild_from_the_log_gives_the_very_same_ratings_and_events(cup: Competition) -> None:
    season(cup, 3)
    rebuilt = rebuild.rebuild(cup.pk)
    assert (rebuilt.epoch, rebuilt.same, rebuilt.results) == (2, True, 60)
    assert fold.digest(cup.pk, 1) == fold.digest(cup.pk, 2)
    columns = ("fold_seq", "match", "version", "r_before", "rd_before", "r_after", "rd_after")
    first, second = (set(RatingEvent.objects.filter(epoch=epoch).values_list(*columns)) for epoch in (1, 2))
    assert first == second != set()


def test_a_rebuild_keeps_the_numbers_and_the_fold_goes_on_after_them(cup: Competition) -> None:
    line_up = stage.field(cup, 2)
    played(cup, line_up, [1, 2])
    fold.fold_all()
    rebuild.rebuild(cup.pk)
    played(cup, line_up, [1, 2])
    fold.fold_all()
    cup.refresh_from_db()
    assert cup.current_epoch == 2
    assert set(Result.objects.values_list("fold_seq", flat=True)) == {1, 2}
    assert FoldState.objects.get(epoch=2).last_seq == 2
    assert table(cup, 2)[line_up[0].pk][2] == 2
    assert table(cup, 1)[line_up[0].pk][2] == 1


def test_sums_and_numbers_add_up_after_a_season(cup: Competition) -> None:
    season(cup, 8)
    results_in_order = Result.objects.order_by("fold_seq")
    assert list(results_in_order.values_list("fold_seq", flat=True)) == list(range(1, 61))
    seats = sum(match.players for match in Match.objects.all())
    assert sum(games for _, _, games in table(cup).values()) == seats == RatingEvent.objects.count()


def test_a_counted_match_that_is_ruled_void_leaves_the_ratings(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    kept, struck = played(cup, [a, b], [1, 2]), played(cup, [a, b], [2, 1], 1)
    fold.fold_all()
    rulings.void(struck, stage.person(), "the engine was broken")
    cup.refresh_from_db()
    expected = rate([START] * 2, [1, 2])
    assert table(cup, cup.current_epoch) == {
        v.pk: (s.r, s.rd, 1) for v, s in zip((a, b), expected, strict=True)
    }
    assert set(RatingEvent.objects.filter(epoch=2).values_list("match", flat=True)) == {kept.pk}


def test_a_finished_match_ruled_void_before_its_fold_is_numbered_and_not_rated(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    struck = played(cup, [a, b], [1, 2])
    rulings.void(struck, stage.person(), "the engine was broken")
    played(cup, [a, b], [1, 2], 1)
    fold.fold_all()
    assert Result.objects.get(match=struck).fold_seq == 1
    assert table(cup)[a.pk][2] == 1

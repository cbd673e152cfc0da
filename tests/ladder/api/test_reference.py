"""`/api/v1/leaderboards/<slug>/reference/` and `/api/v1/bots/<id>/opponents/`."""

from ladder.ratings import fold, reference
from tests.ladder import stage
from tests.ladder.api.conftest import Caller


def test_the_reference_ratings_come_with_what_they_were_made_from(get: Caller) -> None:
    cup = stage.competition()
    field = stage.field(cup, 2)
    for _ in range(3):
        stage.counted(cup, field, [2, 1])
    fold.fold_all()
    reference.publish(cup)
    board = get(f"leaderboards/{cup.slug}/reference/")
    assert (board["fold_seq"], board["matches"], board["final"]) == (3, 3, False)
    assert [row["version"] for row in board["rows"]] == [field[1].pk, field[0].pk]
    assert [row["rank"] for row in board["rows"]] == [1, 2]
    assert {seat["players"] for seat in board["seats"]} == {2}


def test_before_the_first_fit_there_is_none(get: Caller) -> None:
    cup = stage.competition()
    assert get(f"leaderboards/{cup.slug}/reference/") == {"competition": cup.slug, "fit": None}


def test_a_bot_s_opponents_are_told_by_competition(get: Caller) -> None:
    cup = stage.competition()
    a, b = stage.field(cup, 2)
    stage.counted(cup, [a, b], [1, 2])
    fold.fold_all()
    (table,) = get(f"bots/{a.bot_id}/opponents/")["competitions"]
    assert table["competition"] == cup.slug
    assert [(each["bot"], each["games"], each["share"]) for each in table["opponents"]] == [
        (b.bot_id, 1, 1.0)
    ]


def test_an_unknown_filter_is_refused(get: Caller) -> None:
    cup = stage.competition()
    get(f"leaderboards/{cup.slug}/reference/", 400, order="up")

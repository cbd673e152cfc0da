"""Rebuilding: while the ladder goes on, whatever staff rule meanwhile, and alike on every database."""

import random
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ladder import rulings
from ladder.models import Competition, FoldState, Match, Rating, RatingEvent, Ruling, Version
from ladder.ratings import fold, rebuild
from ladder.ratings.elo import START, rate
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = [pytest.mark.usefixtures("committing")]

# What SQLite, PostgreSQL and every machine make of `a_fixed_season`.
DIGEST = "812b8fe01c21893b0f5493b0174fb8839c598a9a5eab5f9f2796a3a43d34c25f"


@pytest.fixture
def cup(outbox: Outbox) -> Competition:
    return stage.competition()


def standings(cup: Competition) -> dict[int, tuple[float, float, int]]:
    cup.refresh_from_db()
    rows = Rating.objects.filter(competition=cup, epoch=cup.current_epoch)
    return {row.version_id: (row.r, row.rd, row.games) for row in rows}


def rated(*games: tuple[list[Version], list[int]]) -> dict[int, tuple[float, float, int]]:
    """The standings that these games give, by the formula alone."""
    strengths = {version.pk: (START, 0) for line_up, _ in games for version in line_up}
    for line_up, places in games:
        after = rate([strengths[v.pk][0] for v in line_up], places)
        for version, strength in zip(line_up, after, strict=True):
            strengths[version.pk] = (strength, strengths[version.pk][1] + 1)
    return {version: (s.r, s.rd, games) for version, (s, games) in strengths.items()}


def a_fixed_season(cup: Competition) -> None:
    """Two hundred games of six versions with fixed ids, folded live in pieces of any size."""
    rng = random.Random(42)
    field = [stage.version(stage.bot(cup=cup), pk=900_000 + i) for i in range(6)]
    for i in range(200):
        line_up = rng.sample(field, rng.randint(2, 6))
        points = [rng.randint(0, 3) for _ in line_up]
        stage.counted(cup, line_up, [1 + sum(o > own for o in points) for own in points], i)
        if rng.random() < 0.05:
            fold.fold(cup.pk)
    fold.fold_all()


def check_that_the_digest_is_the_known_one(cup: Competition) -> None:
    a_fixed_season(cup)
    assert fold.digest(cup.pk, 1) == DIGEST
    assert rebuild.rebuild(cup.pk).digest == DIGEST


def test_the_same_season_has_the_same_digest_on_sqlite(cup: Competition) -> None:
    check_that_the_digest_is_the_known_one(cup)


@pytest.mark.postgres
def test_the_same_season_has_the_same_digest_on_postgres(cup: Competition) -> None:
    check_that_the_digest_is_the_known_one(cup)


def in_the_middle(monkeypatch: pytest.MonkeyPatch, event: Callable[[], object]) -> None:
    """Let the event happen once, after a rebuild's first batch of two results."""
    monkeypatch.setattr(rebuild, "BATCH", 2)
    pending = [event]

    def tell(done: int, of: int) -> None:
        if pending:
            pending.pop()()

    monkeypatch.setattr(rebuild.rebuild, "__defaults__", (tell,))


def test_what_is_folded_during_a_rebuild_is_in_it(cup: Competition, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c = stage.field(cup, 3)
    games = [([a, b], [1, 2]), ([b, c], [1, 2]), ([c, a], [1, 2]), ([a, b, c], [3, 2, 1])]
    for i, (line_up, places) in enumerate(games[:3]):
        stage.counted(cup, line_up, places, i)
    fold.fold_all()

    def play_on() -> None:
        stage.counted(cup, *games[3], 9)
        fold.fold_all()

    in_the_middle(monkeypatch, play_on)
    rebuilt = rebuild.rebuild(cup.pk)
    assert (rebuilt.results, rebuilt.same) == (4, True)
    assert standings(cup) == rated(*games)
    assert FoldState.objects.get(epoch=2).last_seq == 4


def test_a_ruling_during_a_rebuild_is_in_it(cup: Competition, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = stage.field(cup, 2)
    struck = stage.counted(cup, [a, b], [1, 2])
    for i in range(1, 4):
        stage.counted(cup, [a, b], [2, 1], i)
    fold.fold_all()
    staff = stage.person()
    in_the_middle(monkeypatch, lambda: rulings.void(struck, staff, "the engine was broken"))
    rebuild.rebuild(cup.pk)
    assert standings(cup) == rated(*[([a, b], [2, 1])] * 3)


def test_a_version_activated_during_a_rebuild_starts_where_the_fold_opened_it(
    cup: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = stage.field(cup, 2)
    for i in range(3):
        stage.counted(cup, [a, b], [1, 2], i)
    fold.fold_all()

    def join() -> None:
        newcomer = stage.version(stage.bot(cup=cup))
        fold.fold_all()
        stage.counted(cup, [newcomer, a], [1, 2], 9)
        fold.fold_all()

    in_the_middle(monkeypatch, join)
    assert rebuild.rebuild(cup.pk).same


def test_a_rebuild_keeps_the_epoch_before_it_and_no_older_one(cup: Competition) -> None:
    stage.counted(cup, stage.field(cup, 2), [1, 2])
    fold.fold_all()
    for _ in range(3):
        rebuild.rebuild(cup.pk)
    for model in (Rating, RatingEvent, FoldState):
        epochs = set(model.objects.values_list("epoch", flat=True))  # type: ignore[attr-defined]
        assert epochs == {3, 4}


def test_a_corrected_match_counts_with_the_corrected_places(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    match = stage.counted(cup, [a, b], [1, 2])
    fold.fold_all()
    staff = stage.person()
    rulings.correct(match, [2, 1], staff, "the tie was broken wrongly")
    assert standings(cup) == rated(([a, b], [2, 1]))
    match.refresh_from_db()
    assert match.result.final_places == [1, 2]


def test_a_correction_before_the_fold_is_folded(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    match = stage.counted(cup, [a, b], [1, 2])
    rulings.correct(match, [1, 1], stage.person(), "a tie")
    fold.fold_all()
    assert standings(cup) == rated(([a, b], [1, 1]))


def test_the_same_correction_twice_is_one_and_another_one_takes_its_place(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    match, staff = stage.counted(cup, [a, b], [1, 2]), stage.person()
    fold.fold_all()
    assert rulings.correct(match, [1, 1], staff, "a tie") == rulings.correct(match, [1, 1], staff, "a tie")
    rulings.correct(match, [2, 1], staff, "after all not")
    assert Ruling.objects.count() == 2
    assert standings(cup) == rated(([a, b], [2, 1]))


@pytest.mark.parametrize("places", [[1, 3], [2, 2], [1], [0, 1]])
def test_a_correction_that_is_no_ranking_is_refused(cup: Competition, places: list[int]) -> None:
    match = stage.counted(cup, stage.field(cup, 2), [1, 2])
    with pytest.raises(Refused, match="wanted 2 by seat"):
        rulings.correct(match, places, stage.person(), "why not")


def test_a_correction_of_what_another_ruling_voided_is_refused_and_says_by_whom(cup: Competition) -> None:
    match = stage.counted(cup, stage.field(cup, 2), [1, 2])
    rulings.void(match, stage.person(username="grace"), "the engine was broken.")
    with pytest.raises(Refused, match="by grace: the engine was broken"):
        rulings.correct(match, [2, 1], stage.person(), "why not")


def test_a_correction_of_an_open_match_is_refused(cup: Competition) -> None:
    match = stage.match(cup, stage.field(cup, 2))
    with pytest.raises(Refused, match="only a finished match has places"):
        rulings.correct(match, [2, 1], stage.person(), "why not")


def test_a_corrected_match_ruled_void_counts_for_nobody(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    match, staff = stage.counted(cup, [a, b], [1, 2]), stage.person()
    stage.counted(cup, [a, b], [1, 2], 1)
    fold.fold_all()
    rulings.correct(match, [2, 1], staff, "the tie was broken wrongly")
    rulings.void(match, staff, "after all, the engine was broken")
    assert standings(cup) == rated(([a, b], [1, 2]))


def test_the_opponents_of_a_disqualified_version_get_their_points_back(cup: Competition) -> None:
    a, b, c = stage.field(cup, 3)
    stage.counted(cup, [a, b], [1, 2])
    stage.counted(cup, [c, b], [1, 2], 1)
    stage.counted(cup, [c, a, b], [1, 2, 3], 2)
    fold.fold_all()
    ruling = rulings.disqualify(c, stage.person(), "it read another bot's mail")
    assert rulings.disqualify(c, stage.person(), "twice") == ruling
    c.refresh_from_db()
    assert (c.state, c.reason) == ("disabled", "it read another bot's mail")
    fresh = {c.pk: (START.r, START.rd, 0)}
    assert standings(cup) == rated(([a, b], [1, 2])) | fresh


def test_a_match_that_a_disqualified_version_finishes_later_rates_nobody(cup: Competition) -> None:
    a, b = stage.field(cup, 2)
    fold.fold_all()
    rulings.disqualify(b, stage.person(), "it read another bot's mail")
    late = stage.counted(cup, [a, b], [1, 2])
    fold.fold_all()
    late.refresh_from_db()
    assert late.result.fold_seq == 1
    assert standings(cup)[a.pk] == (START.r, START.rd, 0)


def test_the_command_tells_results_digest_and_that_nothing_changed(cup: Competition) -> None:
    stage.counted(cup, stage.field(cup, 2), [1, 2])
    fold.fold_all()
    out = StringIO()
    call_command("rebuild_ratings", cup.slug, stdout=out)
    assert out.getvalue().startswith(f"{cup.slug}: 1 results in ")
    assert f"SHA-256 {fold.digest(cup.pk, 2)}, the same as before" in out.getvalue()


def test_the_command_fails_when_the_standings_were_not_what_the_log_gives(cup: Competition) -> None:
    stage.counted(cup, stage.field(cup, 2), [1, 2])
    fold.fold_all()
    Rating.objects.update(r=1234)
    with pytest.raises(CommandError, match="differ from those that the ladder had"):
        call_command("rebuild_ratings", stdout=StringIO())
    assert 1234 not in [r for r, _, _ in standings(cup).values()]


def test_the_command_names_the_competitions_when_one_is_unknown(cup: Competition) -> None:
    with pytest.raises(CommandError, match=f"no competition 'nowhere'; there are: {cup.slug}"):
        call_command("rebuild_ratings", "nowhere")
    assert not Match.objects.exists()

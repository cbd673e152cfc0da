"""Reference ratings are published from the log, once, and come out again."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from ladder import head_to_head, rulings
from ladder.models import Bot, Competition, Fit, Result, Version
from ladder.ratings import fold, nightly, reference
from ladder.ratings.reading import read
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture
def cup(outbox: Outbox) -> Competition:
    return stage.competition()


def season(cup: Competition, versions: list[Version], matches: int, seed: int = 1) -> None:
    """The earlier in the list, the better; folded."""
    rng = random.Random(seed)
    for _ in range(matches):
        seats = rng.sample(range(len(versions)), rng.randint(2, min(4, len(versions))))
        luck = {i: i + rng.gauss(0, 1.5) for i in seats}
        places = [1 + sum(luck[other] < luck[i] for other in seats) for i in seats]
        stage.counted(cup, [versions[i] for i in seats], places)
    fold.fold_all()


def published(cup: Competition) -> Fit:
    fit = reference.publish(cup)
    assert fit is not None
    return fit


def test_nothing_is_published_before_the_first_rated_match(cup: Competition) -> None:
    stage.field(cup, 2)
    fold.fold_all()
    assert reference.publish(cup) is None
    assert reference.due() == []


def test_the_better_ones_stand_higher_with_an_interval_of_ranks(cup: Competition) -> None:
    field = stage.field(cup, 5)
    season(cup, field, 60)
    rows = {row.version_id: row for row in published(cup).ratings.all()}
    assert rows[field[0].pk].r > rows[field[2].pk].r > rows[field[4].pk].r
    assert all(1 <= (row.rank_low or 0) <= (row.rank_high or 0) <= 5 for row in rows.values())
    assert sum(row.games for row in rows.values()) == sum(len(r.final_places) for r in Result.objects.all())


def test_publishing_the_same_log_twice_is_publishing_it_once(cup: Competition) -> None:
    season(cup, stage.field(cup, 3), 10)
    assert published(cup) == published(cup)
    assert Fit.objects.count() == 1


def test_a_fit_begun_from_the_one_before_comes_out_again_to_the_last_digit(cup: Competition) -> None:
    field = stage.field(cup, 4)
    season(cup, field, 30)
    published(cup)
    season(cup, field, 30, seed=2)
    second = published(cup)
    season(cup, field, 10, seed=3)
    assert second.began_from is not None
    assert reference.again(second) == reference.stored(second)


def test_a_fit_reads_no_further_than_the_number_it_names(cup: Competition) -> None:
    field = stage.field(cup, 3)
    season(cup, field, 12)
    assert len(read(cup.pk, 7).log) == 7


def test_a_match_ruled_void_leaves_the_next_fit_and_tells_on_the_former_one(cup: Competition) -> None:
    field = stage.field(cup, 3)
    season(cup, field, 12)
    fit = published(cup)
    rulings.void(Result.objects.get(fold_seq=5).match, stage.person(), "the engine was broken")
    cup.refresh_from_db()
    assert published(cup).matches == fit.matches - 1
    assert reference.again(fit).log_sha256 != fit.log_sha256


def test_reference_bots_keep_the_level_that_their_first_fit_gave_them(cup: Competition) -> None:
    field = stage.field(cup, 4)
    Bot.objects.filter(pk=field[1].bot_id).update(is_reference=True)
    season(cup, field, 40)
    first = published(cup).ratings.get(version=field[1])
    newcomers = stage.field(cup, 3)
    season(cup, [*newcomers, *field], 80, seed=2)
    assert published(cup).ratings.get(version=field[1]).r == pytest.approx(first.r, abs=1e-3)


def test_old_versions_and_strangers_have_no_rank(cup: Competition) -> None:
    field = stage.field(cup, 3)
    season(cup, field, 15)
    season(cup, strangers := stage.field(cup, 2), 5)
    Version.objects.filter(pk=field[2].pk).update(state="superseded")
    rows = {row.version_id: row for row in published(cup).ratings.all()}
    assert rows[field[2].pk].connected
    assert rows[field[2].pk].rank_low is None
    assert (rows[strangers[0].pk].connected, rows[strangers[0].pk].rank_low) == (False, None)
    assert rows[field[0].pk].rank_high == 2


def test_a_competition_is_due_once_a_night_and_when_it_has_closed(cup: Competition) -> None:
    field = stage.field(cup, 3)
    season(cup, field, 5)
    assert reference.due() == [cup]
    fit = published(cup)
    assert reference.due() == []
    season(cup, field, 5, seed=2)
    Fit.objects.filter(pk=fit.pk).update(made=timezone.now())
    evening = datetime.now(UTC).replace(hour=23, minute=59)
    Fit.objects.filter(pk=fit.pk).update(made=evening.replace(hour=12))
    assert reference.due(evening) == []
    assert reference.due(evening + timedelta(hours=5)) == [cup]
    Competition.objects.filter(pk=cup.pk).update(state="closed")
    assert reference.due(evening) == [cup]


def test_the_nightly_fit_starts_one_process_and_no_second_beside_it(
    cup: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    class Child:
        returncode: int | None = None

        def __init__(self, command: list[str], **_: object) -> None:
            started.append(command)

        def poll(self) -> int | None:
            return self.returncode

    season(cup, stage.field(cup, 2), 3)
    monkeypatch.setattr(nightly, "_running", None)
    monkeypatch.setattr(nightly.subprocess, "Popen", Child)
    assert (nightly.start(), nightly.start()) == (1, 0)
    assert [command[-2:] for command in started] == [["fit_ratings", "--due"]]
    monkeypatch.setattr(Child, "returncode", 0)
    assert nightly.start() == 1


def test_the_command_publishes_and_verifies(cup: Competition, capsys: pytest.CaptureFixture[str]) -> None:
    season(cup, stage.field(cup, 3), 10)
    call_command("fit_ratings", cup.slug)
    call_command("fit_ratings", "--verify")
    told = capsys.readouterr().out
    assert "10 matches up to 10, 3 versions" in told
    assert "the same" in told


def test_the_command_says_when_a_fit_does_not_come_out_again(cup: Competition) -> None:
    season(cup, stage.field(cup, 3), 10)
    published(cup).ratings.update(r=1)
    with pytest.raises(CommandError, match="does not come out again"):
        call_command("fit_ratings", "--verify")


def test_the_command_names_the_competitions_that_there_are(cup: Competition) -> None:
    with pytest.raises(CommandError, match=f"there are: {cup.slug}"):
        call_command("fit_ratings", "nowhere")


def test_records_count_better_equal_and_worse_by_opponent(cup: Competition) -> None:
    a, b, c = stage.field(cup, 3)
    stage.counted(cup, [a, b, c], [1, 2, 3])
    stage.counted(cup, [c, a], [1, 1])
    struck = stage.counted(cup, [b, a], [1, 2])
    fold.fold_all()
    rulings.void(struck, stage.person(), "the engine was broken")
    corrected = stage.counted(cup, [a, b], [2, 1])
    rulings.correct(corrected, [1, 2], stage.person(), "the report was read wrongly")
    fold.fold_all()
    cup.refresh_from_db()
    told = {r.opponent: (r.better, r.equal, r.worse, r.share) for r in head_to_head.of_bot(a.bot, cup)}
    assert told == {b.bot_id: (2, 0, 0, 1.0), c.bot_id: (1, 1, 0, 0.75)}

"""The table of who was placed before whom: kept by the fold, alike after a rebuild and an upgrade."""

import random
from importlib import import_module

import pytest
from django.apps import apps

from ladder import head_to_head, rulings
from ladder.models import Competition, HeadToHead
from ladder.ratings import fold, rebuild, tallies
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = [pytest.mark.usefixtures("committing")]


@pytest.fixture
def cup(outbox: Outbox) -> Competition:
    """Thirty matches among five bots, one of them ruled out and one corrected, folded in two pieces."""
    cup, rng = stage.competition(), random.Random(5)
    field = stage.field(cup, 5)
    for i in range(30):
        line_up = rng.sample(field, rng.randint(2, 4))
        match = stage.counted(cup, line_up, [rng.randint(1, 2) for _ in line_up], i)
        if i == 15:
            fold.fold_all()
        if i in (3, 20):
            rulings.void(match, stage.person(), "the engine was broken")
        if i in (4, 21):
            rulings.correct(match, [1] * len(line_up), stage.person(), "a tie")
    fold.fold_all()
    cup.refresh_from_db()
    return cup


def table(cup: Competition) -> list[tuple[int, ...]]:
    cup.refresh_from_db()
    rows = HeadToHead.objects.filter(competition=cup, epoch=cup.current_epoch)
    return sorted(rows.values_list("bot_id", "other_id", "better", "equal", "worse"))


def test_a_rebuild_gives_the_same_table(cup: Competition) -> None:
    before = table(cup)
    assert len(before) == 10  # each of five met each
    rebuild.rebuild(cup.pk)
    assert table(cup) == before


def test_a_long_rebuild_that_writes_in_pieces_gives_the_same_table(
    cup: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table(cup)
    monkeypatch.setattr(rebuild, "BATCH", 3)
    monkeypatch.setattr(tallies, "MOST_KEPT", 4)
    rebuild.rebuild(cup.pk)
    assert table(cup) == before


def test_the_migration_counts_what_the_fold_counted(
    cup: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table(cup)
    HeadToHead.objects.all().delete()
    migration = import_module("ladder.migrations.0010_head_to_head")
    monkeypatch.setattr(migration, "BATCH", 7)
    migration.fill(apps, None)
    assert table(cup) == before


def test_both_sides_of_a_pair_tell_the_same(cup: Competition) -> None:
    bots = [entry.bot for entry in cup.entries.all()]
    told = {(bot.pk, r.opponent): r for bot in bots for r in head_to_head.of_bot(bot, cup)}
    assert len(told) == 20
    for (bot, other), record in told.items():
        mirrored = told[other, bot]
        assert (record.better, record.equal, record.worse) == (
            mirrored.worse,
            mirrored.equal,
            mirrored.better,
        )


@pytest.mark.postgres
def test_the_table_is_the_same_on_postgres(cup: Competition) -> None:
    before = table(cup)
    rebuild.rebuild(cup.pk)
    assert table(cup) == before

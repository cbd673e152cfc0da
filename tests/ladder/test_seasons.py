"""What may change while a competition runs, exact versions at the freeze, and the next season."""

from typing import Any

import pytest

from ladder import bots, competitions, courses, entries, filling, leaderboards
from ladder.bots import UploadRefused
from ladder.models import Competition, Entry, Member, Notice
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture(autouse=True)
def _blobs(settings: object, tmp_path: object, outbox: Outbox) -> None:
    settings.BLOB_ROOT = tmp_path  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("state", "values", "named"),
    [
        ("draft", {"ruleset": "flight"}, ""),
        ("open", {"ruleset": "flight"}, "ruleset"),
        ("open", {"min_players": 3}, "min_players"),
        ("open", {"pseudonyms": True}, "pseudonyms"),
        ("open", {"active_bots": 1, "rules_text": "# New", "is_private": True}, ""),
        ("frozen", {"slug": "other"}, "slug"),
        ("frozen", {"replays_shown": "never"}, ""),
        ("closed", {"active_bots": 1}, "active_bots"),
        ("closed", {"logs_shown": "at-once", "name": "Old Cup"}, ""),
    ],
)
def test_which_fields_may_change_in_which_state(state: str, values: dict[str, Any], named: str) -> None:
    cup = stage.competition(state)
    if named:
        with pytest.raises(Refused, match=named):
            competitions.change(cup, **values)
    changed = cup if named else competitions.change(cup, **values)
    changed.refresh_from_db()
    for name, value in values.items():
        assert (getattr(changed, name) == value) is not bool(named)


def test_what_stays_the_same_is_no_change() -> None:
    cup = stage.competition("closed")
    competitions.change(cup, ruleset=cup.ruleset, active_bots=cup.active_bots)


def test_matches_planned_before_a_change_keep_their_limits() -> None:
    cup = stage.competition("draft")
    match = stage.match(cup, stage.field(cup, 2))
    competitions.change(cup, limits=cup.limits | {"memory_mb": 64})
    match.refresh_from_db()
    assert match.limits["memory_mb"] == 256


def test_a_frozen_competitions_board_shows_the_versions_of_the_freeze() -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    first = stage.version(bot)
    competitions.move(cup, "frozen")
    second = stage.version(bot, state="ready", number=2)
    bots.activate(second)
    assert [row.version for row in leaderboards.rows(cup)] == [first.pk]
    competitions.move(cup, "open")
    assert [row.version for row in leaderboards.rows(cup)] == [second.pk]


def test_nobody_leaves_what_is_frozen() -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    competitions.move(cup, "frozen")
    with pytest.raises(Refused, match="standings stay"):
        bots.leave(bot, cup)


def test_a_next_season_takes_terms_people_and_entries_over_once() -> None:
    cup = stage.competition(min_players=3)
    competitions.change(cup, rules_text="Be kind.", is_private=True)
    ada = stage.person()
    courses.join(cup, ada)
    version = stage.version(stage.bot(ada, cup))
    out = Entry.objects.create(competition=cup, bot=stage.bot(ada), disabled="it copies")
    competitions.move(cup, "closed")
    following = competitions.next_season(cup, "spring-2", "Spring 2", carry_over=True)
    assert competitions.next_season(cup, "spring-3", "Spring 3", carry_over=True) == following
    assert (following.state, following.min_players, following.rules_text) == ("draft", 3, "Be kind.")
    assert (following.predecessor, following.opens, following.join_code) == (cup, None, "")
    assert [entry.bot for entry in following.entries.all()] == [version.bot]
    assert Member.objects.filter(competition=following, person=ada).exists()
    assert out.competition == cup
    competitions.move(following, "open")
    assert leaderboards.rows(following)[0].games == 0


def test_an_open_competition_has_no_next_season_yet() -> None:
    with pytest.raises(Refused, match="freeze or close it"):
        competitions.next_season(stage.competition(), "next", "Next", carry_over=False)


def test_an_owner_enters_no_more_bots_than_the_competition_takes() -> None:
    cup = stage.competition()
    competitions.change(cup, active_bots=2)
    ada = stage.person()
    for _ in range(2):
        bots.enter(stage.bot(ada), cup)
    with pytest.raises(Refused, match="2 is the most"):
        bots.enter(stage.bot(ada), cup)
    bots.enter(stage.bot(ada, is_reference=True), cup)


def test_a_private_competition_takes_the_bots_of_its_people() -> None:
    cup = stage.competition()
    competitions.change(cup, is_private=True)
    bot = stage.bot()
    with pytest.raises(Refused, match="ask its organiser"):
        bots.enter(bot, cup)
    courses.join(cup, bot.owner)
    assert bots.enter(bot, cup) == bots.enter(bot, cup)


def test_uploads_keep_to_language_size_and_number_of_the_competition() -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    competitions.change(cup, languages=["javascript"])
    with pytest.raises(UploadRefused, match="javascript only; found python"):
        bots.accept(bot, "bot.py", b"print(1)\n")
    competitions.change(cup, languages=[], max_upload_kb=1)
    with pytest.raises(UploadRefused, match="at most 1 KiB; found 2 KiB"):
        bots.accept(bot, "bot.py", b"#" * 1025)
    competitions.change(cup, max_upload_kb=None, uploads_per_day=1)
    bots.accept(bot, "bot.py", b"print(1)\n")
    with pytest.raises(UploadRefused, match="the limit is 1"):
        bots.accept(bot, "bot.py", b"print(2)\n")


def test_an_entry_that_the_organiser_took_out_is_not_drawn_and_its_owner_knows_why() -> None:
    cup = stage.competition()
    line_up = stage.field(cup, 2)
    entry = Entry.objects.get(bot=line_up[0].bot)
    entries.disable(entry, "It copies another bot.")
    entries.disable(entry, "It copies another bot.")
    assert filling.fill() == 0
    assert [row.version for row in leaderboards.rows(cup)] == [line_up[1].pk]
    assert "It copies another bot." in Notice.objects.get().text
    entries.enable(entry)
    assert filling.fill() > 0


def test_taking_an_entry_out_needs_a_reason() -> None:
    cup = stage.competition()
    stage.bot(cup=cup)
    with pytest.raises(Refused, match="Say why"):
        entries.disable(Entry.objects.get(), " ")


def test_private_competitions_are_nobodys_default() -> None:
    cup = stage.competition()
    Competition.objects.update(is_private=True)
    assert competitions.default() is None
    assert cup.state == "open"

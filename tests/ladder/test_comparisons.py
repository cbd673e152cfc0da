"""Two versions compared on the site: same decks, seats and opponents, until it is decided."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from ladder import access, accounts, comparisons, results
from ladder.models import (
    Bot,
    ComparedGame,
    Competition,
    Match,
    Notice,
    RatingEvent,
    User,
    Version,
    VersionComparison,
    Worker,
)
from ladder.ratings import fold
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.usefixtures("committing")

Places = Callable[[ComparedGame], list[int]]


@pytest.fixture
def cup(outbox: Outbox) -> Competition:
    """Tables of two, with three house bots."""
    cup, house = stage.competition(min_players=2, max_players=3), stage.person(username="house")
    for _ in range(3):
        stage.version(stage.bot(house, cup, is_reference=True))
    return cup


@pytest.fixture
def ada(cup: Competition) -> User:
    return stage.person(username="ada")


@pytest.fixture
def versions(cup: Competition, ada: User) -> tuple[Version, Version]:
    """A new one that is ready, and the one that plays."""
    bot = stage.bot(ada, cup)
    old = stage.version(bot)
    return stage.version(bot, state="ready", number=2), old


def asked(cup: Competition, versions: tuple[Version, Version], **fields: int) -> VersionComparison:
    return comparisons.ask(versions[0].bot.owner, cup, *versions, **fields)  # type: ignore[arg-type]


def play(comparison: VersionComparison, places: Places, most: int = 200) -> None:
    """Go on and play whatever is planned, until it is over."""
    for _ in range(most):
        comparison.refresh_from_db()
        if comparison.state != "running":
            return
        comparisons.go_on()
        for game in comparison.games.filter(match__state="queued").select_related("match"):
            attempt = game.match.attempts.get()
            results.record(stage.report(attempt, places(game)))


def ahead(game: ComparedGame, wins: bool) -> list[int]:
    """The compared version first, or last."""
    players = game.match.players
    rest = iter(range(2, players + 1) if wins else range(1, players))
    return [(1 if wins else players) if seat == game.seat else next(rest) for seat in range(players)]


def test_a_block_is_every_seat_and_both_versions_with_one_deck_and_the_same_seeds(
    cup: Competition, versions: tuple[Version, Version]
) -> None:
    comparison = asked(cup, versions, players=3)
    assert comparisons.go_on() == 1
    games = list(comparison.games.select_related("match"))
    assert {(g.seat, g.is_first) for g in games} == {(s, f) for s in range(3) for f in (True, False)}
    assert len({g.match.seed for g in games}) == 1
    assert {(g.match.kind, g.match.rated, g.match.block) for g in games} == {
        ("comparison", False, f"comparison-{comparison.pk}-1")
    }
    tables = {}
    for game in games:
        seats = list(game.match.seats.order_by("seat"))
        own = versions[0] if game.is_first else versions[1]
        assert seats[game.seat].version_id == own.pk
        others = tuple((s.version_id, s.bot_seed) for s in seats if s.seat != game.seat)
        tables.setdefault(game.seat, set()).add((others, seats[game.seat].bot_seed))
    assert all(len(found) == 1 for found in tables.values())


def test_each_block_has_a_deck_of_its_own_and_the_next_opponent(
    cup: Competition, versions: tuple[Version, Version]
) -> None:
    comparison = asked(cup, versions)
    for _ in range(3):
        comparisons.go_on()
        Match.objects.filter(state="queued").update(state="void", void_reason="x", finished=timezone.now())
    games = comparison.games.order_by("pk")
    assert len(set(games.values_list("match__seed", flat=True))) == 3
    opponents = [
        set(g.match.seats.values_list("version", flat=True)) - {v.pk for v in versions} for g in games
    ]
    assert [opponents[4 * block] for block in range(3)] == [{pk} for pk in comparison.opponents]


def test_the_better_version_is_found_early_and_its_owner_is_told(
    cup: Competition, versions: tuple[Version, Version]
) -> None:
    comparison = asked(cup, versions)
    play(comparison, lambda game: ahead(game, game.is_first))
    found = comparisons.finding(comparison)
    assert (comparison.state, found.verdict.value) == ("ended", "better")
    assert found.difference.mean == 1.0
    assert found.difference.blocks == 6
    assert f"{versions[0]} is better than {versions[1]}" in Notice.objects.get(person=comparison.asker).text


def test_the_worse_version_is_found_too(cup: Competition, versions: tuple[Version, Version]) -> None:
    comparison = asked(cup, versions)
    play(comparison, lambda game: ahead(game, not game.is_first))
    assert comparisons.finding(comparison).verdict.value == "worse"


def test_equal_versions_are_alike_or_the_last_block_ends_it(
    cup: Competition, versions: tuple[Version, Version], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparisons, "MOST_BLOCKS", 8)
    comparison, rng = asked(cup, versions), random.Random(3)
    play(comparison, lambda game: ahead(game, rng.random() < 0.5))
    assert comparison.state == "ended"
    assert comparison.games.values("block").distinct().count() <= 8
    assert comparisons.finding(comparison).verdict.value in ("alike", "open")


def test_a_block_with_a_void_game_is_left_out(cup: Competition, versions: tuple[Version, Version]) -> None:
    comparison = asked(cup, versions)
    comparisons.go_on()
    games = list(comparison.games.select_related("match"))
    for game in games[1:]:
        results.record(stage.report(game.match.attempts.get(), ahead(game, game.is_first)))
    Match.objects.filter(pk=games[0].match_id).update(state="void", void_reason="x", finished=timezone.now())
    assert comparisons.finding(comparison).difference.blocks == 0
    assert comparisons.go_on() == 1
    assert comparison.games.count() == 8


def test_a_comparison_moves_no_rating(cup: Competition, versions: tuple[Version, Version]) -> None:
    play(asked(cup, versions), lambda game: ahead(game, game.is_first))
    fold.fold_all()
    assert not RatingEvent.objects.exists()


def test_one_block_at_a_time_is_played_for_every_four_workers(
    cup: Competition, versions: tuple[Version, Version]
) -> None:
    asked(cup, versions)
    for _ in range(2):
        bot = stage.bot(cup=cup)
        stage_versions = stage.version(bot, state="ready", number=2), stage.version(bot)
        asked(cup, stage_versions)
    assert comparisons.go_on() == 1
    assert comparisons.go_on() == 0
    for i in range(8):
        Worker.objects.create(name=f"w{i}", last_seen=timezone.now() + timedelta(hours=1))
    assert comparisons.go_on() == 1


def test_asking_twice_is_asking_once(cup: Competition, versions: tuple[Version, Version]) -> None:
    assert asked(cup, versions) == asked(cup, versions)
    assert VersionComparison.objects.count() == 1


def test_what_cannot_be_compared_is_refused_with_the_reason(
    cup: Competition, versions: tuple[Version, Version], ada: User
) -> None:
    new, old = versions
    stranger = stage.version(stage.bot(cup=cup))
    for first, second, words in ((new, new, "choose two"), (new, stranger, "not yours")):
        with pytest.raises(Refused, match=words):
            comparisons.ask(ada, cup, first, second)
    with pytest.raises(Refused, match="none of the bots that are compared"):
        comparisons.ask(ada, cup, new, old, [old.bot])
    with pytest.raises(Refused, match="3 players need 2"):
        comparisons.ask(ada, cup, new, old, [stranger.bot], 3)
    with pytest.raises(Refused, match="is played by 2 to 3"):
        comparisons.ask(ada, cup, new, old, [], 5)
    Competition.objects.update(state="frozen")
    cup.refresh_from_db()
    with pytest.raises(Refused, match="is frozen"):
        comparisons.ask(ada, cup, new, old)


def test_one_at_a_time_and_five_a_day(cup: Competition, versions: tuple[Version, Version], ada: User) -> None:
    first = asked(cup, versions)
    with pytest.raises(Refused, match="one at a time"):
        asked(cup, versions, players=3)
    comparisons.cancel(first, ada)
    for _ in range(4):
        comparisons.cancel(asked(cup, versions), ada)
    with pytest.raises(Refused, match="5 comparisons a day"):
        asked(cup, versions)


def test_a_comparison_ends_with_a_reason_when_somebody_cannot_play_any_more(
    cup: Competition, versions: tuple[Version, Version]
) -> None:
    comparison = asked(cup, versions)
    Version.objects.filter(pk=comparison.opponents[1]).update(state="disabled")
    comparisons.go_on()
    comparison.refresh_from_db()
    assert comparison.state == "cancelled"
    assert "is Disabled now" in comparison.reason
    assert "was cancelled" in Notice.objects.get(person=comparison.asker).text


def test_a_deleted_account_compares_nothing_any_more(
    cup: Competition, versions: tuple[Version, Version], ada: User
) -> None:
    comparison = asked(cup, versions)
    accounts.delete(ada)
    comparisons.go_on()
    comparison.refresh_from_db()
    assert comparison.state == "cancelled"


def test_its_matches_are_seen_by_the_people_of_the_versions_alone(
    cup: Competition, versions: tuple[Version, Version], ada: User
) -> None:
    comparisons.go_on() or asked(cup, versions)
    comparisons.go_on()
    match = ComparedGame.objects.all()[0].match
    house = Bot.objects.filter(is_reference=True)[0].owner
    seen = {
        who.username for who in (ada, house, stage.person(), cup.organiser) if match in access.matches(who)
    }
    assert seen == {"ada"}
    assert match in access.matches(stage.person(is_staff=True))
    assert match not in access.listed_matches(ada)


def test_the_pages_ask_show_and_stop(
    cup: Competition, versions: tuple[Version, Version], ada: User, client: Client
) -> None:
    client.force_login(ada)
    new, old = versions
    form = {"competition": cup.slug, "first": new.pk, "second": old.pk, "opponents": "", "players": ""}
    assert client.get(f"/comparisons/?first={new.pk}").status_code == 200
    there = client.post("/comparisons/", form).headers["Location"]
    comparisons.go_on()
    page = client.get(there).text
    assert "0 of at most 60 blocks" in page
    assert "not known yet" in page
    client.post(f"{there}cancel/")
    assert "cancelled by who asked" in client.get("/comparisons/").text
    refused = client.post("/comparisons/", form | {"second": new.pk})
    assert (refused.status_code, "choose two versions" in refused.text) == (400, True)


def test_others_do_not_find_a_comparison(
    cup: Competition, versions: tuple[Version, Version], client: Client
) -> None:
    comparison = asked(cup, versions)
    assert client.get(f"/comparisons/{comparison.pk}/").status_code == 302
    client.force_login(stage.person())
    assert client.get(f"/comparisons/{comparison.pk}/").status_code == 404
    assert client.post(f"/comparisons/{comparison.pk}/cancel/").status_code == 404

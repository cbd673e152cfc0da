"""The list of matches and a match's page, and who may see what of it."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ladder import blobs, rulings
from ladder.models import Competition, Match, MatchSeat, Version
from tests.ladder import stage
from tests.ladder.web import played
from tests.ladder.web.conftest import Reader


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


@pytest.fixture
def pair(cup: Competition) -> list[Version]:
    return stage.field(cup, 2)


def test_no_match_at_all_is_explained(client: Client, read: Reader) -> None:
    assert "No match fits. They are made as soon as two bots" in read(client, "/matches/").text


def test_the_newest_match_comes_first(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    first, second = stage.match(cup, pair), stage.match(cup, pair)
    rows = [row.text for row in read(client, "/matches/").all("tr")[1:]]
    assert [int(row.split()[0]) for row in rows] == [second.pk, first.pk]


def test_filters_by_competition_state_and_bot(client: Client, read: Reader, cup: Competition) -> None:
    other = stage.competition()
    wanted = played.match(cup, stage.field(cup, 2))
    stage.match(cup, stage.field(cup, 2))
    stage.match(other, stage.field(other, 2))
    bot = wanted.seats.get(seat=0).version.bot
    for query in ({"competition": cup.slug, "state": "finished"}, {"bot": bot.name}, {"state": "finished"}):
        rows = read(client, "/matches/", **query).all("tr")[1:]
        assert [int(row.text.split()[0]) for row in rows] == [wanted.pk]


@pytest.mark.parametrize(
    "query",
    [{"state": "odd"}, {"competition": "nowhere"}, {"bot": "Nobody"}, {"before": "x"}, {"before": "9" * 30}],
)
def test_a_filter_that_cannot_be_meant_is_answered_with_400(
    client: Client, read: Reader, query: dict[str, str]
) -> None:
    assert "The filter above cannot be read" in read(client, "/matches/", 400, **query).text


def test_older_matches_are_on_the_next_page(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    made = [stage.match(cup, pair) for _ in range(51)]
    page = read(client, "/matches/", state="planned")
    older = next(link for link in page.all("a") if link.text == "Older").attributes["href"]
    rows = read(client, f"/matches/{older}").all("tr")[1:]
    assert [int(row.text.split()[0]) for row in rows] == [made[0].pk]


def test_trials_and_drafts_are_not_listed(client: Client, read: Reader, cup: Competition) -> None:
    stage.match(cup, stage.field(cup, 1) * 2, kind="trial")
    draft = stage.competition(state="draft")
    stage.match(draft, stage.field(draft, 2))
    assert "No match fits" in read(client, "/matches/").text


def test_the_list_takes_as_many_queries_for_many_matches_as_for_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, cup: Competition, pair: list[Version]
) -> None:
    for number in (1, 20):
        for _ in range(number):
            stage.match(cup, pair)
        with django_assert_num_queries(5):
            client.get("/matches/")


def test_a_match_that_waits_says_so_and_keeps_itself_up_to_date(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    page = read(client, f"/matches/{stage.match(cup, pair).pk}/")
    assert "planned" in page.text
    assert any("data-hx-get" in element.attributes for element in page.all("div"))


def test_a_running_match_names_its_worker(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    running = stage.match(cup, pair)
    stage.started(running)
    text = read(client, f"/matches/{running.pk}/").text
    assert "running" in text
    assert "w1" in text


def test_a_finished_match_shows_places_scores_ratings_and_the_game(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    match = played.match(cup, pair)
    page = read(client, f"/matches/{match.pk}/")
    winner = match.seats.get(final_place=1) if match.seats.filter(final_place=2) else match.seats.get(seat=0)
    assert winner.version.bot.name in page.all("tr")[1].text
    assert str(winner.score) in page.all("tr")[1].text
    assert "+" in page.all("tr")[1].text
    assert "Round 1" in page.text
    assert winner.version.bot.name in page.all("details")[0].text
    assert not any("data-hx-get" in element.attributes for element in page.all("div"))


def test_a_replay_that_is_gone_leaves_the_rest_of_the_page(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    match = played.match(cup, pair)
    blobs.path(match.result.replay_sha256).unlink()
    assert "The replay cannot be told right now" in read(client, f"/matches/{match.pk}/").text


def test_a_void_match_says_why_and_what_was_tried(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    match = stage.match(cup, pair)
    stage.started(match)
    rulings.void(match, stage.person(is_staff=True), "the deck was marked")
    text = read(client, f"/matches/{match.pk}/").text
    assert "void" in text
    assert "the deck was marked" in text
    assert "How it was played" in text


def test_a_finished_match_that_was_ruled_void_says_so(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    match = played.match(cup, pair)
    rulings.void(match, stage.person(is_staff=True), "a card was missing")
    assert "a card was missing" in read(client, f"/matches/{match.pk}/").text


def test_an_unknown_match_is_not_found(client: Client, read: Reader) -> None:
    for address in ("/matches/1/", "/matches/0/", f"/matches/{10**17}/", f"/matches/{'9' * 40}/"):
        read(client, address, 404)


@pytest.fixture
def faulty(cup: Competition, pair: list[Version]) -> Match:
    fault = stage.fault(
        0, "illegal", received="SECRET-LINE", stderr_tail="SECRET-TRACE", message="SECRET-WORDS"
    )
    match = played.match(cup, pair, faults=[fault])
    MatchSeat.objects.filter(match=match, seat=0).update(log="SECRET-LOG")
    return match


def test_everybody_sees_that_a_bot_was_at_fault_but_not_with_what(
    client: Client, read: Reader, faulty: Match
) -> None:
    read_by_nobody = read(client, f"/matches/{faulty.pk}/").text
    client.force_login(stage.person())
    read_by_another = read(client, f"/matches/{faulty.pk}/").text
    client.force_login(faulty.seats.get(seat=1).version.bot.owner)
    read_by_the_opponent = read(client, f"/matches/{faulty.pk}/").text
    for text in (read_by_nobody, read_by_another, read_by_the_opponent):
        assert "made a choice that is not legal" in text
        assert "SECRET" not in text


def test_the_owner_and_staff_see_fault_and_log(client: Client, read: Reader, faulty: Match) -> None:
    for person in (faulty.seats.get(seat=0).version.bot.owner, stage.person(is_staff=True)):
        client.force_login(person)
        text = read(client, f"/matches/{faulty.pk}/").text
        for secret in ("SECRET-LINE", "SECRET-WORDS", "SECRET-LOG"):
            assert secret in text


def test_a_trial_is_its_owners_and_the_staffs(client: Client, read: Reader, cup: Competition) -> None:
    version = stage.version(stage.bot(cup=cup), state="trial")
    trial = played.match(cup, [version, version], kind="trial")
    read(client, f"/matches/{trial.pk}/", 404)
    client.force_login(stage.person())
    read(client, f"/matches/{trial.pk}/", 404)
    for person in (version.bot.owner, stage.person(is_staff=True)):
        client.force_login(person)
        text = read(client, f"/matches/{trial.pk}/").text
        assert "Trial game" in text
        assert f"{version.bot.name}, seat 1" in text


def test_the_page_takes_as_many_queries_for_six_seats_as_for_two(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (2, 6):
        cup = stage.competition(max_players=6)
        match = played.match(cup, stage.field(cup, players))
        with django_assert_num_queries(5):
            client.get(f"/matches/{match.pk}/")


def test_a_finished_match_has_the_viewer_and_a_planned_one_has_none(
    client: Client, read: Reader, cup: Competition, pair: list[Version]
) -> None:
    match = played.match(cup, pair)
    viewer = read(client, f"/matches/{match.pk}/").all("evo-replay")[0]
    assert viewer.attributes["src"] == f"/api/v1/matches/{match.pk}/frames/"
    assert not read(client, f"/matches/{stage.match(cup, pair).pk}/").all("evo-replay")


def test_a_file_of_ones_own_can_be_watched(client: Client, read: Reader) -> None:
    page = read(client, "/watch/")
    assert page.all("evo-replay")[0].attributes["play-out"] == "/api/v1/frames/"
    assert "Watching a file needs scripts" in page.text

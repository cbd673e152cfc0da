"""A bot's page and a version's page, and who may see what of them."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ladder import bots
from ladder.models import Version
from tests.ladder import stage
from tests.ladder.web import played
from tests.ladder.web.conftest import Reader


def test_a_bot_without_versions_matches_and_competition_says_so(client: Client, read: Reader) -> None:
    text = read(client, f"/bots/{stage.bot().pk}/").text
    for words in ("in no competition", "Nothing is uploaded yet", "It has not played yet"):
        assert words in text


def test_a_bot_that_waits_for_its_first_match_is_told(client: Client, read: Reader) -> None:
    version = stage.version(stage.bot(cup=stage.competition()))
    assert "No rated match yet" in read(client, f"/bots/{version.bot_id}/").text


def test_a_bot_shows_versions_matches_and_rating_over_time(client: Client, read: Reader) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    matches = [played.match(cup, pair) for _ in range(3)]
    page = read(client, f"/bots/{pair[0].bot_id}/")
    assert "active" in page.text
    assert len(page.all("polyline")) == 1
    assert len(page.all("polyline")[0].attributes["points"].split()) == 3
    for match in matches:
        assert f"/matches/{match.pk}/" in {link.attributes.get("href") for link in page.all("a")}


def test_a_new_version_is_marked_in_the_chart(client: Client, read: Reader) -> None:
    cup = stage.competition()
    first, opponent = stage.field(cup, 2)
    for _ in range(2):
        played.match(cup, [first, opponent])
    bots.retire(first)
    second = stage.version(first.bot, number=2)
    for _ in range(2):
        played.match(cup, [second, opponent])
    texts = [text.text for text in read(client, f"/bots/{first.bot_id}/").all("text")]
    assert "v2" in texts


def test_an_unknown_bot_is_not_found(client: Client, read: Reader) -> None:
    read(client, "/bots/4711/", 404)


def test_the_page_takes_as_many_queries_for_many_matches_as_for_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    for number in (1, 8):
        for _ in range(number):
            played.match(cup, pair)
        with django_assert_num_queries(20):
            client.get(f"/bots/{pair[0].bot_id}/")


STATES_IN_WORDS = {
    "queued": "waits for a worker",
    "building": "checks it in the sandbox",
    "trial": "against copies of itself",
    "ready": "waits for its owner to activate",
    "active": "It plays",
    "superseded": "A newer version plays",
    "retired": "took it off the ladder",
    "disabled": "by the organisers",
    "rejected": "did not pass",
}


@pytest.mark.parametrize(("state", "words"), STATES_IN_WORDS.items())
def test_every_state_of_a_version_is_explained(client: Client, read: Reader, state: str, words: str) -> None:
    version = stage.version(stage.bot(), state=state)
    assert words in read(client, f"/versions/{version.pk}/").text


@pytest.mark.parametrize("state", STATES_IN_WORDS)
def test_a_version_is_polled_only_while_its_state_is_not_final(
    client: Client, read: Reader, state: str
) -> None:
    version = stage.version(stage.bot(), state=state)
    page = read(client, f"/versions/{version.pk}/")
    polled = any("data-hx-get" in element.attributes for element in page.all("div"))
    assert polled == (state in ("queued", "building", "trial"))


@pytest.fixture
def rejected() -> Version:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    trial = stage.match(cup, [stage.version(bot, state="retired")] * 2, kind="trial")
    return stage.version(
        bot, state="rejected", number=2, reason="SECRET-REASON", log="SECRET-LOG", trial_match=trial
    )


def test_reason_log_and_trial_are_private(client: Client, read: Reader, rejected: Version) -> None:
    for person in (None, stage.person()):
        if person:
            client.force_login(person)
        for address in (f"/versions/{rejected.pk}/", f"/bots/{rejected.bot_id}/"):
            page = read(client, address)
            assert "rejected" in page.text
            assert "SECRET" not in page.text
            assert f"/matches/{rejected.trial_match_id}/" not in {
                link.attributes.get("href") for link in page.all("a")
            }


def test_the_owner_and_staff_see_reason_log_and_trial(
    client: Client, read: Reader, rejected: Version
) -> None:
    for person in (rejected.bot.owner, stage.person(is_staff=True)):
        client.force_login(person)
        page = read(client, f"/versions/{rejected.pk}/")
        assert "SECRET-REASON" in page.text
        assert "SECRET-LOG" in page.text
        assert f"/matches/{rejected.trial_match_id}/" in {
            link.attributes.get("href") for link in page.all("a")
        }


def test_only_the_owner_is_offered_to_retire(client: Client, read: Reader) -> None:
    version = stage.version(stage.bot())
    client.force_login(stage.person(is_staff=True))
    assert "Retire" not in read(client, f"/versions/{version.pk}/").text
    client.force_login(version.bot.owner)
    assert "Retire" in read(client, f"/versions/{version.pk}/").text

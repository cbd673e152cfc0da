"""Topics: who may follow which, and what makes their stamps change."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client

from ladder import competitions
from ladder.models import Match, Version
from ladder.web.live import topics
from ladder.web.live.topics import BadTopic, Topic
from tests.ladder import stage
from tests.ladder.web import played


def stamp(topic: Topic) -> str:
    cache.clear()
    return topics.now([topic])[topic].stamp


def test_a_board_brings_the_table_of_the_page_and_changes_with_the_ratings(client: Client) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    topic = topics.parse(f"board:{cup.slug}:50")
    news = topics.now([topic])[topic]
    assert news.html is not None
    assert news.html in client.get(f"/c/{cup.slug}/").content.decode()
    played.match(cup, pair)
    assert stamp(topic) != news.stamp


def test_pages_name_the_topics_that_they_show(client: Client) -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    queued = stage.version(stage.bot(), state="queued")
    for address, topic in (
        ("/", f"board:{cup.slug}:25"),
        ("/", "feed"),
        (f"/c/{cup.slug}/", f"board:{cup.slug}:50"),
        ("/live/", "feed"),
        (f"/matches/{match.pk}/", f"match:{match.pk}"),
        (f"/versions/{queued.pk}/", f"version:{queued.pk}"),
    ):
        assert f'data-topic="{topic}"' in client.get(address).content.decode()
        topics.require(AnonymousUser(), [topics.parse(topic)])
    assert "data-topic" not in client.get(f"/c/{cup.slug}/?q=bot").content.decode()


def test_a_match_changes_when_it_is_played_and_when_it_is_rated() -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    topic = Topic("match", str(match.pk))
    stamps = [stamp(topic)]
    Match.objects.filter(pk=match.pk).update(state="running")
    stamps.append(stamp(topic))
    assert len(set(stamps)) == 2


def test_an_upload_changes_with_its_state_and_its_log() -> None:
    version = stage.version(stage.bot(), state="queued")
    topic = Topic("version", str(version.pk))
    stamps = [stamp(topic)]
    for changed in ({"state": "building"}, {"log": "looks well"}, {"log": "looks well indeed"}):
        Version.objects.filter(pk=version.pk).update(**changed)
        stamps.append(stamp(topic))
    assert len(set(stamps)) == 4


def test_the_feed_changes_when_a_match_begins_and_when_one_ends() -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    stamps = [stamp(Topic("feed"))]
    played.match(cup, pair)
    stamps.append(stamp(Topic("feed")))
    stage.started(stage.match(cup, pair))
    stamps.append(stamp(Topic("feed")))
    assert len(set(stamps)) == 3


def test_tv_changes_with_the_latest_match_and_is_silent_without_one() -> None:
    assert topics.now([Topic("tv")]) == {}
    cup = stage.competition()
    match = played.match(cup, stage.field(cup, 2))
    assert stamp(Topic("tv")) == str(match.pk)


def test_what_is_gone_is_left_out() -> None:
    gone = [Topic("match", "999"), Topic("version", "999"), Topic("board", "nowhere:25")]
    assert topics.now(gone) == {}


def test_only_who_may_see_a_thing_may_follow_it() -> None:
    hidden = stage.competition()
    competitions.change(hidden, is_private=True)
    pair = stage.field(hidden, 2)
    match = stage.match(hidden, pair)
    closed = [
        Topic("board", f"{hidden.slug}:25"),
        Topic("match", str(match.pk)),
        Topic("version", str(pair[0].pk)),
    ]
    for topic in closed:
        with pytest.raises(BadTopic, match="not for everybody"):
            topics.require(AnonymousUser(), [topic])
        topics.require(pair[0].bot.owner, [topic])
        topics.require(stage.person(is_staff=True), [topic])


def test_a_private_competition_is_not_in_the_feed() -> None:
    hidden = stage.competition()
    competitions.change(hidden, is_private=True)
    played.match(hidden, stage.field(hidden, 2))
    assert "Nothing is being played" in (topics.now([Topic("feed")])[Topic("feed")].html or "")

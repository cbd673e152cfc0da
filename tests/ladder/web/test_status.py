"""The status page."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ladder import health, sightings
from ladder.models import Worker
from tests.ladder import stage
from tests.ladder.web import played
from tests.ladder.web.conftest import Reader


def test_without_workers_it_says_that_nothing_is_lost(client: Client, read: Reader) -> None:
    text = read(client, "/status/").text
    assert "No worker can play right now" in text
    assert "No worker was heard of" in text


def test_a_working_worker_and_what_it_played(client: Client, read: Reader) -> None:
    cup = stage.competition()
    played.match(cup, stage.field(cup, 2))
    text = read(client, "/status/").text
    assert "1 worker plays matches; 1 game in the last hour" in text
    assert "w1 on box well full" in text


def test_a_worker_in_trouble_says_why(client: Client, read: Reader) -> None:
    sightings.see(replace(stage.WORKER, trouble="no cgroup can be made"))
    text = read(client, "/status/").text
    assert "takes no match no cgroup can be made" in text
    assert "No worker can play right now" in text


def test_a_drained_worker_is_marked_and_not_counted(client: Client, read: Reader) -> None:
    sightings.see(stage.WORKER)
    Worker.objects.update(drained=timezone.now())
    text = read(client, "/status/").text
    assert "w1 on box drained" in text
    assert "No worker can play right now" in text


def test_a_worker_that_is_silent_is_marked_and_then_forgotten(client: Client, read: Reader) -> None:
    sightings.see(stage.WORKER)
    Worker.objects.update(last_seen=timezone.now() - timedelta(minutes=5))
    assert "silent" in read(client, "/status/").text
    Worker.objects.update(last_seen=timezone.now() - timedelta(hours=2))
    assert "No worker was heard of" in read(client, "/status/").text


def test_what_is_under_way_is_counted(client: Client, read: Reader) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    stage.match(cup, pair)
    stage.started(stage.match(cup, pair))
    stage.version(stage.bot(), state="building")
    rows = {row.text for row in read(client, "/status/").all("tr")}
    assert {"Matches planned 1", "Matches running 1", "Uploads building 1", "Uploads queued 0"} <= rows


def test_the_page_takes_the_same_queries_however_many_workers(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "worst", lambda: None)  # asked every few seconds, however many look
    for number in (1, 5):
        for i in range(number):
            sightings.see(replace(stage.WORKER, name=f"w{number}{i}"))
        with django_assert_num_queries(7):
            client.get("/status/")


def test_the_longest_wait_is_told(client: Client, read: Reader) -> None:
    assert "The match that waits longest was made none waits" in read(client, "/status/").text
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    type(match).objects.filter(pk=match.pk).update(created=timezone.now() - timedelta(minutes=5))
    assert "The match that waits longest was made 5 minutes ago" in read(client, "/status/").text


def test_what_is_wrong_is_one_sentence_and_the_machines_words_are_for_staff(
    client: Client, read: Reader
) -> None:
    cache.delete("health")
    text = read(client, "/status/").text
    assert "not well The queue between site and workers cannot be used" in text
    assert "127.0.0.1" not in text
    cache.delete("health")
    client.force_login(stage.person(is_staff=True))
    assert "the broker does not answer" in read(client, "/status/").text
    cache.delete("health")


def test_without_database_the_page_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise DatabaseError("could not connect to db7")

    monkeypatch.setattr(health, "worst", away)
    response = client.get("/status/")
    assert response.status_code == 503
    assert "The database does not answer" in response.content.decode()
    assert "db7" not in response.content.decode()

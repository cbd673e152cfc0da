"""`/healthz`, `/readyz`, `/metrics`, request ids, and what they look at."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from ladder import broker, figures, gate, health, sightings
from ladder.broker import Claim
from ladder.models import Match
from ladder.orders import BrokerAway
from tests.ladder import stage
from tests.services import Service
from workers import logs

pytestmark = pytest.mark.django_db
TOKEN = "let-me-see-the-metrics"


@pytest.fixture
def well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker that answers, with a clock that ticks, and a worker."""
    monkeypatch.setattr(broker, "claimed", lambda: Claim(broker.site_id(), timezone.now().timestamp()))
    monkeypatch.setattr(broker, "lengths", lambda: {"match": 3, "build": 0, "pulse": 1, "ladder": 0})
    sightings.see(stage.WORKER)


def names(client: Client, **extra: Any) -> dict[str, bool]:
    return {check["name"]: check["ok"] for check in client.get("/readyz", **extra).json()["checks"]}


def test_the_process_answers_without_database_and_host(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "checks", lambda: 1 / 0)
    response = client.get("/healthz", headers={"Host": "10.0.0.7:8000"})
    assert (response.status_code, response.content) == (200, b"well\n")


@pytest.mark.usefixtures("well")
def test_a_service_in_which_all_is_well_is_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["state"] == "well"
    assert list(names(client)) == [
        "database",
        "schema",
        "broker",
        "disk",
        "keepers",
        "workers",
        "sandbox",
        "queue",
    ]


@pytest.mark.usefixtures("well")
def test_without_workers_it_is_degraded_and_not_down(client: Client) -> None:
    sightings.see(replace(stage.WORKER, trouble="no cgroup can be made"))
    response = client.get("/readyz")
    assert (response.status_code, response.json()["state"]) == (200, "degraded")
    assert names(client)["workers"] is False


@pytest.mark.usefixtures("well")
def test_a_weak_sandbox_is_told(client: Client, settings: Settings) -> None:
    settings.SANDBOX_MINIMUM = "full"
    sightings.see(replace(stage.WORKER, level="namespaces"))
    assert names(client)["sandbox"] is False


@pytest.mark.usefixtures("well", "outbox")
def test_a_match_that_waits_too_long_is_told(client: Client) -> None:
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    Match.objects.filter(pk=match.pk).update(created=timezone.now() - timedelta(minutes=9))
    assert names(client)["queue"] is False


def test_without_broker_it_is_down(client: Client) -> None:
    response = client.get("/readyz")
    assert (response.status_code, response.json()["state"]) == (503, "down")
    assert "broker does not answer" in response.json()["checks"][2]["text"]


@pytest.mark.usefixtures("well")
def test_without_database_it_is_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> str:
        raise DatabaseError("no such host db7")

    monkeypatch.setattr(health, "schema_trouble", away)
    assert client.get("/readyz").status_code == 503


@pytest.mark.usefixtures("well")
def test_a_clock_that_stands_still_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "claimed", lambda: Claim(broker.site_id(), 0.0))
    assert names(client)["keepers"] is False


def test_visitors_get_no_sentences(client: Client) -> None:
    told = client.get("/readyz", REMOTE_ADDR="8.8.4.4").json()["checks"]
    assert all("text" not in check for check in told)


@pytest.mark.parametrize(
    "extra",
    [{"REMOTE_ADDR": "8.8.4.4"}, {"headers": {"X-Forwarded-For": "10.0.0.1"}}, {"REMOTE_ADDR": ""}],
)
def test_metrics_are_not_for_visitors(client: Client, extra: dict[str, Any]) -> None:
    assert client.get("/metrics", **extra).status_code == 403


@pytest.mark.usefixtures("well")
def test_metrics_by_token(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer wr\xf6ng"}).status_code == 403
    assert client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


@pytest.mark.usefixtures("well", "outbox")
def test_metrics_count_what_there_is(client: Client) -> None:
    cup = stage.competition()
    pair = stage.field(cup, 2)
    stage.started(stage.match(cup, pair))
    stage.counted(cup, pair, [1, 2], seconds=-60)
    client.get("/rules/")
    text = client.get("/metrics").content.decode()
    wanted = (
        'wateringhole_up{part="database"} 1.0',
        'wateringhole_queue_messages{queue="match"} 3.0',
        'wateringhole_matches{state="running"} 1.0',
        'wateringhole_recent_attempts{state="started"} 1.0',
        "wateringhole_results_unfolded 1.0",
        'wateringhole_workers{state="well"} 1.0',
        'wateringhole_worker_playing{worker="w1"} 1.0',
        'wateringhole_request_seconds_count{status="2xx",view="rules"}',
    )
    assert [line for line in wanted if line not in text] == []


@pytest.mark.usefixtures("outbox")
def test_faults_are_counted_by_kind() -> None:
    from ladder import results

    cup = stage.competition()
    attempt = stage.started(stage.match(cup, stage.field(cup, 2)))
    results.record(stage.report(attempt, [1, 1], faults=[stage.fault(0)]))
    assert figures.read().faults == {"exited": 1}


def test_metrics_without_broker_say_so(client: Client) -> None:
    assert b'wateringhole_up{part="broker"} 0.0' in client.get("/metrics").content


def test_every_answer_has_an_id_of_our_making(client: Client) -> None:
    first = client.get("/healthz").headers["X-Request-ID"]
    second = client.get("/healthz", headers={"X-Request-ID": "chosen-by-a-visitor"}).headers["X-Request-ID"]
    assert len({first, second, "chosen-by-a-visitor"}) == 3


def test_the_log_has_the_route_and_never_a_secret_address(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "ladder.probes"):
        client.get("/confirm/very-secret/")
    assert "GET confirm/<str:secret>/: " in caplog.text
    assert "very-secret" not in caplog.text


def test_log_lines_of_a_request_carry_its_id(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(health, "checks", lambda: seen.append(logs.ids()["request"]) or [])
    assert client.get("/readyz").headers["X-Request-ID"] == seen[0]


def answered(guarded: gate.Guarded, path: str) -> str:
    statuses: list[str] = []
    guarded({"PATH_INFO": path}, lambda status, headers: statuses.append(status))
    return statuses[0]


def pages(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    start_response("200 OK", [])
    return []


def test_an_old_database_is_one_sentence_on_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "schema_trouble", lambda: "it lacks 2 migrations")
    monkeypatch.setattr(gate, "LOOK_AGAIN_S", 0)
    guarded = gate.Guarded(pages)
    assert answered(guarded, "/") == "503 Service Unavailable"
    assert answered(guarded, "/healthz") == "200 OK"
    monkeypatch.setattr(health, "schema_trouble", lambda: "")
    assert answered(guarded, "/") == "200 OK"


def test_a_ladder_worker_waits_for_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    troubles = ["it lacks 2 migrations", "it lacks 1 migration", ""]
    monkeypatch.setattr(health, "schema_trouble", lambda: troubles.pop(0))
    monkeypatch.setattr(gate, "LOOK_AGAIN_S", 0)
    gate.wait_until_fit()
    assert troubles == []


def test_missing_migrations_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db.migrations.recorder import MigrationRecorder

    assert health.schema_trouble() == ""
    MigrationRecorder.Migration.objects.filter(app="ladder", name__gte="0009").delete()
    assert "from 0009" in health.schema_trouble()


@pytest.fixture
def shared(redis_server: Service, settings: Settings) -> None:
    settings.BROKER_URL = redis_server.url
    settings.QUEUE_PREFIX = "shared"


@pytest.mark.service
@pytest.mark.usefixtures("shared")
def test_two_sites_on_one_prefix_are_told_apart(settings: Settings) -> None:
    assert broker.claimed() is None
    ours = broker.claim()
    assert broker.claim().site == ours.site == broker.site_id()
    settings.SECRET_KEY = "another site's " + "0123456789" * 4
    assert broker.claim().site == ours.site
    assert "give each site a prefix of its own" in broker.foreign()
    broker.release()
    assert broker.claimed() is not None
    settings.QUEUE_PREFIX = "own"
    assert broker.foreign() == ""


@pytest.mark.service
@pytest.mark.usefixtures("shared")
def test_queues_are_measured() -> None:
    with broker.asked() as client:
        client.lpush("shared.ladder", "x", "y")
        assert broker.lengths() == {"match": 0, "build": 0, "pulse": 0, "ladder": 2}
        client.delete("shared.ladder")


def test_a_broker_that_is_away_is_named() -> None:
    with pytest.raises(BrokerAway, match="the broker does not answer"):
        broker.lengths()

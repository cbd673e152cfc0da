"""`manage.py doctor` and `manage.py status`."""

import json
import ssl
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from ladder import broker, doctor, health, sightings
from ladder.doctor import Finding
from tests.ladder import stage
from tests.services import Service

pytestmark = pytest.mark.django_db


def findings(look: Iterator[Finding]) -> list[tuple[str, str]]:
    return [(each.state, each.text) for each in look]


def test_the_doctor_names_a_broker_that_is_away_and_ends_with_1() -> None:
    out = StringIO()
    with pytest.raises(CommandError, match="broker"):
        call_command("doctor", stdout=out)
    assert "!!  broker       the broker does not answer" in out.getvalue()


@pytest.mark.service
def test_the_doctor_finds_nothing_wrong_where_all_is_there(redis_server: Service, settings: Settings) -> None:
    settings.BROKER_URL = redis_server.url
    out = StringIO()
    call_command("doctor", "--json", stdout=out)
    states = {each["name"]: each["state"] for each in json.loads(out.getvalue())}
    assert states["broker"] in ("well", "warning")
    assert states["mail"] == "well" or states["mail"] == "warning"


def test_a_full_disk_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = doctor.shutil.disk_usage("/")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: usage._replace(free=5 << 20))
    assert [state for state, _ in findings(doctor._data())] == ["wrong"]


def test_a_folder_that_cannot_be_written_is_a_finding(settings: Settings, tmp_path: Path) -> None:
    settings.SITE = replace(settings.SITE, data=tmp_path / "not there")
    found = [each for each in doctor.examine() if each.name == "data folder"]
    assert [each.state for each in found] == ["wrong"]


def test_missing_migrations_are_told_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "schema_trouble", lambda: "it lacks 2 migrations")
    assert any(each.advice == "run: manage.py migrate" for each in doctor._database())


@pytest.mark.parametrize(("seconds", "wrong"), [(0, 0), (90, 1), (-90, 1)])
def test_a_wrong_clock_is_told(seconds: int, wrong: int) -> None:
    found = list(doctor._clock("broker", doctor.time.time() - seconds))
    assert len(found) == wrong


def test_a_broker_that_forgets_is_told() -> None:
    facts = {"aof_enabled": 0, "maxmemory": 10**6, "maxmemory_policy": "allkeys-lru"}
    assert [state for state, _ in findings(doctor._keeping(facts))] == ["warning", "wrong"]
    assert findings(doctor._keeping({"aof_enabled": 1, "maxmemory": 0})) == []


@pytest.mark.parametrize(("days", "state"), [(3, "warning"), (60, "well")])
def test_a_certificate_that_ends_soon_is_told(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, days: int, state: str
) -> None:
    settings.SITE_URL = "https://bots.example.org"
    monkeypatch.setattr(doctor, "_days_left", lambda host, port: days)
    assert [found for found, _ in findings(doctor._certificate())] == [state]


def test_an_expired_certificate_is_wrong(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    def expired(host: str, port: int) -> float:
        error = ssl.SSLCertVerificationError(1, "bad")
        error.verify_message = "certificate has expired"
        raise error

    settings.SITE_URL = "https://bots.example.org"
    monkeypatch.setattr(doctor, "_days_left", expired)
    text = "the certificate of bots.example.org is not valid: certificate has expired"
    assert findings(doctor._certificate()) == [("wrong", text)]


def test_status_shows_workers_and_ends_with_1_without_broker() -> None:
    sightings.see(stage.WORKER)
    out = StringIO()
    with pytest.raises(CommandError, match="broker"):
        call_command("status", stdout=out)
    assert "!!  broker" in out.getvalue()
    assert "w1 on box: well, sandbox full" in out.getvalue()


def test_status_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "lengths", lambda: {"match": 2})
    monkeypatch.setattr(broker, "claimed", lambda: None)
    out = StringIO()
    call_command("status", "--json", stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    assert told["queues"] == {"match": 2}
    assert told["figures"]["matches"] == {"planned": 0, "queued": 0, "running": 0}
    assert {check["name"] for check in told["checks"]} >= {"database", "workers"}

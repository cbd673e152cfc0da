"""What is removed when it is old, and what stays."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from ladder import audit, broker, results, retention, tokens
from ladder.models import Match, MatchSeat
from ladder.orders import BrokerAway
from ladder.ratings import fold
from tests.ladder import stage

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]


def played(days_ago: int) -> Match:
    """A finished match with logs, so many days ago."""
    cup = stage.competition()
    match = stage.match(cup, stage.field(cup, 2))
    results.record(stage.played(stage.started(match)))
    Match.objects.filter(pk=match.pk).update(finished=timezone.now() - timedelta(days=days_ago))
    return match


def logs(match: Match) -> list[str]:
    return list(match.seats.order_by("seat").values_list("log", flat=True))


def test_only_old_logs_go_and_the_books_stay_right(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOG_DAYS = 30
    monkeypatch.setattr(retention, "WINDOW", 1)
    old, young = played(31), played(29)
    fold.fold_all()
    assert retention.purge().seats == 2
    assert logs(old) == ["", ""]
    assert logs(young) == ["log of seat 0", "log of seat 1"]
    wrong = [each for each in audit.audit(None) if "the upload of" not in each.where]  # stages have no files
    assert wrong == []
    assert retention.purge().seats == 0


def test_without_matches_there_is_nothing_to_do() -> None:
    assert MatchSeat.objects.count() == 0
    assert retention.purge() == retention.Purged(0, 0, 0, 0, 0)


def test_old_build_logs_of_versions_that_play_no_more_go() -> None:
    old = stage.version(stage.bot(), state="rejected", log="no such module")
    active = stage.version(stage.bot(), state="active", log="built")
    type(old).objects.update(changed=timezone.now() - timedelta(days=400))
    assert retention.purge().versions == 1
    active.refresh_from_db()
    assert active.log == "built"


def test_ended_sessions_and_tokens_go(client: Client) -> None:
    from django.contrib.sessions.models import Session
    from knox.models import AuthToken

    client.force_login(stage.person())
    tokens.make(stage.person())
    past = timezone.now() - timedelta(seconds=1)
    Session.objects.update(expire_date=past)
    AuthToken.objects.update(expiry=past)
    purged = retention.purge()
    assert (purged.sessions, purged.tokens) == (1, 1)


def test_the_command_tells_what_went(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda by: 0)
    call_command("purge")
    assert capsys.readouterr().out.startswith("older than 180 days, or ended: 0 seats")


def test_it_begins_once_a_day_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    answers = [True, False]
    monkeypatch.setattr(broker, "first_within", lambda what, seconds: answers.pop(0))
    monkeypatch.setattr("subprocess.Popen", lambda command, **_: begun.append(command))
    assert [retention.purge_daily(), retention.purge_daily(), len(begun)] == [1, 0, 1]


def test_without_broker_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(what: str, seconds: int) -> bool:
        raise BrokerAway("it is away")

    monkeypatch.setattr(broker, "first_within", away)
    assert retention.purge_daily() == 0


def test_people_read_how_long_logs_are_kept(client: Client, settings: Settings) -> None:
    settings.LOG_DAYS = 77
    assert "Logs are kept for 77 days" in client.get("/guide/").content.decode()

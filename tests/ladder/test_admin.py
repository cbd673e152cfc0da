"""The admin: everything can be found, nothing append-only can be written, actions call the verbs."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from ladder import incidents, notices, rulings, teams, webhooks
from ladder.models import Challenge, Competition, Match, Member, Ruling, Trip, Version
from ladder.ratings import reference
from ladder.similarity import checks
from ladder.tournaments import series
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from tests.ladder.tournaments import floor
from tests.ladder.web import played

WRITTEN_BY_HAND = {"user", "competition", "bot"}
NOT_SHOWN = {
    "comparedgame",
    "coorganiser",
    "delivery",
    "matchseat",
    "meeting",
    "repeat",
    "sitting",
    "tokenterms",
    "tournamentgame",
    "versioncomparison",
}


@pytest.fixture(autouse=True)
def _fresh(db: None, settings: Settings, tmp_path: Path, outbox: Outbox) -> None:
    settings.BLOB_ROOT = tmp_path / "blobs"
    settings.WHITENOISE_AUTOREFRESH = True  # no search for all static files by every new client


@pytest.fixture
def chief(client: Client) -> Client:
    client.force_login(stage.person(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def match() -> Match:
    cup = stage.competition()
    return played.match(cup, stage.field(cup, 2), faults=[stage.fault(0)])


def tables() -> list[str]:
    names = [str(model._meta.model_name) for model in apps.get_app_config("ladder").get_models()]
    return [name for name in names if name not in NOT_SHOWN]


def act(chief: Client, table: str, action: str, *rows: Any, **more: str) -> str:
    form = {"action": action, "_selected_action": [row.pk for row in rows], **more}
    response = chief.post(f"/admin/ladder/{table}/", form, follow=True)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("table", tables())
def test_every_table_has_a_list_that_can_be_searched_and_rows_that_can_be_opened(
    chief: Client, match: Match, table: str
) -> None:
    notices.tell([match.competition.organiser], "competition", "It is open.")
    Member.objects.create(competition=match.competition, person=match.competition.organiser)
    teams.link(teams.create(match.competition.organiser, "Herd"), match.competition.organiser)
    version = match.seats.all()[0].version
    Challenge.objects.create(
        competition=match.competition, asker=version.bot.owner, version=version, line_up=[version.pk]
    )
    Trip.objects.create(version=match.seats.all()[0].version, matches=[match.pk])
    reference.publish(match.competition)
    incidents.note("odd", "a report came twice", match_id=match.pk)
    rulings.void(match, match.competition.organiser, "a card was missing")
    webhooks.ping(webhooks.make(version.bot.owner, "https://example.org/", ["match.finished"]).webhook)
    checks.ask(match.competition, match.competition.organiser)
    begun = floor.running_one(2)
    begins = timezone.now() + timedelta(hours=1)
    series.create(begun.competition, begun.organiser, "Daily", "FREQ=DAILY", begins, **floor.DUELS)
    assert chief.get(f"/admin/ladder/{table}/").status_code == 200
    assert chief.get(f"/admin/ladder/{table}/", {"q": "1"}).status_code == 200
    row = apps.get_model("ladder", table).objects.first()
    assert row is not None
    assert chief.get(f"/admin/ladder/{table}/{row.pk}/change/").status_code == 200


@pytest.mark.parametrize("table", [t for t in tables() if t not in WRITTEN_BY_HAND])
def test_what_the_verbs_write_is_only_read_here(chief: Client, match: Match, table: str) -> None:
    model = apps.get_model("ladder", table)
    shown = admin.site.get_model_admin(model)
    request: Any = None
    assert not shown.has_add_permission(request)
    assert not shown.has_change_permission(request)
    assert not shown.has_delete_permission(request)
    assert chief.get(f"/admin/ladder/{table}/add/").status_code == 403


def test_tokens_of_orders_are_not_shown(chief: Client, match: Match) -> None:
    attempt, version = match.attempts.get(), match.seats.all()[0].version
    assert attempt.token not in chief.get(f"/admin/ladder/attempt/{attempt.pk}/change/").content.decode()
    shown = chief.get(f"/admin/ladder/version/{version.pk}/change/").content.decode()
    assert version.build_token not in shown


def test_a_void_match_is_played_again(chief: Client, match: Match) -> None:
    rulings.void(match, match.competition.organiser, "a card was missing")
    assert "is played again" in act(chief, "match", "retry", match)
    assert Match.objects.get(replaces=match).state == "planned"


def test_a_match_that_counts_is_not_played_again_and_says_why(chief: Client, match: Match) -> None:
    assert "only a void match is played again" in act(chief, "match", "retry", match)
    assert not Match.objects.filter(replaces=match).exists()


def test_ruling_a_match_void_asks_why_first(chief: Client, match: Match) -> None:
    page = act(chief, "match", "void", match)
    assert "Why?" in page
    assert not Ruling.objects.exists()
    assert "required" in act(chief, "match", "void", match, reason=" ")
    assert not Ruling.objects.exists()


def test_ruling_a_match_void_keeps_who_and_why(chief: Client, match: Match) -> None:
    act(chief, "match", "void", match, reason="a card was missing")
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.match, ruling.reason) == ("void", match, "a card was missing")
    assert ruling.by.is_staff


def test_disabling_a_version_tells_the_owner_why(chief: Client) -> None:
    version = stage.version(stage.bot())
    assert "Why?" in act(chief, "version", "disable", version)
    act(chief, "version", "disable", version, reason="it floods its log")
    version.refresh_from_db()
    assert (version.state, version.reason) == ("disabled", "it floods its log")


def test_staff_without_the_right_to_change_matches_cannot_rule(client: Client, match: Match) -> None:
    onlooker = stage.person(is_staff=True)
    onlooker.user_permissions.add(Permission.objects.get(codename="view_match"))
    client.force_login(onlooker)
    act(client, "match", "void", match, reason="because")
    assert not Ruling.objects.exists()


def test_people_who_are_not_staff_are_sent_to_sign_in(client: Client) -> None:
    client.force_login(stage.person())
    assert client.get("/admin/ladder/match/").status_code == 302


def change(chief: Client, cup: Competition, **fields: str) -> str:
    form = {
        "slug": cup.slug,
        "name": cup.name,
        "organiser": cup.organiser_id,
        "ruleset": "base",
        "options": "{}",
        "min_players": 2,
        "max_players": 4,
        "limits": '{"bank_ms": 3000}',
        "time_zone": "UTC",
        "active_bots": 5,
        "team_size": 6,
        "challenges_per_day": 20,
        "replays_shown": cup.replays_shown,
        "logs_shown": cup.logs_shown,
        "languages": "[]",
    }
    response = chief.post(f"/admin/ladder/competition/{cup.pk}/change/", form | fields, follow=True)
    return response.content.decode()


def test_a_competitions_limits_are_completed(chief: Client) -> None:
    cup = stage.competition("draft")
    change(chief, cup, limits='{"bank_ms": 3000}')
    cup.refresh_from_db()
    assert (cup.bot_limits.bank_ms, cup.bot_limits.memory_mb) == (3000, 256)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"limits": '{"bank": 1}'}, "unknown key"),
        ({"limits": '{"bank_ms": "long"}'}, "wanted int"),
        ({"limits": '{"bank_ms": 0}'}, "wanted at least 1"),
        ({"limits": "[1]"}, "wanted an object"),
        ({"limits": "{"}, "valid JSON"),
        ({"ruleset": "chess"}, "wanted one of base"),
        ({"min_players": "7"}, "less than or equal to 6"),
        ({"min_players": "5"}, "wanted at most 4"),
    ],
)
def test_a_competition_that_cannot_be_played_is_refused(
    chief: Client, fields: dict[str, str], words: str
) -> None:
    assert words in change(chief, stage.competition(), **fields)


def test_a_competition_moves_from_state_to_state_by_actions(chief: Client) -> None:
    cup = stage.competition(state="draft")
    for action, state in (
        ("open_", "open"),
        ("freeze", "frozen"),
        ("close", "closed"),
        ("archive", "archived"),
    ):
        act(chief, "competition", action, cup)
        cup.refresh_from_db()
        assert cup.state == state


def test_a_step_that_a_competition_cannot_take_is_explained(chief: Client) -> None:
    cup = stage.competition(state="archived")
    assert "can become open" in act(chief, "competition", "open_", cup)


def test_a_version_cannot_be_made_active_by_hand(chief: Client) -> None:
    version = stage.version(stage.bot(), state="rejected")
    chief.post(f"/admin/ladder/version/{version.pk}/change/", {"state": "active"})
    assert Version.objects.get().state == "rejected"

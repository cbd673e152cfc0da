"""What people do by the API: versions, entries, teams, notices; and that nobody else does it."""

import json
from typing import Any

import pytest

from ladder import blobs, notices, teams
from ladder.models import Bot, Competition, Notice, Team, User, Version
from tests.ladder import stage
from tests.ladder.api.conftest import Caller, checked, token_client


def send(by: User, method: str, address: str, status: int, body: Any = None) -> Any:
    client = token_client(by)
    response = client.generic(method, f"/api/v1/{address}", _json(body), content_type="application/json")
    assert response.status_code == status, response.content.decode()
    return checked(response) if response.content else None


def _json(body: Any) -> bytes:
    return b"" if body is None else json.dumps(body).encode()


@pytest.fixture
def version() -> Version:
    return stage.version(stage.bot(cup=stage.competition()))


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_an_act_takes_posts_only(version: Version, method: str) -> None:
    send(version.bot.owner, method, f"versions/{version.pk}/retire/", 405)


def test_a_version_is_retired_and_activated_again(version: Version) -> None:
    owner = version.bot.owner
    for _ in range(2):
        assert send(owner, "POST", f"versions/{version.pk}/retire/", 200)["state"] == "retired"
    assert send(owner, "POST", f"versions/{version.pk}/activate/", 200)["state"] == "active"


def test_a_state_that_does_not_allow_it_is_said(version: Version) -> None:
    Version.objects.update(state="rejected")
    problem = send(version.bot.owner, "POST", f"versions/{version.pk}/activate/", 400)
    assert "is Rejected" in problem["errors"]["version"][0]
    assert (
        "circuit breaker"
        in send(version.bot.owner, "POST", f"versions/{version.pk}/new-trial/", 400)["detail"]
    )


@pytest.mark.parametrize("act", ["retire", "activate", "new-trial"])
def test_nobody_acts_on_others_versions(version: Version, act: str) -> None:
    for other in (stage.person(), stage.person(is_staff=True)):
        send(other, "POST", f"versions/{version.pk}/{act}/", 403)
    version.refresh_from_db()
    assert version.state == "active"


def test_log_and_file_are_for_whose_bot_it_is(version: Version) -> None:
    Version.objects.update(log="log of the trial", sha256=blobs.store(b"print(1)\n"))
    for part, content in (("log", b"log of the trial"), ("file", b"print(1)\n")):
        address = f"/api/v1/versions/{version.pk}/{part}/"
        assert token_client(version.bot.owner).get(address).content == content
        assert token_client(stage.person()).get(address).status_code == 404


def test_a_bot_enters_and_leaves(version: Version) -> None:
    bot, cup = version.bot, stage.competition()
    for _ in range(2):
        send(bot.owner, "PUT", f"bots/{bot.pk}/entries/{cup.slug}/", 204)
    assert bot.entries.count() == 2
    send(stage.person(), "DELETE", f"bots/{bot.pk}/entries/{cup.slug}/", 403)
    for _ in range(2):
        send(bot.owner, "DELETE", f"bots/{bot.pk}/entries/{cup.slug}/", 204)
    assert bot.entries.count() == 1


def test_a_closed_competition_takes_nobody(version: Version) -> None:
    closed = stage.competition("closed")
    problem = send(version.bot.owner, "PUT", f"bots/{version.bot_id}/entries/{closed.slug}/", 400)
    assert "closed" in problem["detail"]


def test_a_bots_description_is_its_peoples_to_change(version: Version) -> None:
    address = f"bots/{version.bot_id}/"
    assert send(version.bot.owner, "PATCH", address, 200, {"description": "eats"})["description"] == "eats"
    send(stage.person(), "PATCH", address, 403, {"description": "mine"})
    assert "name" in send(version.bot.owner, "PATCH", address, 400, {"name": "x"})["errors"]
    assert Bot.objects.get().description == "eats"


def test_bots_are_found_by_name_competition_and_owner(get: Caller, version: Version) -> None:
    cup = Competition.objects.get()
    stage.bot()
    assert [each["id"] for each in get("bots/", name=version.bot.name.upper())["results"]] == [version.bot_id]
    assert [each["id"] for each in get("bots/", competition=cup.slug)["results"]] == [version.bot_id]
    assert [each["id"] for each in get("bots/", by=version.bot.owner, mine="1")["results"]] == [
        version.bot_id
    ]
    get("bots/", 403, mine="1")


def test_a_team_is_made_joined_left_and_dissolved() -> None:
    ada, bob, eve = stage.person(username="ada"), stage.person(username="bob"), stage.person()
    assert send(ada, "POST", "team/", 201, {"name": "Herd"})["captain"] == "ada"
    invited = send(ada, "POST", "team/invitations/", 201, {"username": "bob"})
    secret = invited["url"].rstrip("/").rsplit("/", 1)[1]
    send(eve, "POST", "team/join/", 404, {"secret": secret})
    assert send(bob, "POST", "team/join/", 200, {"secret": secret})["people"] == ["ada", "bob"]
    send(bob, "DELETE", "team/people/ada/", 400)
    assert send(ada, "PUT", "team/captain/", 200, {"username": "bob"})["captain"] == "bob"
    send(ada, "POST", "team/leave/", 204)
    send(ada, "GET", "team/", 404)
    send(bob, "DELETE", "team/", 204)
    assert not Team.objects.exists()


def test_a_bot_is_given_to_the_team_and_taken_back(version: Version) -> None:
    owner = version.bot.owner
    teams.create(owner, "Herd")
    for _ in range(2):
        send(owner, "PUT", f"team/bots/{version.bot_id}/", 204)
    assert send(owner, "GET", "team/", 200)["bots"] == [version.bot_id]
    for _ in range(2):
        send(owner, "DELETE", f"team/bots/{version.bot_id}/", 204)
    assert send(owner, "GET", "team/", 200)["bots"] == []
    send(owner, "PUT", f"team/bots/{stage.bot().pk}/", 404)


def test_an_address_for_anybody_is_the_captains_to_make() -> None:
    ada = stage.person()
    team = teams.create(ada, "Herd")
    bob = stage.person()
    teams.join(teams.link(team, ada), bob)
    send(bob, "POST", "team/invitations/", 400, {})
    assert send(ada, "POST", "team/invitations/", 201, {})["person"] is None
    send(ada, "POST", "team/invitations/", 404, {"username": "nobody"})


def test_one_reads_ones_own_notices(get: Caller) -> None:
    ada = stage.person()
    notices.tell([ada], Notice.Kind.TEAM, "Hello.", "/me/")
    assert [each["text"] for each in get("notices/", by=ada)["results"]] == ["Hello."]
    assert get("me/", by=ada)["unread"] == 1
    send(ada, "POST", "notices/read/", 204)
    assert get("me/", by=ada)["unread"] == 0
    assert get("notices/", by=stage.person())["results"] == []
    get("notices/", 401)
    get("me/", 401)


def test_the_status_counts_what_waits(get: Caller, version: Version) -> None:
    cup = Competition.objects.get()
    stage.match(cup, [version, stage.version(stage.bot(cup=cup))])
    status = get("status/")
    assert status["matches"] == {"planned": 1, "queued": 0, "running": 0}
    assert (status["workers"], status["working"]) == ([], 0)

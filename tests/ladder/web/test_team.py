"""A team's page, as its captain, its mates and others meet it."""

import pytest
from django.test import Client

from ladder import teams
from ladder.models import Bot, Team, User, Version
from tests.ladder import stage
from tests.ladder.web.conftest import Reader


@pytest.fixture
def ada(client: Client) -> User:
    made = stage.person(username="ada")
    client.force_login(made)
    return made


def test_a_team_is_made_joined_and_left(client: Client, ada: User, read: Reader) -> None:
    assert "Two to six people" in read(client, "/me/team/").text
    client.post("/me/team/new/", {"name": "Herd"})
    bob, carl = stage.person(username="bob"), stage.person(username="carl")
    client.post("/me/team/invite/", {"username": "bob"})
    client.post("/me/team/link/")
    text = read(client, "/me/team/").text
    assert "once it has two people" in text
    secret = Team.objects.get().invitations.get(person=None).secret
    client.force_login(carl)
    assert "ada invites you" in read(client, f"/team/join/{secret}/").text
    client.post(f"/team/join/{secret}/")
    client.force_login(bob)
    client.post(bob.notices.get().link)
    assert {mate.person.username for mate in Team.objects.get().mates.all()} == {"ada", "bob", "carl"}
    assert "ada is the captain" in read(client, "/me/team/").text
    client.post("/me/team/leave/")
    assert Team.objects.get().mates.count() == 2


def test_what_cannot_be_is_said(client: Client, ada: User) -> None:
    assert (
        "choose another name"
        not in client.post("/me/team/new/", {"name": "Herd"}, follow=True).content.decode()
    )
    assert "in a team already" in client.post("/me/team/new/", {"name": "More"}, follow=True).content.decode()
    assert "nobody called" in client.post("/me/team/invite/", {"username": "x"}, follow=True).content.decode()


def test_a_mate_sees_logs_uploads_and_acts_for_the_teams_bots(
    client: Client, ada: User, read: Reader
) -> None:
    captain = stage.person()
    team = teams.create(captain, "Herd")
    version = stage.version(stage.bot(captain), log="secret log")
    teams.give(version.bot, captain)
    assert "secret log" not in read(client, f"/versions/{version.pk}/").text
    assert client.post(f"/versions/{version.pk}/retire/").status_code == 404
    teams.join(teams.link(team, captain), ada)
    assert "secret log" in read(client, f"/versions/{version.pk}/").text
    assert version.bot.name in read(client, "/me/").text
    client.post(f"/versions/{version.pk}/retire/")
    assert Version.objects.get().state == "retired"
    teams.leave(ada)
    assert "secret log" not in read(client, f"/versions/{version.pk}/").text


def test_bots_are_given_and_taken_back(client: Client, ada: User, read: Reader) -> None:
    bot = stage.bot(ada)
    teams.create(ada, "Herd")
    client.post(f"/me/team/bots/{bot.pk}/give/")
    assert Bot.objects.get().team is not None
    read(client, "/me/team/")
    client.post(f"/me/team/bots/{bot.pk}/take-back/")
    assert Bot.objects.get().team is None


def test_the_captain_hands_over_removes_and_dissolves(client: Client, ada: User) -> None:
    team = teams.create(ada, "Herd")
    bob, carl = stage.person(), stage.person()
    for mate in (bob, carl):
        teams.join(teams.link(team, ada), mate)
    client.post(f"/me/team/people/{carl.pk}/remove/")
    assert team.mates.count() == 2
    client.post(f"/me/team/people/{bob.pk}/captain/")
    assert Team.objects.get().captain == bob
    client.post("/me/team/dissolve/")
    assert Team.objects.exists()
    client.force_login(bob)
    client.post("/me/team/dissolve/")
    assert not Team.objects.exists()


def test_strangers_have_nothing_to_act_on(client: Client, ada: User) -> None:
    captain = stage.person()
    team = teams.create(captain, "Herd")
    mate = stage.person()
    secret = teams.invite(team, captain, mate).secret
    assert client.get(f"/team/join/{secret}/").status_code == 404
    assert client.post(f"/team/join/{secret}/").status_code == 404
    assert client.post("/me/team/dissolve/").status_code == 404
    assert client.post(f"/me/team/people/{captain.pk}/remove/").status_code == 404
    assert client.post(f"/me/team/bots/{stage.bot(captain).pk}/give/").status_code == 404
    client.logout()
    assert client.get("/me/team/").status_code == 302
    assert Team.objects.get().captain == captain

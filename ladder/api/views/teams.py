"""One's team: its people and bots, invitations, and what its captain may do."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from ladder import access, teams
from ladder.access import person
from ladder.api import asked
from ladder.api.endpoint import Endpoint, repeatable
from ladder.api.records import fixed
from ladder.api.schema import told
from ladder.models import Bot, Invitation, Team, User

TEAM = fixed(
    "Team",
    "A team: its captain, its people, the ids of its bots.",
    id=serializers.IntegerField(),
    name=serializers.CharField(),
    captain=serializers.CharField(),
    people=serializers.ListField(child=serializers.CharField()),
    bots=serializers.ListField(child=serializers.IntegerField()),
)
INVITED = fixed(
    "TeamInvitation",
    "An invitation for one person, or (`person` null) for whoever has the address.",
    person=serializers.CharField(allow_null=True),
    url=serializers.URLField(),
    expires=serializers.DateTimeField(),
)


class NewTeam(serializers.Serializer[Team]):
    """A new team."""

    name = serializers.CharField(max_length=40)


class Invite(serializers.Serializer[Invitation]):
    """Whom to invite; nobody by name: a fresh address for whoever has it."""

    username = serializers.CharField(max_length=150, required=False)


class JoinTeam(serializers.Serializer[Invitation]):
    """The last part of an invitation's address."""

    secret = serializers.CharField(max_length=40)


class NewCaptain(serializers.Serializer[Team]):
    """Who is to be captain."""

    username = serializers.CharField(max_length=150)


class OwnTeam(Endpoint):
    """One's team."""

    permission_classes = [IsAuthenticated]

    @told(TEAM)
    def get(self, request: Request) -> Response:
        """404 for who is in none."""
        asked.only(request)
        return Response(_shown(_own(request)))

    @told(TEAM, takes=NewTeam, status=201)
    @repeatable
    def post(self, request: Request) -> Response:
        """Makes one, with oneself as captain."""
        with asked.refusals("name"):
            made = teams.create(person(request.user), asked.body(NewTeam, request)["name"])
        return Response(_shown(made), status.HTTP_201_CREATED)

    @told(status=204)
    def delete(self, request: Request) -> Response:
        """Dissolves it; only its captain. Its bots are the captain's then."""
        with asked.refusals("team"):
            teams.dissolve(_own(request), person(request.user))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TeamInvitations(Endpoint):
    """Invitations to one's team."""

    permission_classes = [IsAuthenticated]

    @told(INVITED, takes=Invite, status=201)
    def post(self, request: Request) -> Response:
        """Invites one person, or makes a fresh address; only the captain."""
        team, who = _own(request), person(request.user)
        name = asked.body(Invite, request).get("username")
        with asked.refusals("username"):
            invited = teams.link(team, who) if name is None else teams.invite(team, who, _named(name))
        url = reverse("team-join", args=[invited.secret], request=request)
        body = {"person": name, "url": url, "expires": invited.expires}
        return Response(body, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class TeamJoin(Endpoint):
    """Joining a team by invitation."""

    permission_classes = [IsAuthenticated]
    throttle_scope = "join"

    @told(TEAM, takes=JoinTeam)
    def post(self, request: Request) -> Response:
        """The team; joining twice is joining once."""
        who = person(request.user)
        found = teams.invitation(asked.body(JoinTeam, request)["secret"], who)
        if found is None:
            raise NotFound("This invitation is none, has ended, or is for somebody else.")
        with asked.refusals("team"):
            return Response(_shown(teams.join(found, who)))


class TeamLeave(Endpoint):
    """Leaving one's team."""

    permission_classes = [IsAuthenticated]

    @told(status=204)
    def post(self, request: Request) -> Response:
        """Its bots stay with it; leaving twice is leaving once."""
        teams.leave(person(request.user))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TeamCaptain(Endpoint):
    """Who speaks for one's team."""

    permission_classes = [IsAuthenticated]

    @told(TEAM, takes=NewCaptain)
    def put(self, request: Request) -> Response:
        """Hands it over; only the captain."""
        team, who = _own(request), person(request.user)
        mate = _mate(team, asked.body(NewCaptain, request)["username"])
        with asked.refusals("username"):
            teams.hand_over(team, who, mate)
        return Response(_shown(_own(request)))


class OneMate(Endpoint):
    """Somebody in one's team."""

    permission_classes = [IsAuthenticated]

    @told(status=204)
    def delete(self, request: Request, username: str) -> Response:
        """Takes the person out; only the captain."""
        team = _own(request)
        with asked.refusals("username"):
            teams.remove(team, person(request.user), _mate(team, username))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TeamBot(Endpoint):
    """A bot of one's team."""

    permission_classes = [IsAuthenticated]

    @told(status=204)
    def put(self, request: Request, pk: int) -> Response:
        """Gives an own bot to the team."""
        who = person(request.user)
        bot = get_object_or_404(access.own_bots(who), pk=pk)
        with asked.refusals("bot"):
            if bot.team_id is None:
                teams.give(bot, who)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @told(status=204)
    def delete(self, request: Request, pk: int) -> Response:
        """Takes it back; only the captain, whose own it is then."""
        who = person(request.user)
        bot: Bot = get_object_or_404(access.own_bots(who), pk=pk)
        with asked.refusals("bot"):
            if bot.team_id is not None:
                teams.take_back(bot, who)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _own(request: Request) -> Team:
    team = teams.of(person(request.user))
    if team is None:
        raise NotFound("You are in no team.")
    return team


def _named(name: str) -> User:
    found = User.objects.filter(username=name, is_active=True).first()
    if found is None:
        raise NotFound(f"There is nobody called {name[:60]}.")
    return found


def _mate(team: Team, name: str) -> User:
    found = User.objects.filter(team_place__team=team, username=name).first()
    if found is None:
        raise NotFound(f"There is nobody called {name[:60]} in {team.name}.")
    return found


def _shown(team: Team) -> dict[str, Any]:
    mates = team.mates.select_related("person")
    return {
        "id": team.pk,
        "name": team.name,
        "captain": team.captain.username,
        "people": [mate.person.username for mate in mates],
        "bots": list(team.bots.order_by("pk").values_list("pk", flat=True)),
    }

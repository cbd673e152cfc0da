"""Who asks, what that person was told, and what the service is doing."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access, activity, notices, teams, tokens
from ladder.access import person
from ladder.api import asked, pages
from ladder.api.endpoint import Endpoint
from ladder.api.records import fixed, shape
from ladder.api.schema import told
from ladder.models import Notice
from ladder.tokens import Scope

ME = fixed(
    "Me",
    "The person who asks; `scopes`: what the token may do.",
    username=serializers.CharField(),
    scopes=serializers.ListField(child=serializers.CharField()),
    staff=serializers.BooleanField(),
    may_organise=serializers.BooleanField(),
    team=serializers.CharField(allow_null=True),
    unread=serializers.IntegerField(),
    time_zone=serializers.CharField(),
)
NOTICE = fixed(
    "Notice",
    "Something that the person was told; `link` is an address on this site.",
    id=serializers.IntegerField(),
    kind=serializers.CharField(),
    text=serializers.CharField(),
    link=serializers.CharField(allow_blank=True),
    at=serializers.DateTimeField(),
    read=serializers.DateTimeField(allow_null=True),
)
STATUS = shape("Status", activity.Activity)


class Me(Endpoint):
    """The person who asks."""

    permission_classes = [IsAuthenticated]

    @told(ME)
    def get(self, request: Request) -> Response:
        """Name, what the token may do, team, unread notices."""
        asked.only(request)
        who = person(request.user)
        team = teams.of(who)
        held = tokens.scopes(request.auth) if request.auth is not None else tuple(Scope.values)
        return Response(
            {
                "username": who.username,
                "scopes": list(held),
                "staff": who.is_staff,
                "may_organise": access.may_organise(who),
                "team": team.name if team else None,
                "unread": notices.unread(who),
                "time_zone": who.time_zone,
            }
        )


class NoticeList(Endpoint):
    """What the person was told, newest first."""

    permission_classes = [IsAuthenticated]

    @told(NOTICE, paged=True)
    def get(self, request: Request) -> Response:
        """A page of notices; looking at them leaves them unread."""
        asked.only(request)
        return pages.answer(request, Notice.objects.filter(person=person(request.user)), _notice)


class NoticesRead(Endpoint):
    """That all notices have been read."""

    permission_classes = [IsAuthenticated]

    @told(status=204)
    def post(self, request: Request) -> Response:
        """Marks them; twice is once."""
        notices.show(person(request.user))
        return Response(status=204)


class Status(Endpoint):
    """What the service is doing."""

    @told(STATUS)
    def get(self, request: Request) -> Response:
        """Workers, what waits and what runs."""
        asked.only(request)
        return Response(asdict(activity.now()))


def _notice(notice: Notice) -> dict[str, Any]:
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "text": notice.text,
        "link": notice.link,
        "at": notice.at,
        "read": notice.read,
    }

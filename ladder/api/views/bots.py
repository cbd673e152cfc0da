"""Bots and their versions: lists, making a bot, uploading a version."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView

from ladder import access, bots, not_drawn, uploads
from ladder.access import person
from ladder.api import asked, pages
from ladder.api.shapes import BotShape, VersionShape
from ladder.models import Bot, Competition, Entry, User, Version
from ladder.refusals import Refused
from workers.archive import ArchiveRefused


class NewBot(serializers.Serializer[Bot]):
    """The body that makes a bot; it is entered in the competition where one is named."""

    name = serializers.CharField(max_length=40)
    description = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    competition = serializers.CharField(required=False)


class NewVersion(serializers.Serializer[Version]):
    """The multipart form of an upload; it is entered in the competition where one is named."""

    file = serializers.FileField(allow_empty_file=True)
    activate = serializers.BooleanField(default=True)
    competition = serializers.CharField(required=False)


class BotList(APIView):
    """Bots, newest first; POST makes one."""

    def get(self, request: Request) -> Response:
        """All bots that the visitor sees; there are no filters yet, so any is refused."""
        asked.only(request)
        seen = _seen_competitions(request)
        shown = partial(_shown_bots, request=request, competitions=seen)
        return pages.answer_all(request, _bots(request), shown, pages.NewestFirst())

    def post(self, request: Request) -> Response:
        """201 with the bot, entered in `competition`, or in the only open one where none is named."""
        body = NewBot(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        competition = _competition(request, given.get("competition")) or _only_open(request)
        bot = _made(person(request.user), given["name"], given["description"], competition)
        shown = _shown_bot(_bots(request).get(pk=bot.pk), request, _seen_competitions(request))
        return Response(shown, status.HTTP_201_CREATED)


class BotDetail(APIView):
    """One bot."""

    def get(self, request: Request, pk: int) -> Response:
        """With why it is not drawn, by competition; 404 for one that the visitor does not see."""
        bot = get_object_or_404(_bots(request), pk=pk)
        shown = _shown_bot(bot, request, _seen_competitions(request))
        entered = access.competitions(request.user).filter(entries__bot=bot)
        return Response(shown | {"not_drawn": {c.slug: not_drawn.reason(bot, c) or None for c in entered}})


class VersionList(APIView):
    """A bot's versions, newest first; POST uploads the next one."""

    throttle_scope = "upload"

    def get_throttles(self) -> list[BaseThrottle]:
        """Uploads have a rate of their own."""
        return [ScopedRateThrottle()] if self.request.method == "POST" else super().get_throttles()

    def get(self, request: Request, pk: int) -> Response:
        """404 where there is no such bot."""
        asked.only(request)
        versions = get_object_or_404(access.bots(request.user), pk=pk).versions.select_related("bot")
        return pages.answer(request, versions, lambda version: _shown_version(version, request))

    def post(self, request: Request, pk: int) -> Response:
        """201 with the queued version; only the bot's owner uploads."""
        bot = get_object_or_404(access.bots(request.user), pk=pk)
        if not access.owns(request.user, bot):
            raise PermissionDenied(f"{bot.name} is not yours; upload to a bot of your own.")
        body = NewVersion(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        version = _uploaded(bot, given, _competition(request, given.get("competition")))
        return Response(_shown_version(version, request), status.HTTP_201_CREATED)


class VersionDetail(APIView):
    """One version; log, reason and trial for its owner and staff alone."""

    def get(self, request: Request, pk: int) -> Response:
        """The private fields are null for others."""
        version = get_object_or_404(access.versions(request.user).select_related("bot"), pk=pk)
        return Response(_shown_version(version, request))


def _shown_bots(shown: list[Bot], request: Request, competitions: dict[int, str]) -> list[dict[str, Any]]:
    context = {"competitions": competitions, "owners": access.owner_names(request.user, shown)}
    return [dict(BotShape(bot, context=context).data) for bot in shown]


def _shown_bot(bot: Bot, request: Request, competitions: dict[int, str]) -> dict[str, Any]:
    return _shown_bots([bot], request, competitions)[0]


def _shown_version(version: Version, request: Request) -> dict[str, Any]:
    return dict(VersionShape(version, context={"request": request}).data)


def _bots(request: Request) -> QuerySet[Bot]:
    versions = Version.objects.filter(state=Version.State.ACTIVE).only("pk", "bot_id", "state")
    return (
        access.bots(request.user)
        .select_related("owner", "team")
        .prefetch_related(Prefetch("versions", versions), Prefetch("entries", Entry.objects.all()))
    )


def _seen_competitions(request: Request) -> dict[int, str]:
    return dict(access.competitions(request.user).values_list("pk", "slug"))


def _competition(request: Request, slug: object) -> Competition | None:
    if not slug:
        return None
    return asked.competition(request, str(slug))


def _only_open(request: Request) -> Competition | None:
    opened = access.competitions(request.user).filter(state=Competition.State.OPEN)[:2]
    return opened[0] if len(opened) == 1 else None


def _made(owner: User, name: str, description: str, competition: Competition | None) -> Bot:
    try:
        with transaction.atomic():
            bot = bots.create(owner, name, description)
            if competition is not None:
                bots.enter(bot, competition)
    except Refused as refused:
        raise ValidationError({"name": str(refused)}) from None
    return bot


def _uploaded(bot: Bot, given: dict[str, Any], competition: Competition | None) -> Version:
    try:
        return uploads.for_bot(bot, given["file"], given["activate"], competition)
    except (ArchiveRefused, Refused) as refused:
        raise ValidationError({"file": str(refused)}) from None

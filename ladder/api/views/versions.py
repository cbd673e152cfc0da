"""Versions of bots: listed, uploaded, looked at, activated, retired, tried anew."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access, blobs, bots, breaker, uploads
from ladder.api import asked, pages
from ladder.api.endpoint import AsItIs, Endpoint, repeatable
from ladder.api.schema import told
from ladder.api.shapes import VersionShape
from ladder.api.views.bots import named_competition, own_bot
from ladder.models import Version
from workers.archive import ArchiveRefused


class NewVersion(serializers.Serializer[Version]):
    """The multipart form of an upload; it is entered in the competition where one is named."""

    file = serializers.FileField(allow_empty_file=True)
    activate = serializers.BooleanField(default=True)
    competition = serializers.CharField(required=False, max_length=50)
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=10**9,
        help_text="The number of the version that it is to follow, 0 for none: 409 if it is not the last.",
    )


class VersionList(Endpoint):
    """A bot's versions, newest first; POST uploads the next one."""

    throttle_scope = "upload"

    @told(VersionShape, paged=True)
    def get(self, request: Request, pk: int) -> Response:
        """404 where there is no such bot."""
        asked.only(request)
        versions = get_object_or_404(access.bots(request.user), pk=pk).versions.select_related("bot")
        return pages.answer(request, versions, lambda version: _shown(version, request))

    @told(VersionShape, takes={"multipart/form-data": NewVersion}, status=201)
    @repeatable
    def post(self, request: Request, pk: int) -> Response:
        """201 with the queued version; only the bot's owner uploads. An upload cut off leaves nothing."""
        bot = own_bot(request, pk)
        given = asked.body(NewVersion, request)
        competition = named_competition(request, given.get("competition"))
        try:
            with asked.refusals("file"):
                made = uploads.for_bot(bot, given["file"], given["activate"], competition, given.get("after"))
        except ArchiveRefused as refused:
            raise ValidationError({"file": str(refused)}) from None
        return Response(_shown(made, request), status.HTTP_201_CREATED)


class VersionDetail(Endpoint):
    """One version; log, reason and trial for its owner and staff alone."""

    @told(VersionShape)
    def get(self, request: Request, pk: int) -> Response:
        """The private fields are null for others."""
        asked.only(request)
        return Response(_shown(_found(request, pk), request))


class VersionLog(Endpoint):
    """The log of build and trial as plain text."""

    content_negotiation_class = AsItIs

    @told(str, media="text/plain")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """404 for who may not read it."""
        version = _private(request, pk)
        return HttpResponse(version.log, content_type="text/plain; charset=utf-8")


class VersionFile(Endpoint):
    """The uploaded file itself."""

    content_negotiation_class = AsItIs

    @told(bytes, media="application/octet-stream")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """404 for who may not have it, or when it was deleted with its owner's account."""
        version = _private(request, pk)
        if version.forgotten:
            raise NotFound("The file was deleted with its owner's account.")
        response = HttpResponse(blobs.read(version.sha256), content_type="application/octet-stream")
        response["Content-Disposition"] = content_disposition_header(True, version.filename) or "attachment"
        response["Cache-Control"] = "private, no-store"
        return response


class _Act(Endpoint):
    """Something that the people whose bot it is do with one version."""

    def act(self, request: Request, pk: int, verb: Callable[[Version], Version]) -> Response:
        """The version afterwards; 403 for others, 400 when its state does not allow it."""
        version = _found(request, pk)
        if not access.owns(request.user, version.bot):
            raise PermissionDenied(f"{version.bot.name} is not yours.")
        with asked.refusals("version"):
            done = verb(version)
        return Response(_shown(done, request))


class VersionActivate(_Act):
    """Lets an accepted version play in place of the active one."""

    @told(VersionShape)
    def post(self, request: Request, pk: int) -> Response:
        """Twice is once."""
        return self.act(request, pk, bots.activate)


class VersionRetire(_Act):
    """Takes a version out of play; it can be activated again."""

    @told(VersionShape)
    def post(self, request: Request, pk: int) -> Response:
        """Twice is once."""
        return self.act(request, pk, bots.retire)


class VersionNewTrial(_Act):
    """Sends a version that the circuit breaker took out to a new trial."""

    @told(VersionShape)
    def post(self, request: Request, pk: int) -> Response:
        """Twice is once."""
        return self.act(request, pk, breaker.reset)


def _found(request: Request, pk: int) -> Version:
    return get_object_or_404(access.versions(request.user).select_related("bot"), pk=pk)


def _private(request: Request, pk: int) -> Version:
    version = _found(request, pk)
    if not access.sees_private(request.user, version.bot):
        raise NotFound("Logs and files are for the people whose bot it is.")
    return version


def _shown(version: Version, request: Request) -> dict[str, Any]:
    return dict(VersionShape(version, context={"request": request}).data)

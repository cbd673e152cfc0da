"""What organisers do with a competition: its state, entries, people, code, next season, standings."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from ladder import competitions, courses, entries, exports
from ladder.access import person
from ladder.api import asked, pages
from ladder.api.endpoint import AsItIs, Endpoint, repeatable
from ladder.api.records import fixed, shape
from ladder.api.schema import told
from ladder.api.shapes import CompetitionShape
from ladder.api.views.competitions import organised, shown
from ladder.models import Competition, Entry, Member
from ladder.tokens import Scope

LIST_BYTES = 512 * 1024
ENTRY = fixed(
    "Entry",
    "A bot in a competition, with its owner's real name; `disabled` says why it is out of play.",
    id=serializers.IntegerField(),
    bot=serializers.IntegerField(),
    bot_name=serializers.CharField(),
    owner=serializers.CharField(),
    version=serializers.IntegerField(allow_null=True, help_text="The one of the freeze."),
    disabled=serializers.CharField(allow_blank=True),
    created=serializers.DateTimeField(),
)
MEMBER = fixed(
    "Member",
    "A person who takes part.",
    username=serializers.CharField(),
    joined=serializers.DateTimeField(),
)
INVITATION = fixed(
    "InvitationCode", "Where people join; null: nobody joins.", url=serializers.URLField(allow_null=True)
)
IMPORTED = shape("ImportedPeople", courses.Imported)


class NewState(serializers.Serializer[Competition]):
    """Where to move a competition."""

    state = serializers.ChoiceField(Competition.State.choices)


class EntryChange(serializers.Serializer[Entry]):
    """Why the bot is taken out of play here; empty: it may play again."""

    disabled = serializers.CharField(max_length=500, allow_blank=True)


class PeopleList(serializers.Serializer[Any]):
    """A CSV list with the columns username and email, in UTF-8."""

    file = serializers.FileField()


class NextSeason(serializers.Serializer[Competition]):
    """The season to come."""

    slug = serializers.SlugField(max_length=50)
    name = serializers.CharField(max_length=100)
    carry_over = serializers.BooleanField(default=True, help_text="Take people and entries over.")


class JoinByCode(serializers.Serializer[Competition]):
    """The code from an invitation's address."""

    code = serializers.CharField(max_length=40)


class CompetitionState(Endpoint):
    """A competition's state."""

    writes = Scope.ORGANISE

    @told(CompetitionShape, takes=NewState)
    def post(self, request: Request, slug: str) -> Response:
        """Opens, freezes, closes or archives it, now; twice is once."""
        found = organised(request, slug)
        with asked.refusals("state"):
            return Response(shown(competitions.move(found, asked.body(NewState, request)["state"])))


class EntryList(Endpoint):
    """The bots in a competition, for its organisers."""

    @told(ENTRY, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """A page of them, the last one first."""
        asked.only(request)
        found = organised(request, slug).entries.select_related("bot__owner")
        return pages.answer(request, found, _entry)


class EntryDetail(Endpoint):
    """One bot in a competition, for its organisers."""

    writes = Scope.ORGANISE

    @told(ENTRY, takes=EntryChange)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Takes it out of play with a reason, or lets it play again; its owner is told."""
        entry = get_object_or_404(organised(request, slug).entries.select_related("bot__owner"), pk=pk)
        reason = asked.body(EntryChange, request).get("disabled", "")
        with asked.refusals("disabled"):
            changed = entries.disable(entry, reason) if reason.strip() else entries.enable(entry)
        return Response(_entry(changed))


class People(Endpoint):
    """The people of a competition, for its organisers."""

    writes = Scope.ORGANISE

    @told(MEMBER, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """A page of them, the last one first."""
        asked.only(request)
        found = organised(request, slug).members.select_related("person")
        return pages.answer(request, found, _member)

    @told(IMPORTED, takes={"multipart/form-data": PeopleList})
    def post(self, request: Request, slug: str) -> Response:
        """Takes a list in whole or not at all; each wrong line is told. Twice is once."""
        found = organised(request, slug)
        text = _text(asked.body(PeopleList, request)["file"])
        try:
            done = courses.import_people(found, text)
        except courses.BadLines as bad:
            raise ValidationError({"file": [f"Line {line}: {words}" for line, words in bad.errors]}) from None
        return Response({"made": done.made, "known": done.known, "joined": done.joined})


class OnePerson(Endpoint):
    """Somebody in a competition, for its organisers."""

    writes = Scope.ORGANISE

    @told(status=204)
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Takes the person and its bots out."""
        found = organised(request, slug)
        member = found.members.filter(person__username=username).select_related("person").first()
        if member is None:
            raise NotFound("Nobody of that name takes part.")
        with asked.refusals("person"):
            courses.leave(found, member.person)
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationCode(Endpoint):
    """The code by which people join a competition, for its organisers."""

    writes = Scope.ORGANISE

    @told(INVITATION)
    def get(self, request: Request, slug: str) -> Response:
        """The address that invites now."""
        asked.only(request)
        return Response(_invitation(organised(request, slug), request))

    @told(INVITATION)
    def post(self, request: Request, slug: str) -> Response:
        """A new one; the old one is void."""
        found = organised(request, slug)
        courses.new_code(found)
        return Response(_invitation(found, request))

    @told(status=204)
    def delete(self, request: Request, slug: str) -> Response:
        """Nobody joins by code any more."""
        courses.no_code(organised(request, slug))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Season(Endpoint):
    """The season after a competition."""

    writes = Scope.ORGANISE

    @told(CompetitionShape, takes=NextSeason, status=201)
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """201 with the draft; asked twice it is the same one."""
        found = organised(request, slug)
        with asked.refusals("competition"):
            made = competitions.next_season(found, **asked.body(NextSeason, request))
        return Response(shown(made), status.HTTP_201_CREATED)


class Standings(Endpoint):
    """Ranks and points with real names, for organisers."""

    content_negotiation_class = AsItIs

    @told(str, media="text/csv")
    def get(self, request: Request, slug: str) -> HttpResponse:
        """As CSV."""
        asked.only(request)
        table = exports.standings(organised(request, slug))
        response = HttpResponse(table, content_type="text/csv; charset=utf-8")
        response["Cache-Control"] = "private, no-store"
        return response


class Join(Endpoint):
    """Taking part in a competition by invitation."""

    permission_classes = [IsAuthenticated]
    throttle_scope = "join"

    @told(CompetitionShape, takes=JoinByCode)
    def post(self, request: Request) -> Response:
        """The competition; joining twice is joining once."""
        found = courses.by_code(asked.body(JoinByCode, request)["code"])
        if found is None:
            raise NotFound("No competition takes people in by this code.")
        courses.join(found, person(request.user))
        return Response(shown(found))


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "bot": entry.bot_id,
        "bot_name": entry.bot.name,
        "owner": entry.bot.owner.username,
        "version": entry.version_id,
        "disabled": entry.disabled,
        "created": entry.created,
    }


def _member(member: Member) -> dict[str, Any]:
    return {"username": member.person.username, "joined": member.joined}


def _invitation(found: Competition, request: Request) -> dict[str, Any]:
    if not found.join_code:
        return {"url": None}
    return {"url": reverse("join", args=[found.join_code], request=request)}


def _text(file: Any) -> str:
    if file.size > LIST_BYTES:
        raise ValidationError({"file": f"Found {file.size} bytes, wanted at most {LIST_BYTES}."})
    try:
        return str(file.read().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        wrong = f"Found a byte that is not UTF-8 at {error.start}; save it as UTF-8."
        raise ValidationError({"file": wrong}) from None

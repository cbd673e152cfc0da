"""Bots: the list, making one, one bot, and the competitions it is entered in."""

from dataclasses import asdict
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from ladder import access, bots, not_drawn
from ladder.access import person
from ladder.api import asked, pages
from ladder.api.endpoint import Endpoint, repeatable
from ladder.api.schema import parameter, told
from ladder.api.shapes import BotDetailShape, BotShape
from ladder.models import Bot, Competition, Entry, User, Version


class NewBot(serializers.Serializer[Bot]):
    """The body that makes a bot; it is entered in the competition where one is named."""

    name = serializers.CharField(max_length=40)
    description = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    competition = serializers.CharField(required=False, max_length=50)


class BotChange(serializers.Serializer[Bot]):
    """What may change of a bot."""

    description = serializers.CharField(max_length=200, allow_blank=True)


class BotList(Endpoint):
    """Bots, newest first; POST makes one."""

    @told(
        BotShape,
        paged=True,
        query=[
            parameter("name", "Part of the name, in any case."),
            parameter("competition", "Those entered in the competition with this slug."),
            parameter("mine", "1: those that you may act for.", enum=["1"]),
        ],
    )
    def get(self, request: Request) -> Response:
        """All bots that the visitor sees and that fit the filters."""
        seen = _seen_competitions(request)
        shown = partial(_shown_bots, request=request, competitions=seen)
        return pages.answer_all(request, _asked_for(request), shown, pages.NewestFirst())

    @told(BotShape, takes=NewBot, status=201)
    @repeatable
    def post(self, request: Request) -> Response:
        """201 with the bot, entered in `competition`, or in the only open one where none is named."""
        given = asked.body(NewBot, request)
        competition = named_competition(request, given.get("competition")) or _only_open(request)
        bot = _made(person(request.user), given["name"], given["description"], competition)
        shown = _shown_bot(_bots(request).get(pk=bot.pk), request, _seen_competitions(request))
        return Response(shown, status.HTTP_201_CREATED)


class BotDetail(Endpoint):
    """One bot."""

    @told(BotDetailShape)
    def get(self, request: Request, pk: int) -> Response:
        """With why it is not drawn, by competition; 404 for one that the visitor does not see."""
        asked.only(request)
        return _detail(request, pk)

    @told(BotDetailShape, takes=BotChange)
    def patch(self, request: Request, pk: int) -> Response:
        """Changes the description; only for whose bot it is."""
        bot = own_bot(request, pk)
        bots.describe(bot, asked.body(BotChange, request)["description"])
        return _detail(request, pk)


class BotEntry(Endpoint):
    """A bot's place in a competition."""

    @told(status=204)
    def put(self, request: Request, pk: int, slug: str) -> Response:
        """Enters it; entering twice is entering once."""
        bot, competition = own_bot(request, pk), _found_competition(request, slug)
        with asked.refusals("competition"):
            bots.enter(bot, competition)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @told(status=204)
    def delete(self, request: Request, pk: int, slug: str) -> Response:
        """Takes it out; what it has played stays."""
        bot, competition = own_bot(request, pk), _found_competition(request, slug)
        with asked.refusals("competition"):
            bots.leave(bot, competition)
        return Response(status=status.HTTP_204_NO_CONTENT)


def own_bot(request: Request, pk: int) -> Bot:
    """A bot that the caller may act for; 404 for one that it does not see, 403 for others'."""
    bot = get_object_or_404(access.bots(request.user), pk=pk)
    if not access.owns(request.user, bot):
        raise PermissionDenied(f"{bot.name} is not yours; only the people whose bot it is may do this.")
    return bot


def named_competition(request: Request, slug: object) -> Competition | None:
    """The competition that the body names; ValidationError for one that the caller does not see."""
    return asked.competition(request, str(slug)) if slug else None


def _found_competition(request: Request, slug: str) -> Competition:
    return get_object_or_404(access.competitions(request.user), slug=slug)


def _asked_for(request: Request) -> QuerySet[Bot]:
    given = asked.only(request, "name", "competition", "mine")
    found = _bots(request)
    if "name" in given:
        found = found.filter(name__icontains=given["name"])
    if "competition" in given:
        found = found.filter(entries__competition=asked.competition(request, given["competition"]))
    if "mine" in given:
        asked.one_of("mine", given["mine"], ["1"])
        found = found.filter(pk__in=access.own_bots(person(request.user)).values("pk"))
    return found


def _detail(request: Request, pk: int) -> Response:
    bot = get_object_or_404(_bots(request), pk=pk)
    shown = _shown_bot(bot, request, _seen_competitions(request))
    entered = access.competitions(request.user).filter(entries__bot=bot)
    standings = {c.slug: not_drawn.standing(bot, c) for c in entered}
    return Response(
        shown
        | {
            "not_drawn": {slug: each.reason or None for slug, each in standings.items()},
            "outlook": {
                slug: asdict(each.outlook) if each.outlook else None for slug, each in standings.items()
            },
        }
    )


def _shown_bots(shown: list[Bot], request: Request, competitions: dict[int, str]) -> list[dict[str, Any]]:
    context = {"competitions": competitions, "owners": access.owner_names(request.user, shown)}
    return [dict(BotShape(bot, context=context).data) for bot in shown]


def _shown_bot(bot: Bot, request: Request, competitions: dict[int, str]) -> dict[str, Any]:
    return _shown_bots([bot], request, competitions)[0]


def _bots(request: Request) -> QuerySet[Bot]:
    versions = Version.objects.filter(state=Version.State.ACTIVE).only("pk", "bot_id", "state")
    return (
        access.bots(request.user)
        .select_related("owner", "team")
        .prefetch_related(Prefetch("versions", versions), Prefetch("entries", Entry.objects.all()))
    )


def _seen_competitions(request: Request) -> dict[int, str]:
    return dict(access.competitions(request.user).values_list("pk", "slug"))


def _only_open(request: Request) -> Competition | None:
    opened = access.competitions(request.user).filter(state=Competition.State.OPEN)[:2]
    return opened[0] if len(opened) == 1 else None


def _made(owner: User, name: str, description: str, competition: Competition | None) -> Bot:
    with asked.refusals("name"), transaction.atomic():
        bot = bots.create(owner, name, description)
        if competition is not None:
            bots.enter(bot, competition)
    return bot

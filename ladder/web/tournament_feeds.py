"""Feeds of tournaments for everybody: RSS and Atom by Django's syndication."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from ladder import access
from ladder.models import Tournament

LATEST = 50


if TYPE_CHECKING:
    TournamentFeed = Feed[Tournament, None]
else:  # Django's own class takes no parameter
    TournamentFeed = Feed


class TournamentRss(TournamentFeed):
    """The newest public tournaments: when they start, and whether they have ended."""

    title = "Tournaments of the Watering Hole"
    description = "When they start, and that they have ended."

    def link(self) -> str:
        """The list."""
        return reverse("tournaments")

    def items(self) -> list[Tournament]:
        """What a visitor sees who is not signed in."""
        seen = access.tournaments(AnonymousUser()).exclude(starts=None).select_related("competition")
        return list(seen.order_by("-changed", "-pk")[:LATEST])

    def item_title(self, item: Tournament) -> str:
        """Its name and state."""
        return f"{item.name}: {item.get_state_display()}"

    def item_description(self, item: Tournament) -> str:
        """Its format and date; never a result, which may be hidden."""
        return (
            f"{item.get_kind_display().capitalize()} in {item.competition.name}, "
            f"{item.players} players a game, from {item.starts:%Y-%m-%d %H:%M} UTC."
        )

    def item_link(self, item: Tournament) -> str:
        """Its page."""
        return reverse("tournament", args=[item.pk])

    def item_guid(self, item: Tournament) -> str:
        """New for each state, so that readers show it again."""
        return f"tournament-{item.pk}-{item.state}"

    item_guid_is_permalink = False

    def item_pubdate(self, item: Tournament) -> datetime:
        """When it was made."""
        return item.created

    def item_updateddate(self, item: Tournament) -> datetime:
        """When it last changed."""
        return item.changed


class TournamentAtom(TournamentRss):
    """The same as Atom."""

    feed_type = Atom1Feed
    subtitle = TournamentRss.description

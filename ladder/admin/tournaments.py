"""Tournaments, their series, entrants and rounds: only read; organisers run them on pages of their own."""

from django.contrib import admin

from ladder.admin.acts import ModelAdmin, ReadOnly
from ladder.models import Entrant, Round, Series, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, ModelAdmin):
    """Tournaments; what derives their decks stays secret."""

    list_display = ("name", "competition", "kind", "state", "starts", "started", "ended")
    list_filter = ("state", "kind", "competition")
    search_fields = ("name", "reason")
    exclude = ("key",)
    list_select_related = ("competition",)


@admin.register(Series)
class SeriesAdmin(ReadOnly, ModelAdmin):
    """Series."""

    list_display = ("name", "competition", "rule", "begins", "time_zone", "is_on")
    list_filter = ("is_on", "competition")
    list_select_related = ("competition",)


@admin.register(Entrant)
class EntrantAdmin(ReadOnly, ModelAdmin):
    """Who takes part in which tournament."""

    list_display = ("tournament", "number", "bot", "version", "state", "reason", "place")
    list_filter = ("state",)
    search_fields = ("bot__name", "tournament__name")
    list_select_related = ("tournament", "bot", "version__bot")


@admin.register(Round)
class RoundAdmin(ReadOnly, ModelAdmin):
    """Rounds."""

    list_display = ("tournament", "number", "began", "due", "ended")
    list_select_related = ("tournament",)

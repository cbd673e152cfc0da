"""Teams, their people, invitations, and challenges: only read; people see to them by themselves."""

from django.contrib import admin

from ladder.admin.acts import ModelAdmin, ReadOnly
from ladder.models import Challenge, Invitation, Team, TeamMate


@admin.register(Team)
class TeamAdmin(ReadOnly, ModelAdmin):
    """Teams."""

    list_display = ("name", "captain", "created")
    search_fields = ("name", "captain__username")
    list_select_related = ("captain",)


@admin.register(TeamMate)
class TeamMateAdmin(ReadOnly, ModelAdmin):
    """Who is in which team."""

    list_display = ("team", "person", "joined")
    search_fields = ("team__name", "person__username")
    list_select_related = ("team", "person")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, ModelAdmin):
    """Who is invited; the links stay secret."""

    list_display = ("team", "person", "expires")
    exclude = ("secret",)
    search_fields = ("team__name", "person__username")
    list_select_related = ("team", "person")


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, ModelAdmin):
    """Matches that people asked for."""

    list_display = ("id", "competition", "asker", "version", "is_private", "state", "match", "created")
    list_filter = ("state", "competition", "is_private")
    search_fields = ("asker__username", "version__bot__name", "reason")
    list_select_related = ("competition", "asker", "version__bot", "match")

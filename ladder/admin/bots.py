"""People, bots, versions and entries."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from ladder import bots, rulings
from ladder.access import person
from ladder.admin.acts import ModelAdmin, ReadOnly, Ruled, ask_for_reason
from ladder.models import Bot, Entry, Notice, Trip, User, Version

if TYPE_CHECKING:
    UserAdmin = DjangoUserAdmin[User]
else:  # Django's own class takes no parameter
    UserAdmin = DjangoUserAdmin


class PersonAdmin(UserAdmin):
    """People, with what is ours about them."""

    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        ("Here", {"fields": ("time_zone", "email_confirmed", "mail_notices", "may_organise")}),
    )


admin.site.register(User, PersonAdmin)


@admin.register(Notice)
class NoticeAdmin(ReadOnly, ModelAdmin):
    """What people were told."""

    list_display = ("at", "person", "kind", "text", "read", "mail_due")
    list_filter = ("kind", "mail_due")
    search_fields = ("person__username", "text")
    list_select_related = ("person",)


@admin.register(Trip)
class TripAdmin(ReadOnly, ModelAdmin):
    """What the circuit breaker took out of play."""

    list_display = ("at", "version", "reset")
    search_fields = ("version__bot__name",)
    list_select_related = ("version__bot",)


@admin.register(Version)
class VersionAdmin(Ruled, ModelAdmin):
    """Uploads; one that does harm is disabled."""

    list_display = ("id", "bot", "number", "state", "language", "size", "created", "changed")
    list_filter = ("state", "language", "created")
    search_fields = ("=id", "bot__name", "bot__owner__username", "=sha256", "reason")
    list_select_related = ("bot",)
    exclude = ("build_token",)
    ordering = ("-id",)
    actions = (
        "disable",
        "disqualify",
    )

    @admin.action(description="Disable, with a reason that the owner reads", permissions=["rule"])
    def disable(self, request: HttpRequest, rows: QuerySet[Version]) -> HttpResponse | None:
        """Calls `bots.disable`."""
        by = person(request.user)
        return ask_for_reason(
            request,
            rows,
            "Disable these versions",
            lambda version, why: bots.disable(version, by, why),
            "is disabled",
        )

    @admin.action(description="Disqualify: none of its games counts, for anybody", permissions=["rule"])
    def disqualify(self, request: HttpRequest, rows: QuerySet[Version]) -> HttpResponse | None:
        """Calls `rulings.disqualify`."""
        by = person(request.user)
        return ask_for_reason(
            request,
            rows,
            "Disqualify these versions",
            lambda version, why: rulings.disqualify(version, by, why),
            "is disqualified",
        )


@admin.register(Bot)
class BotAdmin(ModelAdmin):
    """Bots: staff may correct a description and say which are house bots."""

    list_display = ("id", "name", "owner", "is_reference", "created")
    list_filter = ("is_reference", "entries__competition")
    search_fields = ("name", "owner__username")
    list_select_related = ("owner",)
    readonly_fields = ("owner", "name", "created")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Bots come through the upload."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Their matches stay."""
        return False


@admin.register(Entry)
class EntryAdmin(ReadOnly, ModelAdmin):
    """Which bot is in which competition."""

    list_display = ("competition", "bot", "created")
    list_filter = ("competition",)
    search_fields = ("bot__name", "bot__owner__username")
    list_select_related = ("competition", "bot")

"""Matches, attempts, results, and what went wrong with them."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html_join

from ladder import rulings, worker_watch
from ladder.access import person
from ladder.admin.acts import ModelAdmin, ReadOnly, Ruled, TabularInline, apply_to_each, ask_for_reason
from ladder.models import Attempt, Incident, Match, MatchSeat, Result, Worker


class SeatInline(ReadOnly, TabularInline):
    """A match's seats."""

    model = MatchSeat
    fields = ("seat", "version", "score", "place", "final_place", "fault", "cpu_ms", "wall_ms")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the bots' names, without the logs."""
        return super().get_queryset(request).select_related("version__bot").defer("log", "fault_detail")


class AttemptInline(ReadOnly, TabularInline):
    """A match's attempts."""

    model = Attempt
    fields = ("number", "state", "worker", "host", "decisions", "sent", "started", "ended", "reason")
    extra = 0


@admin.register(Match)
class MatchAdmin(Ruled, ModelAdmin):
    """Matches; a void one is played again, one that should not count is ruled void."""

    list_display = ("id", "competition", "kind", "state", "players", "created", "finished", "void_reason")
    list_filter = ("state", "kind", "competition", "ruleset", "players")
    search_fields = ("=id", "seats__version__bot__name", "void_reason")
    list_select_related = ("competition",)
    date_hierarchy = "created"
    ordering = ("-id",)
    inlines = (SeatInline, AttemptInline)
    actions = ("retry", "void")

    @admin.action(description="Play again: a new match in place of a void one", permissions=["rule"])
    def retry(self, request: HttpRequest, rows: QuerySet[Match]) -> None:
        """Calls `rulings.retry`."""
        apply_to_each(
            request, rows, lambda match: rulings.retry(match, person(request.user)), "is played again"
        )

    @admin.action(description="Rule void, with a reason", permissions=["rule"])
    def void(self, request: HttpRequest, rows: QuerySet[Match]) -> HttpResponse | None:
        """Calls `rulings.void`."""
        by = person(request.user)
        return ask_for_reason(
            request,
            rows,
            "Rule these matches void",
            lambda match, why: rulings.void(match, by, why),
            "counts no more",
        )


@admin.register(Attempt)
class AttemptAdmin(ReadOnly, ModelAdmin):
    """Tries to play matches."""

    list_display = ("id", "match", "number", "state", "worker", "host", "sent", "started", "ended", "reason")
    list_filter = ("state", "worker", "host")
    search_fields = ("=match__id", "worker", "reason")
    list_select_related = ("match",)
    exclude = ("token",)
    ordering = ("-id",)


@admin.register(Result)
class ResultAdmin(ReadOnly, ModelAdmin):
    """The reports that counted."""

    list_display = ("match", "competition", "rated", "final_places", "decisions", "received", "fold_seq")
    list_filter = ("competition", "rated")
    search_fields = ("=match__id", "=replay_sha256", "=payload_sha256")
    list_select_related = ("match", "competition")
    ordering = ("-match",)


@admin.register(Incident)
class IncidentAdmin(ReadOnly, ModelAdmin):
    """What should not have been."""

    list_display = ("at", "kind", "match", "text")
    list_filter = ("kind", "at")
    search_fields = ("=match__id", "text")
    list_select_related = ("match",)


@admin.register(Worker)
class WorkerAdmin(Ruled, ModelAdmin):
    """Workers as they were last heard of; a drained one is taken back when its machine is well again."""

    list_display = ("name", "host", "engine", "level", "speed", "trouble", "drained", "last_seen")
    list_filter = ("level", "host", "drained")
    search_fields = ("name", "trouble")
    readonly_fields = ("to_review",)
    actions = ("take_back",)

    @admin.display(description="Faults to review, of its last matches")
    def to_review(self, worker: Worker) -> str:
        """The matches with a faulty seat among those that the worker is judged by, as links."""
        judged = worker_watch.results(worker)[: worker_watch.LAST]
        faulty = [result for result in judged if result.faults]
        rows = (
            (reverse("match", args=[r.match_id]), r.match_id, ", ".join(f["kind"] for f in r.faults))
            for r in faulty
        )
        return format_html_join(" · ", '<a href="{}">match {}</a> ({})', rows) or "none"

    @admin.action(
        description="Take back: it takes orders again, and starts with a clean record", permissions=["rule"]
    )
    def take_back(self, request: HttpRequest, rows: QuerySet[Worker]) -> None:
        """Calls `worker_watch.take_back`."""
        by = person(request.user)
        apply_to_each(request, rows, lambda worker: worker_watch.take_back(worker, by), "takes orders again")

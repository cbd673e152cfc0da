"""Competitions: made and changed by hand, moved from state to state by actions."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from ladder import competitions
from ladder.admin.acts import ModelAdmin, ModelForm, ReadOnly, apply_to_each
from ladder.models import Competition, Member
from ladder.refusals import Refused
from workers import wire
from workers.contract import Limits

MAY_BE_ZERO = ("increment_ms", "log_kb")


class CompetitionChange(ModelForm):
    """A competition by hand, with its limits checked against the contract."""

    class Meta:
        model = Competition
        fields = [
            "slug", "name", "organiser", "ruleset", "options", "min_players", "max_players", "limits",
            "same_owner_allowed", "pseudonyms", "is_private", "rules_text", "time_zone", "opens", "freezes",
            "closes", "languages", "max_upload_kb", "uploads_per_day", "active_bots", "team_size",
            "challenges_per_day", "replays_shown", "logs_shown",
        ]  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """What may not change any more in the competition's state stays."""
        data = super().clean() or self.cleaned_data
        if self.instance.pk:
            try:
                competitions.refuse_fixed(Competition.State(self.instance.state), self.changed_data)
            except Refused as refused:
                raise forms.ValidationError(str(refused)) from None
        return data

    def clean_limits(self) -> Any:
        """Every limit that the contract has, as a number above zero."""
        limits = self.cleaned_data["limits"]
        try:
            known = wire.encode(wire.decode(Limits, limits, "limits"))
        except wire.WireError as wrong:
            raise forms.ValidationError(str(wrong)) from None
        for name, value in known.items():
            least = 0 if name in MAY_BE_ZERO else 1
            if value < least:
                raise forms.ValidationError(f"{name}: found {value}, wanted at least {least}.")
        return known


@admin.register(Competition)
class CompetitionAdmin(ModelAdmin):
    """Competitions: made and changed here; their states move by actions."""

    form = CompetitionChange
    list_display = ("slug", "name", "state", "ruleset", "min_players", "max_players", "organiser")
    list_filter = ("state", "ruleset")
    search_fields = ("slug", "name")
    list_select_related = ("organiser",)
    actions = ("open_", "freeze", "close", "archive")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Matches were played in it."""
        return False

    @admin.action(description="Open: bots enter, matches are made", permissions=["change"])
    def open_(self, request: HttpRequest, rows: QuerySet[Competition]) -> None:
        """Calls `competitions.move`."""
        self._move(request, rows, Competition.State.OPEN)

    @admin.action(description="Freeze: no new matches for now", permissions=["change"])
    def freeze(self, request: HttpRequest, rows: QuerySet[Competition]) -> None:
        """Calls `competitions.move`."""
        self._move(request, rows, Competition.State.FROZEN)

    @admin.action(description="Close: it is over", permissions=["change"])
    def close(self, request: HttpRequest, rows: QuerySet[Competition]) -> None:
        """Calls `competitions.move`."""
        self._move(request, rows, Competition.State.CLOSED)

    @admin.action(description="Archive a closed one", permissions=["change"])
    def archive(self, request: HttpRequest, rows: QuerySet[Competition]) -> None:
        """Calls `competitions.move`."""
        self._move(request, rows, Competition.State.ARCHIVED)

    def _move(self, request: HttpRequest, rows: QuerySet[Competition], to: Competition.State) -> None:
        apply_to_each(request, rows, lambda one: competitions.move(one, to), f"is {to.label.lower()}")


@admin.register(Member)
class MemberAdmin(ReadOnly, ModelAdmin):
    """Who takes part by invitation."""

    list_display = ("competition", "person", "joined")
    list_filter = ("competition",)
    search_fields = ("person__username",)
    list_select_related = ("competition", "person")

"""The forms of a tournament's organiser: terms from a template, dates, series, and what is done to a bot."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms

from ladder import dates
from ladder.models import Competition, Tournament
from ladder.models.tournament import TERMS
from ladder.refusals import Refused
from ladder.tournaments.course import Kind
from ladder.web.organise_forms import ZONES, WallClock

TEMPLATES: dict[str, tuple[str, dict[str, Any]]] = {
    "recommended": (
        "Groups and a final",
        {"kind": Kind.TWO_STAGE, "players": 4, "games_each": 24, "finalists": 8},
    ),
    "round-robin": ("Round robin of duels", {"kind": Kind.ROUND_ROBIN, "players": 2, "rounds": 1}),
    "hourly": (
        "A short round robin every hour",
        {"kind": Kind.GROUPS, "players": 4, "games_each": 12, "rule": "FREQ=HOURLY", "deadline_before": 5},
    ),
    "daily": (
        "A round robin every day",
        {"kind": Kind.GROUPS, "players": 4, "games_each": 40, "rule": "FREQ=DAILY", "deadline_before": 30},
    ),
    "weekly": (
        "Groups and a final every week",
        {
            "kind": Kind.TWO_STAGE,
            "players": 4,
            "games_each": 60,
            "rule": "FREQ=WEEKLY",
            "deadline_before": 60,
        },
    ),
    "swiss": ("Swiss", {"kind": Kind.SWISS, "players": 2}),
    "show": (
        "A live show: elimination, results released by hand",
        {"kind": Kind.SINGLE, "players": 2, "decks": 3, "is_hidden": True, "reveal_every": 60},
    ),
    "double": ("Double elimination", {"kind": Kind.DOUBLE, "players": 2, "decks": 2}),
}
SERIES_ONLY = ("rule", "deadline_before")


if TYPE_CHECKING:
    TournamentForm = forms.ModelForm[Tournament]
else:  # Django's own class takes no parameter
    TournamentForm = forms.ModelForm


class TermsForm(TournamentForm):
    """How it is played, and when; with a rule it is a series."""

    time_zone = forms.ChoiceField(choices=ZONES, initial="UTC", label="Zone of the dates")
    starts = WallClock(required=False, help_text="Empty: it stays a draft, and you start it by hand.")
    deadline_before = forms.IntegerField(
        min_value=0,
        max_value=30 * 24 * 60,
        initial=10,
        label="Minutes before the start at which versions are frozen",
    )
    rule = forms.CharField(
        required=False,
        max_length=200,
        label="Again and again",
        help_text=(
            "Empty: once. Else a rule of RFC 5545, as in FREQ=HOURLY, FREQ=DAILY;BYHOUR=18;BYMINUTE=0 or "
            "FREQ=WEEKLY;BYDAY=SA; the start above is the first."
        ),
    )

    class Meta:
        model = Tournament
        fields = [*TERMS, "time_zone"]
        labels = {
            "kind": "Format",
            "players": "Players a game",
            "games_each": "Games of each bot",
            "decks": "Decks a table plays in a round",
            "blocks": "Each deck once for every turn of the seats (a block)",
            "most_games": "Most games in all",
            "share": "Percent of the workers",
            "everybody": "All bots of the competition take part",
            "rated": "Its games move the ladder's ratings",
            "missed": "A start that was missed",
            "round_every": "Minutes from round to round",
            "round_limit": "Minutes that a round may take",
            "is_hidden": "Hide results until they are released",
            "release_after": "Minutes from the start to the release",
            "reveal_every": "Seconds from one shown round to the next",
        }

    def clean(self) -> dict[str, Any]:
        """The start as an instant; a series needs one."""
        data = super().clean() or self.cleaned_data
        if data.get("starts") is not None and data.get("time_zone"):
            try:
                data["starts"] = dates.instant(data["starts"], data["time_zone"])
            except Refused as refused:
                self.add_error("starts", str(refused))
        elif data.get("rule"):
            self.add_error("starts", "A series needs its first start.")
        return data

    def _post_clean(self) -> None:
        """The verbs check the whole, in words of their own."""

    def terms(self) -> dict[str, Any]:
        """The terms by name."""
        return {name: self.cleaned_data[name] for name in (*TERMS, "time_zone")}


def from_template(name: str, competition: Competition) -> dict[str, Any]:
    """What the form shows at first."""
    title, terms = TEMPLATES.get(name, TEMPLATES["recommended"])
    players = min(max(terms["players"], competition.min_players), competition.max_players)
    own = {"name": title, "time_zone": competition.time_zone}
    return own | terms | {"players": players if terms["kind"] != Kind.DOUBLE else 2}


def filled(tournament: Tournament) -> dict[str, Any]:
    """What the form shows of a tournament that is there."""
    shown: dict[str, Any] = {name: getattr(tournament, name) for name in (*TERMS, "time_zone")}
    if tournament.starts is not None:
        shown["starts"] = dates.wall_clock(tournament.starts, tournament.time_zone)
        if tournament.deadline is not None:
            shown["deadline_before"] = round((tournament.starts - tournament.deadline).total_seconds() / 60)
    return shown


class WhyForm(forms.Form):
    """A bot or a game, and why."""

    reason = forms.CharField(max_length=500, required=False)


class ReleaseForm(forms.Form):
    """From when hidden results are shown; empty: now."""

    at = WallClock(required=False, label="Show results from", help_text="Empty: from now on.")

    def moment(self, zone: str) -> datetime | None:
        """The instant, None for now; Refused for a time that clocks skip."""
        wall = self.cleaned_data["at"]
        return dates.instant(wall, zone) if wall else None

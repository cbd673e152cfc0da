"""The forms of an organiser's pages: a competition and its dates, a list of people, a next season."""

from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError

from engine import RULESETS
from ladder import dates
from ladder.models import Competition
from ladder.refusals import Refused
from workers import wire
from workers.archive import LANGUAGES
from workers.contract import Limits

LIMITS = ("start_ms", "bank_ms", "increment_ms", "memory_mb")
DATES = ("opens", "freezes", "closes")
ZONES = [(zone, zone) for zone in sorted(available_timezones())]
LIST_BYTES = 512 * 1024


class WallClock(forms.Field):
    """A time as clocks show it, without a zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        """None where nothing was typed."""
        if not value:
            return None
        try:
            found = datetime.fromisoformat(str(value))
        except ValueError:
            raise ValidationError(
                f"Found {str(value)[:40]!r}, wanted a time as in 2027-03-01T18:00."
            ) from None
        if found.tzinfo is not None:
            raise ValidationError("Leave the zone out: it is the one above.")
        return found


class CompetitionForm(forms.Form):
    """All that an organiser decides, with the limits of a bot one by one."""

    slug = forms.SlugField(
        max_length=50, label="Short name", help_text="Stands in its address, as in spring-2027."
    )
    name = forms.CharField(max_length=100)
    ruleset = forms.ChoiceField(choices=[(name, name.capitalize()) for name in sorted(RULESETS)])
    options = forms.JSONField(
        required=False, initial=dict, label="Options of the ruleset", help_text="A JSON object; {} for none."
    )
    min_players = forms.IntegerField(min_value=2, max_value=6, initial=2, label="Fewest players a match")
    max_players = forms.IntegerField(min_value=2, max_value=6, initial=4, label="Most players a match")
    start_ms = forms.IntegerField(min_value=1, initial=Limits().start_ms, label="Milliseconds to get ready")
    bank_ms = forms.IntegerField(
        min_value=1, initial=Limits().bank_ms, label="Milliseconds to think in a game"
    )
    increment_ms = forms.IntegerField(
        min_value=0, initial=Limits().increment_ms, label="More for each decision"
    )
    memory_mb = forms.IntegerField(min_value=16, initial=Limits().memory_mb, label="Memory in MiB")
    same_owner_allowed = forms.BooleanField(required=False, label="Bots of one owner may meet")
    pseudonyms = forms.BooleanField(
        required=False, label="Hide who owns which bot from all but the organisers"
    )
    is_private = forms.BooleanField(required=False, label="Private: only invited people see it and take part")
    rules_text = forms.CharField(
        required=False,
        max_length=20_000,
        label="Rules and other words",
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="Markdown, without pictures and HTML.",
    )
    time_zone = forms.ChoiceField(choices=ZONES, initial="UTC", label="Zone of the dates")
    opens = WallClock(required=False, help_text="Empty: you open it by hand.")
    freezes = WallClock(required=False, help_text="From then on no new matches, entries and versions.")
    closes = WallClock(required=False, help_text="Empty: you close it by hand.")
    languages = forms.MultipleChoiceField(
        required=False,
        choices=[(name, name) for name in LANGUAGES],
        help_text="Choose none to take all that run here.",
    )
    max_upload_kb = forms.IntegerField(
        required=False, min_value=1, max_value=2**20, label="Largest upload in KiB"
    )
    uploads_per_day = forms.IntegerField(
        required=False, min_value=1, max_value=1000, label="Uploads a day and owner"
    )
    active_bots = forms.IntegerField(
        min_value=1, max_value=1000, initial=5, label="Bots that one owner may enter"
    )
    challenges_per_day = forms.IntegerField(
        min_value=0, max_value=1000, initial=20, label="Challenges a day and person"
    )
    team_size = forms.IntegerField(
        min_value=0, max_value=6, initial=6, label="Most people of a team", help_text="0 or 1: no teams."
    )
    replays_shown = forms.ChoiceField(choices=Competition.Shown.choices, label="Everybody sees replays")
    logs_shown = forms.ChoiceField(
        choices=Competition.Shown.choices, initial=Competition.Shown.NEVER, label="Everybody sees logs"
    )

    def clean(self) -> dict[str, Any]:
        """The dates as instants, the limits as the contract's record."""
        data = super().clean() or self.cleaned_data
        for name in DATES:
            if data.get(name) is not None and data.get("time_zone"):
                try:
                    data[name] = dates.instant(data[name], data["time_zone"])
                except Refused as refused:
                    self.add_error(name, str(refused))
        if data.get("options") is None:
            data["options"] = {}
        return data

    def values(self, limits: dict[str, Any]) -> dict[str, Any]:
        """The valid form as fields of a competition; `limits`: those that it does not ask for stay."""
        data = dict(self.cleaned_data)
        return data | {"limits": limits | {name: data.pop(name) for name in LIMITS}}


def filled(competition: Competition) -> dict[str, Any]:
    """What the form shows of a competition: dates as clocks of its zone."""
    names = set(CompetitionForm.base_fields) - set(LIMITS) - set(DATES)
    shown: dict[str, Any] = {name: getattr(competition, name) for name in names}
    for name in DATES:
        moment = getattr(competition, name)
        shown[name] = dates.wall_clock(moment, competition.time_zone) if moment else None
    return shown | {name: competition.limits[name] for name in LIMITS}


def default_limits() -> dict[str, Any]:
    """The limits of a new competition, by name."""
    return dict(wire.encode(Limits()))


class PeopleForm(forms.Form):
    """A CSV list of people."""

    file = forms.FileField(help_text="CSV with the columns username and email, a person a line, in UTF-8.")

    def clean_file(self) -> str:
        """The file's text."""
        file = self.cleaned_data["file"]
        if file.size > LIST_BYTES:
            raise ValidationError(f"Found {file.size} bytes, wanted at most {LIST_BYTES}.")
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise ValidationError(
                f"Found a byte that is not UTF-8 at {error.start}; save it as UTF-8."
            ) from None


class SeasonForm(forms.Form):
    """The next season of a competition."""

    slug = forms.SlugField(max_length=50, label="Short name", help_text="Stands in its address.")
    name = forms.CharField(max_length=100)
    carry_over = forms.BooleanField(required=False, initial=True, label="Take its people and entries over")


class ReasonForm(forms.Form):
    """Why an entry is taken out."""

    reason = forms.CharField(max_length=500)

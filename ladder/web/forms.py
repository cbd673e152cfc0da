"""The forms of the pages; their messages say what was found, what was wanted, what to do."""

import hashlib
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.db.models import QuerySet

from ladder import access, match_search
from ladder.access import Visitor
from ladder.boards import Wanted
from ladder.models import Bot, Competition, Match, User
from workers.archive import ARCHIVE_BYTES, FILE_BYTES

if TYPE_CHECKING:
    NewUserForm = UserCreationForm[User]
else:  # Django's own class takes no parameter
    NewUserForm = UserCreationForm


class SignUpForm(NewUserForm):
    """A name, an address (or none), and a password, twice."""

    email = forms.EmailField(
        required=False,
        help_text="For a forgotten password and for notices. You can leave it empty; nobody else sees it.",
    )

    class Meta:
        model = User
        fields = ["username", "email"]


class SignInForm(AuthenticationForm):
    """Name and password; `kept` is a form that was sent after a session had ended (`ladder/web/kept.py`)."""

    kept = forms.CharField(required=False, widget=forms.HiddenInput)


class SettingsForm(forms.Form):
    """A person's address, time zone, and whether notices come by mail."""

    email = forms.EmailField(
        required=False, help_text="A new address gets a mail with a link that shows it to be yours."
    )
    time_zone = forms.ChoiceField(choices=[], help_text="All times on this site are shown in it.")
    mail_notices = forms.BooleanField(required=False, label="Send me notices by mail, too")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = self.fields["time_zone"]
        if not isinstance(zones, forms.ChoiceField):
            raise TypeError("the time zone is not a choice")
        zones.choices = [(zone, zone) for zone in sorted(available_timezones())]


class DeleteForm(forms.Form):
    """The password once more, before an account ends."""

    password = forms.CharField(
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        strip=False,
        help_text="Your password, so that nobody else does this.",
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_password(self) -> str:
        """The person's own."""
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise forms.ValidationError("This is not your password; nothing was deleted.")
        return password


class UploadForm(forms.Form):
    """A file for a new bot or for one of the person's own."""

    bot = forms.ModelChoiceField(
        Bot.objects.none(),
        required=False,
        empty_label="A new bot, named below",
        help_text="A new file for a bot of yours becomes its next version.",
    )
    name = forms.CharField(
        required=False,
        max_length=40,
        label="Name of the new bot",
        help_text="Letters, digits, space, '.', '_' and '-'; at most 40. Everybody sees it.",
    )
    file = forms.FileField(
        help_text=(
            "One source file (bot.py, bot.js), a Linux executable, or a zip with one of these in its root. "
            f"A zip has at most {ARCHIVE_BYTES >> 20} MiB, a single file {FILE_BYTES >> 20} MiB."
        ),
    )
    competition = forms.ModelChoiceField(
        Competition.objects.none(), required=False, empty_label="None for now", to_field_name="slug"
    )
    activate = forms.BooleanField(
        required=False,
        initial=True,
        label="Let it play as soon as it has passed its trial",
        help_text="It takes the place of the bot's active version then.",
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        choose_from(self, "bot", access.own_bots(person))
        opened = access.competitions(person).filter(state=Competition.State.OPEN)
        choose_from(self, "competition", opened)
        self.fields["competition"].initial = opened.first()

    def clean(self) -> dict[str, Any]:
        """Exactly one of an own bot and a new name."""
        data = super().clean() or self.cleaned_data
        if data.get("bot") and data.get("name"):
            self.add_error("name", "Leave the name empty, or choose “A new bot” above: this would be both.")
        elif not data.get("bot") and not data.get("name") and "name" not in self.errors:
            self.add_error("name", "Name the new bot, or choose one of yours above.")
        return data


class BoardFilter(forms.Form):
    """Which rows of a leaderboard to show; what cannot be meant is passed over."""

    q = forms.CharField(required=False, max_length=40, label="Bot or owner", strip=True)
    language = forms.CharField(required=False, max_length=20, widget=forms.Select)
    settled = forms.BooleanField(required=False, label="Without provisional")

    @property
    def given(self) -> dict[str, str]:
        """What is asked for, by name; empty for everything."""
        if not self.is_bound:
            return {}
        self.full_clean()
        asked = self.cleaned_data
        return {name: str(asked[name]) for name in self.fields if asked.get(name)}

    def offer(self, languages: list[str]) -> None:
        """Offers these languages."""
        self.fields["language"].widget = forms.Select(
            choices=[("", "All"), *((name, name) for name in languages)]
        )

    @property
    def key(self) -> str:
        """The same for the same rows, fit for a cache's key."""
        return hashlib.sha256(repr(sorted(self.given.items())).encode()).hexdigest()[:16]

    def address(self, **more: int) -> str:
        """The filter as a query string, with more in it."""
        return urlencode(self.given | {name: str(value) for name, value in more.items()})

    @property
    def wanted(self) -> Wanted:
        """Which rows these are."""
        given = self.given
        return Wanted(given.get("q", "").lower(), given.get("language", ""), "settled" in given)


class MatchFilter(forms.Form):
    """Which matches to list; everything may be left out, nonsense gets a message."""

    competition = forms.ModelChoiceField(
        Competition.objects.none(), required=False, empty_label="All", to_field_name="slug"
    )
    state = forms.ChoiceField(choices=[("", "All"), *Match.State.choices], required=False)
    bot = forms.CharField(required=False, max_length=40, label="Bot, by name")
    before = forms.IntegerField(required=False, min_value=1, max_value=10**18, widget=forms.HiddenInput)

    def __init__(self, visitor: Visitor, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visitor = visitor
        choose_from(self, "competition", access.competitions(visitor))

    def clean_bot(self) -> Bot | None:
        """The bot of this name."""
        name = self.cleaned_data["bot"].strip()
        if not name:
            return None
        bot = access.bots(self.visitor).filter(name=name).first()
        if bot is None:
            raise forms.ValidationError(f"There is no bot called {name}.")
        return bot

    def chosen(self, found: QuerySet[Match]) -> QuerySet[Match]:
        """Those of the matches that the valid form asks for."""
        asked = self.cleaned_data
        if asked["competition"]:
            found = found.filter(competition=asked["competition"])
        if asked["state"]:
            found = found.filter(state=asked["state"])
        if asked["bot"]:
            found = match_search.of_bot(found, asked["bot"])
        if asked["before"]:
            found = found.filter(pk__lt=asked["before"])
        return found


def choose_from(form: forms.Form, name: str, rows: QuerySet[Any]) -> None:
    """Let the form's choice field offer these rows."""
    field = form.fields[name]
    if not isinstance(field, forms.ModelChoiceField):
        raise TypeError(f"{name} is not a choice among rows")
    field.queryset = rows

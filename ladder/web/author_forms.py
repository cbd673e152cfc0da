"""The forms of an author's page: a token of the API, a webhook."""

from typing import Any

from django import forms
from django.db.models import TextChoices

from ladder import outside, tokens
from ladder.models import Webhook


class TokenForm(forms.Form):
    """What a new token may do, and for how long."""

    class May(TextChoices):
        """The scopes that go together."""

        ALL = "read,upload,organise", "all that I may do"
        ACT = "read,upload", "read, and act for my bots and team"
        READ = "read", "read only"
        UPLOAD = "upload", "act for my bots, but read nothing"

    name = forms.CharField(
        max_length=tokens.LONGEST_NAME,
        required=False,
        label="What you call it",
        help_text="As in laptop, or CI of my bot.",
    )
    scopes = forms.ChoiceField(choices=May, label="What it may do")
    days = forms.IntegerField(
        min_value=1, max_value=tokens.MOST_DAYS, initial=tokens.DAYS, label="Days until it ends"
    )

    def values(self) -> dict[str, Any]:
        """The valid form as `tokens.make` takes it."""
        return dict(self.cleaned_data) | {"scopes": self.cleaned_data["scopes"].split(",")}


class WebhookForm(forms.Form):
    """Where to tell what."""

    url = forms.CharField(
        max_length=outside.LONGEST_URL, label="Address", help_text="It begins with https:// and takes POST."
    )
    kinds = forms.MultipleChoiceField(
        choices=Webhook.Kind.choices, label="Tell it when", help_text="One or more of them."
    )

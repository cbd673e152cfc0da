"""People who sign in: authors, organisers, staff."""

from functools import cache
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models


@cache
def zones() -> frozenset[str]:
    """The names of all time zones; they are read from hundreds of files, so once."""
    return frozenset(available_timezones())


def check_zone(name: str) -> None:
    """Refuse what is no IANA time zone."""
    if name not in zones():
        raise ValidationError(f"Found {name[:60]!r}, wanted a time zone as in Europe/Berlin or UTC.")


class User(AbstractUser):
    """A person. Written by `ladder/accounts.py`, the sign-up and the admin."""

    time_zone = models.CharField(
        max_length=50, default="UTC", validators=[check_zone], help_text="The zone that times are shown in."
    )
    email_confirmed = models.BooleanField(
        default=False,
        help_text="Whether the person has shown that the address is theirs; else no notices go there.",
    )
    mail_notices = models.BooleanField(default=True, help_text="Whether notices also go out by mail.")
    may_organise = models.BooleanField(
        default=False, help_text="Whether the person may make competitions, without being staff."
    )
    deleted = models.DateTimeField(null=True, blank=True, editable=False)


class Notice(models.Model):
    """Something a person should know, told once. Written by `ladder/notices.py`."""

    class Kind(models.TextChoices):
        """What it is about."""

        VERSION = "version"
        COMPETITION = "competition"
        TOURNAMENT = "tournament"
        TEAM = "team"
        CHALLENGE = "challenge"
        ACCOUNT = "account"

    person = models.ForeignKey("ladder.User", on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    text = models.TextField()
    link = models.CharField(max_length=200, blank=True, help_text="A path on this site that tells more.")
    at = models.DateTimeField(auto_now_add=True)
    read = models.DateTimeField(null=True, blank=True)
    mail_due = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["person", "-id"], name="notice_list"),
            models.Index(fields=["id"], name="notice_mail_due", condition=models.Q(mail_due=True)),
        ]

    def __str__(self) -> str:
        return self.text[:60]

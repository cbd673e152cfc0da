"""Teams of two to six people, and invitations to them."""

import secrets

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


def new_secret() -> str:
    """What an invitation's link holds; nobody guesses it."""
    return secrets.token_urlsafe(18)


class Team(models.Model):
    """People who share bots. The captain owns its bots and speaks for it. Written by `ladder/teams.py`."""

    name = models.CharField(
        max_length=40,
        validators=[
            RegexValidator(
                r"^[A-Za-z0-9][A-Za-z0-9 ._-]*$",
                "A name starts with a letter or digit and holds letters, digits, space, '.', '_' and '-'.",
            )
        ],
    )
    captain = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(Lower("name"), name="team_name_once")]

    def __str__(self) -> str:
        return self.name


class TeamMate(models.Model):
    """A person in a team, in one at a time. Written by `ladder/teams.py`."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="mates")
    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_place"
    )
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.person} in {self.team}"


class Invitation(models.Model):
    """An invitation to a team: for one person, or for whoever has the link. Written by `ladder/teams.py`."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    secret = models.CharField(max_length=40, unique=True, default=new_secret)
    expires = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["team", "person"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.person or 'anybody with the link'} to {self.team}"

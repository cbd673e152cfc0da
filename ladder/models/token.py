"""What an API token may do, beside the hash that knox keeps of it; and answers kept for repeated requests."""

from django.conf import settings
from django.db import models


def every_scope() -> list[str]:
    """What a token may do of which nothing else is said."""
    return [str(scope) for scope in TokenTerms.Scope]


class TokenTerms(models.Model):
    """A token's name and scopes; a token without them may do everything. Written by `ladder/tokens.py`."""

    class Scope(models.TextChoices):
        """Reading, acting for one's own bots and team, running competitions."""

        READ = "read"
        UPLOAD = "upload"
        ORGANISE = "organise"

    token = models.OneToOneField(
        "knox.AuthToken", on_delete=models.CASCADE, primary_key=True, related_name="terms"
    )
    name = models.CharField(max_length=60, blank=True, help_text="What its owner calls it.")
    scopes = models.JSONField(default=every_scope)

    def __str__(self) -> str:
        return self.name or self.token_id[:8]


class Repeat(models.Model):
    """The answer to a request that came with an `Idempotency-Key`. Written by `ladder/repeats.py`."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of what was asked.")
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    body = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="repeat_once")]
        indexes = [models.Index(fields=["at"], name="repeat_age")]

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"

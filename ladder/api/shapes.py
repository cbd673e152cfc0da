"""What the API says about each thing, field by field (service.md 6)."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.reverse import reverse

from ladder import access
from ladder.api.records import shape
from ladder.leaderboards import Row
from ladder.matches import AttemptFacts, MatchFacts, SeatFacts
from ladder.models import Bot, Competition, Version
from ladder.outlook import Outlook


class CompetitionShape(serializers.ModelSerializer[Competition]):
    """A competition and the limits that its bots play under."""

    predecessor = serializers.SlugRelatedField[Competition](slug_field="slug", read_only=True)

    class Meta:
        model = Competition
        fields = [
            "slug", "name", "state", "ruleset", "options", "min_players", "max_players", "limits",
            "created", "opens", "freezes", "closes", "time_zone", "is_private",
            "pseudonyms", "languages", "max_upload_kb",
            "uploads_per_day", "active_bots", "team_size",
            "challenges_per_day", "replays_shown", "logs_shown", "rules_text",
            "predecessor",
        ]  # fmt: skip


class CompetitionTerms(serializers.ModelSerializer[Competition]):
    """What an organiser decides; `limits` may name some of them, the others stay."""

    options = serializers.DictField(required=False, help_text="Options of the ruleset.")
    limits = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=2**31), required=False
    )
    languages = serializers.ListField(child=serializers.CharField(max_length=20), required=False)

    class Meta:
        model = Competition
        fields = [
            "slug", "name", "ruleset", "options", "min_players", "max_players", "limits",
            "same_owner_allowed", "opens", "freezes", "closes", "time_zone", "is_private",
            "pseudonyms", "languages", "max_upload_kb", "uploads_per_day", "active_bots", "team_size",
            "challenges_per_day", "replays_shown", "logs_shown", "rules_text",
        ]  # fmt: skip
        extra_kwargs: ClassVar[dict[str, Any]] = {
            "slug": {"validators": []}
        }  # that it is free is for the verb to say


class BotShape(serializers.ModelSerializer[Bot]):
    """A bot, its owner, its active version's id, and the slugs of the competitions it is entered in."""

    owner = serializers.SerializerMethodField()
    active_version = serializers.SerializerMethodField()
    competitions = serializers.SerializerMethodField()

    class Meta:
        model = Bot
        fields = ["id", "name", "owner", "description", "active_version", "competitions", "created"]

    def get_owner(self, bot: Bot) -> str:
        """The name, or a pseudonym where a competition of the bot hides it."""
        return str(self.context["owners"][bot.pk])

    def get_active_version(self, bot: Bot) -> int | None:
        """From the prefetched versions."""
        return next((v.pk for v in bot.versions.all() if v.state == Version.State.ACTIVE), None)

    def get_competitions(self, bot: Bot) -> list[str]:
        """From the prefetched entries, as far as the visitor may see them."""
        seen = self.context["competitions"]
        return sorted(seen[e.competition_id] for e in bot.entries.all() if e.competition_id in seen)


class BotDetailShape(BotShape):
    """A bot, and by competition why it is not drawn into matches there (null while it is), and how soon it
    plays next (null while something keeps it from playing).
    """

    not_drawn = serializers.DictField(child=serializers.CharField(allow_null=True), read_only=True)
    outlook = serializers.DictField(child=shape("Outlook", Outlook)(allow_null=True), read_only=True)

    class Meta(BotShape.Meta):
        fields = [*BotShape.Meta.fields, "not_drawn", "outlook"]


class VersionShape(serializers.ModelSerializer[Version]):
    """One upload. Reason, log and trial are the owner's and the staff's: null for others."""

    PRIVATE = ("reason", "log", "trial_match")

    class Meta:
        model = Version
        fields = [
            "id", "bot", "number", "state", "reason", "sha256", "language", "created", "log", "trial_match",
        ]  # fmt: skip

    def to_representation(self, version: Version) -> dict[str, Any]:
        """The fields, the private ones emptied where the visitor is neither owner nor staff."""
        shown = super().to_representation(version)
        if not access.sees_private(self.context["request"].user, version.bot):
            shown.update(dict.fromkeys(self.PRIVATE))
        return shown


class AttemptShape(serializers.Serializer[AttemptFacts]):
    """One try to play a match."""

    number = serializers.IntegerField()
    worker = serializers.CharField()
    state = serializers.CharField()
    started = serializers.DateTimeField(allow_null=True)
    ended = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()


class SeatShape(serializers.Serializer[SeatFacts]):
    """The version on a seat and how it did; `fault` is the kind alone, null for none."""

    seat = serializers.IntegerField()
    bot = serializers.IntegerField()
    bot_name = serializers.CharField()
    version = serializers.IntegerField()
    owner = serializers.CharField()
    score = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    final_place = serializers.IntegerField(allow_null=True)
    rating_before = serializers.FloatField(allow_null=True)
    rating_after = serializers.FloatField(allow_null=True)
    fault = serializers.SerializerMethodField()

    def get_fault(self, seat: SeatFacts) -> str | None:
        """Empty with us, null with the caller."""
        return seat.fault or None


class MatchShape(serializers.Serializer[MatchFacts]):
    """A match with its seats and attempts; `replay` is where to get the game, once there is one."""

    id = serializers.IntegerField()
    competition = serializers.CharField()
    ruleset = serializers.CharField()
    players = serializers.IntegerField()
    state = serializers.CharField()
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    block = serializers.CharField()
    seats = SeatShape(many=True)
    attempts = AttemptShape(many=True)
    replay = serializers.SerializerMethodField()

    def get_replay(self, match: MatchFacts) -> str | None:
        """The replay's address; null without a result."""
        if not match.has_replay:
            return None
        return reverse("api-match-replay", args=[match.id], request=self.context["request"])


class RowShape(serializers.Serializer[Row]):
    """One bot on a leaderboard; `version` is the id of its active version."""

    rank = serializers.IntegerField()
    bot = serializers.IntegerField()
    name = serializers.CharField()
    owner = serializers.CharField()
    version = serializers.IntegerField()
    language = serializers.CharField()
    rating = serializers.FloatField()
    rd = serializers.FloatField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    rank_low = serializers.IntegerField()
    rank_high = serializers.IntegerField()

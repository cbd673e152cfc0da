"""Published batch fits: the reference ratings of a competition, and what they were made from."""

from django.db import models


class Fit(models.Model):
    """One batch fit, append-only. Written by `ladder/ratings/reference.py`.

    It can be made again from what it names: the log up to `fold_seq`, the fit it began from, the anchors.
    """

    competition = models.ForeignKey("ladder.Competition", on_delete=models.CASCADE, related_name="fits")
    fold_seq = models.PositiveBigIntegerField(help_text="It read the log up to this number.")
    log_sha256 = models.CharField(max_length=64, help_text="Of line-ups and places, in their order.")
    edition = models.PositiveSmallIntegerField(help_text="Of the method.")
    began_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    anchors = models.JSONField(help_text="Assigned rating by reference version; the scale hangs on them.")
    matches = models.PositiveBigIntegerField()
    spread = models.FloatField(help_text="Standard deviation of the strengths, in Elo.")
    luck_share = models.FloatField(help_text="Part of the games that no strength decides.")
    luck_scale = models.FloatField(help_text="Elo for odds of ten to one where strength decides.")
    seats = models.JSONField(help_text="List of {players, seat, elo, error}.")
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "fold_seq", "log_sha256", "edition"], name="fit_once"
            )
        ]

    def __str__(self) -> str:
        return f"fit of {self.competition_id} up to {self.fold_seq}"


class FitRating(models.Model):
    """One version's reference rating. Ranks only for what stood on the board when the fit was made."""

    fit = models.ForeignKey(Fit, on_delete=models.CASCADE, related_name="ratings")
    version = models.ForeignKey("ladder.Version", on_delete=models.CASCADE, related_name="fit_ratings")
    r = models.FloatField()
    error = models.FloatField(help_text="One standard error, widened, in Elo.")
    games = models.PositiveIntegerField()
    connected = models.BooleanField(help_text="Whether matches link it to the largest part of the field.")
    rank_low = models.PositiveIntegerField(null=True, blank=True)
    rank_high = models.PositiveIntegerField(null=True, blank=True)
    by_size = models.JSONField(help_text="By table size: [Elo better than the rating says, one error].")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fit", "version"], name="fit_rating_once")]
        indexes = [models.Index(fields=["fit", "-r"], name="fit_board")]

    def __str__(self) -> str:
        return f"{self.r:.0f} ± {1.96 * self.error:.0f}"

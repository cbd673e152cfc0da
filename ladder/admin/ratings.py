"""Ratings, their history, and the rulings that changed them: only read."""

from django.contrib import admin

from ladder.admin.acts import ModelAdmin, ReadOnly
from ladder.models import Activation, Fit, FitRating, FoldState, HeadToHead, Rating, RatingEvent, Ruling


@admin.register(Rating)
class RatingAdmin(ReadOnly, ModelAdmin):
    """Ratings as they stand."""

    list_display = ("version", "competition", "epoch", "r", "rd", "games", "last_fold_seq")
    list_filter = ("competition", "epoch")
    search_fields = ("version__bot__name",)
    list_select_related = ("version__bot", "competition")
    ordering = ("-r",)


@admin.register(RatingEvent)
class RatingEventAdmin(ReadOnly, ModelAdmin):
    """Every change of a rating."""

    list_display = ("fold_seq", "match", "version", "competition", "epoch", "r_before", "r_after")
    list_filter = ("competition", "epoch")
    search_fields = ("=match__id", "version__bot__name")
    list_select_related = ("match", "version__bot", "competition")
    ordering = ("-id",)


@admin.register(Ruling)
class RulingAdmin(ReadOnly, ModelAdmin):
    """Who ruled what, when and why."""

    list_display = ("at", "kind", "match", "version", "by", "reason")
    list_filter = ("kind", "by")
    search_fields = ("=match__id", "version__bot__name", "reason")
    list_select_related = ("match", "version__bot", "by")


@admin.register(Activation)
class ActivationAdmin(ReadOnly, ModelAdmin):
    """When a version began to play, and whose rating it began with."""

    list_display = ("version", "competition", "parent", "after_seq", "at")
    list_filter = ("competition",)
    search_fields = ("version__bot__name",)
    list_select_related = ("version__bot", "competition", "parent__bot")


@admin.register(FoldState)
class FoldStateAdmin(ReadOnly, ModelAdmin):
    """How far the ratings have come."""

    list_display = ("competition", "epoch", "last_seq")
    list_select_related = ("competition",)


@admin.register(Fit)
class FitAdmin(ReadOnly, ModelAdmin):
    """Published batch fits."""

    list_display = ("made", "competition", "fold_seq", "matches", "luck_share")
    list_filter = ("competition",)
    search_fields = ("=fold_seq", "log_sha256")
    list_select_related = ("competition",)


@admin.register(FitRating)
class FitRatingAdmin(ReadOnly, ModelAdmin):
    """Reference ratings, by fit."""

    list_display = ("version", "fit", "r", "error", "games", "rank_low", "rank_high")
    search_fields = ("version__bot__name",)
    list_select_related = ("version__bot", "fit__competition")


@admin.register(HeadToHead)
class HeadToHeadAdmin(ReadOnly, ModelAdmin):
    """Who was placed before whom how often."""

    list_display = ("competition", "epoch", "bot", "other", "better", "equal", "worse")
    list_filter = ("competition",)
    search_fields = ("bot__name", "other__name")
    list_select_related = ("competition", "bot", "other")

"""The admin: lists to find things, actions that call the ladder's verbs; what is append-only is only read."""

from django.contrib import admin

from ladder.admin import bots, competitions, log, matches, ratings, teams, tournaments, webhooks

__all__ = ["bots", "competitions", "log", "matches", "ratings", "teams", "tournaments", "webhooks"]

admin.site.site_header = admin.site.site_title = "Watering Hole"
admin.site.index_title = "Behind the scenes"

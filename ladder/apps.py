"""The ladder as one Django app."""

from django.apps import AppConfig


class LadderConfig(AppConfig):
    """People, bots, matches, ratings, pages and API."""

    name = "ladder"
    verbose_name = "Watering Hole"

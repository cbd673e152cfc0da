"""Watching a game from a file of one's own: the page is empty until one is opened in it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """The viewer without a game; the script reads the file, the site sees only a bare replay."""
    return render(request, "matches/watch.html")

"""The author's guide: from nothing to a bot on the ladder, on one page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ladder.web import words

EXAMPLE = """\
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        answer = {"type": "ready"}
    elif message["type"] == "decide":
        answer = {"type": "choose", "n": message["n"], "choice": message["choices"][0]}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The protocol in short, the smallest bot, and what ends a bot's part in a game."""
    faults = [(kind.value, text) for kind, text in words.FAULTS.items()]
    context = {"example": EXAMPLE, "faults": faults, "log_days": settings.LOG_DAYS}
    return render(request, "guide.html", context)

"""The author's guide."""

import json
import subprocess
import sys

from django.test import Client

from ladder.web.views.guide import EXAMPLE
from tests.ladder.web.conftest import Reader
from workers.contract import FaultKind


def test_the_guide_shows_the_smallest_bot_and_every_fault(client: Client, read: Reader) -> None:
    page = read(client, "/guide/")
    assert " ".join(EXAMPLE.split()) in page.text
    assert all(kind.value in page.text for kind in FaultKind)


def test_the_smallest_bot_answers_as_the_guide_says() -> None:
    asked = [
        {"type": "game", "players": 2},
        {"type": "decide", "n": 7, "choices": ["feed a1", "end"]},
        {"type": "over", "scores": [1, 2]},
    ]
    lines = "".join(json.dumps(each) + "\n" for each in asked)
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLE], input=lines, capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{"type": "ready"}, {"type": "choose", "n": 7, "choice": "feed a1"}]

"""The tutorial works as it is written; here without the site's own check (tests/stack has the whole)."""

from typing import Any

import pytest

from ladder import builds, versions
from ladder.models import Bot, User, Version
from tests.ladder import stage
from tests.ladder.cli import tutorial
from tests.ladder.cli.conftest import Run

State = Version.State


@pytest.mark.sandbox
def test_every_command_of_the_tutorial_works_in_its_order(
    run: Run, ada: User, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.competition()
    monkeypatch.setattr(builds, "send", lambda pk: versions.move(pk, [State.QUEUED], State.ACTIVE))
    done = []
    for words in tutorial.commands(live_server.url, "ada"):
        ended = run(*words, typed="hippo-42-mud\n")
        assert ended.code == 0, (words, ended.out, ended.err)
        done.append(words[0])
    assert done == [
        *("login", "new", "check", "play", "submit", "status", "leaderboard", "matches"),
    ]  # fmt: skip
    assert Bot.objects.get().versions.get().state == "active"

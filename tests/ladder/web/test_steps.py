"""The way of an upload on its page, step by step."""

import pytest
from django.test import Client

from tests.ladder import stage
from tests.ladder.web.conftest import Reader


@pytest.mark.parametrize(
    ("state", "classes"),
    [
        ("queued", "now to-come to-come to-come"),
        ("building", "done now to-come to-come"),
        ("trial", "done done now to-come"),
        ("ready", "done done done to-come"),
        ("active", "done done done done"),
        ("rejected", "done failed to-come to-come"),
        ("superseded", ""),
    ],
)
def test_the_steps_say_where_a_version_stands(client: Client, read: Reader, state: str, classes: str) -> None:
    version = stage.version(stage.bot(), state=state)
    page = read(client, f"/versions/{version.pk}/")
    steps = [item for item in page.all("li") if item.attributes.get("class", "") in STATES]
    assert " ".join(item.attributes["class"] for item in steps) == classes
    now = [item.text for item in steps if item.attributes.get("aria-current") == "step"]
    assert len(now) == classes.split().count("now")


def test_a_version_that_failed_its_trial_says_so(client: Client, read: Reader) -> None:
    version = stage.version(stage.bot(), state="rejected")
    version.trial_match = stage.match(stage.competition(), [version, version], kind="trial")
    version.save()
    failed = [
        item
        for item in read(client, f"/versions/{version.pk}/").all("li")
        if item.attributes.get("class") == "failed"
    ]
    assert [item.text for item in failed] == ["on trial (failed)"]


STATES = ("done", "now", "to-come", "failed")

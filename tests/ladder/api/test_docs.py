"""The examples of ladder/docs/api.md: each command is carried out as it stands there."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve

from ladder import tokens
from ladder.models import Bot, User
from tests.ladder import stage

GUIDE = Path(__file__).resolve().parents[3] / "ladder" / "docs" / "api.md"
BLOCKS = re.findall(r"```sh\n(.*?)```", GUIDE.read_text(), re.DOTALL)
COMMANDS = [
    line for block in BLOCKS for line in block.replace("\\\n", " ").splitlines() if line.startswith("curl ")
]
PLACES = sorted(
    set(re.findall(r"`(?:GET |POST |DELETE )?(/(?:api/v1|me|organise)/[^`\s?]*)", GUIDE.read_text()))
)


@pytest.fixture
def ada() -> User:
    made = User.objects.create_user("ada", password="quiet-hippo-42")
    Bot.objects.create(pk=7, owner=made, name="Mine").entries.create(competition=stage.competition())
    return made


def carry_out(command: str, token: str) -> Any:
    """What a curl command asks, asked of the site in this process."""
    words = iter(shlex.split(command.replace("$TOKEN", token).replace("$SITE", "")))
    address, headers, body, form = "", {}, None, {}
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = next(words)
        elif word == "-F":
            name, _, value = next(words).partition("=")
            form[name] = SimpleUploadedFile(value[1:], b"print(1)\n") if value[0] == "@" else value
        elif word.startswith("/"):
            address = word
    client = Client(headers={name: value for name, value in headers.items() if name != "Content-Type"})
    if form:
        return client.post(address, form)
    return (
        client.get(address)
        if body is None
        else client.post(address, body, content_type=headers["Content-Type"])
    )


def test_there_are_examples() -> None:
    assert len(COMMANDS) >= 4


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_does_what_it_says(ada: User, command: str) -> None:
    ready = command.replace('"…"', '"quiet-hippo-42"').replace("6e1f…", "6e1f")
    response = carry_out(ready, tokens.make(ada).secret)
    assert response.status_code in (200, 201), response.content
    if "token" in command and "username" in command:
        assert json.loads(response.content)["scopes"] == ["read", "upload"]


@pytest.mark.parametrize("place", PLACES)
def test_each_address_that_is_named_is_there(place: str) -> None:
    resolve(place.replace("<id>", "7").replace("<slug>", "cup").replace("<key>", "0" * 15))

"""The manual: every document is a page, every link leads somewhere, every command that it names exists."""

import json
import re

import pytest
from django.test import Client

from ladder import manual
from tests.ladder.web.conftest import Reader
from workers import schema

COMMAND = re.compile(r"^wateringhole ([a-z]+)(?: ([a-z]+))?", re.MULTILINE)


def test_the_index_leads_to_every_document(client: Client, read: Reader) -> None:
    page = client.get("/docs/").content.decode()
    assert all(f'href="/docs/{slug}/"' in page for slug in manual.BY_SLUG)


@pytest.mark.parametrize("slug", manual.BY_SLUG)
def test_a_document_is_a_page_whose_links_lead_somewhere(client: Client, slug: str) -> None:
    answer = client.get(f"/docs/{slug}/")
    assert answer.status_code == 200
    text = answer.content.decode()
    body = text[text.index('<article class="prose">') :]
    known = {f"/docs/{each}/" for each in manual.BY_SLUG} | {"/api/v1/", "/guide/"}
    links = {link.partition("#")[0] for link in re.findall(r'href="([^"]+)"', body)}
    assert {link for link in links if link.startswith("/docs/")} <= known
    assert not [link for link in links if ".md" in link and not link.startswith("https://")]


def test_a_document_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/docs/secrets/").status_code == 404


def test_the_protocols_schema_is_served(client: Client) -> None:
    assert client.get("/docs/protocol.schema.json").json() == json.loads(schema.text())


def test_headings_can_be_linked_to() -> None:
    assert '<h3 id="submit">' in manual.html("command")


def test_every_command_that_the_documents_name_exists() -> None:
    from workers.cli.app import app

    commands = {info.name or info.callback.__name__ for info in app.registered_commands if info.callback}
    groups = {info.name for info in app.registered_groups}
    for document in manual.BY_SLUG.values():
        for name, _ in COMMAND.findall((manual.BASE / document.file).read_text()):
            assert name in commands | groups, f"{document.file}: wateringhole {name}"

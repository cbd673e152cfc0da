"""The manual: every document is a page, every link leads somewhere, every command that it names exists."""

import json
import re
import shlex

import pytest
from django.test import Client

from ladder import manual
from tests.ladder.web.conftest import Reader
from workers import schema
from workers.cli import app

COMMAND = re.compile(r"^wateringhole ([a-z].*)", re.MULTILINE)


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


def _lines() -> list[str]:
    texts = [(manual.BASE / document.file).read_text() for document in manual.BY_SLUG.values()]
    return sorted({line for text in texts for line in COMMAND.findall(text)})


@pytest.mark.parametrize("line", _lines())
def test_every_command_that_the_documents_name_exists_with_its_options(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its help is asked for: it names all options that the line gives."""
    words = shlex.split(line, comments=True)
    groups = {info.name for info in app.app.registered_groups}
    named = words[: 2 if words[0] in groups else 1]
    assert app.run([*named, "--help"]) == 0
    told = capsys.readouterr().out
    assert [word for word in words if word.startswith("--") and word not in told] == []

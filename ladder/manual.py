"""The manual: the packages' own documents, as pages of the site with links between them."""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ladder import markup

BASE = Path(__file__).resolve().parent.parent
SCHEMA = BASE / "workers" / "data" / "protocol.schema.json"
LINK = re.compile(r'<a href="([^"]*)"')
ANCHORS = re.compile(r"<(h[23])>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True)
class Document:
    """One page: its last part of the address, its file, its title, and what it is for."""

    slug: str
    file: str
    title: str
    about: str


SECTIONS: Mapping[str, tuple[Document, ...]] = {
    "Learn": (
        Document("ten-minutes", "workers/docs/ten-minutes.md", "Ten minutes", "from nothing to the ladder"),
    ),
    "Do": (
        Document("debugging", "workers/docs/debugging.md", "It lost", "two minutes to know why"),
        Document("local-play", "workers/docs/local-play.md", "Playing at home", "contests, comparisons"),
        Document("competitions", "ladder/docs/competitions.md", "Competitions", "for organisers"),
    ),
    "Look up": (
        Document("command", "workers/docs/command.md", "The command", "options, settings, exit codes"),
        Document("api", "ladder/docs/api.md", "The API", "tokens, uploads, webhooks, exports"),
        Document("protocol", "engine/docs/protocol.md", "The protocol", "choices, views, messages"),
        Document("api", "ladder/docs/api.md", "The API", "for scripts and programs"),
        Document("rules", "engine/docs/rules.md", "The rules, numbered", "as the engine plays them"),
        Document("languages", "workers/docs/languages.md", "Languages", "how each is built and run"),
        Document(
            "adapters", "workers/docs/adapters.md", "Reinforcement learning", "PettingZoo and OpenSpiel"
        ),
    ),
    "Understand": (
        Document("ratings", "ladder/docs/ratings.md", "Ratings", "what the numbers mean"),
        Document(
            "life-of-a-match", "ladder/docs/life-of-a-match.md", "The life of a match", "why each counts once"
        ),
        Document("tournaments", "ladder/docs/tournaments.md", "Tournaments", "schedules and tables"),
        Document("sandbox", "workers/docs/sandbox.md", "The sandbox", "what a bot can and cannot do"),
    ),
}
BY_SLUG = {each.slug: each for section in SECTIONS.values() for each in section}
BY_FILE = {each.file: each for each in BY_SLUG.values()}


@cache
def html(slug: str) -> str:
    """The document as HTML that is safe to show; its links lead to other pages of the manual, or are gone."""
    document = BY_SLUG[slug]
    rendered = markup.html((BASE / document.file).read_text(encoding="utf-8"), longest=None)
    folder = posixpath.dirname(document.file)
    linked = LINK.sub(lambda found: f"<a{_target(found[1], folder)}", rendered)
    return _scrollable(ANCHORS.sub(_with_anchor, linked))


def _scrollable(html: str) -> str:
    """What is wider than a phone scrolls by itself, also by keyboard."""
    region = '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>'
    framed = html.replace("<table>", region).replace("</table>", "</table></div>")
    return framed.replace("<pre>", '<pre tabindex="0">')


def _target(link: str, folder: str) -> str:
    """The attribute for a link of the document; none for what the site does not show."""
    if link.startswith(("https://", "/")):
        return f' href="{link}"'
    file, _, place = link.partition("#")
    document = BY_FILE.get(posixpath.normpath(posixpath.join(folder, file)))
    if not file:
        return f' href="#{place}"'
    return f' href="/docs/{document.slug}/{"#" + place if place else ""}"' if document else ""


def _with_anchor(found: re.Match[str]) -> str:
    """A heading that can be linked to, by its words."""
    words = re.sub(r"<[^>]+>|&\w+;", "", found[2]).lower()
    name = re.sub(r"[^a-z0-9]+", "-", words).strip("-")
    return f'<{found[1]} id="{name}">{found[2]}</{found[1]}>'

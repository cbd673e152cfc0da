"""Markdown that people wrote, as HTML that is safe to show."""

import nh3
from markdown_it import MarkdownIt

LONGEST = 20_000
"""Characters of a text that is rendered."""
TAGS = {
    "p", "br", "hr", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "s",
    "a", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
SCHEMES = {"http", "https", "mailto"}

_parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable(["table", "strikethrough"])


def html(text: str, longest: int | None = LONGEST) -> str:
    """The text as HTML without pictures, scripts and styles; headings begin at the second level."""
    rendered = _parser.render(text[:longest])
    for level in (3, 2, 1):
        for former, later in ((f"<h{level}>", f"<h{level + 1}>"), (f"</h{level}>", f"</h{level + 1}>")):
            rendered = rendered.replace(former, later)
    return nh3.clean(rendered, tags=TAGS, attributes={"a": {"href"}}, url_schemes=SCHEMES)

"""Markdown of people is shown safely."""

import pytest

from ladder import markup


def test_markdown_becomes_html_below_the_pages_heading() -> None:
    shown = markup.html(
        "# Rules\n\nBe *kind*, see [here](https://example.org).\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    )
    assert "<h2>Rules</h2>" in shown
    assert "<em>kind</em>" in shown
    assert '<a href="https://example.org" rel="noopener noreferrer">here</a>' in shown
    assert "<td>1</td>" in shown


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,xx)",
        '<a href="x" onclick="alert(1)">x</a>',
        "![x](https://tracker.example/pixel.png)",
        "<style>*{display:none}</style>",
        "<iframe src=https://example.org></iframe>",
    ],
)
def test_nothing_active_gets_through(text: str) -> None:
    shown = markup.html(text)
    for bad in (
        "<script",
        '<a href="javascript',
        '<a href="data',
        '<a href="x" on',
        "<img",
        "<style",
        "<iframe",
    ):
        assert bad not in shown


def test_endless_nesting_ends() -> None:
    assert len(markup.html("> " * 15_000)) < 100_000

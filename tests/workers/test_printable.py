"""Bots' text made safe."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workers import printable


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("feed a1", "feed a1"),
        ("grüße, 水", "grüße, 水"),
        ("a\x00b", "a\ufffdb"),
        ("\x1b[2Jx", "\ufffd[2Jx"),
        ("two\nlines", "two\ufffdlines"),
        ("half \ud800", "half \ufffd"),
        ("\u202etxt", "\ufffdtxt"),
    ],
)
def test_what_cannot_be_shown_is_replaced(text: str, safe: str) -> None:
    assert printable.one_line(text, 100) == safe


def test_a_line_is_cut() -> None:
    assert printable.one_line("x" * 300, 200) == "x" * 200


def test_a_log_keeps_its_lines_and_tabs() -> None:
    assert printable.block(b"a\tb\r\nc\x00\n\xff\n") == "a\tb\nc\ufffd\n\ufffd\n"


@settings(derandomize=True, deadline=None)
@given(st.binary())
def test_any_log_can_be_stored_as_json_in_utf_8(raw: bytes) -> None:
    text = printable.block(raw)
    assert json.loads(json.dumps(text).encode()) == text
    assert "\x00" not in text.encode().decode()

"""Texts that any database takes."""

import pytest

from ladder import text


@pytest.mark.parametrize(
    ("given", "clean"), [("plain", "plain"), ("a\x00b", "a\ufffdb"), ("a\ud800b", "a?b"), ("ключ", "ключ")]
)
def test_what_a_database_refuses_is_replaced(given: str, clean: str) -> None:
    assert text.clean(given, 100) == clean


def test_a_long_text_loses_its_end_and_shows_it() -> None:
    assert text.clean("x" * 50, 10) == "x" * 9 + "…"


def test_a_long_log_keeps_its_start_and_its_end() -> None:
    log = text.clean_log("start" + "x" * 1000 + "the end", 300)
    assert len(log) == 300
    assert log.startswith("start")
    assert log.endswith("the end")
    assert "left out" in log


def test_every_text_in_a_json_value_is_made_fit() -> None:
    assert text.clean_all({"a": ["\x00", 3, None], "b": "\ud800"}, 9) == {"a": ["\ufffd", 3, None], "b": "?"}

"""Log lines and their ids."""

import json
import logging
import sys

import pytest

from workers import logs


def record(text: str, *values: object) -> logging.LogRecord:
    return logging.LogRecord("workers.match", logging.INFO, "x.py", 1, text, values, None)


def test_a_line_ends_with_what_it_is_about() -> None:
    with logs.about(match=7, attempt=2, version=""):
        line = logs.PlainLines("%(levelname)s %(message)s").format(record("seat %d starts, 100 %%", 3))
    assert line == "INFO seat 3 starts, 100 % [match=7 attempt=2]"


def test_ids_end_with_their_block() -> None:
    with logs.about(match=7):
        with logs.about(attempt=2):
            assert logs.ids() == {"match": "7", "attempt": "2"}
        assert logs.ids() == {"match": "7"}
    assert logs.ids() == {}


def test_json_is_one_line_whatever_the_text_holds() -> None:
    with logs.about(match=7):
        line = logs.JsonLines("worker w1").format(record('two\nlines "and" %s', "\x00é"))
    told = json.loads(line)
    assert "\n" not in line
    assert told | {"at": ""} == {
        "at": "",
        "level": "INFO",
        "logger": "workers.match",
        "text": 'two\nlines "and" \x00é',
        "match": "7",
        "source": "worker w1",
    }


@pytest.mark.parametrize("formatter", [logs.PlainLines(), logs.JsonLines()])
def test_a_traceback_is_told(formatter: logging.Formatter) -> None:
    failed = record("failed")
    try:
        raise ValueError("no such card")
    except ValueError:
        failed.exc_info = sys.exc_info()
    with logs.about(match=7):
        assert "no such card" in formatter.format(failed)

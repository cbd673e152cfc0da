"""What counts as one strict JSON object."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workers.strict_json import NotJsonError, parse_object


def test_an_object_is_read_with_blanks_around_it() -> None:
    assert parse_object(b' {"n": 1, "choice": "feed a1"}\r') == {"n": 1, "choice": "feed a1"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "Expecting value"),
        (b"{}{}", "Extra data"),
        (b"7", "a JSON int where an object is wanted"),
        (b"null", "a JSON NoneType where"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'{"a": {"b": 1, "b": 2}}', "a key stands twice"),
        (b'{"a": "\xff"}', "not UTF-8 at byte 7"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
        (b"[" * 60_000, "nested too deeply"),
        (b'{"a":' * 10_000, "nested too deeply"),
        (b"9" * 60_000, "Exceeds the limit"),
        (b"\xef\xbb\xbf{}", "BOM"),
        (b'{"a": "\x01"}', "Invalid control character"),
    ],
)
def test_anything_else_is_refused_with_its_reason(line: bytes, says: str) -> None:
    with pytest.raises(NotJsonError) as refused:
        parse_object(line)
    assert says in str(refused.value)


@settings(derandomize=True, deadline=None)
@given(st.binary())
def test_no_line_does_anything_but_parse_or_be_refused(line: bytes) -> None:
    try:
        value = parse_object(line)
    except NotJsonError:
        return
    assert isinstance(value, dict)

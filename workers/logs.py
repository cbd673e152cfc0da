"""Log lines that carry the ids of what they are about: plain text, or JSON with one object a line."""

import json
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

FORMS = ("line", "json")
LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"

_ids: ContextVar[Mapping[str, str]] = ContextVar("ids", default={})  # noqa: B039 - never changed in place


@contextmanager
def about(**ids: object) -> Iterator[None]:
    """Every line logged within carries these ids (`request`, `match`, `attempt`, `version`, …)."""
    told = {name: str(value) for name, value in ids.items() if value not in (None, "")}
    before = _ids.set({**_ids.get(), **told})
    try:
        yield
    finally:
        _ids.reset(before)


def ids() -> Mapping[str, str]:
    """The ids that a line logged now would carry."""
    return _ids.get()


class PlainLines(logging.Formatter):
    """The usual line, and the ids behind it: `… match 7 begins [match=7 attempt=2]`."""

    def __init__(self, form: str = LINE) -> None:
        super().__init__(form)

    def format(self, record: logging.LogRecord) -> str:
        """The line; a traceback follows the ids."""
        record.message = record.getMessage()
        told = " ".join(f"{name}={value}" for name, value in ids().items())
        if told:
            record = logging.makeLogRecord(
                record.__dict__ | {"msg": f"{record.message} [{told}]", "args": None}
            )
        return super().format(record)


class JsonLines(logging.Formatter):
    """One JSON object a line: `at` (UTC), `level`, `logger`, `text`, the ids, `source`, `error`."""

    def __init__(self, source: str = "") -> None:
        super().__init__()
        self._source = {"source": source} if source else {}

    def format(self, record: logging.LogRecord) -> str:
        """The object, in one line whatever the text holds."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname, "logger": record.name, "text": record.getMessage()}
        line |= self._source | dict(ids())
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: str, source: str) -> None:
    """Log from INFO up to standard error, as `line` or `json`; `source` is the process's name."""
    handler = logging.StreamHandler(sys.stderr)
    plain = f"%(asctime)s %(levelname)s {source}: %(message)s"
    handler.setFormatter(JsonLines(source) if form == "json" else PlainLines(plain))
    logging.basicConfig(level=logging.INFO, handlers=[handler])

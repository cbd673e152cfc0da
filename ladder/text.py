"""Text from bots and workers, made fit for any database: no NUL, no lone surrogates, no more than allowed."""

from typing import Any

LEFT_OUT = "\n[… the middle was too long and is left out …]\n"


def clean(text: str, limit: int) -> str:
    """`text` with what a database refuses replaced; beyond `limit` characters its end is left out."""
    fit = _fit(text)
    return fit if len(fit) <= limit else fit[: limit - 1] + "…"


def clean_log(text: str, limit: int) -> str:
    """Like `clean`, but a log keeps its first quarter and its end, and says so; `limit` at least 200."""
    fit = _fit(text)
    if len(fit) <= limit:
        return fit
    head = limit // 4
    return fit[:head] + LEFT_OUT + fit[len(fit) - (limit - head - len(LEFT_OUT)) :]


def clean_all(value: Any, limit: int) -> Any:
    """A JSON value with every text in it cleaned; keys are ours and stay."""
    if isinstance(value, str):
        return clean(value, limit)
    if isinstance(value, list):
        return [clean_all(each, limit) for each in value]
    if isinstance(value, dict):
        return {key: clean_all(each, limit) for key, each in value.items()}
    return value


def _fit(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "\ufffd")

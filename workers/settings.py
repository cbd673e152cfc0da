"""What a worker reads from its environment, checked at start."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from workers.logs import FORMS
from workers.sandbox.interface import Level

NAME_FORM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
BROKERS = ("redis://", "rediss://", "unix://", "redis+socket://")


class SettingsError(ValueError):
    """A setting that cannot be; the text names the variable, what was found and what is wanted."""


@dataclass(frozen=True)
class Settings:
    """One worker's settings; `folder` is its own, for reports not yet sent and for unpacked bots."""

    name: str
    redis_url: str
    queue_prefix: str
    minimum: Level
    folder: Path
    cache_mb: int
    log_format: str = "line"


def read(name: str, environ: Mapping[str, str]) -> Settings:
    """The settings of the worker `name`; SettingsError for the first that is wrong."""
    data = Path(environ.get("WATERINGHOLE_DATA") or "var").absolute()
    return Settings(
        name=_name(name),
        redis_url=_broker(environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0"),
        queue_prefix=environ.get("QUEUE_PREFIX") or "wateringhole",
        minimum=_minimum(environ.get("SANDBOX_MINIMUM") or Level.FULL),
        folder=data / "worker" / name,
        cache_mb=_megabytes(environ.get("WORKER_CACHE_MB") or "512"),
        log_format=_log_format(environ.get("LOG_FORMAT") or "line"),
    )


def _name(name: str) -> str:
    if not NAME_FORM.fullmatch(name):
        raise SettingsError(f"--name: found {name!r}, wanted letters, digits, '.', '_' and '-' (at most 64)")
    return name


def _broker(url: str) -> str:
    if not url.startswith(BROKERS):
        raise SettingsError(f"REDIS_URL: found {url[:40]!r}, wanted redis://… or rediss://…")
    return url


def _minimum(text: str) -> Level:
    allowed = (Level.FULL, Level.NAMESPACES)
    if text not in allowed:
        raise SettingsError(f"SANDBOX_MINIMUM: found {text!r}, wanted {' or '.join(allowed)}")
    return Level(text)


def _log_format(text: str) -> str:
    if text not in FORMS:
        raise SettingsError(f"LOG_FORMAT: found {text!r}, wanted {' or '.join(FORMS)}")
    return text


def _megabytes(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise SettingsError(f"WORKER_CACHE_MB: found {text!r}, wanted a number of megabytes from 1 up")
    return int(text)

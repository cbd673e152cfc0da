"""What the ladder reads from its environment: every variable once, typed, checked at start."""

import os
from dataclasses import dataclass
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

SANDBOX_LEVELS = ("full", "namespaces")


@dataclass(frozen=True)
class Settings:
    """The site's settings; `deploy/env.example` explains each one."""

    debug: bool
    secret_key: str
    allowed_hosts: list[str]
    csrf_trusted_origins: list[str]
    behind_tls: bool
    database: dict[str, object]
    redis_url: str
    queue_prefix: str
    data: Path
    site_url: str
    sandbox_minimum: str
    uploads_per_day: int
    log_level: str


def read(base: Path) -> Settings:
    """The settings of this environment; ImproperlyConfigured names a bad variable and what it wants."""
    env = environ.Env()
    data = Path(env.str("WATERINGHOLE_DATA", default=str(base / "var"))).absolute()
    debug = env.bool("DEBUG", default=False)
    return Settings(
        debug=debug,
        secret_key=_secret_key(env, data),
        allowed_hosts=env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]),
        csrf_trusted_origins=env.list("CSRF_TRUSTED_ORIGINS", default=[]),
        behind_tls=env.bool("BEHIND_TLS", default=False),
        database=_database(env, data),
        redis_url=env.str("REDIS_URL", default="redis://127.0.0.1:6379/0"),
        queue_prefix=env.str("QUEUE_PREFIX", default="wateringhole"),
        data=data,
        site_url=env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/"),
        sandbox_minimum=_one_of(
            env.str("SANDBOX_MINIMUM", default="full"), SANDBOX_LEVELS, "SANDBOX_MINIMUM"
        ),
        uploads_per_day=_at_least_one(env, "UPLOADS_PER_DAY", 20),
        log_level=_one_of(
            env.str("LOG_LEVEL", default="INFO").upper(),
            ("DEBUG", "INFO", "WARNING", "ERROR"),
            "LOG_LEVEL",
        ),
    )


def _secret_key(env: environ.Env, data: Path) -> str:
    """SECRET_KEY, else one made once and kept (mode 0600) with the data."""
    given: str = env.str("SECRET_KEY", default="")
    if given:
        if len(given) < 32:
            raise ImproperlyConfigured(f"SECRET_KEY: found {len(given)} characters, wanted at least 32")
        return given
    return _kept_secret(data / "secret_key")


def _kept_secret(path: Path) -> str:
    from django.core.management.utils import get_random_secret_key

    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        file.write(get_random_secret_key())
    return path.read_text().strip()


def _database(env: environ.Env, data: Path) -> dict[str, object]:
    """DATABASE_URL as Django wants it; without one, SQLite in the data folder, safe for several processes."""
    url = env.str("DATABASE_URL", default="")
    config: dict[str, object] = (
        env.db_url_config(url)
        if url
        else {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(data / "ladder.sqlite3"),
        }
    )
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
    elif config["ENGINE"] == "django.db.backends.postgresql":
        config.setdefault("CONN_MAX_AGE", 60)
        config["CONN_HEALTH_CHECKS"] = True
    else:
        raise ImproperlyConfigured(
            "DATABASE_URL: wanted postgres://… or sqlite:///…; other databases are not tested"
        )
    return config


def _one_of(value: str, allowed: tuple[str, ...], name: str) -> str:
    if value not in allowed:
        raise ImproperlyConfigured(f"{name}: found {value!r}, wanted one of {', '.join(allowed)}")
    return value


def _at_least_one(env: environ.Env, name: str, default: int) -> int:
    value: int = env.int(name, default=default)
    if value < 1:
        raise ImproperlyConfigured(f"{name}: found {value}, wanted at least 1")
    return value

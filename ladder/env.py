"""What the ladder reads from its environment: every variable once, typed, checked at start."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

SANDBOX_LEVELS = ("full", "namespaces")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMS = ("line", "json")
MAIL_SCHEMES = ("consolemail", "smtp", "smtps", "smtp+tls", "smtp+ssl")
BROKER_SCHEMES = ("redis", "rediss")
LOCAL_HOSTS = "localhost,127.0.0.1,[::1]"
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")


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
    streams_url: str
    sandbox_minimum: str
    far_workers: bool
    uploads_per_day: int
    webhooks_local: bool
    log_days: int
    log_level: str
    log_format: str
    metrics_token: str
    metrics_folder: Path | None
    sentry_dsn: str
    mail: dict[str, object]
    mail_from: str

    @property
    def is_public(self) -> bool:
        """Whether this is a site for others, by its address: then the settings have to be safe."""
        return self.site_url.startswith("https://") or self.behind_tls


def read(base: Path, variables: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this environment; ImproperlyConfigured names a bad variable and what it wants."""
    env = _Variables(variables)
    data = Path(env.text("WATERINGHOLE_DATA", "") or base / "var").absolute()
    settings = Settings(
        debug=env.yes_or_no("DEBUG", "0"),
        secret_key=_secret_key(env.text("SECRET_KEY", ""), data),
        allowed_hosts=env.words("ALLOWED_HOSTS", LOCAL_HOSTS),
        csrf_trusted_origins=env.words("CSRF_TRUSTED_ORIGINS", ""),
        behind_tls=env.yes_or_no("BEHIND_TLS", "0"),
        database=_database(env.text("DATABASE_URL", ""), data),
        redis_url=_broker(env.text("REDIS_URL", "redis://127.0.0.1:6379/0")),
        queue_prefix=_prefix(env.text("QUEUE_PREFIX", "wateringhole")),
        data=data,
        site_url=_address(env.text("SITE_URL", "http://127.0.0.1:8000")),
        streams_url=_streams(env.text("STREAMS_URL", "")),
        sandbox_minimum=env.one_of("SANDBOX_MINIMUM", "full", SANDBOX_LEVELS),
        far_workers=env.yes_or_no("FAR_WORKERS", "0"),
        uploads_per_day=env.count("UPLOADS_PER_DAY", "20"),
        webhooks_local=env.yes_or_no("WEBHOOKS_LOCAL", "0"),
        log_days=env.count("LOG_DAYS", "180"),
        log_level=env.one_of("LOG_LEVEL", "INFO", LOG_LEVELS),
        log_format=env.one_of("LOG_FORMAT", "line", LOG_FORMS),
        metrics_token=_long("METRICS_TOKEN", env.text("METRICS_TOKEN", ""), 16),
        metrics_folder=_folder(env.text("METRICS_FOLDER", "")),
        sentry_dsn=env.text("SENTRY_DSN", ""),
        mail=_mail(env.text("EMAIL_URL", "consolemail://")),
        mail_from=env.text("EMAIL_FROM", "Watering Hole <wateringhole@localhost>"),
    )
    _refuse_unsafe(settings)
    return settings


def _refuse_unsafe(settings: Settings) -> None:
    """A site for others must be safe, or not start at all."""
    if settings.debug and settings.behind_tls:
        raise ImproperlyConfigured(
            "DEBUG and BEHIND_TLS: found both on; debug pages show the site's inside, so turn DEBUG off"
        )
    if not settings.is_public:
        return
    host = urlsplit(settings.site_url).hostname or ""
    if settings.debug:
        raise ImproperlyConfigured(f"DEBUG: found on for {settings.site_url}, wanted 0")
    if not settings.behind_tls or not settings.site_url.startswith("https://"):
        raise ImproperlyConfigured(
            f"BEHIND_TLS and SITE_URL: found {settings.behind_tls:d} and {settings.site_url}, wanted 1 and https://…"
        )
    if "*" in settings.allowed_hosts or not _answers_as(host, settings.allowed_hosts):
        raise ImproperlyConfigured(
            f"ALLOWED_HOSTS: found {','.join(settings.allowed_hosts)}, wanted {host} and no wildcard for all"
        )
    broker = urlsplit(settings.redis_url)
    if broker.hostname not in ("localhost", "127.0.0.1", "::1") and not broker.password:
        raise ImproperlyConfigured(
            f"REDIS_URL: the broker at {broker.hostname} has no password, wanted redis://user:password@…"
        )


def _answers_as(host: str, allowed: list[str]) -> bool:
    """Whether a host is one of the allowed ones; `.example.org` allows all below it."""
    return any(host == name or (name.startswith(".") and f".{host}".endswith(name)) for name in allowed)


class _Variables:
    """Environment variables read as what they should be."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def text(self, name: str, default: str) -> str:
        return self._variables.get(name, default).strip()

    def words(self, name: str, default: str) -> list[str]:
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def yes_or_no(self, name: str, default: str) -> bool:
        value = self.text(name, default).lower()
        if value not in YES + NO:
            raise ImproperlyConfigured(f"{name}: found {value!r}, wanted 1 or 0")
        return value in YES

    def one_of(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in allowed:
            raise ImproperlyConfigured(f"{name}: found {value!r}, wanted one of {', '.join(allowed)}")
        return value

    def count(self, name: str, default: str) -> int:
        value = self.text(name, default)
        if not value.isdecimal() or int(value) < 1:
            raise ImproperlyConfigured(f"{name}: found {value!r}, wanted a whole number of at least 1")
        return int(value)


def _secret_key(given: str, data: Path) -> str:
    """SECRET_KEY, else one made once and kept (mode 0600) with the data."""
    if not given:
        return _kept_secret(data / "secret_key")
    if len(given) < 32:
        raise ImproperlyConfigured(f"SECRET_KEY: found {len(given)} characters, wanted at least 32")
    if len(set(given)) < 8 or given.lower().startswith(("django-insecure", "change", "secret", "example")):
        raise ImproperlyConfigured("SECRET_KEY: found one that can be guessed, wanted 32 random characters")
    return given


def _kept_secret(path: Path) -> str:
    """The secret in that file; made under another name first, so that nobody reads half of one."""
    from django.core.management.utils import get_random_secret_key

    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(get_random_secret_key())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its secret counts
        finally:
            draft.unlink()
    return path.read_text().strip()


def _long(name: str, value: str, fewest: int) -> str:
    """A secret of at least so many characters, or none."""
    if value and len(value) < fewest:
        raise ImproperlyConfigured(
            f"{name}: found {len(value)} characters, wanted at least {fewest}, or none"
        )
    return value


def _folder(given: str) -> Path | None:
    """METRICS_FOLDER, made; None where each process counts for itself."""
    if not given:
        return None
    try:
        Path(given).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"METRICS_FOLDER: {given} cannot be made: {error.strerror}") from None
    return Path(given)


def _database(url: str, data: Path) -> dict[str, object]:
    """DATABASE_URL as Django wants it; without one, SQLite in the data folder, safe for several processes."""
    address = url or f"sqlite:///{data / 'ladder.sqlite3'}"
    if urlsplit(address).scheme not in ("postgres", "postgresql", "sqlite"):
        raise ImproperlyConfigured(
            f"DATABASE_URL: found {urlsplit(address).scheme!r}://…, wanted postgres://… or sqlite:///…"
        )
    config: dict[str, object] = environ.Env.db_url_config(address)
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
    else:
        config.setdefault("CONN_MAX_AGE", 60)
        config["CONN_HEALTH_CHECKS"] = True
    return config


def _broker(url: str) -> str:
    if urlsplit(url).scheme not in BROKER_SCHEMES or not urlsplit(url).hostname:
        raise ImproperlyConfigured(
            "REDIS_URL: wanted redis://host:port/number (also for Valkey), or rediss://…"
        )
    return url


def _prefix(value: str) -> str:
    if not value or not all(letter.isalnum() or letter in "-_" for letter in value):
        raise ImproperlyConfigured(f"QUEUE_PREFIX: found {value!r}, wanted letters, digits, '-' and '_'")
    return value


def _address(value: str) -> str:
    if urlsplit(value).scheme not in ("http", "https") or not urlsplit(value).hostname:
        raise ImproperlyConfigured(f"SITE_URL: found {value!r}, wanted http://… or https://…")
    return value.rstrip("/")


def _streams(value: str) -> str:
    """A path of this site, `:port/path` of its host, a whole address; or nothing: pages ask now and then."""
    if value and not re.fullmatch(r"(:[0-9]{1,5}|https?://[A-Za-z0-9.:\[\]-]+)?/[A-Za-z0-9/_-]*", value):
        raise ImproperlyConfigured(
            f"STREAMS_URL: found {value!r}, wanted nothing, /events/, :8001/events/ or https://host/events/"
        )
    return value


def _mail(url: str) -> dict[str, object]:
    """EMAIL_URL as Django's settings by name."""
    scheme = urlsplit(url).scheme
    if scheme not in MAIL_SCHEMES or (scheme != "consolemail" and not urlsplit(url).hostname):
        raise ImproperlyConfigured(
            "EMAIL_URL: wanted consolemail:// (mails are written to the log) or "
            "smtp://user:password@host:25, or smtp+tls:// or smtp+ssl:// likewise"
        )
    config: dict[str, object] = environ.Env.email_url_config(url)
    return {name: value for name, value in config.items() if name.startswith("EMAIL_") and value is not None}

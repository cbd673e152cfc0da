"""A local contest: which bots meet in which game, on which seats, with which deck."""

import errno
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workers import archive, house_bots, runtimes
from workers.contract import GameOrder, SeatOrder
from workers.folder import packed

HOUSE = "house:"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


class ContestError(ValueError):
    """A contest that cannot be held; one sentence for the person who asked for it."""


@dataclass(frozen=True)
class Contestant:
    """One bot of a contest, unpacked in `folder`."""

    name: str
    filename: str
    language: str
    entry: str
    folder: Path


@dataclass(frozen=True)
class Game:
    """One game: its number from 0, its block (games with one deck and turned seats), who sits where."""

    number: int
    block: int
    order: GameOrder
    seated: tuple[int, ...]


@dataclass(frozen=True)
class Contest:
    """How many games of how many seats, from which seed on."""

    ruleset: str
    options: dict[str, Any]
    players: int
    games: int
    seed: int

    def schedule(self, contestants: Sequence[Contestant]) -> Iterator[Game]:
        """The games, block by block. In a block each bot sits once on each seat, with the same deck."""
        for number in range(self.games):
            block, turn = divmod(number, self.players)
            drawn = [(block + place) % len(contestants) for place in range(self.players)]
            seated = tuple(drawn[turn:] + drawn[:turn])
            seats = tuple(_seat(contestants[which], self.seed + block, which) for which in seated)
            order = GameOrder(
                f"game {number}", 1, "local", self.ruleset, self.seed + block, seats, self.options
            )
            yield Game(number, block, order, seated)


def _seat(contestant: Contestant, seed: int, which: int) -> SeatOrder:
    """A bot's own seed is the same in all games of a block, so that only the seats differ."""
    digest = hashlib.sha256(json.dumps([seed, which]).encode()).digest()
    bot_seed = int.from_bytes(digest[:4], "big")
    return SeatOrder(
        contestant.name, "", "", contestant.filename, contestant.language, contestant.entry, bot_seed
    )


@contextmanager
def unpacked(names: Sequence[str]) -> Iterator[list[Contestant]]:
    """Bots of files, folders or the house, in a folder that boxes can enter and that is removed in the end.

    ContestError or ArchiveRefused when one cannot play here.
    """
    folder = Path(tempfile.mkdtemp(prefix="wateringhole-"))
    try:
        folder.chmod(0o755)
        yield [_unpack(name, number, names, folder) for number, name in enumerate(names)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unpack(name: str, number: int, names: Sequence[str], folder: Path) -> Contestant:
    given = _file(name)
    shown = name.removeprefix(HOUSE) if name.startswith(HOUSE) else _shown(given)
    if [_shown(_file(other)) for other in names].count(_shown(given)) > 1:
        shown = f"{shown} ({number + 1})"
    target = folder / str(number)
    try:
        path = _packed(given.resolve(), folder / f"{number}-packed") if given.is_dir() else given
        upload = archive.unpack(path, path.name, target)
    except OSError as error:
        raise _unreadable(given, folder, error) from None
    missing = runtimes.for_language(upload.language).available()
    if missing is not None:
        raise ContestError(f"{given} cannot play here: {missing}")
    return Contestant(shown, path.name, upload.language, upload.entry, target)


def _shown(path: Path) -> str:
    return path.resolve().name


def _packed(folder: Path, place: Path) -> Path:
    """The folder as a zip of its name in `place`, as it would be uploaded."""
    place.mkdir()
    target = place / f"{folder.name}.zip"
    target.write_bytes(packed(folder))
    return target


def _file(name: str) -> Path:
    if not name.startswith(HOUSE):
        return Path(name)
    files = house_bots.files()
    found = [known for known in files if known.startswith(name.removeprefix(HOUSE))]
    if len(found) != 1:
        raise ContestError(f"{name}: wanted one of {', '.join(map(_with_its_alias, files))}")
    return files[found[0]]


def _unreadable(given: Path, folder: Path, error: OSError) -> ContestError:
    """Why a bot could not be unpacked into the folder: its file, or the disk."""
    if error.errno in NO_ROOM:
        place = f"{folder} has no room for {given.name}: {error.strerror}"
        return ContestError(f"{place}; name a folder with room by TMPDIR")
    return ContestError(f"{given} cannot be read: {error.strerror}")


def _with_its_alias(name: str) -> str:
    """A house bot's whole name, and the first word, which will do."""
    first = name.partition("-")[0]
    return f"{HOUSE}{name}" if first == name else f"{HOUSE}{name} ({HOUSE}{first})"

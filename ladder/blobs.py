"""Files named by the SHA-256 of their content: uploads, artefacts, replays. Never changed, never doubled."""

import contextlib
import hashlib
import os
import re
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from ladder import blob_links
from workers import archive

LARGEST = archive.FILE_BYTES
STORED_AT_ONCE = 16
NAME = re.compile(r"[0-9a-f]{64}")


class BlobMissing(FileNotFoundError):
    """No such blob, or its content is not what its name says."""


def store(data: bytes) -> str:
    """Keep `data` on disk (synced, moved into place whole) and return its name."""
    name = hashlib.sha256(data).hexdigest()
    target = path(name)
    if not _whole(target, len(data)):
        _write(target, data)
    return name


def store_all(contents: Sequence[bytes]) -> dict[bytes, str]:
    """Keep them all, several at a time so that they share the disk's syncs; the names by content."""
    if len(contents) < 2:
        return {data: store(data) for data in contents}
    with ThreadPoolExecutor(min(len(contents), STORED_AT_ONCE)) as pool:
        return dict(zip(contents, pool.map(store, contents), strict=True))


def path(name: str) -> Path:
    """Where the blob of this name is or would be; ValueError for what is no SHA-256 in lower-case hex."""
    if not is_name(name):
        raise ValueError(f"blob name: found {name[:80]!r}, wanted 64 lower-case hexadecimal digits")
    return Path(settings.BLOB_ROOT) / name[:2] / name


def is_name(name: str) -> bool:
    """Whether this is the form of a blob's name."""
    return NAME.fullmatch(name) is not None


def exists(name: str) -> bool:
    """Whether the blob is here."""
    return path(name).is_file()


def read(name: str) -> bytes:
    """The blob's content, checked against its name; BlobMissing when it is not here or was altered."""
    try:
        data = path(name).read_bytes()
    except FileNotFoundError:
        raise BlobMissing(f"blob {name} is not in {settings.BLOB_ROOT}") from None
    if hashlib.sha256(data).hexdigest() != name:
        raise BlobMissing(f"blob {name} was altered on disk: its content has another SHA-256")
    return data


def opened(name: str) -> BinaryIO:
    """The blob, to be read in pieces; not checked against its name. BlobMissing when it is not here."""
    try:
        return path(name).open("rb")
    except FileNotFoundError:
        raise BlobMissing(f"blob {name} is not in {settings.BLOB_ROOT}") from None


def url(name: str) -> str:
    """The address under which a worker fetches the blob: a file's, or a signed one where workers are far."""
    if settings.FAR_WORKERS:
        return blob_links.to_get(name)
    return path(name).absolute().as_uri()


def remove(name: str) -> None:
    """Delete the blob; that it is gone already is no error. Only for what the law or its owner wants gone."""
    path(name).unlink(missing_ok=True)


def drop_url(token: str) -> str:
    """The address at which a worker leaves what it built for this token."""
    if settings.FAR_WORKERS:
        return blob_links.to_put(token)
    drop = _drop(token)
    drop.parent.mkdir(parents=True, exist_ok=True)
    return drop.absolute().as_uri()


def leave(token: str, data: bytes) -> None:
    """Keep what a far worker built for this token until its report says what it is."""
    _write(_drop(token), data)


def take_drop(token: str, name: str) -> bool:
    """Keep what a worker left for this token as the blob `name`; whether that blob is here now."""
    drop = _drop(token)
    try:
        with drop.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return exists(name)
    if len(data) > LARGEST or hashlib.sha256(data).hexdigest() != name:
        return exists(name)
    store(data)
    drop.unlink(missing_ok=True)
    return True


def _drop(token: str) -> Path:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", token):
        raise ValueError(f"token: found {token[:80]!r}, wanted letters, digits, '-' and '_'")
    return Path(settings.BLOB_ROOT) / "drops" / token


def _whole(target: Path, size: int) -> bool:
    try:
        return target.stat().st_size == size
    except FileNotFoundError:
        return False


def _write(target: Path, data: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=target.parent, prefix=".unfinished-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(unfinished, 0o640)
        os.replace(unfinished, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(unfinished)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

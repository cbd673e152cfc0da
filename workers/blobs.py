"""Uploads and built bots by their SHA-256: fetched, verified, unpacked, kept for the next game; and sent."""

import hashlib
import http.client
import os
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from workers.archive import FILE_BYTES, unpack, unpack_built

FETCH_S = 30.0
SOCKET_S = 5.0
CHUNK = 1 << 16


class BlobError(Exception):
    """An upload that could not be had as ordered: the machine's failure, with the place."""


@dataclass(frozen=True)
class Blob:
    """Which upload, where it is to be fetched, the name it was uploaded under; `built`: by `pack_built`."""

    sha256: str
    url: str
    filename: str
    built: bool = False


class Blobs:
    """Unpacked uploads in one folder. It starts empty: what a crash left half-written is never trusted."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._sizes: dict[str, int] = {}  # by folder name, the longest unused first
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        folder.chmod(0o755)

    def folders(self, wanted: Iterable[Blob]) -> list[Path]:
        """A folder with the unpacked files for each of these. BlobError, ArchiveRefused when one cannot be.

        The folders stay at least until the next call.
        """
        found = [self._folder_of(blob) for blob in wanted]
        self._forget_surplus({folder.name for folder in found})
        return found

    def _folder_of(self, blob: Blob) -> Path:
        name = f"{blob.sha256}-{zlib.crc32(blob.filename.encode()):08x}"
        folder = self._folder / name
        size = self._sizes.pop(name, None)
        if size is None:
            size = self._unpack(blob, folder)
        self._sizes[name] = size
        return folder

    def _unpack(self, blob: Blob, folder: Path) -> int:
        packed = self._folder / f"{folder.name}.upload"
        try:
            packed.write_bytes(fetch(blob))
            if blob.built:
                return unpack_built(packed, folder)
            return unpack(packed, blob.filename, folder).size
        finally:
            packed.unlink(missing_ok=True)

    def _forget_surplus(self, used: set[str]) -> None:
        """Remove what was unused longest, until all fits."""
        total = sum(self._sizes.values())
        for name in [name for name in self._sizes if name not in used]:
            if total <= self._most_bytes:
                return
            shutil.rmtree(self._folder / name)
            total -= self._sizes.pop(name)


def fetch(blob: Blob) -> bytes:
    """The upload's bytes, verified; BlobError when they cannot be had or are others."""
    try:
        data = _read(blob.url)
    except (OSError, ValueError, http.client.HTTPException) as error:
        if isinstance(error, urllib.error.HTTPError):
            error.close()  # it holds the connection
        raise BlobError(f"blob {blob.sha256[:12]} cannot be had from {_shown(blob.url)}: {error}") from error
    found = hashlib.sha256(data).hexdigest()
    if found != blob.sha256:
        raise BlobError(f"{_shown(blob.url)} holds {found[:12]}…, not the blob {blob.sha256[:12]}…")
    return data


def put(data: bytes, url: str) -> None:
    """Leave what was built at the order's address; BlobError when it does not take it."""
    parts = urllib.parse.urlsplit(url)
    try:
        if parts.scheme == "file":
            _place(data, Path(urllib.request.url2pathname(parts.path)))
        elif parts.scheme in ("http", "https"):
            request = urllib.request.Request(url, data, method="PUT")  # noqa: S310 - just looked at
            request.add_header("Content-Type", "application/zip")
            with _opener().open(request, timeout=FETCH_S):
                return
        else:
            raise ValueError(f"nothing is sent to addresses of kind {parts.scheme!r}")
    except (OSError, ValueError, http.client.HTTPException) as error:
        if isinstance(error, urllib.error.HTTPError):
            error.close()  # it holds the connection
        raise BlobError(f"what was built cannot be left at {_shown(url)}: {error}") from error


def _place(data: bytes, target: Path) -> None:
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    unfinished.write_bytes(data)
    unfinished.replace(target)


def _read(url: str) -> bytes:
    parts = urllib.parse.urlsplit(url)
    if parts.scheme == "file":
        with open(urllib.request.url2pathname(parts.path), "rb") as file:
            return file.read(FILE_BYTES + 1)
    if parts.scheme in ("http", "https"):
        return _download(url)
    raise ValueError(f"addresses of kind {parts.scheme!r} are not fetched")


def _download(url: str) -> bytes:
    deadline = time.monotonic() + FETCH_S
    pieces, size = [], 0
    with _opener().open(url, timeout=SOCKET_S) as response:
        while piece := response.read(CHUNK):
            pieces.append(piece)
            size += len(piece)
            if size > FILE_BYTES:
                raise ValueError(f"it is larger than {FILE_BYTES >> 20} MiB")
            if time.monotonic() > deadline:
                raise TimeoutError(f"it took longer than {FETCH_S:.0f} s")
    return b"".join(pieces)


def _opener() -> urllib.request.OpenerDirector:
    """Opens http and https and follows redirects to these two, and to nothing else."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    return opener


def _shown(url: str) -> str:
    """The address without what may be secret in it."""
    return url.partition("?")[0][:200]

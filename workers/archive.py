"""What an upload may be: one source file, one Linux executable, or a zip archive of limited size."""

import io
import os
import secrets
import shutil
import stat
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from workers import manifest, runtimes, zip_directory
from workers.languages import languages_named, of_single_file
from workers.runtimes import BUILT_FOLDER

LANGUAGES = tuple(runtimes.ALL)
"""The languages that a bot may be written in."""
ARCHIVE_BYTES = 8 << 20
FILE_BYTES = 16 << 20
TOTAL_BYTES = 32 << 20
BUILT_TOTAL_BYTES = TOTAL_BYTES + FILE_BYTES  # an upload with what was built of it
ENTRIES = 500
RATIO = 100
PATH_BYTES = 200
LEVELS = 10
ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
ELF_START = b"\x7fELF"


class ArchiveRefused(ValueError):
    """An upload that is not taken; the text names the file, the limit, and what to do."""


@dataclass(frozen=True)
class Upload:
    """What is in an upload: the bot's language, the file to start, all files (sorted), their bytes in all."""

    language: str
    entry: str
    files: tuple[str, ...]
    size: int
    build: tuple[str, ...] = ()


@dataclass(frozen=True)
class _File:
    """One file of an upload; `read` gives its bytes in pieces, or ZipError where they are not right."""

    path: str
    executable: bool
    read: Callable[[], Iterator[bytes]]


def inspect(data: bytes | Path, filename: str) -> Upload:
    """Look an upload through without writing anything; ArchiveRefused says what is wrong with it.

    `data` is its content, or a file that holds it; `filename` is the name that it was uploaded under.
    Every byte is unpacked once and counted, so what passes here also unpacks.
    """
    return _look_through(_content(data, filename), filename)[0]


def unpack(path: Path, filename: str, folder: Path) -> Upload:
    """Look the upload in the file `path` through and unpack it as `folder`.

    The folder appears whole or not at all; one that is there already is left as it is. Files get mode 0644
    or, when executable, 0755.
    """
    upload, files = _look_through(_content(path, filename), filename)
    native = upload.entry if upload.language == "native" else None
    _place([replace(file, executable=file.executable or file.path == native) for file in files], folder)
    return upload


def _place(files: Sequence[_File], folder: Path) -> None:
    """Write the files as `folder`, which appears whole or not at all."""
    unfinished = folder.with_name(f".{folder.name}.{secrets.token_hex(8)}")
    try:
        _write(files, unfinished)
        _put_in_place(unfinished, folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def pack_built(folder: Path) -> bytes:
    """An unpacked upload with what was built in its folder, as an archive: the same bytes each time.

    ArchiveRefused when it is larger than blobs may be.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | path.stat().st_mode & 0o777) << 16
            archive.writestr(entry, path.read_bytes())
    if packed.tell() > FILE_BYTES:
        raise ArchiveRefused(f"the built bot is larger than {_mib(FILE_BYTES)} when packed")
    return packed.getvalue()


def unpack_built(path: Path, folder: Path) -> int:
    """Unpack what `pack_built` made as `folder`, like `unpack`; the bytes of its files."""
    data = _content(path, path.name)
    try:
        entries = zip_directory.entries(data, most=ENTRIES + 1)
        _refuse_bad_tree(entries)
        size = sum(entry.size for entry in entries)
        if size > BUILT_TOTAL_BYTES:
            raise ArchiveRefused(f"{shown(path.name)} unpacks to {_mib(size)}")
        _place([_zip_file(data, entry) for entry in entries if not entry.is_folder], folder)
    except zip_directory.ZipError as bad:
        raise ArchiveRefused(f"{shown(path.name)} cannot be unpacked: {shown(str(bad), 300)}") from None
    return size


def _content(data: bytes | Path, filename: str) -> bytes:
    if isinstance(data, Path):
        with data.open("rb") as file:
            data = file.read(FILE_BYTES + 1)
    if not data:
        raise ArchiveRefused(f"{shown(filename)} is empty: upload a bot")
    return data


def _look_through(data: bytes, filename: str) -> tuple[Upload, list[_File]]:
    if data.startswith(ZIP_STARTS):
        return _look_through_zip(data, filename)
    if filename.lower().endswith(".zip"):
        raise ArchiveRefused(f"{shown(filename)} is not a zip archive; make it again with a zip program")
    return _look_through_single(data, filename)


def _look_through_single(data: bytes, filename: str) -> tuple[Upload, list[_File]]:
    name = PurePosixPath(filename.replace("\\", "/")).name
    found = ("native", "bot") if data.startswith(ELF_START) else of_single_file(name)
    if found is None:
        raise ArchiveRefused(
            f"{shown(name)} is no bot that we know: upload one file ({languages_named()}) or a zip of several"
        )
    language, entry = found
    if len(data) > FILE_BYTES:
        raise ArchiveRefused(f"{shown(name)} is larger than {_mib(FILE_BYTES)}, the limit for one file")
    upload = Upload(language, entry, (entry,), len(data))
    return upload, [_File(entry, language == "native", lambda: iter((data,)))]


def _look_through_zip(data: bytes, filename: str) -> tuple[Upload, list[_File]]:
    if len(data) > ARCHIVE_BYTES:
        raise ArchiveRefused(
            f"{shown(filename)} is larger than {_mib(ARCHIVE_BYTES)}, the limit for an archive"
        )
    try:
        entries = zip_directory.entries(data, most=ENTRIES)
        _refuse_bad_tree(entries)
        _refuse_bombs(entries, len(data))
        files = [_zip_file(data, entry) for entry in entries if not entry.is_folder]
        starts = {file.path: _start(file.read()) for file in files}
        upload = _describe(files, starts, sum(entry.size for entry in entries))
    except zip_directory.ZipError as bad:
        raise ArchiveRefused(f"{shown(filename)} cannot be unpacked: {shown(str(bad), 300)}") from None
    return upload, files


def _zip_file(data: bytes, entry: zip_directory.Entry) -> _File:
    return _File(entry.name, bool(entry.mode & 0o111), lambda: zip_directory.content(data, entry))


def _start(pieces: Iterable[bytes]) -> bytes:
    """The first bytes of a file, after all of it was read and found well."""
    start = b""
    for piece in pieces:
        if len(start) <= manifest.BYTES:
            start += piece
    return start[: manifest.BYTES + 1]


def _describe(files: list[_File], starts: dict[str, bytes], size: int) -> Upload:
    try:
        found = manifest.describe(starts)
    except manifest.ManifestError as bad:
        raise ArchiveRefused(str(bad)) from None
    if found.language.name == "native" and not starts[found.entry].startswith(ELF_START):
        raise ArchiveRefused(
            f"{shown(found.entry)} is not a Linux executable (ELF); build one for Linux x86-64"
        )
    names = tuple(sorted(file.path for file in files))
    reserved = next((name for name in names if name.split("/")[0].casefold() == BUILT_FOLDER), None)
    if reserved is not None:
        raise ArchiveRefused(f"{shown(reserved)}: the folder {BUILT_FOLDER} is kept for what is built here")
    return Upload(found.language.name, found.entry, names, size, found.build)


def _refuse_bad_tree(entries: list[zip_directory.Entry]) -> None:
    """Each path must be plain, and all of them together a tree without doubles on any file system."""
    taken: dict[str, tuple[str, bool]] = {}
    for entry in entries:
        path = entry.name.removesuffix("/")
        _refuse_bad_path(path)
        _refuse_special(entry)
        parts = path.split("/")
        for depth in range(1, len(parts)):
            _take(taken, "/".join(parts[:depth]), is_folder=True)
        _take(taken, path, is_folder=entry.is_folder)


def _take(taken: dict[str, tuple[str, bool]], path: str, *, is_folder: bool) -> None:
    folded = _folded(path)
    if folded not in taken:
        taken[folded] = (path, is_folder)
        return
    other, other_is_folder = taken[folded]
    if other != path:
        raise ArchiveRefused(f"{shown(other)} and {shown(path)} differ only in how their letters are written")
    if is_folder != other_is_folder:
        raise ArchiveRefused(f"{shown(path)} is both a file and a folder in the archive")
    if not is_folder:
        raise ArchiveRefused(f"{shown(path)} is in the archive twice")


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _refuse_bad_path(path: str) -> None:
    name = shown(path)
    if len(path.encode()) > PATH_BYTES:
        raise ArchiveRefused(f"{name}: paths of at most {PATH_BYTES} bytes are allowed")
    parts = path.split("/")
    if len(parts) > LEVELS:
        raise ArchiveRefused(f"{name}: at most {LEVELS} levels of folders are allowed")
    if "\\" in path:
        raise ArchiveRefused(f"{name}: a path must be written with '/', not with a backslash")
    if not path.isprintable():
        raise ArchiveRefused(f"{name}: a path may hold no control or invisible characters")
    if path.startswith("/") or path[1:2] == ":":
        raise ArchiveRefused(f"{name}: paths must start in the archive, not at a root folder or drive")
    if any(part in ("", ".", "..") for part in parts):
        raise ArchiveRefused(f"{name}: a path may hold no empty part and neither '.' nor '..'")


def _refuse_special(entry: zip_directory.Entry) -> None:
    kind = stat.S_IFMT(entry.mode)
    if kind not in (0, stat.S_IFDIR if entry.is_folder else stat.S_IFREG):
        what = "a link" if kind == stat.S_IFLNK else "no regular file"
        raise ArchiveRefused(f"{shown(entry.name)} is {what}: only files and folders are allowed")


def _refuse_bombs(entries: list[zip_directory.Entry], archive_bytes: int) -> None:
    total = 0
    for entry in entries:
        total += entry.size
        if entry.size > FILE_BYTES:
            raise ArchiveRefused(
                f"{shown(entry.name)} is larger than {_mib(FILE_BYTES)}, the limit for one file"
            )
    if total > TOTAL_BYTES:
        raise ArchiveRefused(f"the archive unpacks to {_mib(total)}, at most {_mib(TOTAL_BYTES)} are allowed")
    if total > RATIO * archive_bytes:
        raise ArchiveRefused(
            f"the archive unpacks to {total // archive_bytes} times its size, at most {RATIO} times"
            " are allowed: make large constant data in the bot instead"
        )


def _write(files: Sequence[_File], folder: Path) -> None:
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        for file in files:
            _write_file(root, file, 0o755 if file.executable else 0o644)
    finally:
        os.close(root)


def _write_file(root: int, file: _File, mode: int) -> None:
    *folders, name = file.path.split("/")
    parent = os.dup(root)
    try:
        for folder in folders:
            parent = _enter(parent, folder)
        target = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=parent)
        with os.fdopen(target, "wb") as out:
            for piece in file.read():
                out.write(piece)
            os.fchmod(out.fileno(), mode)
    finally:
        os.close(parent)


def _enter(parent: int, name: str) -> int:
    """Open the folder `name` in `parent` (made when it is not there) and close `parent`."""
    try:
        os.mkdir(name, 0o755, dir_fd=parent)
        made = True
    except FileExistsError:
        made = False
    inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    os.close(parent)
    if made:
        os.fchmod(inner, 0o755)
    return inner


def _put_in_place(unfinished: Path, folder: Path) -> None:
    try:
        unfinished.rename(folder)
    except OSError:
        if not folder.is_dir():  # else another process was faster with the same content
            raise


def _mib(size: int) -> str:
    return f"{size / (1 << 20):.3g} MiB"


def shown(text: str, most: int = 80) -> str:
    """Text from an upload made fit to print: control characters escaped, cut to `most` characters."""
    safe = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return safe if len(safe) <= most else safe[: most - 1] + "…"

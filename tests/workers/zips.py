"""Makes zip archives for tests: honest ones, and ones that lie."""

import io
import stat
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

GOOD_BOT = b"print('hello')\n"
FOLDER = stat.S_IFDIR | 0o755


def zip_of(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An honest archive of these files."""
    return zip_with_modes({name: (content, 0o100644) for name, content in files.items()}, method)


def zip_with_modes(files: Mapping[str, tuple[bytes, int]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive whose entries have these Unix modes."""
    entries = [(name, content, mode) for name, (content, mode) in files.items()]
    return zip_of_entries(entries, method)


def zip_of_entries(entries: list[tuple[str, bytes, int]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of (name, content, mode), doubles and odd names included."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content, mode in entries:
            info = zipfile.ZipInfo("placeholder")
            info.filename = name
            info.external_attr = mode << 16
            info.compress_type = method
            archive.writestr(info, content)
    return out.getvalue()


def with_stated_size(archive: bytes, size: int) -> bytes:
    """The archive with another unpacked size for its first entry, in both of its headers."""
    at = archive.index(b"PK\x01\x02") + 24
    local = archive.index(b"PK\x03\x04") + 22
    stated = struct.pack("<L", size)
    lying = archive[:local] + stated + archive[local + 4 :]
    return lying[:at] + stated + lying[at + 4 :]


def with_second_entry_at_first(archive: bytes) -> bytes:
    """The archive with its second directory entry pointing at the first one's bytes."""
    first = archive.index(b"PK\x01\x02")
    second = archive.index(b"PK\x01\x02", first + 4) + 42
    return archive[:second] + archive[first + 42 : first + 46] + archive[second + 4 :]


def write(folder: Path, name: str, content: bytes) -> Path:
    """A file with this content."""
    path = folder / name
    path.write_bytes(content)
    return path

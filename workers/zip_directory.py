"""The directory of a zip archive, read with distrust: nothing in it is believed before it is compared."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

END, ENTRY, LOCAL = b"PK\x05\x06", b"PK\x01\x02", b"PK\x03\x04"
END_FORM, ENTRY_FORM, LOCAL_FORM = "<4s4H2LH", "<4s6H3L5H2L", "<4s5H3L2H"
END_SIZE, ENTRY_SIZE, LOCAL_SIZE = (struct.calcsize(form) for form in (END_FORM, ENTRY_FORM, LOCAL_FORM))
LONGEST_COMMENT = 0xFFFF
STORED, DEFLATED = 0, 8
ENCRYPTED, STRONGLY_ENCRYPTED = 0x1, 0x40
ZIP64_SIZE = 0xFFFF_FFFF
CHUNK = 1 << 16


class ZipError(ValueError):
    """A zip archive that cannot be read safely; the text says what is wrong and where."""


@dataclass(frozen=True)
class Entry:
    """One entry as the archive's directory tells it; `mode` is the Unix mode (0 where there is none)."""

    name: str
    method: int
    flags: int
    crc: int
    packed: int
    size: int
    mode: int
    offset: int

    @property
    def is_folder(self) -> bool:
        """Whether the name says that this is a folder."""
        return self.name.endswith("/")


def entries(data: bytes, most: int) -> list[Entry]:
    """The archive's entries, at most `most` of them; ZipError when anything does not fit together."""
    count, start, end = _end_record(data)
    if count > most:
        raise ZipError(f"it has {count} entries, at most {most} are allowed")
    found = list(_directory(data, count, start, end))
    _refuse_overlaps(data, found, start)
    return found


def content(data: bytes, entry: Entry) -> Iterator[bytes]:
    """The entry's bytes in pieces, never more than its stated size; ZipError when size or checksum differ."""
    start, end = _data_range(data, entry)
    packed = memoryview(data)[start:end]
    pieces = _stored(packed) if entry.method == STORED else _inflated(packed, entry)
    crc = size = 0
    for piece in pieces:
        size += len(piece)
        if size > entry.size:
            raise ZipError(f"{entry.name} is larger than the {entry.size} bytes that the archive states")
        crc = zlib.crc32(piece, crc)
        yield piece
    if size != entry.size:
        raise ZipError(f"{entry.name} has {size} bytes, the archive states {entry.size}")
    if crc != entry.crc:
        raise ZipError(f"{entry.name} is damaged: its checksum differs")


def _end_record(data: bytes) -> tuple[int, int, int]:
    """Number of entries, and where the directory starts and ends."""
    at = data.rfind(END, max(0, len(data) - LONGEST_COMMENT - END_SIZE))
    if at < 0 or at + END_SIZE > len(data):
        raise ZipError("it is cut off or not a zip archive: its end record is missing")
    _, disk, first_disk, here, count, size, start, comment = struct.unpack_from(END_FORM, data, at)
    if at + END_SIZE + comment != len(data):
        raise ZipError("there are bytes after its end")
    if disk or first_disk or here != count:
        raise ZipError("it is spread over several files")
    if 0xFFFF in (here, count) or ZIP64_SIZE in (size, start):
        raise ZipError("it is in zip64 form, which nothing of this size needs")
    if start + size != at:
        raise ZipError("its directory is not where its end record says")
    return count, start, at


def _directory(data: bytes, count: int, at: int, end: int) -> Iterator[Entry]:
    for number in range(1, count + 1):
        if at + ENTRY_SIZE > end:
            raise ZipError(f"its directory ends before entry {number} of {count}")
        entry, at = _entry(data, at, number)
        yield entry
    if at != end:
        raise ZipError(f"its directory holds more than the {count} entries that it states")


def _entry(data: bytes, at: int, number: int) -> tuple[Entry, int]:
    fields = struct.unpack_from(ENTRY_FORM, data, at)
    signature, _made_by, _needs, flags, method, _time, _date, crc, packed, size = fields[:10]
    name_size, extra_size, comment_size, disk, _inner, outer, offset = fields[10:]
    if signature != ENTRY or disk:
        raise ZipError(f"entry {number} of its directory is damaged")
    name = _name(data[at + ENTRY_SIZE : at + ENTRY_SIZE + name_size], number)
    entry = Entry(name, method, flags, crc, packed, size, outer >> 16, offset)
    _refuse_unreadable(entry)
    return entry, at + ENTRY_SIZE + name_size + extra_size + comment_size


def _name(raw: bytes, number: int) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise ZipError(f"the name of entry {number} is not UTF-8: {raw[:60]!r}") from None


def _refuse_unreadable(entry: Entry) -> None:
    if entry.flags & (ENCRYPTED | STRONGLY_ENCRYPTED):
        raise ZipError(f"{entry.name} is encrypted")
    if entry.method not in (STORED, DEFLATED):
        raise ZipError(f"{entry.name} is packed by method {entry.method}; only stored and deflated are read")
    if ZIP64_SIZE in (entry.packed, entry.size, entry.offset):
        raise ZipError(f"{entry.name} is in zip64 form, which nothing of this size needs")
    if entry.is_folder and (entry.size or entry.packed > 2):  # an empty deflated stream has two bytes
        raise ZipError(f"{entry.name} is a folder with content")


def _data_range(data: bytes, entry: Entry) -> tuple[int, int]:
    """Where the entry's packed bytes lie; its own header must agree with the directory."""
    if entry.offset + LOCAL_SIZE > len(data):
        raise ZipError(f"{entry.name} lies outside of the archive")
    fields = struct.unpack_from(LOCAL_FORM, data, entry.offset)
    signature, _needs, flags, method = fields[:4]
    name_size, extra_size = fields[-2:]
    name_at = entry.offset + LOCAL_SIZE
    if signature != LOCAL or data[name_at : name_at + name_size] != entry.name.encode():
        raise ZipError(f"{entry.name} has another name in its own header")
    if method != entry.method or (flags ^ entry.flags) & ENCRYPTED:
        raise ZipError(f"{entry.name} is packed differently by its own header")
    start = name_at + name_size + extra_size
    return start, start + entry.packed


def _refuse_overlaps(data: bytes, found: list[Entry], directory_start: int) -> None:
    """Entries that share bytes can make a small archive unpack to a huge one."""
    previous_end = 0
    for entry in sorted(found, key=lambda entry: entry.offset):
        if entry.offset < previous_end:
            raise ZipError(f"{entry.name} overlaps another entry")
        _, previous_end = _data_range(data, entry)
        if previous_end > directory_start:
            raise ZipError(f"{entry.name} reaches beyond the place for files")


def _stored(packed: memoryview) -> Iterator[bytes]:
    for at in range(0, len(packed), CHUNK):
        yield bytes(packed[at : at + CHUNK])


def _inflated(packed: memoryview, entry: Entry) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    rest: bytes | memoryview = packed
    try:
        while not unpacker.eof:
            piece = unpacker.decompress(rest, CHUNK)
            if not piece and not unpacker.unconsumed_tail and not unpacker.eof:
                raise ZipError(f"{entry.name} is cut off")
            rest = unpacker.unconsumed_tail
            yield piece
    except zlib.error as error:
        raise ZipError(f"{entry.name} is damaged: {error}") from None
    if unpacker.unused_data:
        raise ZipError(f"{entry.name} has bytes after its end")

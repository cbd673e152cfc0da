"""Files by the hash of their content."""

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from ladder import blobs


@pytest.fixture(autouse=True)
def root(tmp_path: Path, settings: pytest.FixtureRequest) -> Path:
    settings.BLOB_ROOT = tmp_path / "blobs"  # type: ignore[attr-defined]
    return tmp_path / "blobs"


def test_a_blob_is_read_back_by_the_hash_of_its_content() -> None:
    name = blobs.store(b"bot")
    assert name == hashlib.sha256(b"bot").hexdigest()
    assert blobs.read(name) == b"bot"
    assert blobs.exists(name)


def test_its_address_leads_to_its_file() -> None:
    name = blobs.store(b"bot")
    address = urlsplit(blobs.url(name))
    assert address.scheme == "file"
    assert Path(url2pathname(address.path)).read_bytes() == b"bot"


def test_storing_twice_keeps_one_file(root: Path) -> None:
    blobs.store(b"bot")
    blobs.store(b"bot")
    assert len([path for path in root.rglob("*") if path.is_file()]) == 1


def test_many_writers_of_one_blob_leave_it_whole_and_nothing_else(root: Path) -> None:
    data = os.urandom(300_000)
    with ThreadPoolExecutor(8) as pool:
        names = set(pool.map(blobs.store, [data] * 24))
    assert len(names) == 1
    assert [path.read_bytes() for path in root.rglob("*") if path.is_file()] == [data]


def test_a_blob_cut_short_by_a_crash_is_written_anew() -> None:
    name = blobs.store(b"whole content")
    blobs.path(name).write_bytes(b"whole")
    blobs.store(b"whole content")
    assert blobs.read(name) == b"whole content"


def test_an_altered_blob_is_not_given_out() -> None:
    name = blobs.store(b"bot")
    blobs.path(name).write_bytes(b"tob")
    with pytest.raises(blobs.BlobMissing, match="altered"):
        blobs.read(name)


def test_a_missing_blob_is_named() -> None:
    with pytest.raises(blobs.BlobMissing, match="f" * 64):
        blobs.read("f" * 64)
    assert not blobs.exists("f" * 64)


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "F" * 64, "f" * 63, "f" * 64 + "\n"])
def test_what_is_no_hash_never_becomes_a_path(name: str) -> None:
    with pytest.raises(ValueError, match="64 lower-case"):
        blobs.path(name)


def test_a_failed_write_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        blobs.store(b"bot")
    assert [path for path in root.rglob("*") if path.is_file()] == []


def test_only_the_service_may_read_blobs() -> None:
    assert blobs.path(blobs.store(b"bot")).stat().st_mode & 0o777 == 0o640

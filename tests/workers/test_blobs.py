"""Uploads fetched, verified, unpacked, and kept within bounds."""

import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from tests.workers import zips
from workers.archive import ArchiveRefused, pack_built
from workers.blobs import Blob, BlobError, Blobs, fetch, put


def blob(folder: Path, content: bytes, filename: str = "bot.py") -> Blob:
    digest = hashlib.sha256(content).hexdigest()
    return Blob(digest, zips.write(folder, digest, content).as_uri(), filename)


class Site(BaseHTTPRequestHandler):
    """Serves a bot, a huge file, redirects, and errors; takes what is put."""

    received: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        if self.path.startswith("/bot"):
            self._answer(200, zips.GOOD_BOT)
        elif self.path == "/huge":
            self._answer(200, bytes(17 << 20))
        elif self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
            self.end_headers()
        else:
            self._answer(404, b"no")

    def do_PUT(self) -> None:
        type(self).received[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(201 if self.path == "/drop" else 403, b"")

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


GOOD = hashlib.sha256(zips.GOOD_BOT).hexdigest()


def test_a_file_address_is_read_and_unpacked(tmp_path: Path) -> None:
    (folder,) = Blobs(tmp_path / "cache", 1000).folders([blob(tmp_path, zips.GOOD_BOT)])
    assert (folder / "bot.py").read_bytes() == zips.GOOD_BOT


def test_a_web_address_is_fetched(site: str) -> None:
    assert fetch(Blob(GOOD, f"{site}/bot?signature=secret", "bot.py")) == zips.GOOD_BOT


def test_a_redirect_within_the_web_is_followed(site: str) -> None:
    assert fetch(Blob(GOOD, f"{site}/to/{site}/bot", "bot.py")) == zips.GOOD_BOT


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("{site}/gone", "404"),
        ("{site}/huge", "larger than 16 MiB"),
        ("{site}/to/file:///etc/hostname", "not allowed"),
        ("http://127.0.0.1:1/", "refused"),
        ("ftp://127.0.0.1/bot.py", "addresses of kind 'ftp'"),
        ("bot.py", "addresses of kind ''"),
        ("file:///nowhere/bot.py", "No such file"),
        ("http://[", "cannot be had"),
    ],
)
def test_what_cannot_be_had_is_the_machines_failure(site: str, address: str, says: str) -> None:
    with pytest.raises(BlobError, match="cannot be had") as failed:
        fetch(Blob(GOOD, address.format(site=site), "bot.py"))
    assert says in str(failed.value)


def test_a_secret_in_an_address_is_not_shown(site: str) -> None:
    with pytest.raises(BlobError) as failed:
        fetch(Blob("0" * 64, f"{site}/bot?signature=secret", "bot.py"))
    assert "not the blob 000000000000" in str(failed.value)
    assert "secret" not in str(failed.value)


def test_other_content_than_ordered_is_never_unpacked(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "cache", 1000)
    with pytest.raises(BlobError, match="not the blob"):
        blobs.folders([Blob("0" * 64, blob(tmp_path, zips.GOOD_BOT).url, "bot.py")])
    assert list((tmp_path / "cache").iterdir()) == []


def test_what_is_kept_is_not_fetched_again(tmp_path: Path) -> None:
    blobs, wanted = Blobs(tmp_path / "cache", 1000), blob(tmp_path, zips.GOOD_BOT)
    first = blobs.folders([wanted])
    (tmp_path / wanted.sha256).unlink()
    assert blobs.folders([wanted, wanted]) == first * 2


def test_the_longest_unused_goes_when_there_is_too_much(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "cache", 250)
    wanted = [blob(tmp_path, bytes([65 + number]) * 100) for number in range(3)]
    folders = [blobs.folders([one])[0] for one in wanted[:2]]
    blobs.folders([wanted[0]])
    blobs.folders([wanted[2]])
    assert (folders[0].exists(), folders[1].exists()) == (True, False)


def test_what_one_game_needs_is_never_removed_for_it(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "cache", 50)
    folders = blobs.folders([blob(tmp_path, bytes([65 + number]) * 100) for number in range(3)])
    assert all(folder.exists() for folder in folders)


def test_a_new_worker_trusts_nothing_that_an_old_one_left(tmp_path: Path) -> None:
    wanted = blob(tmp_path, zips.GOOD_BOT)
    (folder,) = Blobs(tmp_path / "cache", 1000).folders([wanted])
    (folder / "bot.py").write_bytes(b"half-writ")
    (folder,) = Blobs(tmp_path / "cache", 1000).folders([wanted])
    assert (folder / "bot.py").read_bytes() == zips.GOOD_BOT


def test_the_same_bytes_under_another_name_are_another_bot(tmp_path: Path) -> None:
    as_python = blob(tmp_path, b"1;\n")
    as_javascript = Blob(as_python.sha256, as_python.url, "bot.js")
    first, second = Blobs(tmp_path / "cache", 1000).folders([as_python, as_javascript])
    assert ((first / "bot.py").exists(), (second / "bot.js").exists()) == (True, True)


def test_an_archive_that_cannot_be_is_refused_here_too(tmp_path: Path) -> None:
    with pytest.raises(ArchiveRefused):
        Blobs(tmp_path / "cache", 1000).folders([blob(tmp_path, b"PK\x03\x04", "bot.zip")])


def test_what_was_built_is_left_in_a_folder(tmp_path: Path) -> None:
    put(b"built", (tmp_path / "drop").as_uri())
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("drop", b"built")]


def test_what_was_built_is_put_to_a_site(site: str) -> None:
    put(b"built", f"{site}/drop")
    assert Site.received["/drop"] == b"built"


@pytest.mark.parametrize("url", ["file:///nowhere/at/all", "ftp://127.0.0.1/drop", ""])
def test_what_cannot_be_left_is_said_with_the_place(url: str) -> None:
    with pytest.raises(BlobError, match=f"what was built cannot be left at {url}"):
        put(b"built", url)


def test_a_site_that_refuses_is_said_without_the_secret(site: str) -> None:
    with pytest.raises(BlobError, match=r"cannot be left at [^?]+/closed: HTTP Error 403"):
        put(b"built", f"{site}/closed?token=secret")


def test_a_built_bot_is_unpacked_as_it_was_packed(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "bot.c").write_bytes(b"int main() {}")
    found = blob(tmp_path, pack_built(source), "bot.c")
    (folder,) = Blobs(tmp_path / "bots", 1 << 20).folders(
        [Blob(found.sha256, found.url, "bot.c", built=True)]
    )
    assert (folder / "bot.c").read_bytes() == b"int main() {}"

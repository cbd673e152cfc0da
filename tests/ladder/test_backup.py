"""Backup and restore: into an empty place, checked, and the books are right afterwards."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import Service

ROOT = Path(__file__).resolve().parent.parent.parent

FILL = """
import django
django.setup()
from unittest import mock
from ladder import blobs, orders, results
from ladder.ratings import fold
from tests.ladder import stage
with mock.patch.object(orders, "publish"), mock.patch.object(orders, "waiting", return_value=0):
    cup = stage.competition()
    pair = stage.field(cup, 2)
    for version in pair:
        version.sha256 = version.artefact = blobs.store(f"bot {version.pk}".encode())
        version.save()
    for _ in range(3):
        results.record(stage.played(stage.started(stage.match(cup, pair))))
    fold.fold_all()
"""


class Site:
    """A site's data folder and database, used by commands."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self._env = os.environ | {
            "WATERINGHOLE_DATA": str(folder),
            "DATABASE_URL": database or f"sqlite:///{folder}/ladder.sqlite3",
            "DJANGO_SETTINGS_MODULE": "ladder.settings",
            "LOG_LEVEL": "ERROR",
        }
        folder.mkdir(exist_ok=True)

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Python with the site's settings."""
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self._env, capture_output=True, text=True, check=False, timeout=100
        )

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """`manage.py …`, whatever comes of it."""
        return self.run("manage.py", *arguments)

    def well(self, *arguments: str) -> str:
        """`manage.py …` that must succeed; its output."""
        done = self.manage(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def fill(self) -> None:
        """Three played matches of one competition, rated."""
        self.well("migrate", "-v0")
        done = self.run("-c", FILL)
        assert done.returncode == 0, done.stderr


def refused(site: Site, *arguments: str) -> str:
    done = site.manage(*arguments)
    assert done.returncode == 1
    return done.stderr


def assert_comes_back(before: Site, after: Site, kept: Path) -> None:
    """A backup of the one, restored into the other, with the books right and the standings the same."""
    assert "files of" in before.well("backup", str(kept))
    assert "whole" in after.well("backup", "--verify", str(kept))
    after.well("restore", str(kept))
    after.well("migrate", "-v0")
    assert "The books are right." in after.well("audit", "--all")
    assert "the same as before" in after.well("rebuild_ratings")


@pytest.mark.timeout(300)
def test_a_sqlite_site_comes_back_whole_in_an_empty_place(tmp_path: Path) -> None:
    before, after, kept = Site(tmp_path / "one"), Site(tmp_path / "two"), tmp_path / "kept"
    before.fill()
    assert_comes_back(before, after, kept)
    assert (kept.stat().st_mode & 0o777, (kept / "database.sqlite3").stat().st_mode & 0o777) == (0o700, 0o600)
    assert "is not empty" in refused(before, "backup", str(kept))
    assert "the database is not empty" in refused(after, "restore", str(kept))
    manifest = json.loads((kept / "manifest.json").read_text())
    assert manifest["blobs"] >= 3
    assert manifest["vendor"] == "sqlite"
    assert_damage_is_refused(Site(tmp_path / "three"), kept)


def assert_damage_is_refused(empty: Site, kept: Path) -> None:
    """Each kind of damage is named, and nothing is written."""
    blob = next(file for file in (kept / "blobs").rglob("*") if file.is_file())
    whole = blob.read_bytes()
    blob.write_bytes(whole + b"x")
    assert "was altered" in refused(empty, "restore", str(kept))
    blob.unlink()
    assert "of the manifest" in refused(empty, "restore", str(kept))
    blob.write_bytes(whole)
    manifest = json.loads((kept / "manifest.json").read_text())
    newer = manifest | {"migrations": manifest["migrations"] | {"ladder": "9999_from_the_future"}}
    (kept / "manifest.json").write_text(json.dumps(newer))
    assert "made by a newer program" in refused(empty, "restore", str(kept))
    (kept / "manifest.json").write_text(json.dumps(manifest | {"vendor": "postgresql"}))
    assert "the backup is of postgresql" in refused(empty, "restore", str(kept))
    (kept / "manifest.json").unlink()
    assert "has no manifest.json" in refused(empty, "restore", str(kept))
    assert not (empty.folder / "blobs").exists()


@pytest.mark.slow
@pytest.mark.service
@pytest.mark.timeout(400)
def test_a_postgres_site_comes_back_whole_in_an_empty_place(tmp_path: Path, postgres: Service) -> None:
    urls = []
    for name in ("keep_one", "keep_two"):
        subprocess.run(["createdb", "--maintenance-db", postgres.url, name], check=True, capture_output=True)
        urls.append(postgres.url.rsplit("/", 1)[0] + f"/{name}")
    before, after = (Site(tmp_path / str(n), url) for n, url in enumerate(urls))
    before.fill()
    assert_comes_back(before, after, tmp_path / "kept")
    assert "the database is not empty" in refused(after, "restore", str(tmp_path / "kept"))

"""A copy of everything that cannot be made again: database, blobs, the kept secret; and its way back.

A backup is a folder: `database.sqlite3` or `database.dump` (pg_dump, custom format), `blobs/`, `secret_key`
where the site keeps one, and `manifest.json`, written last: a folder without it is no backup.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from engine import __version__
from ladder import blobs

FORMAT = "wateringhole-backup/1"
MANIFEST = "manifest.json"
SECRET = "secret_key"  # noqa: S105 - the file's name
CHUNK = 1 << 20


class BackupError(Exception):
    """Why there is no backup, or why it is not brought back: what was found, what was wanted, what to do."""


@dataclass(frozen=True)
class Manifest:
    """What a backup holds: `files` are SHA-256 by name, `blob_names` the digest of the blobs' names."""

    made: str
    version: str
    vendor: str
    migrations: dict[str, str]
    files: dict[str, str]
    blobs: int
    blob_bytes: int
    blob_names: str
    format: str = FORMAT


def back_up(target: Path) -> Manifest:
    """Copy everything into `target`, which must not be there or be empty, while the ladder goes on.

    The database is copied as of one moment, and then the blobs: none is ever changed, and each is there
    before the row that names it.
    """
    _refuse_full(target)
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    target.chmod(0o700)
    migrations = _applied()
    database = _dump(target)
    names = _copy_blobs(target / "blobs")
    files = {database.name: _digest(database)}
    secret: Path = settings.SITE.data / SECRET
    if secret.exists():
        _copy_private(secret, target / SECRET)
        files[SECRET] = _digest(target / SECRET)
    manifest = Manifest(
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        version=__version__,
        vendor=connection.vendor,
        migrations=migrations,
        files=files,
        blobs=len(names),
        blob_bytes=sum((target / "blobs" / name[:2] / name).stat().st_size for name in names),
        blob_names=_digest_of_names(names),
    )
    _write_synced(target / MANIFEST, json.dumps(asdict(manifest), indent=1))
    return manifest


def verify(source: Path) -> Manifest:
    """The manifest of a backup that is as it was written; BackupError for the first file that is not."""
    manifest = _read_manifest(source)
    for name, wanted in manifest.files.items():
        if Path(name).name != name or not (source / name).is_file() or _digest(source / name) != wanted:
            raise BackupError(f"{source / name} is missing or altered: use another backup")
    names = sorted(_blob_names(source / "blobs"))
    if (len(names), _digest_of_names(names)) != (manifest.blobs, manifest.blob_names):
        raise BackupError(
            f"{source}/blobs holds {len(names)} files, not the {manifest.blobs} of the manifest"
        )
    for name in names:
        if _digest(source / "blobs" / name[:2] / name) != name:
            raise BackupError(f"blob {name} in {source} was altered: use another backup")
    return manifest


def restore(source: Path) -> Manifest:
    """Bring a backup back into an empty place: no table in the database, no blob in the data folder.

    Everything is verified before anything is written. Afterwards, `migrate` and `audit`.
    """
    manifest = verify(source)
    _refuse_other_kind(manifest)
    _refuse_newer(manifest)
    _refuse_occupied()
    _load(source)
    for name in sorted(_blob_names(source / "blobs")):
        blobs.store((source / "blobs" / name[:2] / name).read_bytes())
    kept: Path = settings.SITE.data / SECRET
    if (source / SECRET).exists() and not os.environ.get("SECRET_KEY"):
        kept.unlink(missing_ok=True)
        _copy_private(source / SECRET, kept)
    return manifest


def _refuse_full(target: Path) -> None:
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BackupError(f"{target} is not empty: name a new folder for each backup")


def _read_manifest(source: Path) -> Manifest:
    try:
        fields: dict[str, Any] = json.loads((source / MANIFEST).read_text())
        manifest = Manifest(**fields)
    except FileNotFoundError:
        raise BackupError(
            f"{source} has no {MANIFEST}: it is no backup, or one that was not finished"
        ) from None
    except (ValueError, TypeError) as error:
        raise BackupError(f"{source / MANIFEST} cannot be read: {error}") from None
    if manifest.format != FORMAT:
        raise BackupError(f"{source} has the format {manifest.format!r}, wanted {FORMAT!r}")
    return manifest


def _refuse_other_kind(manifest: Manifest) -> None:
    if manifest.vendor != connection.vendor:
        raise BackupError(
            f"the backup is of {manifest.vendor}, DATABASE_URL names {connection.vendor}: restore it into "
            f"{manifest.vendor}"
        )


def _refuse_newer(manifest: Manifest) -> None:
    known = MigrationLoader(None).disk_migrations
    unknown = [name for app, name in manifest.migrations.items() if (app, name) not in known]
    if unknown:
        raise BackupError(
            f"the backup was made by a newer program ({manifest.version}, migration {unknown[0]}): "
            "install that version first"
        )


def _refuse_occupied() -> None:
    if connection.introspection.table_names():
        raise BackupError(f"{connection.display_name}: the database is not empty; name an empty one")
    if next(_blob_names(Path(settings.BLOB_ROOT)), None):
        raise BackupError(
            f"{settings.BLOB_ROOT} holds files already; name an empty folder: WATERINGHOLE_DATA"
        )


def _applied() -> dict[str, str]:
    """The last applied migration of each app."""
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    if not applied:
        raise BackupError("the database has no tables of this program: there is nothing to keep")
    return dict(applied)


def _dump(target: Path) -> Path:
    if connection.vendor == "sqlite":
        return _copy_sqlite(target / "database.sqlite3")
    file = target / "database.dump"
    _postgres("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", str(file))
    file.chmod(0o600)
    return file


def _copy_sqlite(file: Path) -> Path:
    """SQLite's online backup: as of one moment, without holding up the writers."""
    file.touch(mode=0o600)
    source = sqlite3.connect(f"file:{settings.DATABASES['default']['NAME']}?mode=ro", uri=True, timeout=20)
    copy = sqlite3.connect(file)
    try:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    finally:
        copy.close()
        source.close()
    return file


def _load(source: Path) -> None:
    connection.close()
    if connection.vendor == "sqlite":
        _copy_private(source / "database.sqlite3", Path(settings.DATABASES["default"]["NAME"]))
        return
    flags = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
    _postgres("pg_restore", *flags, "--dbname", _database_name(), str(source / "database.dump"))


def _database_name() -> str:
    return str(connection.settings_dict["NAME"])


def _postgres(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on our database; the password goes by the environment."""
    binary = shutil.which(program)
    if binary is None:
        raise BackupError(f"{program} is not installed (Debian: postgresql-client)")
    facts = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    env = dict(os.environ)
    env |= {variable: str(facts[key]) for variable, key in names.items() if facts.get(key)}
    done = subprocess.run(
        [binary, *arguments], env=env | {"PGDATABASE": _database_name()}, capture_output=True, check=False
    )
    if done.returncode != 0:
        raise BackupError(f"{program} failed: {done.stderr.decode(errors='replace').strip()[-500:]}")


def _copy_blobs(target: Path) -> list[str]:
    """Copy every blob; the names, sorted."""
    target.mkdir(mode=0o700)
    names = []
    for name in _blob_names(Path(settings.BLOB_ROOT)):
        copy = target / name[:2] / name
        copy.parent.mkdir(exist_ok=True)
        try:
            shutil.copyfile(blobs.path(name), copy)
        except FileNotFoundError:  # its owner's account was deleted just now
            continue
        names.append(name)
    return sorted(names)


def _blob_names(root: Path) -> Iterator[str]:
    """The names of all blobs in a folder, nothing else that may lie there."""
    for folder in root.glob("[0-9a-f][0-9a-f]"):
        yield from (file.name for file in folder.iterdir() if blobs.is_name(file.name))


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _digest_of_names(names: list[str]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def _copy_private(source: Path, target: Path) -> None:
    """Copy a file that only we may read; under its name it is whole or not there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    shutil.copyfile(source, draft)
    draft.replace(target)


def _write_synced(file: Path, text: str) -> None:
    with file.open("w") as opened:
        opened.write(text + "\n")
        opened.flush()
        os.fsync(opened.fileno())

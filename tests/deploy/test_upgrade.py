"""A database of the program before comes up to date, and its books are right."""

import gzip
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.ladder.test_backup import Site
from tests.services import Service

HERE = Path(__file__).resolve().parent


def assert_comes_up_to_date(site: Site) -> None:
    """Migrated, its books right but for the files, which the dump does not hold."""
    site.well("migrate", "-v0")
    done = site.manage("audit", "--sample", "0")
    wrong = {line.partition(":")[0] for line in done.stdout.splitlines()} - {"files", "The books are right."}
    assert wrong == set(), done.stdout
    assert "3 results" in site.well("rebuild_ratings")


@pytest.mark.slow
def test_a_sqlite_database_comes_up_to_date(tmp_path: Path) -> None:
    site = Site(tmp_path)
    connection = sqlite3.connect(tmp_path / "ladder.sqlite3")
    connection.executescript(gzip.decompress((HERE / "before_sqlite.sql.gz").read_bytes()).decode())
    connection.close()
    assert_comes_up_to_date(site)


@pytest.mark.slow
@pytest.mark.service
def test_a_postgres_database_comes_up_to_date(tmp_path: Path, postgres: Service) -> None:
    subprocess.run(["createdb", "--maintenance-db", postgres.url, "upgrade"], check=True, capture_output=True)
    url = postgres.url.rsplit("/", 1)[0] + "/upgrade"
    dump = gzip.decompress((HERE / "before_postgresql.sql.gz").read_bytes())
    subprocess.run(
        ["psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", url], input=dump, check=True, capture_output=True
    )
    assert_comes_up_to_date(Site(tmp_path, url))

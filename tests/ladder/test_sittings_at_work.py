"""A whole game at a table, with a real broker, the table's own worker, and real house bots."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ladder.up import service
from ladder.up.service import Site
from tests import services

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = [pytest.mark.slow, pytest.mark.service]

A_PERSON_PLAYS = """
import django, time
django.setup()
from ladder import sittings
from ladder.models import Sitting, User
anna = User.objects.create(username="anna")
table = sittings.sit_down(anna, "base", 3, ["hunter", "defender"])
while table.state == Sitting.State.PLAYING:
    asked = sittings.decision(table)
    if asked is None:
        time.sleep(0.02)
    else:
        sittings.choose(table, anna, table.moves, asked.choices[0])
    table.refresh_from_db()
print(table.state, len(table.scores))
"""


def test_a_person_plays_a_game_to_its_end(valkey: services.Service, tmp_path: Path) -> None:
    site = Site(ROOT, tmp_path, 8000, valkey.url, "tables", "full", os.environ | {"DATABASE_URL": ""})
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=site.env(), check=True)
    part = service.table_worker(site)
    with (tmp_path / "table.log").open("w") as log:
        worker = subprocess.Popen(part.command, cwd=ROOT, env=dict(part.env), stdout=log, stderr=log)
    try:
        command = [sys.executable, "-c", A_PERSON_PLAYS]
        played = subprocess.run(
            command, cwd=ROOT, env=site.env(), capture_output=True, text=True, timeout=110
        )
    finally:
        worker.terminate()
        worker.wait()
    assert played.stdout == "over 3\n", played.stderr + (tmp_path / "table.log").read_text()[-3000:]

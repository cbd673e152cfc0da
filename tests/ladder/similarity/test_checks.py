"""Comparing a competition's uploads: asked for by its organisers, made once, shown to nobody else."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from ladder import blobs
from ladder.models import Comparison, Competition, Version
from ladder.similarity import checks
from tests.ladder import stage
from tests.ladder.api.conftest import token_client
from tests.ladder.similarity.test_pairs import OTHER, PYTHON, RENAMED


@pytest.fixture(autouse=True)
def _fresh(db: None, settings: Settings, tmp_path: Path) -> None:
    settings.BLOB_ROOT = tmp_path / "blobs"
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture
def cup() -> Competition:
    return stage.competition()


def upload(cup: Competition, content: bytes | str, filename: str = "bot.py", **fields: Any) -> Version:
    data = content.encode() if isinstance(content, str) else content
    return stage.version(
        stage.bot(cup=cup), sha256=blobs.store(data), filename=filename, size=len(data), **fields
    )


def zipped(**files: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "."), text)
    return packed.getvalue()


def compared(cup: Competition) -> Comparison:
    checks.ask(cup, cup.organiser)
    assert checks.run_due() == 1
    found = checks.latest(cup)
    assert found is not None
    return found


def test_two_alike_are_a_pair_and_the_third_is_in_none(cup: Competition) -> None:
    first = upload(cup, PYTHON)
    second = upload(cup, zipped(bot__py="import play\n", play__py=RENAMED), "bot.zip")
    upload(cup, OTHER)
    found = compared(cup)
    (line,) = checks.lines(found)
    assert (line.first, line.second) == (first, second)
    assert line.percent_first == 100
    assert (found.compared, found.left_out) == (3, {})


def test_the_pair_is_shown_side_by_side(cup: Competition) -> None:
    first, second = upload(cup, PYTHON), upload(cup, RENAMED)
    (region,) = checks.side_by_side(first, second)
    assert "score" in region.text
    assert "worth" in region.other_text


def test_what_cannot_be_read_is_left_out_and_said(cup: Competition) -> None:
    gone = upload(cup, PYTHON)
    blobs.remove(gone.sha256)
    odd = upload(cup, b"PK\x03\x04 no zip", "bot.zip")
    binary = upload(cup, b"\x7fELF" + b"\0" * 60, "bot", language="native")
    found = compared(cup)
    assert found.compared == 0
    assert set(found.left_out) == {str(version.pk) for version in (gone, odd, binary)}


def test_asking_while_it_waits_gives_the_one_that_waits(cup: Competition) -> None:
    assert checks.ask(cup, cup.organiser) == checks.ask(cup, cup.organiser)
    assert checks.run_due() == 1
    assert checks.run_due() == 0
    checks.ask(cup, cup.organiser)
    assert Comparison.objects.count() == 2


def test_of_two_processes_one_makes_it(cup: Competition) -> None:
    asked = checks.ask(cup, cup.organiser)
    assert checks._claim(asked)
    assert not checks._claim(asked)


def test_reference_bots_are_not_compared(cup: Competition) -> None:
    upload(cup, PYTHON)
    house = upload(cup, RENAMED)
    type(house.bot).objects.filter(pk=house.bot_id).update(is_reference=True)
    assert compared(cup).compared == 1


def test_only_organisers_see_it(client: Client, cup: Competition) -> None:
    first, second = upload(cup, PYTHON), upload(cup, RENAMED)
    compared(cup)
    pages = [
        f"/organise/{cup.slug}/similarity/",
        f"/organise/{cup.slug}/similarity/{first.pk}/{second.pk}/",
    ]
    api = f"/api/v1/competitions/{cup.slug}/similarity/"
    for who in (first.bot.owner, stage.person(may_organise=True)):
        client.force_login(who)
        assert [client.get(page).status_code for page in pages] == [404, 404]
        assert client.post(pages[0]).status_code == 404
        assert [token_client(who).get(api).status_code, token_client(who).post(api).status_code] == [403, 403]
    for who in (cup.organiser, stage.person(is_staff=True)):
        client.force_login(who)
        assert "100 %" in client.get(pages[0]).content.decode()
        assert "worth" in client.get(pages[1]).content.decode()
        (pair,) = token_client(who).get(api).json()["pairs"]
        assert pair["versions"] == [first.pk, second.pk]
    assert client.get(f"/organise/{cup.slug}/similarity/{second.pk}/{first.pk}/").status_code == 404


def test_an_organiser_asks_by_page_and_api(client: Client, cup: Competition) -> None:
    client.force_login(cup.organiser)
    assert "not compared yet" in client.get(f"/organise/{cup.slug}/similarity/").content.decode()
    page = client.post(f"/organise/{cup.slug}/similarity/", follow=True).content.decode()
    assert "being compared" in page
    asked = token_client(cup.organiser).post(f"/api/v1/competitions/{cup.slug}/similarity/")
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    assert Comparison.objects.count() == 1


def test_markup_in_a_source_is_only_text(client: Client, cup: Competition) -> None:
    evil = PYTHON.replace("scores = []", "scores = []  # <script>alert(1)</script>")
    first, second = upload(cup, evil), upload(cup, RENAMED)
    compared(cup)
    client.force_login(cup.organiser)
    page = client.get(f"/organise/{cup.slug}/similarity/{first.pk}/{second.pk}/").content.decode()
    assert "&lt;script&gt;" in page
    assert "<script>alert" not in page

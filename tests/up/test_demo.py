"""The demo's competition, organiser and house bots: made once, uploaded as anybody's."""

from pathlib import Path

import pytest

from ladder import demo
from ladder.models import Bot, Competition, User, Version
from ladder.up import figures

pytestmark = pytest.mark.django_db
BOT = '"""Takes the first choice."""\nimport sys\n'


@pytest.fixture
def house_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "first_choice.py").write_text(BOT)
    (tmp_path / "grazer.js").write_text("// Eats plants.\n")
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "README.md").write_text("no bot")
    monkeypatch.setattr(demo, "HOUSE_BOTS", tmp_path)
    return tmp_path


def test_the_organisers_password_is_told_once_and_opens_the_door() -> None:
    account = demo.prepare()
    assert account is not None
    assert User.objects.get(username=account.name).check_password(account.password)
    assert demo.prepare() is None


def test_the_competition_is_open() -> None:
    demo.prepare()
    assert Competition.objects.get(slug=demo.SLUG).state == Competition.State.OPEN


def test_a_competition_closed_by_the_organiser_stays_closed() -> None:
    demo.prepare()
    Competition.objects.update(state=Competition.State.CLOSED)
    demo.prepare()
    assert Competition.objects.get(slug=demo.SLUG).state == Competition.State.CLOSED


def test_each_house_bot_is_uploaded_once(house_bots: Path) -> None:
    demo.prepare()
    assert list(demo.upload_house_bots()) == ["First Choice", "Grazer"]
    assert list(demo.upload_house_bots()) == []
    assert Version.objects.count() == 2


def test_house_bots_describe_themselves_and_belong_to_nobody_who_can_sign_in(house_bots: Path) -> None:
    demo.prepare()
    list(demo.upload_house_bots())
    assert Bot.objects.get(name="First Choice").description == "Takes the first choice."
    assert Bot.objects.get(name="Grazer").description == "Eats plants."
    assert not User.objects.get(username=demo.HOUSE).has_usable_password()


def test_figures_of_a_fresh_demo_are_all_zero_but_the_bots_in_preparation(house_bots: Path) -> None:
    demo.prepare()
    list(demo.upload_house_bots())
    assert figures.read() == figures.Figures(in_preparation=2)

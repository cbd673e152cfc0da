"""The demo's competition, organiser and house bots: made once, uploaded as anybody's."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ladder import bots, competitions, demo
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


def test_house_bots_join_another_competition_without_a_second_upload(house_bots: Path) -> None:
    demo.prepare()
    list(demo.upload_house_bots())
    organiser = User.objects.get(username=demo.ORGANISER)
    competitions.move(competitions.create("course", "Course", organiser), Competition.State.OPEN)
    out = StringIO()
    call_command("upload_house_bots", "--competition", "course", stdout=out)
    assert out.getvalue().split("\n") == ["entered First Choice", "entered Grazer", ""]
    assert Version.objects.count() == 2


def test_a_house_bot_whose_upload_was_interrupted_is_uploaded_again(house_bots: Path) -> None:
    demo.prepare()
    list(demo.upload_house_bots())
    Version.objects.filter(bot__name="Grazer").delete()
    list(demo.upload_house_bots())
    assert Bot.objects.get(name="Grazer").versions.count() == 1


def test_house_bots_leave_a_name_to_whom_has_it(house_bots: Path) -> None:
    demo.prepare()
    ann = User.objects.create_user("ann")
    bots.create(ann, "Grazer")
    assert list(demo.upload_house_bots()) == ["First Choice"]
    assert not Bot.objects.get(name="Grazer").versions.exists()


def test_an_unknown_competition_is_named_with_those_that_there_are(house_bots: Path) -> None:
    demo.prepare()
    with pytest.raises(CommandError, match="no competition 'nope'; there are: watering-hole"):
        call_command("upload_house_bots", "--competition", "nope")


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

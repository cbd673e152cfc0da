"""Accounts: settings, a confirmed address, and what stays when an account ends."""

import re

import pytest
from django.core import mail

from ladder import accounts, blobs, bots, filling, results, tokens
from ladder.models import Match, User, Version
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture(autouse=True)
def _blobs(settings: object, tmp_path: object, outbox: Outbox) -> None:
    settings.BLOB_ROOT = tmp_path  # type: ignore[attr-defined]


def secret() -> str:
    found = re.search(r"/confirm/([^/\s]+)/", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_a_new_address_has_to_be_confirmed_by_the_link_in_its_mail() -> None:
    ada = stage.person()
    accounts.change(ada, "ada@example.org", "Europe/Berlin", True)
    assert mail.outbox[0].to == ["ada@example.org"]
    ada.refresh_from_db()
    assert not ada.email_confirmed
    assert accounts.confirm(secret()).email_confirmed


def test_the_link_for_an_address_does_not_confirm_the_next_one() -> None:
    ada = stage.person()
    accounts.change(ada, "ada@example.org", "UTC", True)
    old = secret()
    accounts.change(ada, "victim@example.org", "UTC", True)
    with pytest.raises(Refused, match="another address"):
        accounts.confirm(old)


@pytest.mark.parametrize("made_up", ["", "x", "WzEsImEiXQ:1:forged"])
def test_a_made_up_link_confirms_nothing(made_up: str) -> None:
    with pytest.raises(Refused):
        accounts.confirm(made_up)


def test_an_unknown_zone_is_refused_and_nothing_changed() -> None:
    ada = stage.person()
    with pytest.raises(Refused, match="time zone"):
        accounts.change(ada, "", "Mars/Olympus", True)
    assert User.objects.get(pk=ada.pk).time_zone == "UTC"


def test_a_deleted_account_leaves_its_results_under_neutral_names() -> None:
    cup = stage.competition()
    ada = stage.person(username="ada", email="ada@example.org", first_name="Ada")
    version = stage.version(stage.bot(ada, cup))
    other = stage.version(stage.bot(cup=cup))
    stage.counted(cup, (version, other), (1, 2))
    key = tokens.make(ada).key
    accounts.delete(ada)
    accounts.delete(ada)
    ada.refresh_from_db()
    version.refresh_from_db()
    assert (ada.username, ada.email, ada.first_name, ada.is_active) == (f"deleted-{ada.pk}", "", "", False)
    assert not ada.has_usable_password()
    assert not tokens.revoke(ada, key)
    assert (version.state, version.bot.name) == ("retired", f"Deleted bot {version.bot_id}")
    assert version.seats.count() == 1


def test_an_account_deleted_in_mid_match_does_not_stop_the_match() -> None:
    cup = stage.competition()
    version = stage.version(stage.bot(cup=cup))
    other = stage.version(stage.bot(cup=cup))
    attempt = stage.started(stage.match(cup, (version, other)))
    accounts.delete(version.bot.owner)
    assert results.record(stage.report(attempt, (1, 2))) == "counted"
    assert filling.fill() == 0


def test_an_upload_in_its_trial_is_given_up_with_the_account(outbox: Outbox) -> None:
    cup = stage.competition()
    version = stage.version(stage.bot(cup=cup), state="trial")
    trial = stage.match(cup, (version, version), "trial")
    Version.objects.update(trial_match=trial)
    attempt = stage.started(trial)
    accounts.delete(version.bot.owner)
    results.record(stage.report(attempt))
    version.refresh_from_db()
    assert version.state == "retired"


def test_the_files_go_once_no_match_needs_them() -> None:
    cup = stage.competition()
    version = bots.accept(stage.bot(cup=cup), "bot.py", b"print(1)\n")
    shared = bots.accept(stage.bot(cup=cup), "bot.py", b"print(2)\n")
    again = bots.accept(stage.bot(shared.bot.owner, cup), "bot.py", b"print(1)\n")
    Match.objects.all().delete()
    match = stage.match(cup, (version, shared))
    accounts.delete(version.bot.owner)
    assert accounts.forget_uploads() == 0
    Match.objects.filter(pk=match.pk).update(state="finished")
    assert accounts.forget_uploads() == 1
    assert accounts.forget_uploads() == 0
    assert blobs.exists(again.sha256)
    accounts.delete(again.bot.owner)
    assert accounts.forget_uploads() == 2
    assert not blobs.exists(version.sha256)
    assert not blobs.exists(shared.sha256)


def test_who_organises_a_running_competition_hands_it_over_first() -> None:
    cup = stage.competition()
    with pytest.raises(Refused, match=cup.name):
        accounts.delete(cup.organiser)
    assert User.objects.get(pk=cup.organiser.pk).deleted is None


def test_the_last_administrator_stays() -> None:
    with pytest.raises(Refused, match="last administrator"):
        accounts.delete(stage.person(is_superuser=True))

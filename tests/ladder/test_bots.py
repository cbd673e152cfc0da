"""Bots and uploads: what is taken, what is refused and why, and which version plays."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from ladder import blobs, bots
from ladder.bots import UploadRefused
from ladder.models import Activation, Bot, Entry, Ruling, Version
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.archive import ArchiveRefused
from workers.contract import BUILD, BuildOrder

pytestmark = pytest.mark.usefixtures("committing")

SOURCE = b"import sys\nfor line in sys.stdin:\n    pass\n"


def test_a_bot_is_made_by_name() -> None:
    owner = stage.person()
    assert bots.create(owner, "  Grazer 2  ", "eats").name == "Grazer 2"


@pytest.mark.parametrize("name", ["", " ", "-dash", "tab\tbed", "nul\x00", "ключ", "x" * 41, "<b>"])
def test_a_name_that_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        bots.create(stage.person(), name)
    assert not Bot.objects.exists()


@pytest.mark.parametrize("name", ["Grazer", "GRAZER"])
def test_a_taken_name_is_refused_whatever_its_case(name: str) -> None:
    bots.create(stage.person(), "Grazer")
    with pytest.raises(Refused, match="choose another name"):
        bots.create(stage.person(), name)


def test_an_upload_becomes_a_queued_version_and_a_build_order(outbox: Outbox) -> None:
    bot = stage.bot(cup=stage.competition())
    version = bots.accept(bot, "bot.py", SOURCE)
    version.refresh_from_db()
    assert (version.number, version.state, version.language, version.entry) == (
        1,
        "building",
        "python",
        "bot.py",
    )
    assert version.activate
    assert blobs.read(version.sha256) == SOURCE
    order: BuildOrder = outbox.of(BUILD)[0]
    assert (order.version, order.token, order.attempt) == (str(version.pk), version.build_token, 1)
    assert (order.blob, order.filename, order.language) == (version.sha256, "bot.py", "python")
    assert order.url == blobs.url(version.sha256)


def test_an_upload_is_taken_also_while_the_broker_is_away(outbox: Outbox) -> None:
    outbox.away = True
    version = bots.accept(stage.bot(cup=stage.competition()), "bot.py", SOURCE)
    version.refresh_from_db()
    assert version.state == "queued"


def test_versions_are_numbered_from_one_for_each_bot(outbox: Outbox) -> None:
    cup = stage.competition()
    one, other = stage.bot(cup=cup), stage.bot(cup=cup)
    numbers = [
        bots.accept(bot, "bot.py", SOURCE + suffix).number
        for bot, suffix in ((one, b"#1"), (one, b"#2"), (other, b"#1"), (one, b"#3"))
    ]
    assert numbers == [1, 2, 1, 3]


def test_what_is_wrong_with_the_file_is_said_and_nothing_is_kept(outbox: Outbox) -> None:
    bot = stage.bot(cup=stage.competition())
    with pytest.raises(ArchiveRefused):
        bots.accept(bot, "bot.zip", b"PK\x03\x04 broken")
    assert not Version.objects.exists()
    assert outbox.messages == []


@pytest.mark.parametrize("name", ["", "..", "a\x00.py", "a\nb.py", "x" * 300 + ".py", "/"])
def test_a_file_name_that_no_folder_could_hold_is_refused(outbox: Outbox, name: str) -> None:
    with pytest.raises(UploadRefused, match="File name"):
        bots.accept(stage.bot(cup=stage.competition()), name, SOURCE)


def test_the_folders_of_a_file_name_are_left_out(outbox: Outbox) -> None:
    bot = stage.bot(cup=stage.competition())
    assert bots.accept(bot, "C:\\bots\\../bot.py", SOURCE).filename == "bot.py"


def test_the_same_content_is_refused_and_names_the_version_that_has_it(outbox: Outbox) -> None:
    bot = stage.bot(cup=stage.competition())
    bots.accept(bot, "bot.py", SOURCE)
    with pytest.raises(UploadRefused, match="byte for byte, version 1"):
        bots.accept(bot, "bot.py", SOURCE)
    assert bot.versions.count() == 1


def test_another_bot_may_have_the_same_content(outbox: Outbox) -> None:
    cup = stage.competition()
    for _ in range(2):
        bots.accept(stage.bot(cup=cup), "bot.py", SOURCE)
    assert Version.objects.count() == 2


def test_more_uploads_than_the_day_allows_are_refused_and_the_next_time_is_told(
    outbox: Outbox, settings: pytest.FixtureRequest
) -> None:
    settings.UPLOADS_PER_DAY = 2  # type: ignore[attr-defined]
    cup, owner = stage.competition(), stage.person()
    one, other = stage.bot(owner, cup), stage.bot(owner, cup)
    bots.accept(one, "bot.py", SOURCE)
    bots.accept(other, "bot.py", SOURCE)
    with pytest.raises(UploadRefused, match=r"limit is 2\. The next upload is possible at 20"):
        bots.accept(one, "bot.py", SOURCE + b"#")
    Version.objects.filter(bot=one).update(created=timezone.now() - timedelta(hours=25))
    bots.accept(one, "bot.py", SOURCE + b"#")


def test_uploads_of_others_do_not_use_up_one_s_own(outbox: Outbox, settings: pytest.FixtureRequest) -> None:
    settings.UPLOADS_PER_DAY = 1  # type: ignore[attr-defined]
    cup = stage.competition()
    for _ in range(2):
        bots.accept(stage.bot(cup=cup), "bot.py", SOURCE)


def test_an_upload_to_a_closed_competition_is_refused(outbox: Outbox) -> None:
    with pytest.raises(UploadRefused, match="is closed"):
        bots.accept(stage.bot(cup=stage.competition("closed")), "bot.py", SOURCE)


def test_an_upload_while_no_competition_is_open_is_refused(outbox: Outbox) -> None:
    stage.competition("draft")
    with pytest.raises(UploadRefused, match="No competition is open"):
        bots.accept(stage.bot(), "bot.py", SOURCE)


def test_a_refused_upload_in_an_outer_transaction_leaves_no_half_made_bot(outbox: Outbox) -> None:
    cup = stage.competition()

    def upload() -> None:
        with transaction.atomic():
            bot = bots.create(stage.person(), "Half")
            bots.enter(bot, cup)
            bots.accept(bot, "bot.zip", b"no zip")

    with pytest.raises(ArchiveRefused):
        upload()
    assert not Bot.objects.exists()
    assert outbox.messages == []


def test_an_order_leaves_only_when_the_outer_transaction_commits(outbox: Outbox) -> None:
    cup = stage.competition()
    with transaction.atomic():
        bots.accept(stage.bot(cup=cup), "bot.py", SOURCE)
        assert outbox.messages == []
    assert len(outbox.of(BUILD)) == 1


def test_entering_twice_is_entering_once() -> None:
    cup, bot = stage.competition(), stage.bot()
    assert bots.enter(bot, cup) == bots.enter(bot, cup)
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("state", ["draft", "frozen", "closed", "archived"])
def test_nobody_enters_a_competition_that_is_not_open(state: str) -> None:
    with pytest.raises(Refused, match=state):
        bots.enter(stage.bot(), stage.competition(state))


def test_entering_with_an_active_version_opens_its_rating_once() -> None:
    cup, bot = stage.competition(), stage.bot()
    version = stage.version(bot)
    bots.enter(bot, cup)
    bots.leave(bot, cup)
    bots.enter(bot, cup)
    assert list(Activation.objects.values_list("competition", "version")) == [(cup.pk, version.pk)]


def test_leaving_ends_the_entry() -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    bots.leave(bot, cup)
    bots.leave(bot, cup)
    assert not Entry.objects.exists()


@pytest.mark.parametrize("state", ["ready", "superseded", "retired"])
def test_an_accepted_version_is_activated_in_place_of_the_active_one(state: str) -> None:
    bot = stage.bot(cup=stage.competition())
    former = stage.version(bot, number=1)
    version = stage.version(bot, state, number=2)
    assert bots.activate(version).state == "active"
    former.refresh_from_db()
    assert (former.state, former.reason) == ("superseded", "version 2 took its place")


@pytest.mark.parametrize("state", ["queued", "building", "trial", "rejected", "disabled"])
def test_a_version_that_was_not_accepted_is_not_activated(state: str) -> None:
    bot = stage.bot()
    former = stage.version(bot, number=1)
    with pytest.raises(Refused, match="can be activated"):
        bots.activate(stage.version(bot, state, number=2))
    former.refresh_from_db()
    assert former.state == "active"


def test_activating_twice_is_activating_once() -> None:
    bot = stage.bot(cup=stage.competition())
    version = stage.version(bot, "ready")
    bots.activate(version)
    assert bots.activate(version).state == "active"
    assert Activation.objects.count() == 1


def test_a_new_version_s_parent_is_the_one_that_was_active_before() -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    first = stage.version(bot, number=1)
    second = stage.version(bot, "ready", number=2)
    bots.activate(second)
    assert Activation.objects.get(version=second).parent == first


def test_a_version_activated_after_a_retirement_still_has_its_parent() -> None:
    cup = stage.competition()
    bot = stage.bot(cup=cup)
    first = stage.version(bot, number=1)
    bots.retire(first)
    second = stage.version(bot, "ready", number=2)
    bots.activate(second)
    assert Activation.objects.get(version=second).parent == first


@pytest.mark.parametrize("state", ["active", "ready", "superseded"])
def test_the_owner_retires_an_accepted_version(state: str) -> None:
    assert bots.retire(stage.version(stage.bot(), state)).state == "retired"


def test_retiring_twice_is_retiring_once() -> None:
    version = stage.version(stage.bot())
    bots.retire(version)
    assert bots.retire(version).state == "retired"


def test_a_version_in_its_trial_is_not_retired() -> None:
    with pytest.raises(Refused, match="on trial"):
        bots.retire(stage.version(stage.bot(), "trial"))


def test_staff_disables_a_version_with_a_reason_and_the_ruling_is_kept() -> None:
    staff, version = stage.person(is_staff=True), stage.version(stage.bot())
    assert bots.disable(version, staff, "  copies another bot ").state == "disabled"
    assert bots.disable(version, staff, "again").reason == "copies another bot"
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.version, ruling.by, ruling.reason) == (
        "disable",
        version,
        staff,
        "copies another bot",
    )


def test_disabling_without_a_reason_is_refused() -> None:
    with pytest.raises(Refused, match="Say why"):
        bots.disable(stage.version(stage.bot()), stage.person(), " ")


def test_the_owner_cannot_bring_back_a_disabled_version() -> None:
    version = bots.disable(stage.version(stage.bot()), stage.person(), "cheats")
    with pytest.raises(Refused):
        bots.activate(version)
    with pytest.raises(Refused):
        bots.retire(version)

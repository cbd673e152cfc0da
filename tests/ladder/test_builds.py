"""From upload to active: honest states, and no machine's failure ever charged to a bot."""

import hashlib
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from django.db.models import F
from django.utils import timezone

from ladder import blobs, bots, builds, leases, results, sightings
from ladder.models import Incident, Match, Version
from tests.ladder import stage
from tests.ladder.conftest import Outbox
from workers.contract import BUILD, PLAY, BuildPulse, Failure, Pulse

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture
def version(outbox: Outbox) -> Version:
    """A version whose build order has just been sent, in a competition of three to five players."""
    cup = stage.competition(min_players=3, max_players=5)
    made = bots.accept(stage.bot(cup=cup), "bot.py", b"print('hello')\n")
    made.refresh_from_db()
    return made


def state(version: Version) -> tuple[str, str]:
    version.refresh_from_db()
    return version.state, version.reason


def finish_trial(version: Version, **fields: object) -> None:
    version.refresh_from_db()
    assert version.trial_match is not None
    attempt = version.trial_match.attempts.get()
    results.record(stage.report(attempt, (1,) * version.trial_match.players, **fields))


def test_a_good_build_leads_to_a_trial_of_copies_at_the_smallest_table(
    version: Version, outbox: Outbox
) -> None:
    builds.record(stage.built(version))
    assert state(version) == ("trial", "")
    trial = version.trial_match
    assert trial is not None
    assert (trial.kind, trial.players, trial.state) == ("trial", 3, "queued")
    assert set(trial.seats.values_list("version", flat=True)) == {version.pk}
    assert len(outbox.of(PLAY)) == 1
    assert "all well" in version.log


def test_a_trial_without_faults_makes_the_version_active(version: Version) -> None:
    builds.record(stage.built(version))
    finish_trial(version)
    assert state(version) == ("active", "")
    assert "Trial game" in version.log
    assert "log of seat 2" in version.log


def test_a_trial_is_not_rated(version: Version) -> None:
    builds.record(stage.built(version))
    finish_trial(version)
    assert version.trial_match is not None
    assert version.trial_match.result.rated is False


def test_a_fault_in_the_trial_rejects_the_version_and_its_log_says_all(version: Version) -> None:
    builds.record(stage.built(version))
    fault = stage.fault(
        1, "illegal", received="feed z9", legal=("end", "feed b1"), message="not a legal choice"
    )
    finish_trial(version, faults=[fault])
    assert state(version) == ("rejected", "Fault in the trial game (illegal): not a legal choice")
    for words in ("not a legal choice", "At choice 3 of the replay (feed)", "feed z9", "end; feed b1"):
        assert words in version.log


def test_a_build_that_fails_rejects_the_version_with_reason_and_log(version: Version) -> None:
    builds.record(stage.built(version, ok=False, reason="bot.py, line 3: invalid syntax", log="Traceback"))
    assert state(version) == ("rejected", "bot.py, line 3: invalid syntax")
    assert version.log == "Traceback"
    assert not Match.objects.exists()


def test_an_upload_without_activation_becomes_ready(outbox: Outbox) -> None:
    made = bots.accept(stage.bot(cup=stage.competition()), "bot.py", b"pass\n", activate=False)
    builds.record(stage.built(made))
    finish_trial(made)
    assert state(made)[0] == "ready"


def test_the_accepted_version_takes_the_place_of_the_active_one(version: Version) -> None:
    builds.record(stage.built(version))
    finish_trial(version)
    newer = bots.accept(version.bot, "bot.py", b"print('newer')\n")
    assert state(version)[0] == "active"
    builds.record(stage.built(newer))
    assert state(version)[0] == "active"
    finish_trial(newer)
    assert (state(version)[0], state(newer)[0]) == ("superseded", "active")


def test_an_older_version_accepted_late_does_not_displace_a_newer_one(version: Version) -> None:
    newer = bots.accept(version.bot, "bot.py", b"print('newer')\n")
    builds.record(stage.built(newer))
    finish_trial(newer)
    builds.record(stage.built(version))
    finish_trial(version)
    assert state(newer)[0] == "active"
    assert state(version) == ("ready", "version 2 is newer and active already")


def test_a_machine_s_failure_in_the_build_puts_the_version_back_to_the_queue(version: Version) -> None:
    builds.record(stage.built(version, ok=False, failure=Failure("sandbox", "no bwrap")))
    assert state(version) == ("queued", "The machine failed (sandbox): no bwrap")
    assert 0 < (version.send_after - timezone.now()).total_seconds() <= 5


def test_failures_of_machines_delay_the_next_build_more_and_more_up_to_five_minutes(version: Version) -> None:
    delays = []
    for attempt in (1, 2, 3, 7, 60):
        Version.objects.update(state="building", build_attempt=attempt)
        builds.record(stage.built(version, ok=False, failure=Failure("disk", "full")))
        version.refresh_from_db()
        delays.append(round((version.send_after - timezone.now()).total_seconds()))
    assert delays == [5, 10, 20, 300, 300]


def test_a_version_put_back_is_built_again_when_its_time_has_come(version: Version, outbox: Outbox) -> None:
    builds.record(stage.built(version, ok=False, failure=Failure("sandbox", "no bwrap")))
    assert builds.send_due() == 0
    Version.objects.update(send_after=timezone.now() - timedelta(seconds=6))
    assert builds.send_due() == 1
    assert state(version)[0] == "building"
    assert [order.attempt for order in outbox.of(BUILD)] == [1, 2]
    builds.record(stage.built(version))
    assert state(version)[0] == "trial"


@pytest.mark.parametrize(("waiting", "seconds"), [(1, 180), (0, 60)])
def test_a_build_that_nobody_answers_is_sent_again_sooner_when_the_queue_is_empty(
    version: Version, outbox: Outbox, waiting: int, seconds: int
) -> None:
    outbox.lengths["build"] = waiting
    Version.objects.update(build_sent=timezone.now() - timedelta(seconds=seconds - 5))
    builds.send_due()
    assert state(version)[0] == "building"
    Version.objects.update(build_sent=timezone.now() - timedelta(seconds=seconds + 1))
    builds.send_due()
    assert state(version)[0] == "queued"
    assert "No worker answered" in version.reason


def test_while_the_broker_does_not_answer_a_build_is_given_three_minutes(
    version: Version, outbox: Outbox
) -> None:
    outbox.away = True
    Version.objects.update(build_sent=timezone.now() - timedelta(seconds=100))
    builds.send_due()
    assert state(version)[0] == "building"


def test_the_answer_to_an_earlier_build_order_counts_as_well(version: Version) -> None:
    report = stage.built(version)
    builds.put_back(version.pk, builds.IN_BUILD, "no answer")
    builds.record(report)
    assert state(version)[0] == "trial"


def test_a_build_report_that_comes_three_times_makes_one_trial(version: Version) -> None:
    for _ in range(3):
        builds.record(stage.built(version))
    assert Match.objects.count() == 1
    assert state(version)[0] == "trial"


def test_a_failure_that_comes_after_the_trial_has_begun_changes_nothing(version: Version) -> None:
    builds.record(stage.built(version))
    builds.record(stage.built(version, ok=False, failure=Failure("sandbox", "late")))
    builds.record(stage.built(version, ok=False, reason="late"))
    assert state(version)[0] == "trial"


def test_a_build_report_with_a_guessed_token_is_an_incident(version: Version) -> None:
    builds.record(stage.built(version, token="guessed"))
    assert state(version)[0] == "building"
    assert Incident.objects.get().kind == "unknown-token"


def test_a_build_report_for_another_version_is_an_incident(version: Version) -> None:
    builds.record(stage.built(version, version="12345"))
    assert state(version)[0] == "building"
    assert Incident.objects.get().kind == "unknown-token"


@pytest.mark.parametrize("artefact", ["../../etc/passwd", "f" * 64])
def test_an_artefact_that_is_not_here_is_the_machine_s_failure(version: Version, artefact: str) -> None:
    builds.record(stage.built(version, artefact=artefact))
    assert state(version)[0] == "queued"
    assert "did not reach the site" in version.reason


def test_what_a_worker_left_for_the_build_becomes_the_blob_that_matches_run(
    version: Version, outbox: Outbox
) -> None:
    (order,) = outbox.of(BUILD)
    drop = Path(url2pathname(urlsplit(order.put_url).path))
    drop.write_bytes(b"built")
    artefact = hashlib.sha256(b"built").hexdigest()
    builds.record(stage.built(version, artefact=artefact))
    assert blobs.read(artefact) == b"built"
    assert not drop.exists()
    assert {(seat.blob, seat.built) for seat in outbox.of(PLAY)[0].games[0].seats} == {(artefact, True)}


def test_something_else_left_for_the_build_is_not_taken(version: Version, outbox: Outbox) -> None:
    (order,) = outbox.of(BUILD)
    Path(url2pathname(urlsplit(order.put_url).path)).write_bytes(b"other")
    builds.record(stage.built(version, artefact=hashlib.sha256(b"never left").hexdigest()))
    assert state(version)[0] == "queued"


def test_a_build_in_a_language_of_no_worker_waits_and_says_so(outbox: Outbox) -> None:
    stage.competition()
    sightings.see(replace(stage.WORKER, languages=("c", "javascript")))
    made = bots.accept(stage.bot(), "bot.py", b"pass\n")
    made.refresh_from_db()
    assert (made.state, outbox.of(BUILD)) == ("queued", [])
    assert made.reason == "No worker of this site can build python now; the build waits until one can."
    sightings.see(replace(stage.WORKER, languages=("python",)))
    assert builds.send(made.pk)


def test_matches_run_the_artefact(version: Version, outbox: Outbox) -> None:
    compiled = blobs.store(b"\x7fELF compiled")
    builds.record(stage.built(version, artefact=compiled))
    assert {seat.blob for seat in outbox.of(PLAY)[0].games[0].seats} == {compiled}


def test_a_bot_that_is_in_no_competition_is_tried_by_the_oldest_open_one(outbox: Outbox) -> None:
    stage.competition("closed")
    oldest = stage.competition(min_players=4, max_players=4)
    stage.competition()
    made = bots.accept(stage.bot(), "bot.py", b"pass\n")
    builds.record(stage.built(made))
    made.refresh_from_db()
    assert made.trial_match is not None
    assert (made.trial_match.competition, made.trial_match.players) == (oldest, 4)


def test_a_version_waits_with_its_reason_when_its_competition_closes_before_the_build(outbox: Outbox) -> None:
    cup = stage.competition()
    outbox.away = True
    made = bots.accept(stage.bot(cup=cup), "bot.py", b"pass\n")
    outbox.away = False
    cup.state = "closed"
    cup.save()
    Version.objects.update(send_after=timezone.now() - timedelta(seconds=6))
    assert builds.send_due() == 0
    assert state(made) == ("queued", "No competition is open; the build waits until one opens.")


def test_a_version_disabled_during_its_trial_stays_disabled(version: Version) -> None:
    builds.record(stage.built(version))
    bots.disable(version, stage.person(), "cheats")
    finish_trial(version)
    assert state(version) == ("disabled", "cheats")


def test_build_orders_that_the_broker_did_not_take_are_sent_later(outbox: Outbox) -> None:
    outbox.away = True
    made = bots.accept(stage.bot(cup=stage.competition()), "bot.py", b"pass\n")
    outbox.away = False
    assert builds.send_due() == 0
    Version.objects.update(send_after=timezone.now() - timedelta(seconds=6))
    assert builds.send_due() == 1
    assert state(made)[0] == "building"
    assert builds.send_due() == 0


def test_a_build_log_that_a_database_refuses_is_made_fit(version: Version) -> None:
    builds.record(stage.built(version, ok=False, reason="bad\x00", log="x\x00" * 100_000))
    assert state(version) == ("rejected", "bad\ufffd")
    assert len(version.log) == 64 * 1024


def held(version: Version, **fields: object) -> Pulse:
    """The pulse of a worker that has the build in hand."""
    version.refresh_from_db()
    build = BuildPulse(str(version.pk), version.build_attempt, version.build_token, **fields)  # type: ignore[arg-type]
    return Pulse(worker=stage.WORKER, games=(), builds=(build,))


def sweep_after(version: Version, seconds: float) -> int:
    """A sweep when so many seconds have passed for the build's lease."""
    past = timedelta(seconds=seconds)
    Version.objects.filter(pk=version.pk).update(build_lease=F("build_lease") - past)
    return leases.sweep(timezone.now().timestamp())


def test_a_build_whose_worker_fell_silent_is_sent_again_at_once(version: Version, outbox: Outbox) -> None:
    leases.pulse(held(version))
    assert sweep_after(version, 5) == 0
    assert sweep_after(version, 2) == 1
    assert state(version)[0] == "building"
    version.refresh_from_db()
    assert (version.build_attempt, version.build_lease) == (2, None)
    assert [order.attempt for order in outbox.of(BUILD)] == [1, 2]


def test_a_build_that_its_worker_holds_is_not_sent_again_however_long_it_takes(version: Version) -> None:
    leases.pulse(held(version))
    Version.objects.filter(pk=version.pk).update(build_sent=timezone.now() - timedelta(hours=1))
    builds.send_due()
    assert state(version)[0] == "building"
    version.refresh_from_db()
    assert version.build_attempt == 1


def test_a_build_s_report_may_take_its_time(version: Version) -> None:
    leases.pulse(held(version, reporting=True))
    assert sweep_after(version, 500) == 0


def test_a_pulse_with_another_token_or_attempt_leases_no_build(version: Version) -> None:
    pulse = held(version)
    for wrong in (replace(pulse.builds[0], token="x"), replace(pulse.builds[0], attempt=7)):
        leases.pulse(replace(pulse, builds=(wrong,)))
    version.refresh_from_db()
    assert version.build_lease is None


def test_a_build_leased_by_a_clock_an_hour_ahead_is_not_waited_for(version: Version) -> None:
    leases.pulse(held(version))
    assert sweep_after(version, -3600) == 1

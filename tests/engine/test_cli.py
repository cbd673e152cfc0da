"""The commands as others call them: output, exit codes, and one clear line when input is bad."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import Game
from engine.__main__ import main
from engine.rulesets import RULESETS
from engine.simulate import Simulation, summaries, traces
from tests.engine.positions import random_position
from tests.engine.rebuilding import Json
from tests.engine.test_replay import played, with_fault

ROOT = Path(__file__).parents[2]


def run(*arguments: str, text: str | None = None, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """`python -m engine` with these arguments, and text on its standard input."""
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=timeout, check=False
    )


def well(*arguments: str, text: str | None = None) -> str:
    """The output of a command that does well."""
    done = run(*arguments, text=text)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def complaint(code: int, *arguments: str, text: str | None = None) -> str:
    """The one line on standard error of a command that ends with this code."""
    done = run(*arguments, text=text)
    assert done.returncode == code, done
    assert done.stderr.count("\n") == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def as_file(folder: Path, document: Any) -> str:
    path = folder / "document.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return str(path)


# --- simulate ---------------------------------------------------------------------------------------------


def test_simulate_prints_a_line_a_game() -> None:
    lines = well(
        "simulate", "--ruleset", "base", "--players", "4", "--seed", "7", "--games", "3"
    ).splitlines()
    assert [line.split(":")[0] for line in lines] == ["seed 7", "seed 8", "seed 9"]
    assert lines == list(summaries(Simulation("base", 4, 7, games=3)))


def test_simulate_traces_game_after_game() -> None:
    lines = well("simulate", "--players", "2", "--seed", "3", "--games", "2", "--trace", "--bots", "first")
    records = [json.loads(line) for line in lines.splitlines()]
    assert "setup" in records[0]
    assert sum("setup" in record for record in records) == sum("result" in record for record in records) == 2
    assert "result" in records[-1]


def test_simulate_plays_its_options() -> None:
    line, *_ = well("simulate", "--players", "2", "--trace", "--options", '{"quick_play":true}').splitlines()
    assert json.loads(line)["setup"]["options"]["quick_play"] is True


def follow(lines: Sequence[Json], *, positions: bool, ask_forced: bool) -> None:
    """The traces of games, followed by games of the library that are given the same answers."""
    for line in lines:
        if "setup" in line:
            assert line["ask_forced"] is ask_forced
            game_lines = lines[lines.index(line) + 1 :]
            recorded = shuffles(game_lines[: next(i for i, r in enumerate(game_lines) if "result" in r)])
            game = Game.from_setup(line["setup"], recorded, ask_forced)
        elif "choice" in line:
            decision = game.decision
            assert decision is not None
            asked = {"seat": decision.seat, "kind": decision.kind, "choices": list(decision.choices)}
            assert line == {**asked, "choice": line["choice"]}
            assert ask_forced or decision.count > 1
            game.choose(line["choice"])
        elif "position" in line:
            assert positions
            assert line == {"position": game.position()}
        elif "result" in line:
            assert line == {"result": game.result}


def trace(**simulation: Any) -> list[Json]:
    return list(traces(Simulation("base", 3, 11, **simulation), positions=True))


def test_a_trace_holds_the_setup_each_decision_its_position_and_the_result() -> None:
    setup, *records, result = trace(ask_forced=True)
    game = Game.from_setup(setup["setup"], shuffles=shuffles(records), ask_forced=setup["ask_forced"])
    for record in records:
        if "choice" in record:
            decision = game.decision
            assert decision is not None
            asked = {"seat": decision.seat, "kind": decision.kind, "choices": list(decision.choices)}
            assert record == {**asked, "choice": record["choice"]}
            game.choose(record["choice"])
        elif "position" in record:
            assert record == {"position": game.position()}
    assert game.over
    assert result == {"result": game.result}


def shuffles(records: Sequence[Json]) -> list[list[str]]:
    return [record["shuffle"] for record in records if "shuffle" in record]


def test_a_shuffle_stands_between_its_choice_and_the_position() -> None:
    records = trace()
    kinds = [next(iter(record)) for record in records]
    places = [number for number, kind in enumerate(kinds) if kind == "shuffle"]
    assert places
    assert all((kinds[place - 1], kinds[place + 1]) == ("seat", "position") for place in places)


def test_a_position_follows_every_choice_the_last_included() -> None:
    records = trace()
    assert sum("choice" in record for record in records) == sum("position" in record for record in records)
    assert records[-2]["position"]["phase"] == "over"


def test_without_ask_forced_a_trace_has_no_single_choice() -> None:
    assert all(len(record["choices"]) > 1 for record in trace() if "choice" in record)
    assert any(len(record["choices"]) == 1 for record in trace(ask_forced=True) if "choice" in record)


def test_a_trace_streams_and_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "engine", "simulate", "--games", "100000", "--trace", "--positions"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        assert b'"setup"' in process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=30) == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_clear_line() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "engine", "simulate"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (1, "cannot write: No space left on device\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ruleset", "chess"], "chess"),
        (["--players", "7"], "7"),
        (["--players", "two"], "two"),
        (["--seed", "x"], "x"),
        (["--games", "0"], "--games"),
        (["--bots", "clever"], "clever"),
        (["--options", "{"], "--options"),
        (["--options", "[]"], "--options"),
        (["--options", "[" * 100_000], "--options"),
        (["--options", '{"quick": 1}'], "quick"),
        (["--options", '{"climate_events": true}'], "climate_events"),
        (["--catalogue", "/nowhere.json"], "/nowhere.json"),
        (["--positions"], "--trace"),
        (["--fast"], "--fast"),
        (["surplus"], "surplus"),
    ],
    ids=str,
)
def test_simulate_refuses_bad_input(arguments: list[str], message: str) -> None:
    assert message in complaint(2, "simulate", *arguments)


def test_simulate_refuses_a_bad_catalogue(tmp_path: Path) -> None:
    assert "catalogue" in complaint(2, "simulate", "--catalogue", as_file(tmp_path, {"base": {}}))


def test_simulate_plays_an_organisers_cards(tmp_path: Path) -> None:
    data = json.loads((ROOT / "engine" / "data" / "decks.json").read_text(encoding="utf-8"))
    for card in data["base"]["trait_cards"]:
        card["food"] = 1
    line = well("simulate", "--catalogue", as_file(tmp_path, data), "--players", "3", "--seed", "7")
    assert line != well("simulate", "--players", "3", "--seed", "7")


# --- no command at all ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [[], ["play"], ["replay"], ["scenario"], ["legal"], ["--fast"]], ids=str
)
def test_a_command_that_is_not_there_is_one_clear_line(arguments: list[str]) -> None:
    assert "--help" in complaint(2, *arguments)


def test_help_names_the_commands() -> None:
    shown = well("--help")
    assert all(command in shown for command in ("simulate", "scenario", "replay", "legal"))


# --- scenario ---------------------------------------------------------------------------------------------

SCENARIO: Json = {
    "id": "T-1",
    "ruleset": "base",
    "players": 2,
    "position": {"watering_hole": 1, "seats": [{"species": [{"id": "a1"}]}, {"species": [{"id": "b1"}]}]},
    "steps": [{"legal": ["feed a1"]}],
}


def test_scenario_says_ok_and_counts(tmp_path: Path) -> None:
    assert well("scenario", as_file(tmp_path, [SCENARIO])) == "ok T-1\n1 passed, 0 failed\n"


def test_scenario_names_the_step_that_fails_and_goes_on(tmp_path: Path) -> None:
    wrong = {**SCENARIO, "id": "T-2", "steps": [{"legal": ["feed a1"]}, {"legal": ["end"]}]}
    done = run("scenario", as_file(tmp_path, [wrong, SCENARIO]))
    failed, passed, count = done.stdout.splitlines()
    assert failed.startswith('FAIL T-2 step 2: expected the choices ["end"], found ["feed a1"]')
    assert (passed, count, done.returncode, done.stderr) == ("ok T-1", "1 passed, 1 failed", 1, "")


def test_scenario_runs_several_files(tmp_path: Path) -> None:
    path = as_file(tmp_path, [SCENARIO])
    assert well("scenario", path, path).splitlines()[-1] == "2 passed, 0 failed"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([{**SCENARIO, "steps": [{"expect": {"colour": "red"}}]}], "colour"),
        ("{", "is not JSON"),
        ('[{"id": 1, "id": 2}]', "stands twice"),
        ("[NaN]", "NaN"),
        ("[" * 100_000, "nested too deeply"),
        ({}, "list of scenarios"),
    ],
    ids=["unknown key", "no json", "doubled key", "no number", "deep", "no list"],
)
def test_scenario_refuses_what_is_no_scenario_file(tmp_path: Path, document: Any, message: str) -> None:
    line = complaint(2, "scenario", as_file(tmp_path, document))
    assert "document.json" in line
    assert message in line


# --- replay -----------------------------------------------------------------------------------------------


def test_replay_verifies(tmp_path: Path) -> None:
    assert well("replay", as_file(tmp_path, played()), "--verify").startswith("ok: ")


def test_replay_reads_standard_input() -> None:
    assert well("replay", "-", "--verify", text=json.dumps(played())).startswith("ok: ")


def test_an_altered_replay_is_a_failed_check(tmp_path: Path) -> None:
    replay = played()
    replay["result"]["scores"][0] += 1
    assert "result.scores[0]" in complaint(1, "replay", as_file(tmp_path, replay), "--verify")


@pytest.mark.parametrize("option", [["--frames"], ["--position", "0"], []], ids=str)
def test_an_altered_replay_is_not_shown(tmp_path: Path, option: list[str]) -> None:
    replay = played()
    replay["choices"][3][1] = "feed a9"
    assert "choices[3]" in complaint(2, "replay", as_file(tmp_path, replay), *option)


FAULTS: dict[str, tuple[Json, str]] = {
    "no format": ({"format": None}, "format"),
    "cut choices": ({"choices": []}, "choices"),
    "unknown ruleset": ({"setup": {"ruleset": "dinosaurs", "players": 3}}, "setup: ruleset"),
}


@pytest.mark.parametrize(("altered", "place"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("option", [[], ["--frames"], ["--position", "0"]], ids=str)
def test_what_is_wrong_with_a_replay_is_said_with_the_files_name(
    altered: Json, place: str, option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = as_file(tmp_path, played() | altered)
    assert main(["replay", path, *option]) == 2
    complaints = capsys.readouterr().err
    assert complaints.startswith(f"{path}: {place}")
    assert complaints.count("\n") == 1


def test_a_cut_replay_is_bad_input(tmp_path: Path) -> None:
    text = json.dumps(played())
    assert "is not JSON" in complaint(2, "replay", as_file(tmp_path, text[: len(text) // 2]), "--verify")


def test_replay_prints_the_position_before_a_choice(tmp_path: Path) -> None:
    replay = played()
    path = as_file(tmp_path, replay)
    game = Game.new("base", players=3, seed=11)
    assert json.loads(well("replay", path, "--position", "0")) == game.position()
    for _, choice in replay["choices"]:
        game.choose(choice)
    assert json.loads(well("replay", path, "--position", str(len(replay["choices"])))) == game.position()


@pytest.mark.parametrize("number", ["-1", "99999", "x"])
def test_replay_refuses_a_position_that_there_is_not(tmp_path: Path, number: str) -> None:
    assert "--position" in complaint(2, "replay", as_file(tmp_path, played()), "--position", number)


def test_replay_prints_frames(tmp_path: Path) -> None:
    shown = json.loads(well("replay", as_file(tmp_path, played()), "--frames"))
    assert shown["format"] == "evolution-frames/1"


def test_replay_prints_the_game(tmp_path: Path) -> None:
    shown = well("replay", as_file(tmp_path, played() | {"players": ["Anna", "Bob", "Cleo"]}))
    assert shown.startswith("Evolution, base, 3 players: Anna, Bob, Cleo\n")
    assert "Round 1" in shown
    assert "Final scores" in shown


def test_replay_says_when_a_fault_changed_the_places(tmp_path: Path) -> None:
    shown = well("replay", as_file(tmp_path, with_fault(seat=1)))
    assert "seat 1 is out by a fault" in shown
    assert shown.splitlines()[-1].startswith("Final places, bots with a fault last: ")
    assert ", seat 1 3" in shown.splitlines()[-1]


def test_a_reports_lines_cannot_command_a_terminal(tmp_path: Path) -> None:
    shown = well("replay", as_file(tmp_path, played() | {"players": ["\x1b[31mAnna", "\ud800", "Cleo\n"]}))
    assert "\x1b" not in shown
    assert "?[31mAnna" in shown


@pytest.mark.parametrize("document", ["[]", "7", "null", '"replay"'])
def test_what_is_no_replay_is_bad_input(tmp_path: Path, document: str) -> None:
    assert "a replay is a JSON object" in complaint(2, "replay", as_file(tmp_path, document), "--verify")


def test_a_file_that_is_not_text_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_bytes(b'"\xff\xfe"')
    assert "is not UTF-8" in complaint(2, "replay", str(path))


def test_a_folder_is_bad_input(tmp_path: Path) -> None:
    assert "cannot be read" in complaint(2, "replay", str(tmp_path))


# --- legal ------------------------------------------------------------------------------------------------


def test_legal_prints_the_decision(tmp_path: Path) -> None:
    for seed in range(3):
        position = random_position(seed, phase="play")
        decision = Game.from_position(position, ask_forced=True).decision
        assert decision is not None
        shown = json.loads(well("legal", as_file(tmp_path, position)))
        assert shown == {"seat": decision.seat, "kind": decision.kind, "choices": list(decision.choices)}


def test_legal_shows_a_single_choice_too() -> None:
    position = random_position(1, phase="play")
    for seat in position["seats"]:
        seat["hand"] = []
    shown = json.loads(well("legal", "-", text=json.dumps(position)))
    assert shown["choices"] == ["end"]


def test_legal_says_null_when_the_game_is_over() -> None:
    position = random_position(2, phase="ending")
    position["final_round"] = position["round"]
    assert well("legal", "-", text=json.dumps(position)) == "null\n"


def test_legal_refuses_a_bad_position() -> None:
    position = random_position(3, phase="play")
    position["watering_hole"] = -1
    assert "watering_hole" in complaint(2, "legal", "-", text=json.dumps(position))


def test_legal_refuses_a_bad_catalogue_with_the_files_name(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(random_position(3, phase="play")))
    path = as_file(tmp_path, {"base": {}})
    said = complaint(2, "legal", str(position), "--catalogue", path)
    assert said.startswith(f"{path}: catalogue: ")


SWAPS = {
    "base": {"horns": "nocturnal", "fertile": "nesting"},
    "forum": {"hard-shell": "cooling-frills"},
    "climate": {"horns": "nesting"},
    "flight": {"climbing": "migratory", "horns": "mud-wallowing", "fertile": "hibernation"},
}
FLAGS = [[], ["--ask-forced"], ["--positions"], ["--positions", "--ask-forced"]]


def option_sets(ruleset: str, players: int) -> list[Json]:
    """Every combination of options that the ruleset has."""
    swaps: list[Json] = [{}, {"substitutions": SWAPS[ruleset]}]
    quick: list[Json] = [{}] if ruleset == "forum" or players == 6 else [{}, {"quick_play": True}]
    events: list[Json] = [{}, {"climate_events": False}] if ruleset == "climate" else [{}]
    return [one | other | third for one in swaps for other in quick for third in events]


MATRIX = [
    (ruleset, players, options)
    for ruleset in RULESETS
    for players in range(2, 7)
    for options in option_sets(ruleset, players)
]


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The lines of a simulation run in this process."""
    assert main(["simulate", *arguments]) == 0
    output, complaints = capsys.readouterr()
    assert complaints == ""
    return output.splitlines()


def check_simulation(
    capsys: pytest.CaptureFixture[str], ruleset: str, players: int, options: Json, flags: Sequence[str]
) -> None:
    """Trace and summary of one game against the library."""
    asked = ["--ruleset", ruleset, "--players", str(players), "--seed", "3", "--options", json.dumps(options)]
    lines = [json.loads(line) for line in simulated(capsys, *asked, "--trace", *flags)]
    follow(lines, positions="--positions" in flags, ask_forced="--ask-forced" in flags)
    assert ("position" in lines[2]) is ("--positions" in flags)
    summary = simulated(capsys, *asked, *(flag for flag in flags if flag != "--positions"))
    decisions = sum("choice" in line for line in lines)
    scores = " ".join(map(str, lines[-1]["result"]["scores"]))
    assert f"decisions {decisions}, scores {scores}" in summary[0]


@pytest.mark.parametrize("number", range(0, len(MATRIX), 3))
def test_a_simulation_of_every_ruleset_and_number_of_players_is_the_librarys(
    number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    check_simulation(capsys, *MATRIX[number], FLAGS[number % 4])


@pytest.mark.slow
@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
@pytest.mark.parametrize(("ruleset", "players", "options"), MATRIX)
def test_every_simulation_is_the_librarys(
    ruleset: str, players: int, options: Json, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    check_simulation(capsys, ruleset, players, options, flags)


def test_a_complaint_about_much_stays_short() -> None:
    assert len(complaint(2, "simulate", "--seed", "1" * 5000)) < 520


@pytest.mark.parametrize("command", ["replay", "legal", "scenario"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01\xff",
        b"{",
        b"[" * 100_000,
        b'{"a": 1, "a": 2}',
        b"1e999",
        b"NaN",
        b"9" * 5000,
        b"\xef\xbb\xbf{}",
    ],
    ids=["empty", "binary", "cut", "deep", "doubled", "infinite", "nan", "huge", "marked"],
)
def test_a_file_that_is_no_document_is_one_clear_line(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "document.json"
    path.write_bytes(content)
    assert main([command, str(path)]) == 2
    output, complaints = capsys.readouterr()
    assert output == ""
    assert complaints.count("\n") == 1
    assert complaints.strip()


@pytest.mark.parametrize("command", ["replay", "legal", "scenario"])
@pytest.mark.parametrize("path", ["/", "/nowhere/at/all.json", "/proc/self/mem", "", "x" * 5000, "a\0b"])
def test_a_path_that_cannot_be_read_is_one_clear_line(
    command: str, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, path]) == 2
    output, complaints = capsys.readouterr()
    assert output == ""
    assert complaints.count("\n") == 1

"""The viewer's reading of a film, run by Node: the engine's positions, and the words of its report."""

import json
import random
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import Game
from engine.frames import frames
from engine.replay import happenings
from engine.report import report

SCRIPT = Path(__file__).with_name("film.mjs")
GAMES = {
    "base": {"ruleset": "base", "players": 3},
    "climate of six": {"ruleset": "climate", "players": 6},
    "flight in quick play": {"ruleset": "flight", "players": 4, "options": {"quick_play": True}},
}
NAMES = [f"Bot {letter}" for letter in "ABCDEF"]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """These tests need no database, unlike their neighbours."""


def played(game: str) -> tuple[Game, dict[str, Any]]:
    """A finished random game, and its film."""
    made = Game.new(seed=3, **GAMES[game])  # type: ignore[arg-type]
    chance = random.Random(8)
    while made.decision is not None:
        made.choose(chance.randrange(made.decision.count))
    return made, frames(made.replay())


@cache
def _film(game: str) -> str:
    return json.dumps(played(game)[1])


@cache
def _shown(game: str) -> dict[str, Any]:
    return read(json.loads(_film(game)))


def read(film: Any) -> dict[str, Any]:
    """What the viewer makes of the film."""
    node = shutil.which("node")
    assert node is not None, "Node is wanted: apt-get install nodejs"
    given = json.dumps({"film": film, "names": NAMES})
    done = subprocess.run([node, str(SCRIPT)], input=given, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("game", GAMES)
def test_the_viewer_shows_exactly_the_engines_positions(game: str) -> None:
    film = json.loads(_film(game))
    shown = _shown(game)["positions"]
    again = Game.from_setup(film["replay"]["setup"], film["replay"]["shuffles"])
    for number, (_, choice) in enumerate(film["replay"]["choices"]):
        assert _without_gone(shown[number], again.position()) == again.position()
        again.choose(choice)
    assert _without_gone(shown[-1], again.position()) == again.position()


def _without_gone(shown: Any, real: Any) -> Any:
    """Frames write null for a key that is gone."""
    if not isinstance(shown, dict) or not isinstance(real, dict):
        return shown
    kept = {key: value for key, value in shown.items() if value is not None or key in real}
    return {key: _without_gone(value, real.get(key)) for key, value in kept.items()}


@pytest.mark.parametrize("game", GAMES)
def test_the_viewer_tells_the_game_in_the_words_of_the_engines_report(game: str) -> None:
    film = json.loads(_film(game))
    names = NAMES[: film["replay"]["setup"]["players"]]
    told = [line.text for line in report(happenings(film["replay"]), names) if line.depth != 1]
    told.remove("Final scores")
    assert _shown(game)["words"] == told


@pytest.mark.parametrize("game", GAMES)
def test_the_last_points_of_the_chart_are_the_scores(game: str) -> None:
    film = json.loads(_film(game))
    assert _shown(game)["scores"][-1] == film["replay"]["result"]["scores"]


def test_the_moments_to_jump_to_are_where_species_die_out_and_bots_fault() -> None:
    film = json.loads(_film("base"))
    film["replay"]["faults"] = [
        {"seat": 1, "kind": "exited", "n": 4},
        {"seat": 0, "kind": "no-start", "n": None},
    ]
    moments = read(film)["moments"]
    assert moments["fault"] == [1, 5]
    died = [n for n, f in enumerate(film["frames"]) if any(h["h"] == "extinct" for h in f["happenings"])]
    assert moments["extinct"] == died
    assert died


def test_one_seats_film_is_read_like_any_other() -> None:
    game, film = played("base")
    seen = read(frames(film["replay"], 1))
    view = game.view(1)
    assert _without_gone(seen["positions"][-1], view) == view


def film_of(*frames: Any) -> dict[str, Any]:
    return {"format": "evolution-frames/1", "replay": {}, "start": {}, "frames": frames}


@pytest.mark.parametrize(
    ("film", "said"),
    [
        ({"format": "evolution-frames/9", "frames": []}, "Found a file of the format “evolution-frames/9”"),
        ({"hello": 1}, "Found no such file; wanted a replay"),
        ([1, 2], "Found no such file"),
        (None, "Found no such file"),
        (film_of(7), "The frames cannot be read"),
        (film_of(), "Found frames without a single one"),
        (film_of({"changes": [[["a", "b"], 1]]}), "A change at a.b leads nowhere."),
        (film_of({"changes": [[["__proto__"], 1]]}), "A change at __proto__ leads nowhere."),
    ],
)
def test_a_file_that_is_no_film_is_refused_with_what_was_found(film: Any, said: str) -> None:
    assert read(film)["error"].startswith(f"BadFilm: {said}")


def test_a_film_cut_in_the_middle_of_a_frame_is_refused() -> None:
    film = json.loads(_film("base"))
    del film["frames"][40]["changes"]
    assert read(film)["error"].startswith("BadFilm: The frames cannot be read, they may be cut")

"""The house bots play whole games without a fault, and from weak to strong as their README says."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from workers import archive, house_bots, match
from workers.contract import GameOrder, GameResult, Limits, SeatOrder
from workers.sandbox import Sandbox

pytestmark = pytest.mark.sandbox

WEAK_TO_STRONG = ["first-choice", "random-choice", "defender", "hunter", "grazer", "lookahead"]


def play(
    sandbox: Sandbox, folder: Path, names: Sequence[str], seed: int, ruleset: str = "base"
) -> GameResult:
    seats, folders = [], []
    for number, name in enumerate(names):
        file = house_bots.files()[name]
        unpacked = folder / name
        upload = archive.unpack(file, file.name, unpacked)
        folders.append(unpacked)
        bot_seed = 100 * seed + number
        seats.append(SeatOrder(name, "", "", file.name, upload.language, upload.entry, bot_seed))
    order = GameOrder("1", 1, "token", ruleset, seed, tuple(seats))
    result = match.play(sandbox, order, Limits(), folders, 1.0, lambda decisions: None)
    assert isinstance(result, GameResult), result
    return result


def test_there_are_the_bots_that_the_readme_names() -> None:
    assert sorted(house_bots.files()) == sorted(WEAK_TO_STRONG)
    readme = (house_bots.FOLDER / "README.md").read_text()
    places = [readme.index(f"`{house_bots.files()[name].name}`") for name in WEAK_TO_STRONG]
    assert places == sorted(places)


@pytest.mark.parametrize("name", WEAK_TO_STRONG)
def test_a_house_bot_plays_with_itself_without_a_fault(
    sandbox: Sandbox, open_folder: Path, name: str
) -> None:
    assert play(sandbox, open_folder, [name, name], seed=3).faults == ()


def test_all_six_play_one_game_without_a_fault(sandbox: Sandbox, open_folder: Path) -> None:
    result = play(sandbox, open_folder, WEAK_TO_STRONG, seed=4)
    assert result.faults == ()
    assert result.final_places[5] == 1


@pytest.mark.parametrize("ruleset", ["forum", "climate", "flight"])
def test_other_rulesets_bring_no_choice_that_a_house_bot_trips_over(
    sandbox: Sandbox, open_folder: Path, ruleset: str
) -> None:
    for seed, names in enumerate((WEAK_TO_STRONG[:3], WEAK_TO_STRONG[3:])):
        assert play(sandbox, open_folder, names, seed, ruleset).faults == ()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_each_bot_is_stronger_than_the_one_before(sandbox: Sandbox, open_folder: Path) -> None:
    """Every four of the six meet four times. Bots and games are seeded: it always comes out the same."""
    beaten = dict.fromkeys(WEAK_TO_STRONG, 0)
    for seed, names in enumerate(4 * list(combinations(WEAK_TO_STRONG, 4))):
        turned = [*names[seed % 4 :], *names[: seed % 4]]
        places = play(sandbox, open_folder, turned, seed).final_places
        for name, place in zip(turned, places, strict=True):
            beaten[name] += sum(other > place for other in places)
    in_order = [beaten[name] for name in WEAK_TO_STRONG]
    assert all(strong > weak + 3 for weak, strong in pairwise(in_order)), beaten

"""The viewer in a real browser: it shows the engine's positions, and can be worked with by keys and files."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import Game
from engine.frames import frames
from engine.telling import card_name
from tests.browser.conftest import Opener, Site, Tab

expect = pytest.importorskip("playwright.sync_api").expect
SETTLED = "document.querySelector('evo-replay').at"


def opened(tab: Tab, site: Site, ruleset: str, query: str = "") -> dict[str, Any]:
    """Opens the match of that ruleset in the viewer; its replay."""
    number = site.made["matches"][ruleset]
    replay: dict[str, Any] = tab.page.request.get(f"{site.address}/api/v1/matches/{number}/replay/").json()
    tab.go(f"/matches/{number}/{query}")
    tab.page.locator("evo-replay svg.table").wait_for()
    return replay


def shown(tab: Tab) -> list[str]:
    """What a screen reader finds on the table."""
    found: list[str] = tab.page.evaluate(
        "Array.from(document.querySelectorAll('.table [role=img]'), (each) => each.ariaLabel)"
    )
    return sorted(found)


def expected(position: dict[str, Any], names: list[str]) -> list[str]:
    """The same from a position of the engine, or from a view."""
    labels = [f"Watering hole: {position['watering_hole']} food"]
    if "cliff" in position:
        labels.append(f"Cliff: {position['cliff']} food")
    for number, seat in enumerate(position["seats"]):
        labels.append(_header(position, number, names[number]))
        labels.append(_hand(seat["hand"]))
        labels += [_board(species, names[number]) for species in seat["species"]]
    return sorted(labels)


def _header(position: dict[str, Any], number: int, name: str) -> str:
    seat, card = position["seats"][number], position["food_cards"][number]
    cards = seat["hand"] if isinstance(seat["hand"], int) else len(seat["hand"])
    text = f"{name}: {seat['bag']} food in the bag, {cards} cards in hand"
    text += ", first player" if position["first"] == number else ""
    return text + (f", food card {'face down' if card == '?' else card_name(card)}" if card else "")


def _hand(hand: Any) -> str:
    if isinstance(hand, int):
        return f"Hand: {hand} cards, unseen"
    return f"Hand: {', '.join(map(card_name, hand)) or 'no card'}"


def _board(species: dict[str, Any], owner: str) -> str:
    down = species["face_down"]
    hidden = [None] * down if isinstance(down, int) else down
    traits = [card_name(card) for card in species["traits"]]
    traits += [f"{card_name(card)} face down" for card in hidden]
    avian = f" avian, upkeep {species['upkeep']}," if species["kind"] == "avian" else ""
    fat = f", fat {species['fat']}" if species.get("fat") else ""
    tracks = f"body {species['body']}, population {species['population']}, fed {species['food']}{fat}"
    return f"{owner}'s {species['id']}:{avian} {tracks}; {', '.join(traits) or 'no trait'}"


def without_piles(labels: list[str]) -> list[str]:
    """Piles and climate have tests of their own."""
    return [label for label in labels if not label.startswith(("Deck ", "Climate "))]


@pytest.mark.parametrize("ruleset", ["base", "climate", "flight"])
def test_stepping_through_a_game_shows_exactly_the_engines_positions(
    tab: Opener, site: Site, ruleset: str
) -> None:
    view = tab()
    replay = opened(view, site, ruleset)
    game = Game.from_setup(replay["setup"], replay["shuffles"])
    assert without_piles(shown(view)) == expected(game.position(), replay["players"])
    view.page.locator("evo-replay .buttons button").first.focus()
    for _, choice in replay["choices"]:
        game.choose(choice)
        view.page.keyboard.press("ArrowRight")
        assert without_piles(shown(view)) == expected(game.position(), replay["players"])


def test_going_back_shows_what_was_there_before(tab: Opener, site: Site) -> None:
    view = tab()
    opened(view, site, "base", "?at=40")
    before = shown(view)
    view.page.locator("evo-replay .buttons button").first.focus()
    for key in ("PageDown", "End", "Home"):
        view.page.keyboard.press(key)
        assert shown(view) != before
    for _ in range(40):
        view.page.keyboard.press("ArrowRight")
    assert shown(view) == before


def test_one_seats_view_shows_what_that_seat_saw(tab: Opener, site: Site) -> None:
    view = tab()
    replay = opened(view, site, "flight", "?seat=1&at=30")
    game = Game.from_setup(replay["setup"], replay["shuffles"])
    for _, choice in replay["choices"][:30]:
        game.choose(choice)
    assert without_piles(shown(view)) == expected(game.view(1), replay["players"])


def test_the_address_keeps_moment_and_seat(tab: Opener, site: Site) -> None:
    view = tab()
    opened(view, site, "base", "?at=20")
    view.page.get_by_label("View").select_option("2")
    view.page.wait_for_url("**/?at=20&seat=2")
    view.page.get_by_role("button", name="Step (→)").click()
    assert view.page.evaluate("location.search") == "?at=21&seat=2"
    before = shown(view)
    view.page.reload()
    view.page.locator("evo-replay svg.table").wait_for()
    assert shown(view) == before


def test_playing_goes_on_by_itself_to_the_end(tab: Opener, site: Site) -> None:
    view = tab()
    replay = opened(view, site, "base", f"?at={9999}")
    last = len(replay["choices"])
    assert view.page.evaluate(SETTLED) == last
    view.page.evaluate(f"document.querySelector('evo-replay').seek({last - 3})")
    view.page.get_by_label("Speed").select_option("very fast")
    view.page.get_by_role("button", name="Play (space)").click()
    expect(view.page.get_by_label("Moment of the game")).to_have_value(str(last))
    view.page.get_by_role("button", name="Play (space)").wait_for()


def test_the_fault_is_jumped_to_and_named(tab: Opener, site: Site) -> None:
    view = tab()
    view.go(f"/matches/{site.made['faulty']}/")
    view.page.get_by_role("button", name="Next fault").click()
    assert view.page.evaluate(SETTLED) == 13
    assert "exited" in view.page.locator("evo-replay").inner_text()


def test_what_happens_is_read_out_politely(tab: Opener, site: Site) -> None:
    view = tab()
    opened(view, site, "base", "?at=0")
    live = view.page.locator("evo-replay [aria-live=polite]")
    first = live.inner_text()
    view.page.get_by_role("button", name="Step (→)").click()
    assert live.inner_text() not in ("", first)


# --- files ------------------------------------------------------------------------------------------------


@pytest.fixture
def replay() -> dict[str, Any]:
    game = Game.new("climate", players=2, seed=4)
    while game.decision is not None:
        game.choose(0)
    return game.replay()


def chosen(tab: Tab, file: Path) -> None:
    tab.go("/watch/")
    tab.page.get_by_label("A replay or frames, as JSON").set_input_files(file)


@pytest.mark.parametrize("make", [lambda replay: replay, frames], ids=["replay", "frames"])
def test_a_file_is_shown(tab: Opener, tmp_path: Path, replay: dict[str, Any], make: Any) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(make(replay)))
    view = tab()
    chosen(view, file)
    view.page.locator("evo-replay svg.table").wait_for()
    view.page.get_by_role("button", name="To the end (End)").click()
    game = Game.from_setup(replay["setup"], replay["shuffles"])
    for _, choice in replay["choices"]:
        game.choose(choice)
    assert without_piles(shown(view)) == expected(game.position(), replay["players"])


def test_a_file_can_be_dropped(tab: Opener, replay: dict[str, Any]) -> None:
    view = tab()
    view.go("/watch/")
    view.page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.json", { type: "application/json" }));
          document.querySelector("evo-replay").dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
        }""",
        json.dumps(frames(replay)),
    )
    view.page.locator("evo-replay svg.table").wait_for()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"format": "evolution-repl', "is no JSON, or was cut"),
        ('{"format": "evolution-frames/7", "frames": []}', "Found a file of the format “evolution-frames/7”"),
        ("[]", "Found no such file; wanted a replay"),
        ('{"format": "evolution-frames/1", "frames": [{}]}', "The frames cannot be read"),
    ],
)
def test_a_cut_or_foreign_file_is_explained(tab: Opener, tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(content)
    view = tab()
    chosen(view, file)
    view.page.get_by_text(said).wait_for()
    assert view.page.get_by_label("A replay or frames, as JSON").is_visible()


def test_a_replay_that_the_site_refuses_is_explained(
    tab: Opener, tmp_path: Path, replay: dict[str, Any]
) -> None:
    file = tmp_path / "altered.json"
    file.write_text(json.dumps(replay | {"result": replay["result"] | {"scores": [1, 1]}}))
    view = tab()
    chosen(view, file)
    view.page.get_by_text("result.scores").wait_for()
    view.errors[:] = [error for error in view.errors if "400" not in error]

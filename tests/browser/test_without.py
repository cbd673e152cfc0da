"""Pages without scripts, without a mouse, on paper: everything can be read."""

import pytest

from tests.browser.conftest import Opener, Site
from tests.browser.test_pages import PUBLIC


@pytest.mark.parametrize("page", PUBLIC)
def test_a_page_can_be_read_with_scripts_off(tab: Opener, site: Site, page: str) -> None:
    plain = tab(java_script_enabled=False)
    plain.go(PUBLIC[page].format(**site.made))
    assert plain.page.locator("h1").is_visible()
    assert len(plain.page.locator("main").inner_text()) > 40
    plain.errors.clear()  # the page that is not there says so


def test_a_game_is_told_in_words_with_scripts_off(tab: Opener, site: Site) -> None:
    plain = tab(java_script_enabled=False)
    plain.go(f"/matches/{site.made['matches']['base']}/")
    assert plain.page.get_by_text("takes 1 food from the watering hole").first.is_visible()


def test_the_first_tab_stop_skips_to_the_content(tab: Opener, site: Site) -> None:
    view = tab()
    view.go("/")
    view.page.keyboard.press("Tab")
    assert view.page.evaluate("document.activeElement.textContent") == "Skip to content"
    view.page.keyboard.press("Enter")
    assert view.page.evaluate("document.activeElement.id") == "content"


def test_the_viewer_is_worked_by_keys_alone(tab: Opener, site: Site) -> None:
    view = tab()
    view.go(f"/matches/{site.made['faulty']}/?at=0")
    view.page.locator("evo-replay svg.table").wait_for()
    view.page.locator("evo-replay .buttons button").first.focus()
    at = "document.querySelector('evo-replay').at"
    last = view.page.evaluate("document.querySelector('evo-replay').film.frames.length") - 1
    for key, wanted in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("f", 13)):
        view.page.keyboard.press(key)
        assert view.page.evaluate(at) == wanted


def test_a_page_is_printed_without_its_navigation(tab: Opener, site: Site) -> None:
    view = tab()
    view.go("/rules/")
    view.page.emulate_media(media="print")
    assert not view.page.locator("header nav").is_visible()
    assert view.page.get_by_text("Nobody can attack it once it is fed.").is_visible()

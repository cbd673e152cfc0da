"""Live pages in a real browser: news arrive by the stream; without one the page asks as it always did."""

import pytest

from tests.browser.conftest import Opener, Site

expect = pytest.importorskip("playwright.sync_api").expect

EVENTS = "**/events/**"
# Whether the page keeps HTMX from asking when one of its intervals ends.
IS_HELD_BACK = """() => {
  const elt = document.querySelector("[data-topic^=board]");
  const detail = { elt, requestConfig: {} };
  const event = new CustomEvent("htmx:beforeRequest", { bubbles: true, cancelable: true, detail });
  elt.dispatchEvent(event);
  return event.defaultPrevented;
}"""


def test_the_leaderboard_follows_the_stream_and_does_not_ask(tab: Opener, site: Site) -> None:
    view = tab()
    with view.page.expect_response(EVENTS) as answered:
        view.go("/")
    assert answered.value.status == 200
    view.page.locator("[data-topic^=board][data-told]").first.wait_for()
    assert view.page.evaluate(IS_HELD_BACK)


def test_without_a_stream_the_page_asks_at_its_intervals(tab: Opener, site: Site) -> None:
    view = tab()
    view.page.route(EVENTS, lambda route: route.abort())
    with view.page.expect_request("**/table/**", timeout=60_000):
        view.go("/")
    view.errors[:] = [error for error in view.errors if "ERR_FAILED" not in error]


def test_a_person_plays_by_keys(tab: Opener, site: Site) -> None:
    view = tab()
    view.sign_in()
    view.go(f"/play/{site.made['table']}/")
    view.page.locator("evo-replay svg.table").wait_for()
    before = view.page.locator("#live").get_attribute("data-moves") or ""
    view.page.locator(".choices button").first.focus()
    view.page.keyboard.press("Enter")
    expect(view.page.locator("#live")).not_to_have_attribute("data-moves", before)
    assert view.page.evaluate("document.activeElement.id") == "turn"
    now = view.page.locator("#live").get_attribute("data-moves") or ""
    expect(view.page.get_by_label("Moment of the game")).to_have_attribute("max", now)

"""Every page at three widths in both themes: nothing sticks out or complains, axe finds no violation."""

from typing import Any

import pytest

from tests.browser.conftest import Opener, Site, Tab

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")
WIDTHS = (360, 820, 2560)
THEMES = ("light", "dark")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

# `{…}` is filled in from what the site's maker wrote down.
PUBLIC = {
    "home": "/",
    "competition": "/c/{cups[base]}/",
    "matches": "/matches/",
    "matches that none fits": "/matches/?state=void",
    "match": "/matches/{matches[flight]}/",
    "match with a fault": "/matches/{faulty}/?at=12",
    "match of six under way": "/matches/{matches[climate]}/?at=150",
    "planned match": "/matches/{planned}/",
    "watch": "/watch/",
    "bot": "/bots/{bot}/",
    "version": "/versions/{version}/",
    "status": "/status/",
    "rules": "/rules/",
    "guide": "/guide/",
    "tv": "/tv/",
    "live": "/live/",
    "a table that others watch": "/play/{table}/",
    "two bots": "/bots/{bot}/against/{rival}/",
    "reference": "/c/{cups[base]}/reference/",
    "ledger": "/c/{cups[base]}/ledger/",
    "opponents": "/bots/{bot}/opponents/",
    "competition, filtered": "/c/{cups[base]}/?q=anna&settled=on",
    "tournaments": "/tournaments/",
    "tournament that has ended": "/tournaments/{tournament}/",
    "tournament under way": "/tournaments/{under_way}/",
    "tournament to print": "/tournaments/{tournament}/print/",
    "certificate": "/tournaments/{tournament}/bots/0/",
    "sign in": "/sign-in/",
    "sign up": "/sign-up/",
    "not there": "/nowhere/",
}
OWN = {
    "my bots": "/me/",
    "upload": "/upload/",
    "my rejected version": "/versions/{rejected}/",
    "my match": "/matches/{faulty}/",
    "play": "/play/",
    "my table": "/play/{table}/",
    "challenges": "/challenges/",
    "team": "/me/team/",
    "settings": "/me/settings/",
    "notices": "/me/notices/",
    "organise": "/organise/",
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("page", PUBLIC)
def test_a_public_page_is_well_made_at_every_width(tab: Opener, site: Site, page: str, theme: str) -> None:
    _check(tab(theme=theme), PUBLIC[page].format(**site.made))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("page", OWN)
def test_a_page_of_ones_own_is_well_made_at_every_width(
    tab: Opener, site: Site, page: str, theme: str
) -> None:
    signed_in = tab(theme=theme)
    signed_in.sign_in()
    _check(signed_in, OWN[page].format(**site.made))


def _check(tab: Tab, path: str) -> None:
    for width in WIDTHS:
        tab.page.set_viewport_size({"width": width, "height": 900})
        tab.go(path)
        viewer_is_ready(tab.page)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width, f"{width} px: sticks out"
        assert violations(tab.page) == [], f"at {width} px"
    if "/nowhere/" in path:
        tab.errors[:] = [error for error in tab.errors if "404" not in error]


def viewer_is_ready(page: Any) -> None:
    """Waits until a page's viewer shows its game; a page without one is ready."""
    if page.locator("evo-replay[src]").count():
        page.locator("evo-replay svg.table").wait_for()


def violations(page: Any) -> list[str]:
    """What axe finds, one line each with the first place."""
    found = axe_playwright.Axe().run(page, options=RULES).response["violations"]
    return [f"{each['id']}: {each['help']} at {each['nodes'][0]['html'][:200]}" for each in found]

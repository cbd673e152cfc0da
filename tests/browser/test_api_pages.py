"""The two viewers of the API document work under the content policy; the author's new pages are well made."""

from typing import Any

import pytest

from tests.browser.conftest import Opener, Site
from tests.browser.test_pages import _check


def test_swagger_shows_the_calls_and_tries_one(tab: Opener) -> None:
    view = tab()
    view.go("/api/v1/schema/swagger/")
    call = view.page.locator("#operations-status-status_get")
    call.wait_for()
    call.locator(".opblock-summary-control").click()
    call.get_by_role("button", name="Try it out").click()
    call.get_by_role("button", name="Execute").click()
    call.locator(".live-responses-table .response-col_status", has_text="200").wait_for()


def test_redoc_shows_the_calls(tab: Opener) -> None:
    view = tab()
    view.go("/api/v1/schema/redoc/")
    view.page.get_by_role("heading", name="Tokens", exact=False).first.wait_for()
    assert "match_list_get" in view.page.content()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/me/webhooks/", "/matches/{faulty}/faults/1/"])
def test_an_authors_page_is_well_made_at_every_width(tab: Opener, site: Site, path: str, theme: str) -> None:
    signed_in: Any = tab(theme=theme)
    signed_in.sign_in()
    _check(signed_in, path.format(**site.made))

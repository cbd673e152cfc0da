"""The log of one's own bot on the match's page: searched, and tied to the decisions of the replay."""

from tests.browser.conftest import Opener, Site


def test_the_log_is_searched_and_leads_to_decisions_and_back(tab: Opener, site: Site) -> None:
    view = tab()
    view.sign_in()
    view.go(f"/matches/{site.made['faulty']}/?at=0")
    view.page.locator("evo-replay svg.table").wait_for()
    log = view.page.locator("evo-log").first
    log.locator("xpath=ancestor::details").locator("summary").click()
    assert "3 lines" in log.inner_text()
    log.get_by_label("Search the log").fill("HUNGRY")
    assert "1 of 3 lines" in log.inner_text()
    log.get_by_role("link", name="#5").click()
    assert view.page.evaluate("document.querySelector('evo-replay').at") == 6
    assert log.locator(".line.now").inner_text().startswith("#5 hungry")

"""The whole path of an author in a real browser, with real workers: sign up, upload, watch it, play."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import ARGUMENTS  # noqa: F401  (skips where there is no Playwright)
from tests.stack.conftest import light  # noqa: F401
from tests.stack.stack import Stack

BOT = Path(__file__).resolve().parent.parent.parent / "workers" / "house_bots" / "first_choice.py"
BROKEN = "raise SystemExit('I never meant to play')\n"
CHECKED_WITHIN_MS = 150_000


@pytest.fixture
def author(chromium: Any, light: Stack, request: pytest.FixtureRequest) -> Any:  # noqa: F811
    """A page of a person who has just signed up, on the upload form."""
    context = chromium.new_context(base_url=light.address)
    page = context.new_page()
    page.goto("/sign-up/")
    page.get_by_label("Username").fill(f"author-{abs(hash(request.node.name)) % 10**8}")
    page.get_by_label("Password", exact=True).fill("a-tapir-at-noon")
    page.get_by_label("Password confirmation").fill("a-tapir-at-noon")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/upload/")
    yield page
    context.close()


def uploaded(page: Any, name: str, file: Any) -> None:
    page.get_by_label("Name of the new bot").fill(name)
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    page.wait_for_url("**/versions/*/")


def test_a_good_bot_becomes_active_while_its_author_watches(author: Any) -> None:
    uploaded(author, "Browser Bot", BOT)
    author.get_by_text("It plays.").wait_for(timeout=CHECKED_WITHIN_MS)
    author.get_by_role("link", name="the trial game, with its replay").click()
    author.locator("evo-replay svg.table").wait_for()
    author.goto("/")
    author.get_by_role("link", name="Browser Bot").first.wait_for()


def test_a_broken_bot_is_rejected_with_its_own_words(author: Any) -> None:
    file = {"name": "bot.py", "mimeType": "text/x-python", "buffer": BROKEN.encode()}
    uploaded(author, "Broken Bot", file)
    author.get_by_text("It did not pass its check or its trial.").wait_for(timeout=CHECKED_WITHIN_MS)
    assert "I never meant to play" in author.locator("#live").inner_text()


def test_a_refused_upload_keeps_what_was_filled_in(author: Any) -> None:
    author.get_by_label("Name of the new bot").fill("Kept Name")
    file = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"hello"}
    author.get_by_label("File", exact=True).set_input_files(file)
    author.get_by_role("button", name="Upload").click()
    author.locator(".errorlist").first.wait_for()
    assert author.get_by_label("Name of the new bot").input_value() == "Kept Name"

"""What browser tests share: a filled site in a process of its own, and Debian's Chromium."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests import services
from tests.browser.site import PASSWORD

playwright = pytest.importorskip("playwright.sync_api", reason="make test-browser installs Playwright")
ROOT = Path(__file__).resolve().parent.parent.parent
UP_WITHIN_S = 600
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.timeout(900))


@dataclass(frozen=True)
class Site:
    """The site's address, and what there is to look at (made.json)."""

    address: str
    made: dict[str, Any]


@dataclass
class Tab:
    """A page in the browser; `errors` is what its console complained of."""

    page: Any
    address: str
    errors: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        """Opens a path of the site and waits for its load."""
        self.page.goto(self.address + path)

    def sign_in(self) -> None:
        """As anna, who owns bots here."""
        self.go("/sign-in/")
        self.page.get_by_label("Username").fill("anna")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/me/")


Opener = Callable[..., Tab]


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The filled site, served by the real server."""
    yield from running_site()


def running_site() -> Iterator[Site]:
    """Starts the filled site, yields it, and leaves nothing of it behind."""
    folder = Path(tempfile.mkdtemp(prefix="wh-browser-"))
    port = services.free_port()
    command = [sys.executable, "-m", "tests.browser.site", str(folder), str(port)]
    with (folder / "site.log").open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, server, folder)
        yield Site(address, json.loads((folder / "made.json").read_text()))
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(address: str, server: "subprocess.Popen[bytes]", folder: Path) -> None:
    deadline = time.monotonic() + UP_WITHIN_S
    while not _answers(address):
        if server.poll() is not None or time.monotonic() > deadline:
            raise AssertionError(f"the site did not come up:\n{(folder / 'site.log').read_text()[-3000:]}")
        time.sleep(0.1)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/sign-in/", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The machine's Chromium; where it is missing tests are skipped, but in CI that is an error."""
    binary = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if binary is None:
        if os.environ.get("CI"):
            raise RuntimeError("no Chromium: apt-get install chromium")
        pytest.skip("no Chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=binary, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium: Any, site: Site) -> Iterator[Opener]:
    """Opens a tab of its own width, theme and so on; no console error may be left at the end."""
    opened: list[Tab] = []

    def open_tab(width: int = 1280, height: int = 900, theme: str = "light", **options: Any) -> Tab:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            reduced_motion="reduce",
            **options,
        )
        tab = Tab(context.new_page(), site.address)
        tab.page.on("console", lambda message: _note(tab, message))
        tab.page.on("pageerror", lambda error: tab.errors.append(str(error)))
        opened.append(tab)
        return tab

    yield open_tab
    errors = [error for tab in opened for error in tab.errors]
    for each in opened:
        each.page.context.close()
    assert errors == []


def _note(tab: Tab, message: Any) -> None:
    if message.type in ("error", "warning"):
        tab.errors.append(f"{message.text} ({message.location.get('url')})")

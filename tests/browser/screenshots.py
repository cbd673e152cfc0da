"""The pictures of README and docs, taken from the filled site: `make screenshots`."""

import contextlib
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import conftest
from tests.browser.conftest import ARGUMENTS, CHROMIUM

FOLDER = Path(__file__).resolve().parent.parent.parent / "deploy" / "docs"
SHOTS = {
    "replay.png": ("/matches/{matches[climate]}/?at=150#game", 1200, 1000, "light"),
    "replay-phone.png": ("/matches/{matches[flight]}/?at=120#game", 390, 844, "dark"),
    "rules.png": ("/rules/#traits", 1200, 900, "light"),
}


def main() -> int:
    """Take every picture and say where it is."""
    binary = next(path for path in map(shutil.which, CHROMIUM) if path)
    with contextlib.contextmanager(conftest.running_site)() as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=binary, args=ARGUMENTS)
        for name, (path, width, height, theme) in SHOTS.items():
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
            page.goto(site.address + path.format(**site.made), wait_until="networkidle")
            page.screenshot(path=str(FOLDER / name))
            print(FOLDER / name)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

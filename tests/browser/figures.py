"""Bytes and milliseconds of pages and of the viewer in a real Chromium: `python -m tests.browser.figures`.

The viewer's times are those of a slow phone: 360 px, processor throttled to a sixth, caches empty, from the
start of the navigation to the drawn table. Medians of several runs; the machine's load stands beside them.
"""

import contextlib
import json
import os
import statistics
import sys
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser import conftest
from tests.browser.conftest import ARGUMENTS, CHROMIUM, Site

RUNS = 5
SLOWER = 6
STEPS = 60
PAGES = ("/", "/c/{cups[base]}/", "/bots/{bot}/", "/matches/{matches[climate]}/", "/rules/", "/status/")


def main() -> int:
    """Fill a site, look at it, print the figures as JSON."""
    with _site() as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_binary(), args=ARGUMENTS)
        figures: dict[str, Any] = {path: _page(browser, site, path) for path in PAGES}
        figures["viewer"] = _viewer(browser, site)
        browser.close()
    print(json.dumps(figures | {"load": os.getloadavg()[0]}, indent=1))
    return 0


_site = contextlib.contextmanager(conftest.running_site)


def _binary() -> str:
    return next(path for path in map(conftest.shutil.which, CHROMIUM) if path)


def _page(browser: Any, site: Site, path: str) -> dict[str, float]:
    """Bytes of the page with all that it loads, and how long until its load is over; new visitors."""
    address = site.address + path.format(**site.made)
    loads, sizes = [], []
    for _ in range(RUNS):
        with _tab(browser, 1) as (page, _):
            answers: list[Any] = []
            page.on("requestfinished", lambda request, kept=answers: kept.append(request))
            page.goto(address, wait_until="load")
            loads.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
            sizes.append(sum(request.sizes()["responseBodySize"] for request in answers))
    return {"load ms": round(statistics.median(loads)), "bytes": round(statistics.median(sizes))}


def _viewer(browser: Any, site: Site) -> dict[str, float]:
    """A full game of six in Climate: until its table is drawn, and one step of it."""
    address = f"{site.address}/matches/{site.made['matches']['climate']}/"
    shown, steps = [], []
    for _ in range(RUNS):
        with _tab(browser, SLOWER) as (page, _):
            page.add_init_script(
                "addEventListener('ready', () => { window.readyAt = performance.now(); }, true)"
            )
            page.goto(address)
            page.locator("evo-replay svg.table").wait_for()
            shown.append(page.evaluate("window.readyAt"))
            steps.append(page.evaluate(_STEPPING))
    return {
        f"slow phone (1/{SLOWER} processor): table drawn after ms": round(statistics.median(shown)),
        f"slow phone (1/{SLOWER} processor): one step ms": round(statistics.median(steps), 1),
    }


_STEPPING = f"""() => {{
  const viewer = document.querySelector("evo-replay");
  const began = performance.now();
  for (let i = 0; i < {STEPS}; i += 1) {{ viewer.step(); viewer.getBoundingClientRect(); }}
  return (performance.now() - began) / {STEPS};
}}"""


@contextlib.contextmanager
def _tab(browser: Any, slower: int) -> Iterator[tuple[Any, Any]]:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page, session
    context.close()


if __name__ == "__main__":
    sys.exit(main())

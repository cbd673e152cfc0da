"""Seconds from `make demo` in a fresh clone to the first page and to the first finished match.

The clone is made in a temporary folder, with empty package caches; the machine must reach a package index.
`--warm` uses the machine's package cache.
"""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests import services

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_S = 240.0
Figures = dict[str, float]


def main(arguments: list[str]) -> int:
    """Measure one first and one second run, and print both as JSON."""
    with tempfile.TemporaryDirectory(prefix="wh-first-run-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        clone = folder / "clone"
        subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
        env = _clean_env(None if "--warm" in arguments else folder / "cache")
        figures = {f"first start: {what}": seconds for what, seconds in _measure(clone, env).items()}
        figures |= {f"second start: {what}": seconds for what, seconds in _measure(clone, env).items()}
    print(json.dumps(figures))
    return 0


def _clean_env(cache: Path | None) -> dict[str, str]:
    """The environment of a person who just cloned, with empty package caches where `cache` is given."""
    kept = ("PATH", "HOME", "LANG", "TERM")
    env = {name: value for name, value in os.environ.items() if name in kept or name.startswith("PIP_")}
    if cache is not None:
        env |= {"UV_CACHE_DIR": str(cache / "uv"), "PIP_CACHE_DIR": str(cache / "pip")}
    return env


def _measure(clone: Path, env: dict[str, str]) -> Figures:
    """Start the demo, look at it until a match is finished, stop it."""
    port = services.free_port()
    log = clone.parent / "demo.log"
    began = time.monotonic()
    with log.open("w") as output:
        demo = subprocess.Popen(
            ["make", "demo", f"PORT={port}"],
            cwd=clone,
            env=env,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    figures = {}
    try:
        _wait(lambda: _get(port, "/") is not None, demo, log)
        figures["seconds to the first page"] = round(time.monotonic() - began, 1)
        before = _newest_finished(port)
        _wait(lambda: _newest_finished(port) > before, demo, log)
        figures["seconds to the first finished match"] = round(time.monotonic() - began, 1)
    finally:
        figures["seconds to stop"] = round(_stop(demo), 1)
    return figures


def _wait(condition: Callable[[], bool], demo: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if demo.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"the demo did not get there:\n{log.read_text()[-4000:]}")
        time.sleep(0.1)


def _get(port: int, path: str) -> bytes | None:
    """The body of a page that came well; None when nobody answers or the answer is an error."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        with suppress(OSError, http.client.HTTPException):
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.read() if answer.status == 200 else None
        return None
    finally:
        connection.close()


def _newest_finished(port: int) -> str:
    """When the match that finished last did so (ISO 8601, in UTC); empty when there is none."""
    body = _get(port, "/api/v1/matches/?state=finished")
    return max((match["finished"] for match in json.loads(body)["results"]), default="") if body else ""


def _stop(demo: subprocess.Popen[bytes]) -> float:
    """Ctrl-C for the whole group, as a terminal does it; the seconds until it was gone."""
    began = time.monotonic()
    with suppress(ProcessLookupError):
        os.killpg(demo.pid, signal.SIGINT)
    try:
        demo.wait(30)
    except subprocess.TimeoutExpired:
        os.killpg(demo.pid, signal.SIGKILL)
        demo.wait()
        raise SystemExit("the demo did not stop within 30 s") from None
    return time.monotonic() - began


if __name__ == "__main__":
    shutil.which("make") or sys.exit("bench_first_run: make is missing")
    sys.exit(main(sys.argv[1:]))

"""`python -m tests.workers.sandbox.hostile`: every hostile behaviour against every kind of box, as a table.

Words behind it go to pytest, for instance `-k warm`. The exit code is 0 when every behaviour was held back.
"""

from __future__ import annotations

import sys

import pytest

from tests.workers.sandbox.rows import ROWS

FILES = (
    *("test_hostile.py", "test_attacks.py", "test_zygote.py", "test_compile_attacks.py"),
    "test_boxes.py::TestDeadOwners",
)
WIDTH = 86


class Table:
    """A pytest plugin that keeps how each test ended and prints them side by side."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[str, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the worst that a test's three phases said."""
        if report.when == "call" or not report.passed:
            seen = "held back" if report.passed else _last_line(report)
            self._lines[report.nodeid] = ("ok" if report.passed else report.outcome, seen)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table: row of the design, behaviour and what is expected, box, verdict, what was seen."""
        terminalreporter.section("hostile suite")
        for node, (verdict, seen) in self._lines.items():
            sentence, _, box = node.rpartition("::")[2].removeprefix("test_").partition("[")
            rows = ",".join(str(row) for row, tests in ROWS.items() if node.partition("[")[0] in tests)
            shown = f"{sentence.replace('_', ' ')[:WIDTH]:{WIDTH}} {box.rstrip(']')[:22]:22}"
            terminalreporter.write_line(f"{rows:>14}  {shown} {verdict:7} {seen}")
        held = sum(verdict == "ok" for verdict, _ in self._lines.values())
        skipped = sum(verdict == "skipped" for verdict, _ in self._lines.values())
        failed = len(self._lines) - held - skipped
        terminalreporter.write_line(f"{held} held back, {failed} not, {skipped} could not be tried here")


def _last_line(report: pytest.TestReport) -> str:
    """Why a test failed or was skipped, in one line."""
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2][:100]
    errors = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
    return errors[0][1:].strip()[:100] if errors else ""


def main() -> int:
    """Run all of it; pytest's exit code."""
    nodes = {test for tests in ROWS.values() for test in tests if "/sandbox/" not in test}
    folder = "tests/workers/sandbox"
    words = [*(f"{folder}/{file}" for file in FILES), *sorted(nodes), "-q", "--no-header", *sys.argv[1:]]
    return int(pytest.main(words, plugins=[Table()]))


if __name__ == "__main__":
    sys.exit(main())

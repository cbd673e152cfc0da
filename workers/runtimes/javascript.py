"""JavaScript bots: Node 18 or newer."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from workers.runtimes.runtime import LanguageMissing, Runtime
from workers.sandbox import system
from workers.sandbox.interface import Mount
from workers.sandbox.reach import check_reachable
from workers.sandbox.system import System

OLDEST = 18
OUTSIDE_THE_HEAP_MB = 64  # Node's own code, buffers and threads
SMOKE = """const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "game") console.log('{"type":"ready"}');
  if (message.type === "decide") console.log(JSON.stringify({ type: "choose", n: message.n, choice: 0 }));
});
"""


class JavaScript(Runtime):
    """Node, with a heap that fits into the box."""

    name = "javascript"
    title = "JavaScript"
    entries: tuple[str, ...] = ("bot.js",)
    suffixes: tuple[str, ...] = (".js", ".mjs", ".cjs")

    @cached_property
    def program(self) -> Path:
        """Node's program; LanguageMissing when there is none that a box could run."""
        programs = system.for_running()
        if not programs.is_host:
            return _in_root(programs)
        found = shutil.which("node") or shutil.which("nodejs") or shutil.which("node", path=os.defpath)
        if found is None:
            raise LanguageMissing(f"Node is not installed: apt-get install nodejs ({OLDEST} or newer)")
        program = Path(found).resolve()
        check_reachable(program)
        return program

    def require(self) -> None:
        if not system.for_running().is_host:
            self.program  # noqa: B018 - raises when the root has no Node
            return
        version = subprocess.run([self.program, "--version"], capture_output=True, text=True, timeout=20)
        number = re.match(r"v(\d+)\.", version.stdout)
        if number is None or int(number[1]) < OLDEST:
            raise LanguageMissing(
                f"{self.program} is {version.stdout.strip()!r}, wanted Node {OLDEST} or newer"
            )

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        heap_mb = max(memory_mb - OUTSIDE_THE_HEAP_MB, memory_mb // 2)
        return [str(self.program), f"--max-old-space-size={heap_mb}", f"./{entry}"]

    def check_command(self, entry: str) -> list[str] | None:
        return [str(self.program), "--check", f"./{entry}"]

    def mounts(self) -> Sequence[Mount]:
        in_usr = self.program.is_relative_to("/usr") and not self.program.is_relative_to("/usr/local")
        return () if in_usr else (Mount(self.program, str(self.program)),)

    def write_smoke_bot(self, folder: Path) -> str:
        (folder / "bot.js").write_text(SMOKE)
        return "bot.js"


RUNTIME = JavaScript()


def _in_root(programs: System) -> Path:
    """Node in a root built for bots, whose packages hold a version that is new enough."""
    found = programs.program("node")
    if found is None:
        raise LanguageMissing(f"{programs} has no Node: build it again")
    return Path(found)

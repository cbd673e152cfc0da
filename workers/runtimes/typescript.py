"""TypeScript bots: esbuild takes the types off and packs all files into one, which Node runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workers.runtimes.javascript import OLDEST, JavaScript
from workers.runtimes.runtime import BUILT_FOLDER, Build, build_command, require_program
from workers.sandbox import system

ESBUILD = "/usr/bin/esbuild"
SMOKE = """import * as readline from "readline";

type Message = { type: string; n?: number };

readline.createInterface({ input: process.stdin }).on("line", (line: string) => {
  const message = JSON.parse(line) as Message;
  if (message.type === "game") console.log('{"type":"ready"}');
  if (message.type === "decide") console.log(JSON.stringify({ type: "choose", n: message.n, choice: 0 }));
});
"""


class TypeScript(JavaScript):
    """Node's own way of leaving types out came late and knows no enums: esbuild does it for every Node."""

    name = "typescript"
    title = "TypeScript"
    entries = ("bot.ts",)
    suffixes = (".ts",)

    def require_compiler(self) -> None:
        require_program(system.for_building(), ESBUILD, "esbuild")

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        return super().command(f"{BUILT_FOLDER}/bot.js", memory_mb)

    def check_command(self, entry: str) -> list[str] | None:
        return None  # the build has looked at every file

    def build(self, folder: Path, entry: str, flags: Sequence[str]) -> Build:
        options = ["--bundle", "--platform=node", f"--target=node{OLDEST}", "--log-level=warning"]
        command = build_command('"$@" --outfile="$work/product"', ESBUILD, f"./{entry}", *options)
        return Build(command, f"{BUILT_FOLDER}/bot.js")

    def write_smoke_bot(self, folder: Path) -> str:
        (folder / "bot.ts").write_text(SMOKE)
        return "bot.ts"


RUNTIME = TypeScript()

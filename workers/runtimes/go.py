"""Go bots: compiled with Debian's Go to a static program, with the standard library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workers.runtimes.runtime import BUILT_FOLDER, Build, Runtime, build_command, require_program
from workers.sandbox import system

GO = "/usr/bin/go"
PACKAGES = "golang-go"
# Modules must lie in the upload (vendor/); the network is closed anyway.
COMPILE = f"""
export GOCACHE="$work/cache" GOPATH="$work/path" GOFLAGS=-buildvcs=false GOPROXY=off CGO_ENABLED=0
[ -f go.mod ] || export GO111MODULE=off
if [ -f go.mod ]; then set -- .; fi
{GO} build -ldflags=-s -o "$work/product" "$@"
"""
SMOKE = """package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<21)
	for in.Scan() {
		var message struct {
			Type string
			N    int
		}
		json.Unmarshal(in.Bytes(), &message)
		switch message.Type {
		case "game":
			fmt.Println(`{"type":"ready"}`)
		case "decide":
			fmt.Printf("{\\"type\\":\\"choose\\",\\"n\\":%d,\\"choice\\":0}\\n", message.N)
		}
	}
}
"""


class Go(Runtime):
    """The package in the upload's root folder."""

    name = "go"
    title = "Go"
    entries = ("bot.go",)
    suffixes = (".go",)

    def require(self) -> None:
        return  # a static program needs nothing

    def require_compiler(self) -> None:
        require_program(system.for_building(), GO, PACKAGES)

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        return [f"./{BUILT_FOLDER}/bot"]

    def build(self, folder: Path, entry: str, flags: Sequence[str]) -> Build:
        files = sorted(f"./{path.name}" for path in folder.glob("*.go") if not path.stem.endswith("_test"))
        return Build(build_command(COMPILE, *files), f"{BUILT_FOLDER}/bot")

    def write_smoke_bot(self, folder: Path) -> str:
        (folder / "bot.go").write_text(SMOKE)
        return "bot.go"


RUNTIME = Go()

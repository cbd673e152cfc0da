"""C bots: compiled with GCC to a static program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workers.runtimes.runtime import BUILT_FOLDER, Build, Runtime, build_command, require_program, sources
from workers.sandbox import system

FLAGS = (
    *("-O0", "-O1", "-O2", "-O3", "-Os", "-Ofast", "-g", "-DNDEBUG"),
    *("-ffast-math", "-funroll-loops", "-flto", "-fno-strict-aliasing", "-fwrapv", "-Wall", "-Wextra"),
)
SMOKE = r"""#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        char *n = strstr(line, "\"n\":");
        if (strstr(line, "\"type\":\"game\""))
            puts("{\"type\":\"ready\"}");
        else if (strstr(line, "\"type\":\"decide\"") && n)
            printf("{\"type\":\"choose\",\"n\":%d,\"choice\":0}\n", (int)strtol(n + 4, 0, 10));
        fflush(stdout);
    }
    return 0;
}
"""


class C(Runtime):
    """All the upload's C files, compiled and linked together."""

    name = "c"
    title = "C"
    entries = ("bot.c",)
    suffixes: tuple[str, ...] = (".c",)
    flags = (*FLAGS, "-std=c99", "-std=c11", "-std=c17", "-std=gnu11", "-std=gnu17", "-std=gnu2x")
    compiler = "/usr/bin/gcc"
    package = "gcc libc6-dev"

    def require(self) -> None:
        return  # a static program needs nothing

    def require_compiler(self) -> None:
        require_program(system.for_building(), self.compiler, self.package)

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        return [f"./{BUILT_FOLDER}/bot"]

    def build(self, folder: Path, entry: str, flags: Sequence[str]) -> Build:
        files = sources(folder, self.suffixes)
        words = [self.compiler, "-O2", "-pipe", "-I.", *flags, *files, "-static", "-s", "-pthread", "-lm"]
        return Build(build_command('"$@" -o "$work/product"', *words), f"{BUILT_FOLDER}/bot")

    def write_smoke_bot(self, folder: Path) -> str:
        (folder / "bot.c").write_text(SMOKE)
        return "bot.c"


RUNTIME = C()

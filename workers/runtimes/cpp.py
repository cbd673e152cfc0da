"""C++ bots: compiled with GCC to a static program; nlohmann's JSON library is there to be included."""

from __future__ import annotations

from pathlib import Path

from workers.runtimes.c import FLAGS, C
from workers.runtimes.runtime import require_program
from workers.sandbox import system

JSON_HEADER = "/usr/include/nlohmann/json.hpp"
SMOKE = r"""#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const auto message = nlohmann::json::parse(line);
        if (message["type"] == "game")
            std::cout << R"({"type":"ready"})" << std::endl;
        else if (message["type"] == "decide")
            std::cout << nlohmann::json{{"type", "choose"}, {"n", message["n"]}, {"choice", 0}} << std::endl;
    }
}
"""


class Cpp(C):
    """All the upload's C++ files, compiled and linked together."""

    name = "cpp"
    title = "C++"
    entries = ("bot.cpp",)
    suffixes = (".cpp", ".cc", ".cxx")
    flags = (*FLAGS, "-std=c++17", "-std=c++20", "-std=c++23", "-std=gnu++17", "-std=gnu++20", "-std=gnu++23")
    compiler = "/usr/bin/g++"
    package = "g++ libc6-dev nlohmann-json3-dev"

    def require_compiler(self) -> None:
        super().require_compiler()
        require_program(system.for_building(), JSON_HEADER, self.package)

    def write_smoke_bot(self, folder: Path) -> str:
        (folder / "bot.cpp").write_text(SMOKE)
        return "bot.cpp"


RUNTIME = Cpp()

"""Java bots: Java 17, compiled to one jar that also holds the JSON library Gson."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from workers.runtimes.runtime import (
    BUILT_FOLDER,
    Build,
    Runtime,
    build_command,
    require_program,
    sources,
)
from workers.sandbox import system
from workers.sandbox.interface import Mount
from workers.sandbox.system import System

# Debian's links below /usr/bin are made by scripts that a root built for bots has not run
HOME = f"/usr/lib/jvm/java-17-openjdk-{'arm64' if platform.machine() == 'aarch64' else 'amd64'}/bin"
JAVA, JAVAC, JAR = f"{HOME}/java", f"{HOME}/javac", f"{HOME}/jar"
CONFIGURATION = Path("/etc/java-17-openjdk")  # Debian's Java has links to it
GSON = "/usr/share/java/gson.jar"
PACKAGES = "openjdk-17-jdk-headless libgoogle-gson-java"
OUTSIDE_THE_HEAP_MB = 96  # code, classes, stacks and the virtual machine itself
PACKAGE = re.compile(rb"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
CLASS_FILE = re.compile(r"[A-Za-z_]\w*\.java")
# $1 is the main class. Annotation processors would run the upload's code in the compiler.
COMPILE = f"""
main=$1; shift
{JAVAC} -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -J-Xmx512m -proc:none -encoding UTF-8 \\
    -cp {GSON} -d "$work/classes" "$@"
cp {GSON} "$work/product"
{JAR} -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC \\
    --update --file "$work/product" --main-class "$main" -C "$work/classes" .
"""
SMOKE = """import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;

public class Bot {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = in.readLine()) != null; ) {
            JsonObject message = JsonParser.parseString(line).getAsJsonObject();
            String type = message.get("type").getAsString();
            if (type.equals("game")) System.out.println("{\\"type\\":\\"ready\\"}");
            if (type.equals("decide")) {
                JsonObject answer = new JsonObject();
                answer.addProperty("type", "choose");
                answer.add("n", message.get("n"));
                answer.addProperty("choice", 0);
                System.out.println(answer);
            }
        }
    }
}
"""


class Java(Runtime):
    """All the upload's Java files; the entry holds the class with `main`."""

    name = "java"
    title = "Java"
    entries = ("Bot.java", "Main.java")
    suffixes = (".java",)

    def single_entry(self, name: str) -> str:
        """A public class must stand in a file of its own name."""
        own = PurePosixPath(name).name
        return own if CLASS_FILE.fullmatch(own) else "Bot.java"

    def require(self) -> None:
        for path in (JAVA, str(CONFIGURATION)):
            require_program(system.for_running(), path, PACKAGES)

    def require_compiler(self) -> None:
        for path in (JAVAC, JAR, GSON):
            require_program(system.for_building(), path, PACKAGES)

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        heap_mb = max(memory_mb - OUTSIDE_THE_HEAP_MB, memory_mb // 2)
        quick_start = ("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData")
        return [JAVA, *quick_start, f"-Xmx{heap_mb}m", "-jar", f"{BUILT_FOLDER}/bot.jar"]

    def mounts(self) -> Sequence[Mount]:
        return _configuration(system.for_running())

    def build(self, folder: Path, entry: str, flags: Sequence[str]) -> Build:
        main = _main_class((folder / entry).read_bytes(), entry)
        command = build_command(COMPILE, main, *sources(folder, self.suffixes))
        return Build(command, f"{BUILT_FOLDER}/bot.jar", _configuration(system.for_building()))

    def write_smoke_bot(self, folder: Path) -> str:
        (folder / "Bot.java").write_text(SMOKE)
        return "Bot.java"


def _configuration(programs: System) -> Sequence[Mount]:
    """Debian's Java has links to its settings below /etc, of which a box sees nothing of the host's."""
    return (Mount(CONFIGURATION, str(CONFIGURATION)),) if programs.is_host else ()


def _main_class(source: bytes, entry: str) -> str:
    package = PACKAGE.search(source)
    name = PurePosixPath(entry).stem
    return f"{package[1].decode()}.{name}" if package else name


RUNTIME = Java()

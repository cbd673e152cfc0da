"""Rust bots: compiled with Debian's rustc or cargo to a static program, with Debian's crates."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

from workers.runtimes.runtime import (
    BUILT_FOLDER,
    Build,
    Runtime,
    build_command,
    require_program,
    sources,
)
from workers.sandbox import system

RUSTC, CARGO = "/usr/bin/rustc", "/usr/bin/cargo"
CRATES = "/usr/share/cargo/registry"  # where Debian's librust-*-dev packages put their sources
PACKAGES = "rustc cargo librust-serde-json-dev librust-serde+derive-dev"
ALONE = '"$@" -C target-feature=+crt-static -C strip=symbols -o "$work/product"'
# Crates are built without optimising: with it, serde alone takes longer than a build may.
# $1 is the target, $2 serde's features for a bot of one file. A lock file would ask for others' versions.
WITH_CARGO = f"""
target=$1 features=$2
cp -R . "$work/source" && cd "$work/source" && rm -f Cargo.lock
mkdir "$work/home" && printf '%s\\n' '[source.crates-io]' 'replace-with = "debian"' \\
    '[source.debian]' 'directory = "{CRATES}"' > "$work/home/config.toml"
[ -f Cargo.toml ] || printf '%s\\n' '[package]' 'name = "bot"' 'version = "1.0.0"' 'edition = "2021"' \\
    '[[bin]]' 'name = "bot"' 'path = "bot.rs"' \\
    '[dependencies]' 'serde_json = "1"' "serde = {{ version = '1', features = [$features] }}" \
    '[profile.release.package."*"]' 'opt-level = 0' > Cargo.toml
CARGO_HOME="$work/home" RUSTFLAGS="-C target-feature=+crt-static -C strip=symbols" RUSTC={RUSTC} \\
    {CARGO} build --release --offline --quiet --target "$target" --target-dir "$work/target"
set --
for file in "$work/target/$target/release"/*; do [ -f "$file" ] && [ -x "$file" ] && set -- "$@" "$file"; done
[ $# = 1 ] || {{ echo "error: wanted one program, cargo built $#: $*"; exit 1; }}
cp "$1" "$work/product"
"""
SMOKE = r"""use std::io::BufRead;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let message: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        match message["type"].as_str() {
            Some("game") => println!("{}", serde_json::json!({"type": "ready"})),
            Some("decide") => {
                println!("{}", serde_json::json!({"type": "choose", "n": message["n"], "choice": 0}))
            }
            _ => {}
        }
    }
}
"""


class Rust(Runtime):
    """One file by rustc, or by cargo where it uses serde; a project with a `Cargo.toml` by cargo."""

    name = "rust"
    title = "Rust"
    entries = ("bot.rs", "Cargo.toml")
    suffixes = (".rs",)

    def require(self) -> None:
        return  # a static program needs nothing

    def require_compiler(self) -> None:
        for path in (RUSTC, CARGO, CRATES):
            require_program(system.for_building(), path, PACKAGES)

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        return [f"./{BUILT_FOLDER}/bot"]

    def build(self, folder: Path, entry: str, flags: Sequence[str]) -> Build:
        alone = [RUSTC, "--edition", "2021", "--crate-name", "bot", "-O", f"./{entry}"]
        derives = "'derive'" if _names(folder, b"Serialize", b"Deserialize") else ""
        with_cargo = build_command(WITH_CARGO, f"{platform.machine()}-unknown-linux-gnu", derives)
        # serde's crates are built with the bot, which takes ten times as long: only where they are named
        is_project = (folder / "Cargo.toml").exists() or _names(folder, b"serde")
        command = with_cargo if is_project else build_command(ALONE, *alone)
        return Build(command, f"{BUILT_FOLDER}/bot")

    def write_smoke_bot(self, folder: Path) -> str:
        (folder / "bot.rs").write_text(SMOKE)
        return "bot.rs"


def _names(folder: Path, *words: bytes) -> bool:
    """Whether a source file has one of the words."""
    texts = [(folder / name).read_bytes() for name in sources(folder, (".rs",))]
    return any(word in text for word in words for text in texts)


RUNTIME = Rust()

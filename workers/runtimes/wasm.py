"""WebAssembly bots: a WASI command, run by wasmtime inside the box."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

from workers.runtimes import python
from workers.runtimes.runtime import LanguageMissing, Runtime
from workers.sandbox.interface import Mount

MAGIC = b"\0asm\1\0\0\0"
# Of the box's own world the program gets the three pipes, and no file.
HOST = """import sys
from wasmtime import Config, Engine, ExitTrap, Linker, Module, Store, WasiConfig, WasmtimeError
name, check = sys.argv[1], sys.argv[2:]
config = Config()
config.parallel_compilation = False
engine = Engine(config)
try:
    module = Module.from_file(engine, name)
except WasmtimeError as error:
    sys.exit(f"{name} is no WebAssembly module: {error}")
if "_start" not in [export.name for export in module.exports]:
    sys.exit(f"{name} exports no _start: build a WASI command (target wasm32-wasi, preview 1)")
linker = Linker(engine)
linker.define_wasi()
store = Store(engine)
wasi = WasiConfig()
wasi.inherit_stdin()
wasi.inherit_stdout()
wasi.inherit_stderr()
store.set_wasi(wasi)
try:
    instance = linker.instantiate(store, module)
    if not check:
        instance.exports(store)["_start"](store)
except ExitTrap as ended:
    sys.exit(ended.code)
except WasmtimeError as error:
    sys.exit(f"{name}: {error}")
"""
# Tells the messages apart by the byte after `{"type":"` and copies the number behind `{"type":"decide","n":`.
SMOKE = r"""(module
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 32)
  (data (i32.const 64) "{\22type\22:\22ready\22}\n")
  (data (i32.const 128) "{\22type\22:\22choose\22,\22choice\22:0,\22n\22:")
  (data (i32.const 192) "}\n")
  (func $put (param $at i32) (param $size i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $size))
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16))))
  (func $get (result i32)
    (i32.store (i32.const 0) (i32.const 1024))
    (i32.store (i32.const 4) (i32.const 1))
    (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
    (if (i32.eqz (i32.load (i32.const 16))) (then (return (i32.const -1))))
    (i32.load8_u (i32.const 1024)))
  (func $line (result i32) (local $char i32) (local $at i32)
    (loop $next
      (local.set $char (call $get))
      (if (i32.eq (local.get $char) (i32.const -1)) (then (return (i32.const 0))))
      (if (i32.lt_u (local.get $at) (i32.const 64))
        (then (i32.store8 (i32.add (i32.const 2048) (local.get $at)) (local.get $char))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.ne (local.get $char) (i32.const 10))))
    (i32.const 1))
  (func $choose (local $size i32)
    (loop $digit
      (local.set $size (i32.add (local.get $size) (i32.const 1)))
      (br_if $digit (i32.ne (i32.load8_u (i32.add (i32.const 2069) (local.get $size))) (i32.const 44))))
    (call $put (i32.const 128) (i32.const 32))
    (call $put (i32.const 2069) (local.get $size))
    (call $put (i32.const 192) (i32.const 2)))
  (func (export "_start")
    (loop $next
      (if (i32.eqz (call $line)) (then (return)))
      (if (i32.eq (i32.load8_u (i32.const 2057)) (i32.const 103))
        (then (call $put (i32.const 64) (i32.const 17))))
      (if (i32.eq (i32.load8_u (i32.const 2057)) (i32.const 100))
        (then (call $choose)))
      (br $next))))
"""


class Wasm(Runtime):
    """A module with `_start`, compiled by wasmtime at each start; its memory counts as the box's."""

    name = "wasm"
    title = "WebAssembly"
    entries = ("bot.wasm",)
    suffixes = (".wasm",)

    def require(self) -> None:
        python.RUNTIME.require()
        wasmtime_folder()

    def command(self, entry: str, memory_mb: int = 256) -> list[str]:
        return [python.RUNTIME.interpreter.path, "-s", "-S", "-B", "-c", HOST, f"./{entry}"]

    def check_command(self, entry: str) -> list[str]:
        return [*self.command(entry), "check"]

    def mounts(self) -> Sequence[Mount]:
        library = Mount(wasmtime_folder(), f"{python.LIBRARY}/wasmtime")
        return [*python.RUNTIME.interpreter.mounts, library]

    def env(self) -> dict[str, str]:
        return {"PYTHONPATH": python.LIBRARY}

    def inspect(self, folder: Path, entry: str) -> str | None:
        missing = super().inspect(folder, entry)
        if missing:
            return missing
        with (folder / entry).open("rb") as file:
            is_module = file.read(len(MAGIC)) == MAGIC
        return None if is_module else f"{entry} is no WebAssembly module (its binary form, not a component)"

    def write_smoke_bot(self, folder: Path) -> str:
        from wasmtime import wat2wasm

        (folder / "bot.wasm").write_bytes(wat2wasm(SMOKE))
        return "bot.wasm"


def wasmtime_folder() -> Path:
    """The folder of the Python package wasmtime, good for every Python; LanguageMissing without it."""
    spec = importlib.util.find_spec("wasmtime")
    if spec is None or spec.origin is None:
        raise LanguageMissing("wasmtime is not installed: pip install 'wateringhole[wasm]'")
    return Path(spec.origin).parent


RUNTIME = Wasm()

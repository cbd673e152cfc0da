"""Builds the wheel with a compiled engine when WATERINGHOLE_COMPILE=1 is set, else as plain Python."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from compile_engine import compile_into

WANTED = os.environ.get("WATERINGHOLE_COMPILE") == "1"


class CompiledWheel(BuildHookInterface[Any]):
    """Adds the compiled modules beside the source, which other interpreters go on to use."""

    def dependencies(self) -> list[str]:
        """What the isolated build needs beside hatchling."""
        return ["mypy>=2.4", "setuptools>=84"] if WANTED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and let the wheel's name say for which interpreter and platform."""
        if not WANTED or version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="compiled-wheel-")
        compiled = Path(self._folder.name)
        compile_into(compiled)
        for module in compiled.rglob("*.so"):
            build_data["force_include"][str(module)] = str(module.relative_to(compiled))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Takes the folder away again."""
        if WANTED and version != "editable":
            self._folder.cleanup()

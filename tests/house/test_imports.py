"""Arrows between the packages, finer than the layers that import-linter checks."""

import ast
from collections.abc import Iterator
from pathlib import Path

import engine

ROOT = Path(__file__).resolve().parent.parent.parent
# What the ladder may know of the workers: the contract with its two halves, what an upload may be, and the
# pure statistics by which versions are compared, at home as on the site, and the form of the log lines.
LADDER_MAY_IMPORT = {
    "workers.contract",
    "workers.wire",
    "workers.archive",
    "workers.comparison",
    "workers.logs",
}
UP_MAY_IMPORT = {"workers.sandbox"}
ENGINE_PUBLIC_MODULES = {"engine.frames", "engine.report", "engine.replay"}


def _imports(path: Path) -> Iterator[tuple[str, str]]:
    """Each (module, name) imported in a file; of a plain `import module`, the names that are used of it."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, used) for alias in node.names for used in _used(alias.name, nodes))
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def _used(module: str, nodes: list[ast.AST]) -> set[str]:
    attributes = (node for node in nodes if isinstance(node, ast.Attribute))
    return {node.attr for node in attributes if ast.unparse(node.value) == module}


def _foreign(package: str) -> list[tuple[str, str]]:
    """(file, dotted import) for all that the ladder imports from that package, submodules spelled out."""
    found = []
    for path in sorted((ROOT / "ladder").rglob("*.py")):
        for module, name in _imports(path):
            if module.split(".")[0] != package:
                continue
            is_module = name and (ROOT / module.replace(".", "/") / f"{name}.py").exists()
            is_package = name and (ROOT / module.replace(".", "/") / name / "__init__.py").exists()
            full = f"{module}.{name}" if is_module or is_package else module
            found.append((str(path.relative_to(ROOT)), full if full != package else f"{package}:{name}"))
    return found


def test_ladder_knows_only_the_workers_contract_and_archive() -> None:
    wrong = [
        (path, name)
        for path, name in _foreign("workers")
        if name not in LADDER_MAY_IMPORT and not (path.startswith("ladder/up/") and name in UP_MAY_IMPORT)
    ]
    assert wrong == []


def test_ladder_knows_only_the_engines_public_names() -> None:
    public = {f"engine:{name}" for name in getattr(engine, "__all__", ())} | ENGINE_PUBLIC_MODULES
    wrong = [(path, name) for path, name in _foreign("engine") if name not in public]
    assert wrong == []


def test_no_module_is_a_drawer_for_everything() -> None:
    names = {"utils.py", "helpers.py", "common.py"}
    packages = ("engine", "workers", "ladder", "tests", "deploy")
    found = [path for package in packages for path in (ROOT / package).rglob("*.py") if path.name in names]
    assert found == []

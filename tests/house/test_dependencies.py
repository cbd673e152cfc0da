"""The extra `service` alone is enough for the service: tests have more installed than a user has."""

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent.parent
# What the parts of the service import when they run; Celery loads its transport only then.
PARTS = (
    "ladder.wsgi",
    "ladder.asgi",
    "ladder.urls",
    "ladder.celery",
    "ladder.tasks",
    "ladder.up.machine",
    "workers.serve",
)
LOADED_LATER = (
    "kombu.transport.redis",
    "celery.bin.celery",
    "gunicorn.app.wsgiapp",
    "django.core.management",
)
# The REST framework colours with the first; the queue asks whether the second is in use; Python itself reads
# a file of the third at every start, wherever that is installed.
TAKEN_WHERE_THERE = {"pygments", "greenlet", "setuptools"}
# The REST framework looks for these, too, and takes what they bring.
LOOKED_FOR = ("inflection", "pyyaml", "requests", "uritemplate")
CODE = """
import importlib, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "ladder.settings"
import django
django.setup()
for name in sys.argv[1:]:
    importlib.import_module(name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def _installed_with(name: str, extra: str = "") -> set[str]:
    """The distributions that pip installs for `name[extra]`, by normalised name."""
    found: set[tuple[str, str]] = set()
    waiting = [(_plain(name), extra)]
    while waiting:
        current, wanted = waiting.pop()
        if (current, wanted) in found:
            continue
        found.add((current, wanted))
        for need in map(Requirement, _needs(current, wanted)):
            if need.marker is None or need.marker.evaluate({"extra": wanted}):
                waiting += [(_plain(need.name), inner) for inner in (*need.extras, "")]
    return {found_name for found_name, _ in found}


def _needs(name: str, extra: str) -> list[str]:
    """What it says that it needs; of the project itself what its file says now."""
    if name != "wateringhole":
        return metadata.requires(name) or []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [*project.get("dependencies", []), *project["optional-dependencies"].get(extra, [])]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_service_imports_nothing_that_its_extra_does_not_bring() -> None:
    modules = subprocess.run(
        [sys.executable, "-c", CODE, *PARTS, *LOADED_LATER],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    owners = metadata.packages_distributions()
    imported = {_plain(owner) for module in modules for owner in owners.get(module, ())}
    looked_for = {name for each in LOOKED_FOR if _is_there(each) for name in _installed_with(each)}
    assert imported - _installed_with("wateringhole", "service") - TAKEN_WHERE_THERE - looked_for == set()


def _is_there(name: str) -> bool:
    return any(_plain(each.name) == name for each in metadata.distributions())


def test_the_command_imports_nothing_that_its_extra_does_not_bring() -> None:
    code = "import sys, workers.cli.app; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    command = [sys.executable, "-c", code]
    modules = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    owners = metadata.packages_distributions()
    imported = {_plain(owner) for module in modules for owner in owners.get(module, ())}
    assert "typer" in imported
    also = {"wateringhole", "click"}  # httpx has a command of its own where click is
    assert imported - _installed_with("wateringhole", "cli") - TAKEN_WHERE_THERE - also == set()


def test_every_pinned_version_is_the_installed_one() -> None:
    installed = {_plain(each.name) for each in metadata.distributions()}  # not every group need be
    pins = [line.split("==") for line in (ROOT / "constraints.txt").read_text().split() if "==" in line]
    wrong = {
        name: metadata.version(name)
        for name, pin in pins
        if name in installed and metadata.version(name) != pin
    }
    assert wrong == {}

"""The settings: every variable is described, with its default; a bad one is named; production is safe."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from ladder import env
from ladder.up import service

ROOT = Path(__file__).resolve().parent.parent.parent
SITE_READERS = {"text", "words", "yes_or_no", "one_of", "count"}


def _described() -> dict[str, str]:
    lines = (ROOT / "deploy" / "env.example").read_text().splitlines()
    pairs = [line.partition("=") for line in lines if line and not line.startswith("#")]
    return {name: value for name, _, value in pairs}


def _read_by_the_site() -> set[str]:
    tree = ast.parse((ROOT / "ladder" / "env.py").read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        ast.literal_eval(call.args[0])
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in SITE_READERS
        and isinstance(call.args[0], ast.Constant)
    }


def _read_by_the_workers() -> set[str]:
    """Names in `environ.get(…)`, written out or as a constant of the module."""
    found: set[str] = set()
    for path in (ROOT / "workers").rglob("*.py"):
        if {"house_bots", "kits", "cli"} & set(path.parts):  # bots, and what authors have at home
            continue
        tree = ast.parse(path.read_text())
        constants = _text_constants(tree)
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Attribute) and ast.unparse(call.func).endswith("environ.get"):
                name = ast.unparse(call.args[0])
                found.add(constants.get(name, name.strip("'")))
    return found


def _text_constants(tree: ast.Module) -> dict[str, str]:
    return {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def test_every_variable_that_is_read_is_described_and_none_more() -> None:
    assert set(_described()) == _read_by_the_site() | _read_by_the_workers()


def test_match_workers_get_all_that_they_read() -> None:
    assert _read_by_the_workers() <= {*service.WORKERS_MAY_KNOW, "WATERINGHOLE_DATA", "BWRAP"}


def test_described_values_are_the_defaults(tmp_path: Path) -> None:
    assert env.read(tmp_path, _described()) == env.read(tmp_path, {})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "maybe"),
        ("SECRET_KEY", "short"),
        ("BEHIND_TLS", "ja"),
        ("DATABASE_URL", "mysql://localhost/x"),
        ("REDIS_URL", "valkey://localhost"),
        ("REDIS_URL", "localhost:6379"),
        ("QUEUE_PREFIX", "a b"),
        ("SITE_URL", "bots.example.org"),
        ("SANDBOX_MINIMUM", "none"),
        ("UPLOADS_PER_DAY", "0"),
        ("UPLOADS_PER_DAY", "many"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_bad_value_is_refused_with_the_name_of_its_variable(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=name):
        env.read(tmp_path, {name: value})


def test_debug_pages_are_refused_behind_tls(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="turn DEBUG off"):
        env.read(tmp_path, {"DEBUG": "1", "BEHIND_TLS": "1"})


def test_the_secret_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    first = env.read(tmp_path, {}).secret_key
    assert env.read(tmp_path, {}).secret_key == first
    assert len(first) >= 50
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o777 == 0o600


def test_production_settings_pass_djangos_own_deployment_check(tmp_path: Path) -> None:
    variables = {
        "BEHIND_TLS": "1",
        "ALLOWED_HOSTS": "bots.example.org",
        "SITE_URL": "https://bots.example.org",
        "WATERINGHOLE_DATA": str(tmp_path),
        "SECRET_KEY": "k7" * 13 + "abcdefghijklmnopqrstuvwxyz0123",
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr

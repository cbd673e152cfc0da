"""Signing in and out, and which server is meant."""

import stat
from pathlib import Path
from typing import Any

from ladder import tokens
from ladder.models import User
from tests.ladder.cli.conftest import Run
from workers.cli import servers


def test_a_name_and_password_become_a_token_that_only_its_owner_can_read(
    run: Run, ada: User, live_server: Any
) -> None:
    ended = run("login", live_server.url, "--user", "ada", typed="hippo-42-mud\n")
    assert (ended.code, ended.out) == (0, f"signed in at {live_server.url} as ada\n")
    assert len(tokens.of(ada)) == 1
    assert stat.S_IMODE(servers.path().stat().st_mode) == 0o600
    assert "hippo" not in servers.path().read_text()


def test_a_wrong_password_is_said_and_nothing_is_kept(run: Run, ada: User, live_server: Any) -> None:
    ended = run("login", live_server.url, "--user", "ada", typed="wrong\n")
    assert ended.code == 3
    assert "Wrong name or password" in ended.err
    assert not servers.path().exists()


def test_a_wrong_token_is_said_and_nothing_is_kept(run: Run, live_server: Any) -> None:
    ended = run("login", live_server.url, "--token", typed="0" * 64 + "\n")
    assert ended.code == 3
    assert f"wateringhole login {live_server.url}" in ended.err
    assert not servers.path().exists()


def test_a_token_of_the_page_signs_in(run: Run, ada: User, live_server: Any) -> None:
    assert run("login", live_server.url, "--token", typed=f"{tokens.make(ada).secret}\n").code == 0
    assert run("servers", "--json").out.startswith(f'[{{"server": "{live_server.url}"')


def test_signing_out_revokes_the_token(run: Run, ada: User, live_server: Any) -> None:
    run("login", live_server.url, "--user", "ada", typed="hippo-42-mud\n")
    assert run("logout").code == 0
    assert tokens.of(ada) == []
    assert run("servers", "--json").out == "[]\n"


def test_the_environment_names_a_server_before_the_chosen_one(
    run: Run, signed_in: Any, monkeypatch: Any
) -> None:
    signed_in()
    monkeypatch.setenv("WATERINGHOLE_SERVER", "http://127.0.0.1:1")
    ended = run("leaderboard")
    assert ended.code == 5
    assert "http://127.0.0.1:1 cannot be reached" in ended.err


def test_without_a_server_the_next_step_is_said(run: Run) -> None:
    ended = run("status")
    assert ended.code == 2
    assert "wateringhole login https://" in ended.err


def test_a_broken_settings_file_is_named(run: Run, home: Path) -> None:
    servers.path().parent.mkdir()
    servers.path().write_text("{")
    ended = run("status")
    assert ended.code == 2
    assert str(servers.path()) in ended.err

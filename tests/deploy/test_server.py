"""The Debian server: the installer's files, and the whole of it really started from them."""

import json
import os
import shutil
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.deploy import staged
from tests.deploy.staged import INSTALL, ROOT, Server, Unit, install
from tests.services import Service

UNITS = ROOT / "deploy" / "debian" / "units"
SERVICES = sorted(UNITS.glob("*.service"))
SCRIPTS = [
    INSTALL,
    INSTALL.with_name("wateringhole-manage"),
    INSTALL.with_name("tls-hook"),
    ROOT / ".ci" / "run",
]


@pytest.mark.parametrize("file", SERVICES, ids=lambda file: file.name)
def test_every_unit_is_held_tight(file: Path) -> None:
    unit = Unit(file)
    for name in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "RestrictSUIDSGID", "LockPersonality"):
        assert unit.all(name) == ["yes"], name
    assert unit.all("ProtectSystem") == ["strict"]
    powers = unit.all("CapabilityBoundingSet")
    assert powers == [""] or (
        file.name == "wateringhole-worker@.service" and "CAP_SYS_ADMIN" not in powers[0]
    )


def test_only_the_worker_is_root_and_it_knows_nothing_of_the_site() -> None:
    roots = [file.name for file in SERVICES if Unit(file).all("User") == ["root"]]
    assert roots == ["wateringhole-worker@.service"]
    worker = Unit(UNITS / roots[0])
    assert worker.all("EnvironmentFile") == ["@ETC@/worker.env"]
    assert worker.all("Delegate") == ["yes"]
    known = staged.read_env(INSTALL.with_name("worker.env"))
    assert set(known) == {"REDIS_URL", "WATERINGHOLE_DATA", "SANDBOX_MINIMUM", "LOG_FORMAT"}


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck_finds_nothing() -> None:
    done = subprocess.run(
        ["shellcheck", "-e", "SC1091", *SCRIPTS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_bash_can_read_the_scripts() -> None:
    for script in SCRIPTS:
        assert subprocess.run(["bash", "-n", script], check=False).returncode == 0


@pytest.mark.slow
def test_installing_twice_keeps_what_is_the_operators(tmp_path: Path) -> None:
    install(tmp_path, "--domain", "bots.example.org")
    etc = tmp_path / "etc" / "wateringhole"
    before = {file.name: file.read_text() for file in etc.glob("*.*") if file.is_file()}
    assert set(before) == {"site.env", "worker.env", "broker.conf", "broker.acl"}
    assert all(not stat.S_IMODE((etc / name).stat().st_mode) & 0o007 for name in before)
    (tmp_path / "etc" / "systemd" / "system" / "wateringhole-web.service").write_text("old")
    install(tmp_path)
    assert {file.name: file.read_text() for file in etc.glob("*.*") if file.is_file()} == before
    written = [file for file in tmp_path.rglob("*") if file.is_file() and not file.is_symlink()]
    assert [file for file in written if "@APP@" in file.read_text() or "@ETC@" in file.read_text()] == []
    assert "gunicorn" in (tmp_path / "etc" / "systemd" / "system" / "wateringhole-web.service").read_text()
    assert before["site.env"].count("SECRET_KEY=") == 1
    assert "@SECRET@" not in before["site.env"]


@pytest.mark.slow
def test_uninstalling_keeps_the_data_unless_told(tmp_path: Path) -> None:
    install(tmp_path, "--domain", "bots.example.org")
    kept = tmp_path / "var" / "lib" / "wateringhole" / "ladder.data"
    kept.write_text("x")
    install(tmp_path, "--uninstall")
    assert kept.exists()
    assert list((tmp_path / "etc" / "systemd" / "system").glob("wateringhole*")) == []
    assert not (tmp_path / "etc" / "nginx" / "sites-enabled" / "wateringhole").is_symlink()
    assert (ROOT / "manage.py").exists()  # the program was a link here
    install(tmp_path, "--uninstall", "--purge")
    assert not kept.exists()
    assert not (tmp_path / "etc" / "wateringhole").exists()


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    install(tmp_path, "--domain", "bots.example.org")
    units = [str(file) for file in (tmp_path / "etc" / "systemd" / "system").glob("wateringhole*")]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "wateringhole" in line] == []


@pytest.fixture
def server(open_folder: Path, postgres: Service) -> Iterator[Server]:
    """A server whose files are staged and whose parts are to be started."""
    if not shutil.which("nginx") or os.geteuid() != 0:
        pytest.skip("needs nginx (Debian: nginx-light) and root")
    subprocess.run(["createdb", "--maintenance-db", postgres.url, "server"], check=True, capture_output=True)
    made = Server(open_folder, postgres.url.rsplit("/", 1)[0] + "/server")
    try:
        yield made
    finally:
        made.stop()


def until(server: Server, what: str, condition: Callable[[], object], within_s: float = 120) -> None:
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}\n{server.logs()}"
        time.sleep(0.3)


def results(server: Server) -> int:
    told = json.loads(server.manage("status", "--json"))
    return int(told["figures"]["results_last_hour"])


@pytest.mark.slow
@pytest.mark.service
@pytest.mark.timeout(420)
def test_the_server_plays_matches_as_its_units_start_it(server: Server) -> None:
    server.start("broker")
    server.manage("migrate", "-v0")
    server.manage("collectstatic", "--no-input", "-v0")
    server.manage("shell", "-c", "from ladder import demo; demo.prepare()")
    for name in ("web", "pulse", "ladder", "beat", "worker@"):
        server.start(name)
    server.start_nginx()
    until(server, "the site answers", lambda: server.answers("/healthz"))
    assert_pages_are_safe(server)
    server.manage("upload_house_bots")
    until(server, "two results are in", lambda: results(server) >= 2)
    until(server, "all is well", lambda: json.loads(server.get("/readyz").read())["state"] == "well")


def assert_pages_are_safe(server: Server) -> None:
    """Through nginx: TLS, static files, no metrics, an id, and secure cookies."""
    with server.get("/sign-in/", Host="localhost") as page:
        assert page.status == 200
        assert page.headers["Strict-Transport-Security"]
        assert "Secure" in page.headers["Set-Cookie"]
        assert len(page.headers["X-Request-ID"]) == 32  # nginx's own, believed
    with server.get("/", port="80", Host="localhost") as plain:
        assert (plain.status, plain.headers["Location"]) == (301, "https://localhost/")
    with server.get("/static/web/site.css", Host="localhost") as css:
        assert css.status == 200
        assert css.headers["Content-Type"].startswith("text/css")
    with server.get("/metrics", Host="localhost") as metrics:
        assert metrics.status == 404
    with server.get("/", Host="evil.example.org") as other:
        assert other.status == 400

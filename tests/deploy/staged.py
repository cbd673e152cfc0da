"""A server's files, written by the installer below a folder, and its parts started by hand from the units."""

import os
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from tests import services

ROOT = Path(__file__).resolve().parent.parent.parent
INSTALL = ROOT / "deploy" / "debian" / "install"
DOMAIN = "localhost"
NGINX = """
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log stderr;
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  include /etc/nginx/mime.types;
  include {site};
}}
"""


def install(folder: Path, *words: str) -> str:
    """Run the installer below `folder`; its output."""
    command = [INSTALL, "--stage", folder, *words]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PYTHON": sys.executable}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Unit:
    """What a systemd unit says, as far as starting by hand needs it."""

    def __init__(self, file: Path) -> None:
        self.text = file.read_text()
        pairs = [line.partition("=") for line in self.text.splitlines() if "=" in line and line[0] != "#"]
        self._pairs = [(name, value) for name, _, value in pairs]

    def all(self, name: str) -> list[str]:
        """Each value of a setting."""
        return [value for key, value in self._pairs if key == name]

    def command(self, instance: str) -> list[str]:
        """ExecStart, with systemd's specifiers filled in."""
        (line,) = self.all("ExecStart")
        host = socket.gethostname()
        return shlex.split(line.replace("%H", host).replace("%i", instance).replace("%%", "%"))

    def env(self) -> dict[str, str]:
        """EnvironmentFile and Environment, in systemd's order: the file wins."""
        found = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        for file in self.all("EnvironmentFile"):
            found |= read_env(Path(file))
        found |= dict(part.split("=", 1) for part in self.all("Environment"))
        return found


def read_env(file: Path) -> dict[str, str]:
    """NAME=value lines."""
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


class Server:
    """The staged files on free ports and a database of their own; `start` runs a unit's ExecStart."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        install(folder, "--domain", DOMAIN)
        self.etc, self.units = folder / "etc" / "wateringhole", folder / "etc" / "systemd" / "system"
        self.ports = {name: services.free_port() for name in ("6390", "8100", "8101", "80", "443")}
        self._parts: list[subprocess.Popen[bytes]] = []
        self._move_to_free_ports(database)
        (folder / "run" / "wateringhole" / "metrics").mkdir(parents=True)

    def _move_to_free_ports(self, database: str) -> None:
        for file in (*self.etc.glob("*.*"), *self.units.glob("*.service"), self.nginx_site):
            if not file.is_file():
                continue
            text = file.read_text()
            for old in ("6390", "8100", "8101"):
                text = text.replace(old, str(self.ports[old]))
            text = text.replace("SANDBOX_MINIMUM=full", "SANDBOX_MINIMUM=namespaces")
            text = text.replace("postgres://%2Fvar%2Frun%2Fpostgresql/wateringhole", database)
            file.write_text(text)
        site = self.etc / "site.env"
        site.write_text(site.read_text() + "SANDBOX_MINIMUM=namespaces\n")

    @property
    def nginx_site(self) -> Path:
        return self.folder / "etc" / "nginx" / "sites-available" / "wateringhole"

    def manage(self, *words: str) -> str:
        """`manage.py` with the site's settings; its output."""
        env = os.environ | read_env(self.etc / "site.env") | {"METRICS_FOLDER": ""}
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, name: str, instance: str = "1") -> None:
        """Start what the unit of this name starts."""
        unit = Unit(self.units / f"wateringhole-{name}.service")
        self._run(name, unit.command(instance), unit.env())

    def start_nginx(self) -> None:
        """Start nginx with the shipped site, on free ports."""
        text = self.nginx_site.read_text()
        for old in ("80", "443"):
            text = text.replace(f"listen {old}", f"listen 127.0.0.1:{self.ports[old]}")
            text = text.replace(f"  listen [::]:{old};\n", "").replace(
                f"  listen [::]:{old} ssl http2;\n", ""
            )
        self.nginx_site.write_text(text)
        config = self.folder / "nginx.conf"
        config.write_text(NGINX.format(folder=self.folder, site=self.nginx_site))
        self._run("nginx", ["nginx", "-p", str(self.folder), "-c", str(config)], dict(os.environ))

    def _run(self, name: str, command: list[str], env: dict[str, str]) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            part = subprocess.Popen(
                command, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True
            )
        self._parts.append(part)

    def get(self, path: str, port: str = "443", **headers: str) -> Any:
        """A GET through nginx; the response, whatever its status. OSError while nobody answers."""
        scheme = "https" if port == "443" else "http"
        request = urllib.request.Request(f"{scheme}://{DOMAIN}:{self.ports[port]}{path}", headers=headers)
        context = ssl.create_default_context(cafile=str(self.etc / "tls" / "fullchain.pem"))
        opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context), _AsItComes())
        return opener.open(request, timeout=20)

    def answers(self, path: str) -> bool:
        """Whether a page comes."""
        try:
            with self.get(path) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        """End everything."""
        for part in reversed(self._parts):
            if part.poll() is None:
                os.killpg(part.pid, signal.SIGTERM)
        for part in self._parts:
            try:
                part.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(part.pid, signal.SIGKILL)
                part.wait()

    def logs(self) -> str:
        """The ends of all logs."""
        files = sorted(self.folder.glob("*.log"))
        return "\n".join(f"--- {file.name}\n{file.read_text(errors='replace')[-1500:]}" for file in files)


class _AsItComes(urllib.request.HTTPErrorProcessor):
    """Errors and redirects are answers, too."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response

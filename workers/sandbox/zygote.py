"""Warm starts: a zygote that forks Python bots into boxes, and a sandbox that uses it where it can."""

from __future__ import annotations

import json
import os
import resource
import select
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from workers.sandbox import bubblewrap, launch, reach, seccomp
from workers.sandbox.box import BubblewrapSandbox, GroupedBox, box_exit, machine_fault
from workers.sandbox.cgroups import Group
from workers.sandbox.hierarchy import Tree
from workers.sandbox.interface import NO_ENV, Box, BoxExit, BoxLimits, Mount, SandboxError
from workers.sandbox.interpreter import Interpreter, find_interpreter
from workers.sandbox.system import HOST, System

SOURCE = Path(__file__).with_name("warm") / "zygote.py"
PYTHON_WAYS = ("-s", "-S", "-B")
WARM_SECONDS = 60.0
MESSAGE_BYTES = 4096
KILLED = -9
PARITY = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}


class Zygote:
    """One running zygote; SandboxError when it does not become warm."""

    def __init__(self, programs: System, python: Interpreter) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ExitStack() as on_error:
            on_error.callback(ours.close)
            with theirs:
                self._process = _start(programs, python, theirs)
            self._listener = ours
            on_error.callback(self.close)
            ours.settimeout(WARM_SECONDS)
            try:
                said = ours.recv(MESSAGE_BYTES)
            except OSError:
                said = b""
            if said != b"warm":
                raise SandboxError(f"the zygote did not become warm: {self._last_words()}")
            on_error.pop_all()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def ask(self, request: Mapping[str, object], files: Sequence[int]) -> None:
        """Send a request; what comes of it is told on the last of the files."""
        try:
            socket.send_fds(self._listener, [json.dumps(request).encode()], files)
        except OSError as error:
            raise SandboxError(f"the zygote is gone: {error.strerror}") from error

    def _last_words(self) -> str:
        self._process.kill()
        assert self._process.stderr
        said = self._process.stderr.read().decode(errors="replace").strip()
        return said[-300:] or f"exit code {self._process.wait()} without a word"

    def close(self) -> None:
        """End the zygote; its boxes die with it."""
        self._process.kill()
        with suppress(OSError):
            self._listener.close()
        with self._process:
            return


def _start(programs: System, python: Interpreter, listener: socket.socket) -> subprocess.Popen[bytes]:
    """Start the box's own Python, in the root that bots see, with nothing that could tell them anything."""
    host = os.open("/", os.O_PATH | os.O_DIRECTORY)
    program = os.open(seccomp.program_file(), os.O_RDONLY)
    inherited = (listener.fileno(), host, program)
    place = [] if programs.root == HOST else ["chroot", str(programs.root)]
    line = [*place, python.path, *PYTHON_WAYS, "-c", SOURCE.read_text(), *map(str, inherited)]
    try:
        return subprocess.Popen(
            line,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd="/",
            env={**bubblewrap.BASE_ENV, **PARITY},
            pass_fds=inherited,
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxError(f"could not start the zygote: {error.filename}: {error.strerror}") from error
    finally:
        os.close(host)
        os.close(program)


@dataclass(frozen=True)
class Pipes:
    """This side's ends of a box's pipes, and the line on which it tells how it goes."""

    stdin: int
    stdout: int
    stderr: int
    line: socket.socket

    def close(self) -> None:
        """Close all of them."""
        for fd in (self.stdin, self.stdout, self.stderr):
            os.close(fd)
        self.line.close()


class WarmBox(GroupedBox):
    """A bot that a zygote forked."""

    def __init__(self, pipes: Pipes, group: Group) -> None:
        super().__init__(group)
        self._pipes = pipes
        self.stdin, self.stdout, self.stderr = pipes.stdin, pipes.stdout, pipes.stderr

    def poll(self) -> BoxExit | None:
        if self._exit is None and self._group and select.select([self._pipes.line], [], [], 0)[0]:
            with machine_fault("read how the box ended"):
                self._exit = self._read_exit(self._group)
        return self._exit

    def _read_exit(self, group: Group) -> BoxExit:
        """What the guardian says; when it was killed itself, it says nothing."""
        said = self._pipes.line.recv(MESSAGE_BYTES).decode(errors="replace")
        word, _, number = said.partition(" ")
        status = int(number) if word == "exit" else KILLED
        return box_exit(status, out_of_memory=group.out_of_memory())

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with machine_fault("end the box"), ExitStack() as last_first:
            last_first.callback(self._pipes.close)
            self._remove_group()

    def _remove_group(self) -> None:
        group = self._group
        assert group is not None
        group.control.thaw()
        group.control.kill()
        self._last_cpu_ms = self.cpu_ms()
        self._last_peak_mb = self.memory_peak_mb()
        self._exit = self.poll() or box_exit(KILLED, out_of_memory=group.out_of_memory())
        self._group = None
        group.remove()


class WarmSandbox(BubblewrapSandbox):
    """Forks Python bots from a zygote; whatever else is wanted starts behind bubblewrap as usual."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self.about += ", warm starts of Python"
        self._groups = tree
        self._python = find_interpreter()
        self._zygote: Zygote | None = None

    def open(
        self,
        command: Sequence[str],
        folder: Path,
        limits: BoxLimits,
        slot: int,
        mounts: Sequence[Mount] = (),
        env: Mapping[str, str] = NO_ENV,
        programs: System | None = None,
    ) -> Box:
        wanted = [Mount(folder, bubblewrap.BOT_FOLDER), *mounts]
        is_warm = programs is None and self._is_python(command) and _fits(env)
        if not is_warm or any(reach.closed_parent(mount.source.resolve()) for mount in wanted):
            return super().open(command, folder, limits, slot, mounts, env, programs)
        for mount in wanted:
            reach.check_reachable(mount.source)
        group = self._groups.open(limits)
        try:
            return self._fork(self._request(command, limits, wanted, env, slot, group), group)
        except BaseException:
            group.remove()
            raise

    def _is_python(self, command: Sequence[str]) -> bool:
        start = (self._python.path, *PYTHON_WAYS)
        is_start = tuple(command[: len(start)]) == start and len(command) > len(start)
        return is_start and not command[len(start)].startswith("-")

    def _fork(self, request: Mapping[str, object], group: Group) -> WarmBox:
        pipes, theirs = _make_pipes()
        try:
            self._warm().ask(request, theirs)
        except SandboxError:
            self._drop_zygote()
            pipes.close()
            raise
        finally:
            for fd in theirs:
                os.close(fd)
        try:
            _await_ready(pipes.line)
        except SandboxError:
            pipes.close()
            raise
        return WarmBox(pipes, group)

    def _request(
        self,
        command: Sequence[str],
        limits: BoxLimits,
        mounts: Sequence[Mount],
        env: Mapping[str, str],
        slot: int,
        group: Group,
    ) -> dict[str, object]:
        links, system = self.system.parts()
        return {
            "join": [str(file) for file in group.join_files],
            "uid": self.slots.uid(slot) if self.slots else None,
            "rlimits": {name: _reachable(name, value) for name, value in launch.rlimits(limits).items()},
            "links": links,
            "system": system,
            "covered": ["/usr/local"] if bubblewrap.hides_local(self.system, mounts) else [],
            "mounts": [(str(mount.source.resolve()), mount.target) for mount in mounts],
            "tmp_mb": limits.tmp_mb,
            "shm_mb": limits.shm_mb,
            "env": {**bubblewrap.BASE_ENV, **env, "PWD": bubblewrap.BOT_FOLDER},
            "arguments": list(command[1 + len(PYTHON_WAYS) :]),
        }

    def _warm(self) -> Zygote:
        if self._zygote is None:
            self._zygote = Zygote(self.system, self._python)
        return self._zygote

    def _drop_zygote(self) -> None:
        zygote, self._zygote = self._zygote, None
        if zygote:
            zygote.close()

    def close(self) -> None:
        self._drop_zygote()
        super().close()


def _fits(env: Mapping[str, str]) -> bool:
    """Whether a Python that started already is the one that this environment would have started."""
    read_at_start = {name: value for name, value in env.items() if name.startswith("PYTHON")}
    read_at_start.pop("PYTHONPATH", None)
    return not read_at_start or read_at_start == PARITY


def _reachable(name: str, value: int) -> int:
    """A limit that may be set without privileges: not above our own."""
    most = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
    return value if most == resource.RLIM_INFINITY else min(value, most)


def _make_pipes() -> tuple[Pipes, list[int]]:
    """Our ends, which never block, and the box's ends."""
    (in_read, in_write), (out_read, out_write), (err_read, err_write) = os.pipe(), os.pipe(), os.pipe()
    line, their_line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for fd in (in_write, out_read, err_read):
        os.set_blocking(fd, False)
    return Pipes(in_write, out_read, err_read, line), [in_read, out_write, err_write, their_line.detach()]


def _await_ready(line: socket.socket) -> None:
    deadline = time.monotonic() + launch.LAUNCH_SECONDS
    line.settimeout(max(0.0, deadline - time.monotonic()))
    try:
        said = line.recv(MESSAGE_BYTES)
    except OSError as error:
        raise SandboxError(f"the zygote made no box within {launch.LAUNCH_SECONDS:.0f} s") from error
    if said != b"ready":
        told = said.decode(errors="replace").removeprefix("failed ") or "it ended without a word"
        raise SandboxError(f"the zygote could not make a box: {told}")

"""The zygote: a warm Python that forks a bot for each request, which shuts itself into a box before it runs.

Started by `workers/sandbox/zygote.py` as `python3 -s -S -B -c SOURCE LISTENER HOST PROGRAM` with an empty
environment, perhaps in a root of the bots' own: LISTENER is a socket for requests, HOST the host's root
folder, PROGRAM the seccomp program, all open files. It knows nothing but Python's own modules, and never
reads a request itself: what a bot could find in the memory that it inherits is known to everybody.

    zygote --- guardian (slot's user id, tells how it ended) --- first process (PID 1) --- the bot
"""

import array
import ctypes
import gc
import importlib
import io
import json
import os
import resource
import select
import signal
import socket
import sys
import types
from importlib.machinery import SourceFileLoader
from typing import Any, NoReturn

# what bots import as a rule; none of it may start threads or read secrets
MODULES = """abc argparse bisect collections.abc contextlib copy dataclasses datetime decimal enum fractions
    functools hashlib heapq importlib.util inspect io itertools json logging math operator pathlib queue
    random re select signal statistics string struct tempfile textwrap threading time traceback types typing
    weakref"""
REQUEST_BYTES = 1 << 16
FILES = 4  # standard input, output, error, and the line on which the box tells how it goes
HIGHEST_FILE = 1 << 20
FAILED = 97
SIGNALLED = 128

NAMESPACES = 0x10000000 | 0x00020000 | 0x20000000 | 0x40000000 | 0x08000000 | 0x04000000 | 0x02000000
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, SLAVE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 19
DETACH = 2
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
PDEATHSIG, DUMPABLE, SECCOMP, CAPBSET_DROP, NO_NEW_PRIVS = 1, 4, 22, 24, 38
SECCOMP_FILTER = 2
CAPABILITY_VERSION = 0x20080522
MOUNT_SETATTR = 442  # on every processor
PIVOT_ROOT, CAPSET = {"x86_64": (155, 126), "aarch64": (41, 91)}[os.uname().machine]
DEVICES = ("full", "null", "random", "urandom", "zero")
DEVICE_LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}

libc = ctypes.CDLL(None, use_errno=True)


class Filter(ctypes.Structure):
    """The kernel's `struct sock_fprog`."""

    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]


class Attributes(ctypes.Structure):
    """The kernel's `struct mount_attr`."""

    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "userns")]


def checked(result: int, what: str) -> None:
    """Raise when a call of libc failed."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def prctl(option: int, *values: Any) -> None:
    """Set something about this process."""
    words = [
        ctypes.c_ulong(value) if isinstance(value, int) else value for value in (*values, 0, 0, 0, 0)[:4]
    ]
    checked(libc.prctl(option, *words), f"prctl {option}")


def mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    """Mount one thing."""
    words = [word.encode() if word is not None else None for word in (source, target, kind)]
    checked(libc.mount(*words, ctypes.c_ulong(flags), data.encode()), f"mount {target}")


def close_all_but(*kept: int) -> None:
    """Close every open file but these."""
    first = 0
    for fd in sorted(kept):
        if fd > first:  # an empty range would close everything
            os.closerange(first, fd)
        first = fd + 1
    os.closerange(first, HIGHEST_FILE)


def main() -> int:
    """Fork for every request until the other side is gone; in a bot's process its exit code."""
    listener, host, program = (int(word) for word in sys.argv[1:4])
    code = os.pread(program, 1 << 20, 0)
    os.close(program)
    for name in MODULES.split():
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel reaps the guardians
    gc.collect()
    gc.freeze()
    os.write(listener, b"warm")
    while True:
        select.select([listener], [], [])
        taken, tell = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(taken)
            return guard(listener, host, tell, code)
        os.close(tell)
        was_taken = os.read(taken, 1)
        os.close(taken)
        if not was_taken:
            return 0


def guard(listener: int, host: int, tell: int, code: bytes) -> int:
    """Take one request, have its box made, and tell on its line how it ended."""
    parent = os.getppid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with socket.socket(fileno=listener) as listening:
        raw, files, _, _ = socket.recv_fds(listening, REQUEST_BYTES, FILES)
    if not raw:
        os._exit(0)
    os.write(tell, b".")
    os.close(tell)
    line = files[3]
    try:
        request = json.loads(raw)
        lower(request, host, parent)
        first = os.fork()
    except BaseException as error:  # noqa: BLE001 - whatever it is, the runner must hear of it
        fail(line, error)
    if first == 0:
        return enter(request, files, code)
    close_all_but(line)
    status = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
    os.write(line, f"exit {status}".encode())
    os._exit(0)


def fail(line: int, error: BaseException) -> NoReturn:
    """Tell why the box was not made, and end."""
    os.write(line, f"failed {type(error).__name__}: {error}".encode()[:1000])
    os._exit(FAILED)


def lower(request: dict[str, Any], host: int, parent: int) -> None:
    """Join the cgroups, take on the limits and the user id of the box, and leave the host's namespaces."""
    os.fchdir(host)
    if os.geteuid() == 0:
        os.chroot(".")
    os.chdir("/")
    for file in request["join"]:
        with open(file, "w") as procs:
            procs.write("0")
    uid, gid = os.geteuid(), os.getegid()
    if request["uid"] is not None:
        uid = gid = request["uid"]
        os.setgroups([])
        os.setresgid(gid, gid, gid)
        os.setresuid(uid, uid, uid)
    prctl(PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() != parent:
        os._exit(FAILED)
    prctl(DUMPABLE, 1)  # or the files of this process in /proc belong to root
    for name, value in request["rlimits"].items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (value, value))
    checked(libc.unshare(NAMESPACES), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"1000 {uid} 1"), ("gid_map", f"1000 {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def enter(request: dict[str, Any], files: list[int], code: bytes) -> int:
    """As the first process of the box: build what it sees, give up all power, and start the bot."""
    line = files[3]
    try:
        prctl(PDEATHSIG, int(signal.SIGKILL))
        with open("/proc/sys/user/max_user_namespaces", "w") as file:
            file.write("0")
        build_view(request)
        os.chdir("/bot")
        socket.sethostname("bot")
        give_up_power(code)
        bot = os.fork()
    except BaseException as error:  # noqa: BLE001 - whatever it is, the runner must hear of it
        fail(line, error)
    if bot == 0:
        return begin(request, files)
    close_all_but(*files[:3])  # as bubblewrap does: a bot that closes its output has not ended
    while True:
        pid, status = os.wait()
        if pid == bot:
            code_or_signal = os.waitstatus_to_exitcode(status)
            os._exit(code_or_signal if code_or_signal >= 0 else SIGNALLED - code_or_signal)


def build_view(request: dict[str, Any]) -> None:
    """Make the box's own root out of what the request names, and leave the old one."""
    mount("none", "/", None, SLAVE | REC)
    mount("tmpfs", "/tmp", "tmpfs", NOSUID | NODEV, "mode=0755")  # noqa: S108 - any folder will do
    os.chdir("/tmp")  # noqa: S108
    for name in ("new", "old"):
        os.mkdir(name)
    pivot(".", "old")
    os.chdir("/")
    mount("tmpfs", "/new", "tmpfs", NOSUID | NODEV, "mode=0755")
    for target, name in request["links"].items():
        os.symlink(name, f"/new{target}")
    mount_point("/new/proc")
    mount("proc", "/new/proc", "proc", NOSUID | NODEV | NOEXEC)
    for source, target in request["system"]:
        show(source, target)
    build_devices(request["shm_mb"])
    for target in request["covered"]:
        mount("tmpfs", f"/new{target}", "tmpfs", NOSUID | NODEV | RDONLY)
    private("/new/tmp", request["tmp_mb"])
    for source, target in request["mounts"]:
        show(source, target)
    remount_read_only("/new/dev")
    remount_read_only("/new")
    checked(libc.umount2(b"/old", DETACH), "umount")
    os.chdir("/new")
    old = os.open("/", os.O_DIRECTORY)
    pivot(".", ".")
    os.fchdir(old)
    checked(libc.umount2(b".", DETACH), "umount")
    os.close(old)
    os.chdir("/")


def pivot(new: str, old: str) -> None:
    """Make `new` the root and put the old one into `old`."""
    checked(libc.syscall(PIVOT_ROOT, new.encode(), old.encode()), "pivot_root")


def show(source: str, target: str) -> None:
    """Show a file or folder of the host in the box, read-only."""
    if os.path.isdir(f"/old{source}"):
        mount_point(f"/new{target}")
    elif os.path.exists(f"/old{source}"):
        mount_point(os.path.dirname(f"/new{target}"))
        os.close(os.open(f"/new{target}", os.O_CREAT | os.O_WRONLY, 0o644))
    bind(f"/old{source}", f"/new{target}", RDONLY | NOSUID | NODEV)


def bind(source: str, target: str, attributes: int) -> None:
    """Bind one thing, with everything that is mounted below it."""
    mount(source, target, None, BIND | REC)
    wanted = Attributes(set=attributes)  # the flags of mount_setattr have the same numbers
    size = ctypes.c_size_t(ctypes.sizeof(wanted))
    words = (AT_FDCWD, target.encode(), AT_RECURSIVE, ctypes.byref(wanted), size)
    checked(libc.syscall(MOUNT_SETATTR, *words), f"mount_setattr {target}")


def mount_point(path: str) -> None:
    """Make a folder to mount on, with its parents."""
    os.makedirs(path, mode=0o755, exist_ok=True)


def private(path: str, size_mb: int) -> None:
    """A small folder of the box's own."""
    mount_point(path)
    mount("tmpfs", path, "tmpfs", NOSUID | NODEV, f"mode=0700,size={size_mb}m")


def build_devices(shm_mb: int) -> None:
    """A folder /dev with the harmless devices."""
    mount_point("/new/dev")
    mount("tmpfs", "/new/dev", "tmpfs", NOSUID | NOEXEC, "mode=0755")
    for name in DEVICES:
        os.close(os.open(f"/new/dev/{name}", os.O_CREAT | os.O_WRONLY, 0o644))
        bind(f"/old/dev/{name}", f"/new/dev/{name}", NOSUID | NOEXEC)
    for name, target in DEVICE_LINKS.items():
        os.symlink(target, f"/new/dev/{name}")
    private("/new/dev/shm", shm_mb)


def remount_read_only(path: str) -> None:
    """Nothing more may be made here."""
    mount("none", path, None, REMOUNT | BIND | RDONLY | NOSUID | NODEV)


def give_up_power(code: bytes) -> None:
    """Drop all capabilities for ever, and have the kernel refuse what is not on the list of calls."""
    with open("/proc/sys/kernel/cap_last_cap") as file:
        last = int(file.read())
    for capability in range(last + 1):
        prctl(CAPBSET_DROP, capability)
    header = array.array("I", [CAPABILITY_VERSION, 0])
    nothing = array.array("I", [0] * 6)
    pointers = [ctypes.c_void_p(part.buffer_info()[0]) for part in (header, nothing)]
    checked(libc.syscall(CAPSET, *pointers), "capset")
    prctl(NO_NEW_PRIVS, 1)
    buffer = ctypes.create_string_buffer(code, len(code))
    prctl(SECCOMP, SECCOMP_FILTER, ctypes.byref(Filter(len(code) // 8, ctypes.addressof(buffer))))


def begin(request: dict[str, Any], files: list[int]) -> int:
    """Become the bot: its pipes, its environment, its `__main__`."""
    line = files[3]
    try:
        os.setsid()
        for number, fd in enumerate(files[:3]):
            os.dup2(fd, number)
        environment = dict(request["env"])
        arguments = list(request["arguments"])
        prepare(environment, arguments)
        os.write(line, b"ready")
    except BaseException as error:  # noqa: BLE001 - whatever it is, the runner must hear of it
        fail(line, error)
    close_all_but(0, 1, 2)
    request.clear()
    return run(arguments[0])


def prepare(environment: dict[str, str], arguments: list[str]) -> None:
    """All that a new Python would have set up by itself."""
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = open_stream(number, name)
        stream.mode = "r" if number == 0 else "w"  # type: ignore[misc]
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.orig_argv[:] = [sys.executable, "-s", "-S", "-B", *arguments]
    sys.argv[:] = arguments
    library = [part for part in environment.get("PYTHONPATH", "").split(":") if part]
    sys.path[:1] = ["/bot", *library]
    sys.path_importer_cache.clear()


def open_stream(number: int, name: str) -> io.TextIOWrapper:
    """Standard input, output or error as Python opens it."""
    errors = getattr(sys, name).errors  # ours were opened in the same environment
    raw = io.FileIO(number, "r" if number == 0 else "w", closefd=False)
    raw.name = f"<{name}>"
    if number == 0:
        return io.TextIOWrapper(io.BufferedReader(raw), "utf-8", errors)
    return io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", errors, "\n", line_buffering=name == "stderr")


def run(entry: str) -> int:
    """Run a file as `__main__`, and show an error as Python would; the exit code."""
    module = types.ModuleType("__main__")
    path = os.path.join("/bot", entry)
    module.__dict__.update(
        __file__=path,
        __builtins__=__builtins__,
        __loader__=SourceFileLoader("__main__", path),
        __cached__=None,
        __annotations__={},
    )
    sys.modules["__main__"] = module
    try:
        with open(path, "rb") as file:
            source = file.read()
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - it is the bot
    except Exception as error:  # noqa: BLE001 - every error of a bot
        seen = error.__traceback__
        while seen is not None and seen.tb_frame.f_code.co_filename == run.__code__.co_filename:
            seen = seen.tb_next
        sys.excepthook(type(error), error.with_traceback(seen), seen)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What a program sees and may do inside a box: printed as one JSON object."""

import ctypes
import errno
import json
import os
import socket
import sys
from collections.abc import Callable
from functools import partial

CLONE_NEWUSER = 0x10000000
NAMESPACES = ("cgroup", "ipc", "mnt", "net", "pid", "user", "uts")
BOX_FOLDERS = ("/tmp", "/dev/shm")  # noqa: S108 - the box's own
TRIED_FOLDERS = ("/", "/bot", "/dev", "/etc", "/proc/sys/kernel", "/usr", "/usr/local", *BOX_FOLDERS)


def status() -> dict[str, str]:
    """This process's line of every name in /proc/self/status."""
    with open("/proc/self/status") as file:
        return {name: value.strip() for name, _, value in (line.partition(":") for line in file)}


def refusal(call: Callable[[], object]) -> str:
    """The name of the error that the call ends with, or `allowed`."""
    try:
        call()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error.errno))
    return "allowed"


def unshare() -> None:
    """Ask for a user namespace of one's own."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "unshare")


def write_into(folder: str) -> str:
    """Try to make a file there."""
    return refusal(lambda: os.close(os.open(f"{folder}/probe", os.O_CREAT | os.O_WRONLY)))


def uid_map() -> str:
    """How many user ids the namespace knows."""
    with open("/proc/self/uid_map") as file:
        return ",".join(line.split()[2] for line in file)


def namespace(name: str) -> str:
    """The number of a namespace, which no other kernel's namespace need have; empty where it is not told."""
    try:
        return os.readlink(f"/proc/self/ns/{name}")
    except OSError:
        return ""


def interfaces() -> str:
    """The network interfaces in sight."""
    with open("/proc/net/dev") as file:
        return ",".join(line.partition(":")[0].strip() for line in file if ":" in line)


def main() -> None:
    """Print all of it; the first argument is a file of the host that must not be seen."""
    mine = status()
    seen = {
        "kernel": os.uname().release,
        "no_new_privs": mine.get("NoNewPrivs", "not told"),
        "seccomp": mine["Seccomp"],
        "capabilities": mine["CapEff"].lstrip("0") or "0",
        "uid_map": uid_map(),
        "interfaces": interfaces(),
        "socket": refusal(lambda: socket.socket().close()),
        "unshare": refusal(unshare),
        "shadow": refusal(lambda: os.stat("/etc/shadow")),
        "host_file": refusal(lambda: os.stat(sys.argv[1])),
        "namespaces": {name: namespace(name) for name in NAMESPACES},
        "processes": sum(name.isdigit() for name in os.listdir("/proc")),
        "writable": ",".join(folder for folder in TRIED_FOLDERS if write_into(folder) == "allowed"),
        "descriptors": ",".join(str(fd) for fd in range(64) if refusal(partial(os.fstat, fd)) == "allowed"),
        "environment": ",".join(sorted(os.environ)),
    }
    print(json.dumps(seen), flush=True)


main()

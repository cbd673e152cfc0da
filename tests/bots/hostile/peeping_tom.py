"""Tries to read what is none of its business; the arguments are files of the host."""

import errno
import json
import os
import sys

PLACES = (
    "/etc/shadow",
    "/etc/passwd",
    "/etc/hostname",
    "/root",
    "/home",
    "/var/log",
    "/run",
    "/srv",
    "/sys",
    "/boot",
    "/usr/local/bin",
    "/proc/kcore",
    "/proc/kmsg",
    "/proc/sysrq-trigger",
    "/proc/1/{}/etc/shadow".format("root"),
    "/proc/1/mem",
    "/dev/mem",
    "/dev/kmsg",
    "/dev/kvm",
    "/dev/sda",
    "/dev/vda",
    "/dev/fuse",
    "/dev/net/tun",
)


def look(path: str) -> str:
    """How reading it ends: an error's name, or the number of bytes or names that were found."""
    try:
        if os.path.isdir(path):
            return f"{len(os.listdir(path))} names"
        with open(path, "rb") as file:
            return f"{len(file.read(64))} bytes"
    except OSError as error:
        return errno.errorcode[error.errno or 0]


found = {path: look(path) for path in (*PLACES, *sys.argv[1:])}
found["processes"] = str(sum(name.isdigit() for name in os.listdir("/proc")))
found["devices"] = " ".join(sorted(os.listdir("/dev")))
found["etc"] = " ".join(sorted(os.listdir("/etc")))
print(json.dumps(found), flush=True)

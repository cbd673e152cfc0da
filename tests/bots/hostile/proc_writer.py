"""Writes to every switch below /proc and /sys that would do something."""

import errno
import json
import os

SWITCHES = {
    "/proc/sys/kernel/core_pattern": "|/tmp/x",
    "/proc/sys/kernel/hostname": "x",
    "/proc/sys/kernel/ns_last_pid": "1",
    "/proc/sys/vm/drop_caches": "3",
    "/proc/sys/vm/overcommit_memory": "1",
    "/proc/sys/fs/binfmt_misc/register": ":x:M::x::/tmp/x:",
    "/proc/sys/user/max_user_namespaces": "1000",
    "/proc/sysrq-trigger": "b",
    "/proc/self/uid_map": "0 0 1",
    "/proc/self/setgroups": "allow",
    "/proc/self/loginuid": "0",
    "/proc/1/oom_score_adj": "-1000",
    "/proc/self/oom_score_adj": "-1000",
    "/proc/irq/default_smp_affinity": "1",
    "/proc/acpi/wakeup": "x",
    "/sys/power/state": "mem",
    "/sys/fs/cgroup/cgroup.procs": "0",
}


def write(path: str, text: str) -> str:
    """Write to a file; the name of the error."""
    try:
        fd = os.open(path, os.O_WRONLY)
        os.write(fd, text.encode())
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


print(json.dumps({path: write(path, text) for path, text in SWITCHES.items()}), flush=True)

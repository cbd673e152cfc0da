"""Writes `worker-seccomp.json`: what the worker's container may call, so that bubblewrap can work inside.

`python deploy/containers/make_seccomp.py` after a change of `workers/sandbox/syscalls.py`; a test compares.
The bots' own list is far shorter: it is laid over this one inside each box.
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from workers.sandbox import syscalls  # noqa: E402 - from the clone that this file is in

# To talk to the broker and the site, to run threads and processes.
WORKER = """
    socket socketpair connect bind listen accept accept4 clone clone3 fcntl ioctl prctl seccomp
    inotify_init1 inotify_add_watch inotify_rm_watch flock fchown fchownat lchown chown
    sched_yield sched_getaffinity sched_setaffinity sched_getparam sched_getscheduler getpriority setpriority
    sched_get_priority_max sched_get_priority_min rt_sigqueueinfo tgkill tkill kill capset
    setuid setgid setgroups setresuid setresgid setreuid setregid setfsuid setfsgid
    pidfd_open pidfd_send_signal io_setup io_destroy io_submit io_getevents mincore alarm setitimer getitimer
    personality syslog fadvise64 landlock_create_ruleset landlock_add_rule landlock_restrict_self
"""
# What bubblewrap needs to make a box, in a user namespace of its own.
BOXES = "unshare setns mount umount2 pivot_root sethostname chroot mknod mknodat"


def profile() -> dict[str, object]:
    """The profile in Docker's form; Kubernetes and Podman read the same."""
    names = sorted({*syscalls.ALLOWED, *WORKER.split(), *BOXES.split()} - {"personality", "syslog"})
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": 38,
        "archMap": [
            {"architecture": "SCMP_ARCH_X86_64", "subArchitectures": []},
            {"architecture": "SCMP_ARCH_AARCH64", "subArchitectures": []},
        ],
        "syscalls": [{"names": names, "action": "SCMP_ACT_ALLOW"}],
    }


def text() -> str:
    """The file's content."""
    return json.dumps(profile(), indent=1) + "\n"


if __name__ == "__main__":
    (HERE / "worker-seccomp.json").write_text(text())

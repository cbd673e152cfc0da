"""The system calls that a bot may make; every other call is answered with ENOSYS.

An allow list, so that calls which a new kernel adds stay shut. Nothing here reaches beyond the box: no
sockets but a pair of one's own, no mounts, no namespaces, no tracing, no keys, no devices, no priorities.
After a change, run `python -m workers.sandbox.seccomp` to build the programs again.
"""

from __future__ import annotations

from dataclasses import dataclass

FILES = """
    access faccessat faccessat2 open openat openat2 creat close close_range dup dup2 dup3
    read pread64 readv preadv preadv2 write pwrite64 writev pwritev pwritev2 lseek sendfile copy_file_range
    splice tee vmsplice stat fstat lstat newfstatat statx statfs fstatfs getdents getdents64
    getcwd chdir fchdir readlink readlinkat truncate ftruncate fallocate fadvise64 readahead
    fsync fdatasync sync_file_range umask mkdir mkdirat rmdir rename renameat renameat2 link linkat
    symlink symlinkat unlink unlinkat chmod fchmod fchmodat utime utimes utimensat futimesat
    getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr memfd_create
"""

WAITING = """
    pipe pipe2 eventfd eventfd2 signalfd signalfd4 poll ppoll select pselect6
    epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
    timerfd_create timerfd_settime timerfd_gettime futex futex_waitv
    recvfrom recvmsg recvmmsg sendto sendmsg sendmmsg shutdown
    getsockopt setsockopt getsockname getpeername
"""

MEMORY = """
    brk mmap munmap mprotect mremap madvise msync mlock mlock2 munlock mlockall munlockall membarrier
    pkey_alloc pkey_free pkey_mprotect
"""

PROCESSES = """
    fork vfork execve execveat exit exit_group wait4 waitid restart_syscall arch_prctl rseq
    set_tid_address set_robust_list get_robust_list getcpu capget
    getpid getppid gettid getpgid getpgrp setpgid getsid setsid
    getuid geteuid getgid getegid getresuid getresgid getgroups
    getrlimit setrlimit prlimit64 getrusage times sysinfo uname getrandom
    sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max
    sched_get_priority_min sched_rr_get_interval getpriority ioprio_get
"""

SIGNALS = """
    kill tkill tgkill rt_sigaction rt_sigprocmask rt_sigpending rt_sigqueueinfo rt_sigreturn rt_sigsuspend
    rt_sigtimedwait rt_tgsigqueueinfo sigaltstack pause alarm getitimer setitimer
    pidfd_open pidfd_send_signal timer_create timer_delete timer_getoverrun timer_gettime timer_settime
"""

CLOCKS = "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time"

ALLOWED = tuple(" ".join((FILES, WAITING, MEMORY, PROCESSES, SIGNALS, CLOCKS)).split())


@dataclass(frozen=True)
class Condition:
    """A call that is allowed only when `argument & mask == value`."""

    call: str
    argument: int
    value: int
    mask: int = 0xFFFF_FFFF_FFFF_FFFF


NEW_NAMESPACES = 0x7E02_0000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
PR_SET_PDEATHSIG, PR_SET_NAME, PR_GET_NAME = 1, 15, 16
AF_UNIX = 1
# what programs ask of a pipe or a terminal: TCGETS TIOCGWINSZ FIONREAD FIONBIO FIONCLEX FIOCLEX
IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# F_DUPFD F_GETFD F_SETFD F_GETFL F_SETFL F_DUPFD_CLOEXEC F_SETPIPE_SZ F_GETPIPE_SZ F_ADD_SEALS F_GET_SEALS.
# No locks, leases, notices and owners: all boxes see the same programs, and a lock on one of these files
# would be a sign to another seat (flock stays out for the same reason).
FCNTLS = (0, 1, 2, 3, 4, 1030, 1031, 1032, 1033, 1034)

CONDITIONS = (
    # clone3 keeps its flags in memory, where no filter sees them: it stays out and libc falls back to clone
    Condition("clone", 0, 0, mask=NEW_NAMESPACES),
    Condition("socketpair", 0, AF_UNIX),
    *(Condition("prctl", 0, option) for option in (PR_SET_PDEATHSIG, PR_SET_NAME, PR_GET_NAME)),
    *(Condition("ioctl", 1, request) for request in IOCTLS),
    *(Condition("fcntl", 1, command) for command in FCNTLS),
)

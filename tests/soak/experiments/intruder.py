# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What another user of the machine can try against a run. The functions are called in a process with
that user's rights: other_user.py."""

import ctypes
import errno
import os
import resource
import signal
import socket

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_SEIZE = 16, 0x4206
PIDFD_SEND_SIGNAL, PIDFD_OPEN, PIDFD_GETFD = 424, 434, 438
LATE = (errno.ESRCH, errno.ENOENT, errno.ECONNREFUSED, errno.ENXIO)


def call(function, *arguments):
    """A function of the C library; raises OSError as Python's own do."""
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def read_file(path):
    with open(path, "rb") as file:
        file.read(64)


def write_file(path):
    os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))


def ask(address):
    """Any byte from the socket is too much; a connection that is closed at once is a refusal."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(0.5)
        client.connect(address)
        if not client.recv(64):
            raise OSError(errno.EACCES, "closed without an answer")


def read_memory(pid):
    class Vector(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    buffer = ctypes.create_string_buffer(8)
    own = Vector(ctypes.addressof(buffer), 8)
    call(LIBC.process_vm_readv, pid, ctypes.byref(own), 1, ctypes.byref(Vector(0x400000, 8)), 1, 0)


def with_pidfd(pid, number, *arguments):
    pidfd = LIBC.syscall(PIDFD_OPEN, pid, 0)
    if pidfd < 0:
        raise OSError(ctypes.get_errno(), "pidfd_open")
    try:
        call(LIBC.syscall, number, pidfd, *arguments)
    finally:
        os.close(pidfd)


def attempts(pids, sockets, files):
    """Pairs of a description and a function."""
    for pid in pids:
        for name in ("environ", "mem", "maps", "auxv", "syscall", "stack"):
            yield f"read /proc/{pid}/{name}", lambda p=f"/proc/{pid}/{name}": read_file(p)
        for name in ("mem", "comm", "oom_score_adj", "clear_refs"):
            yield f"write /proc/{pid}/{name}", lambda p=f"/proc/{pid}/{name}": write_file(p)
        for name in ("cwd", "exe", "root"):
            yield f"follow /proc/{pid}/{name}", lambda p=f"/proc/{pid}/{name}": os.readlink(p)
        for fd in range(48):
            yield f"open /proc/{pid}/fd/{fd}", lambda p=f"/proc/{pid}/fd/{fd}": read_file(p)
            yield f"pidfd_getfd {fd} of {pid}", lambda p=pid, n=fd: with_pidfd(p, PIDFD_GETFD, n, 0)
        for number in (signal.SIGUSR1, signal.SIGCONT, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
            yield f"{number.name} to {pid}", lambda p=pid, n=number: os.kill(p, n)
            yield f"{number.name} by a pidfd to {pid}", lambda p=pid, n=number: with_pidfd(
                p, PIDFD_SEND_SIGNAL, int(n), None, 0
            )
        for request in (PTRACE_SEIZE, PTRACE_ATTACH):
            yield f"ptrace {request:#x} of {pid}", lambda p=pid, r=request: call(LIBC.ptrace, r, p, None, None)
        yield f"process_vm_readv of {pid}", lambda p=pid: read_memory(p)
        yield f"prlimit of {pid}", lambda p=pid: resource.prlimit(p, resource.RLIMIT_NOFILE, (3, 3))
        yield f"affinity of {pid}", lambda p=pid: os.sched_setaffinity(p, {0})
        yield f"priority of {pid}", lambda p=pid: os.setpriority(os.PRIO_PROCESS, p, 19)
    for address in sockets:
        yield f"connect to {address!r}", lambda a=address: ask(a)
    for path in files:
        yield f"write {path}", lambda p=path: write_file(p)


def try_all(targets):
    """How many attempts were refused, and which have succeeded. An attempt against a process that has
    ended is neither."""
    refused, succeeded = 0, []
    for description, attempt in attempts(**targets):
        try:
            attempt()
        except OSError as error:
            refused += error.errno not in LATE
        else:
            succeeded.append(description)
    return {"refused": refused, "succeeded": succeeded}


def plant(path, private, kind):
    """Puts something in the place of a file of the run; `private` is a file of the run's user."""
    if kind == "file":
        with open(path, "wb") as file:
            file.write(b"planted")
        os.chmod(path, 0o666)
    elif kind == "fifo":
        os.mkfifo(path)
        os.chmod(path, 0o666)
    elif kind == "folder":
        os.mkdir(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
            left.bind(path)
        os.chmod(path, 0o777)
    else:  # a symbolic link, to a file of the run's user or to none
        os.symlink(private if kind == "link" else path + ".absent", path)

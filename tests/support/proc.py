# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the kernel reports about processes in /proc."""

import os


def stat(pid):
    """The fields of /proc/PID/stat after the name: state, parent, group, ...; none without such a process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def state(pid):
    """One letter, such as S or T; X without such a process."""
    return (stat(pid) or ["X"])[0]


def alive(pid):
    """Whether a process exists and is not a zombie."""
    return state(pid) not in "ZX"


def group(leader):
    """The living processes of a process group."""
    pids = map(int, filter(str.isdigit, os.listdir("/proc")))
    return [pid for pid in pids if (fields := stat(pid)) and int(fields[2]) == leader and fields[0] not in "ZX"]


def children(parent):
    """The living child processes of a process."""
    pids = map(int, filter(str.isdigit, os.listdir("/proc")))
    return [pid for pid in pids if (fields := stat(pid)) and int(fields[1]) == parent and fields[0] not in "ZX"]


def running_with(word):
    """The living processes whose command line has this word."""
    return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if word in words(pid) and alive(pid)]


def words(pid):
    """The command line; none without such a process."""
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
            return file.read().split("\0")
    except (FileNotFoundError, ProcessLookupError):
        return []


def variable(pid, name):
    """A variable of the environment in which a process has started; empty without it."""
    try:
        with open(f"/proc/{pid}/environ", encoding="utf-8", errors="replace") as file:
            return dict(v.split("=", 1) for v in file.read().split("\0") if "=" in v).get(name, "")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def catches(pid, number):
    """Whether a process has a handler for the signal."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            caught = next((int(line.split()[1], 16) for line in file if line.startswith("SigCgt")), 0)
    except (FileNotFoundError, ProcessLookupError):
        return False
    return caught >> (number - 1) & 1 == 1


def resident_kilobytes(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

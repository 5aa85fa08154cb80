# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The machine, what other programs use of it, and what is measured on it."""

import datetime
import hashlib
import os
import pathlib
import platform
import re
import resource
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def project_version():
    found = re.search(r"\n\s+VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    return found.group(1)


def commit():
    """The commit of the tree, with a plus sign if sources were changed since."""

    def git(*arguments):
        return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)

    try:
        head = git("rev-parse", "--short=10", "HEAD")
        changed = git("status", "--porcelain", "-uno", "--", "src", "include", "apps", "cli")
    except OSError:
        return "unknown"
    return head.stdout.strip() + ("+" if changed.stdout.strip() else "") if head.returncode == 0 else "unknown"


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.machine()


def memory():
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"


def session(program):
    """Raises OSError if there is no such program."""
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()[:16]
    return {
        "date": datetime.date.today().isoformat(),
        "version": project_version(),
        "commit": commit(),
        "program": digest,
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory": memory(),
        "system": f"{platform.system()} {platform.release()}",
    }


class Load:
    """The share of all processors that other programs had from its making to `others()`. The
    kernel counts in steps of 10 ms, so shares of short runs are rough."""

    def __init__(self):
        self.busy, self.own, self.start = busy_seconds(), own_seconds(), time.monotonic()

    def seconds_of_others(self):
        return max(0.0, busy_seconds() - self.busy - (own_seconds() - self.own))

    def others(self):
        took = max(1e-3, time.monotonic() - self.start)
        return min(1.0, self.seconds_of_others() / took / (os.cpu_count() or 1))


def busy_seconds():
    """Processor time of the whole machine: user, nice, system, interrupts, stolen."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            ticks = [int(x) for x in file.readline().split()[1:]]
    except OSError:
        return 0.0
    return (sum(ticks[0:3]) + sum(ticks[5:8])) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    return sum(sum(resource.getrusage(scope)[:2]) for scope in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))

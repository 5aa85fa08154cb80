# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs of the library whose places are processes."""

import os
import subprocess
import sys
import time

PATIENCE = 60


def expect(condition, text):
    if not condition:
        sys.exit(f"FAILED: {text}")


def environment(**settings):
    """Ours, with these settings of the library and no others."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")}
    return clean | {k: str(v) for k, v in settings.items()}


def run(*command, patience=PATIENCE, **settings):
    """A finished process. It gets a process group of its own, of which nobody is left if it takes too long."""
    process = start(*command, **settings)
    try:
        out, err = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, err = process.communicate()
        sys.exit(f"FAILED: {command} {settings} did not end in {patience} s\n{out}{err}")
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def start(*command, **settings):
    return subprocess.Popen([str(c) for c in command], env=environment(**settings), stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def alive(pid):
    """Whether a process is there, and no zombie."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def group(leader):
    """The living processes of a process group."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[2]) == leader and fields[0] not in "ZX":
            found.append(int(name))
    return found


def wait_for(condition, text, patience=PATIENCE):
    """Seconds until the condition held."""
    begin = time.monotonic()
    while not condition():
        expect(time.monotonic() < begin + patience, f"waited in vain: {text}")
        time.sleep(0.001)  # between two looks
    return time.monotonic() - begin


def names_left_behind():
    """Names in shared memory that come from the library."""
    return {name for name in os.listdir("/dev/shm") if "skua" in name}

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs skua-run, whose path is the first argument of the test; PROGRAM, the second, is a program of the library."""

import atexit
import os
import subprocess
import sys
import time

LAUNCHER, PROGRAM = map(os.path.abspath, sys.argv[1:3])
PATIENCE = 60


def expect(condition, text):
    if not condition:
        sys.exit(f"FAILED: {text}")


def environment(**more):
    """Ours, without settings of the library that somebody may have."""
    return {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")} | more


def run(*arguments, env=None, **how):
    """A finished run of skua-run, its output as bytes."""
    how.setdefault("stdin", subprocess.DEVNULL)
    if "input" in how:
        del how["stdin"]
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
    command = [LAUNCHER, *map(str, arguments)]
    return subprocess.run(command, timeout=PATIENCE, check=False, env=environment(**(env or {})), **how)


def start(*arguments, **how):
    """A running skua-run; its output are pipes."""
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment()} | how
    process = subprocess.Popen([LAUNCHER, *map(str, arguments)], **how)
    atexit.register(end, process)
    return process


def end(process):
    """Nothing outlives the test, also when it fails."""
    if process.poll() is None:
        process.kill()
        process.wait()


def read_lines(stream, count):
    """The next lines of a pipe; the test's own time limit ends a wait for ever."""
    return [stream.readline().decode().rstrip("\n") for _ in range(count)]


def alive(pid):
    """Whether a process is there, and no zombie."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(condition, text):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        expect(time.monotonic() < deadline, f"waited in vain: {text}")
        time.sleep(0.001)  # between two looks


def all_gone(pids):
    wait_for(lambda: not any(map(alive, pids)), f"the end of {pids}")


def one_line(data, *parts):
    """What must be one line on standard error, with all these parts."""
    text = data.decode()
    expect(text.count("\n") == 1 and text.endswith("\n"), f"one line expected: {text!r}")
    for part in parts:
        expect(part in text, f"{part!r} is not in {text!r}")


def all_in_time(said, code):
    """Nothing need be said when all end alike, but on a busy machine one may be so late that it had to be ended."""
    if said:
        one_line(said, f"ended with exit code {code}; the run ends")


def names_left_behind():
    """Names in shared memory that come from here."""
    return {name for name in os.listdir("/dev/shm") if "skua" in name}

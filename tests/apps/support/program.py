# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the skua program, whose path is the first argument of the test, and checks what every application promises."""

import json
import subprocess
import sys
import time

KEYS = ["app", "args", "result", "verified", "seconds", "sequential_seconds", "places", "workers", "transport", "stats"]


def run(*arguments):
    command = [sys.argv[1], *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def expect(condition, text):
    if not condition:
        sys.exit(f"FAILED: {text}")


def answer(*arguments):
    """The JSON object of a run that must succeed."""
    done = run(*arguments, "--json")
    shown = " ".join(map(str, arguments))
    expect(done.returncode == 0, f"{shown}: exit code {done.returncode}: {done.stdout}{done.stderr}")
    expect(done.stdout.count("\n") == 1, f"{shown}: not one line: {done.stdout!r}")
    found = json.loads(done.stdout)
    expect(list(found) == KEYS, f"{shown}: keys {list(found)}")
    expect(found["app"] == arguments[0], f"{shown}: app {found['app']}")
    expect(found["verified"] is True, f"{shown}: not verified")
    expect(found["seconds"] >= 0, f"{shown}: seconds {found['seconds']}")
    expect(found["places"] == len(found["workers"]), f"{shown}: workers {found['workers']}")
    expect(("--compare" in arguments) == (found["sequential_seconds"] is not None), f"{shown}: sequential_seconds")
    return found


def wait_until_busy(process, number):
    """Nothing tells from outside that a run has begun but that it catches the signal, and its use of the processor."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
            caught = next(int(line.split()[1], 16) for line in status if line.startswith("SigCgt:"))
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as stat:
            ticks = int(stat.read().rsplit(")", 1)[1].split()[11])
        if caught >> (number - 1) & 1 and ticks > 20:
            break
        time.sleep(0.01)


def refused(text, *arguments):
    """A run that must end with exit code 2 and one line that contains the text."""
    done = run(*arguments)
    shown = " ".join(map(str, arguments))
    expect(done.returncode == 2, f"{shown}: exit code {done.returncode} instead of 2")
    expect(done.stdout == "", f"{shown}: output {done.stdout!r}")
    expect(done.stderr.count("\n") == 1 and text in done.stderr, f"{shown}: {done.stderr!r} instead of one line with {text!r}")

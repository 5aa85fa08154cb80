# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the skua program, whose path is the first argument of the test, and checks what every
application promises."""

import json
import pathlib
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from sanitizers import has_sanitizer
from scenarios import Failed, after_scenario, arguments, expect, run_scenarios, scenario

KEYS = ["app", "args", "result", "verified", "seconds", "sequential_seconds", "places", "workers", "transport", "stats"]


def run(*words):
    command = [sys.argv[1], *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def answer(*arguments):
    """The JSON object of a run that must succeed."""
    done = run(*arguments, "--json")
    command_text = " ".join(map(str, arguments))
    expect(done.returncode == 0, f"{command_text}: exit code {done.returncode}: {done.stdout}{done.stderr}")
    expect(done.stdout.count("\n") == 1, f"{command_text}: not one line: {done.stdout!r}")
    document = json.loads(done.stdout)
    expect(list(document) == KEYS, f"{command_text}: keys {list(document)}")
    expect(document["app"] == arguments[0], f"{command_text}: app {document['app']}")
    expect(document["verified"] is True, f"{command_text}: not verified")
    expect(document["seconds"] >= 0, f"{command_text}: seconds {document['seconds']}")
    expect(document["places"] == len(document["workers"]), f"{command_text}: workers {document['workers']}")
    expect(
        ("--compare" in arguments) == (document["sequential_seconds"] is not None),
        f"{command_text}: sequential_seconds",
    )
    return document


def wait_until_busy(process, number, is_handled=True):
    """Waits until a run has begun: from outside only its signal handler and its use of the
    processor show that. Without the handler: until the program computes outside of a run."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
            caught = next(int(line.split()[1], 16) for line in status if line.startswith("SigCgt:"))
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as stat:
            ticks = int(stat.read().rsplit(")", 1)[1].split()[11])
        if (caught >> (number - 1) & 1) == is_handled and ticks > 20:
            break
        time.sleep(0.01)


def refused(text, *arguments):
    """Checks that a run ends with exit code 2 and one line that contains the text. Returns the run."""
    done = run(*arguments)
    command_text = " ".join(map(str, arguments))
    expect(done.returncode == 2, f"{command_text}: exit code {done.returncode} instead of 2")
    expect(done.stdout == "", f"{command_text}: output {done.stdout!r}")
    expect(
        done.stderr.count("\n") == 1 and text in done.stderr,
        f"{command_text}: {done.stderr!r} instead of one line with {text!r}",
    )
    return done

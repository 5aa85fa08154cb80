# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs skua-run, whose path is the first argument of the test; PROGRAM, the second, is a program of
the library."""

import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from proc import alive, resident_kilobytes, state
from sanitizers import has_sanitizer
from scenarios import after_scenario, arguments, expect, run_scenarios, scenario, scenario_for, wait_for
from shared_memory import names_left_behind, nothing_is_left_in_shared_memory

LAUNCHER, PROGRAM = map(os.path.abspath, arguments())
PATIENCE = 60


def environment(**settings):
    """The environment of the test without settings of the library."""
    return {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")} | settings


def run(*words, env=None, **process_options):
    """Runs skua-run to its end; its output as bytes."""
    process_options.setdefault("stdin", subprocess.DEVNULL)
    if "input" in process_options:
        del process_options["stdin"]
    process_options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | process_options
    command = [LAUNCHER, *map(str, words)]
    return subprocess.run(command, timeout=PATIENCE, check=False, env=environment(**(env or {})), **process_options)


def start(*words, **process_options):
    """Starts skua-run; its output are pipes."""
    process_options = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "env": environment(),
    } | process_options
    process = subprocess.Popen([LAUNCHER, *map(str, words)], **process_options)
    after_scenario(end, process)
    return process


def end(process):
    """Ends all processes of the run, even when the scenario fails."""
    if process.poll() is None:
        process.kill()
        process.wait()


def read_lines(stream, count):
    """The next lines of a pipe; the time limit of the test ends a wait for ever."""
    return [stream.readline().decode().rstrip("\n") for _ in range(count)]


def all_gone(pids):
    wait_for(lambda: not any(map(alive, pids)), f"the end of {pids}")


def one_line(data, *parts):
    """Checks that standard error is one line with all these parts."""
    text = data.decode()
    expect(text.count("\n") == 1 and text.endswith("\n"), f"one line expected: {text!r}")
    for part in parts:
        expect(part in text, f"{part!r} is not in {text!r}")


def all_in_time(errors, code):
    """When all end alike, a line is needed only if the machine is so busy that a late place had to
    be ended."""
    if errors:
        one_line(errors, f"ended with exit code {code}; the run ends")

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs of the library whose places are processes."""

import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from proc import alive, catches, children, group, running_with, variable
from sanitizers import has_sanitizer
from scenarios import after_scenario, arguments, expect, run_scenarios, scenario, scenario_for, wait_for
from shared_memory import nothing_is_left_in_shared_memory

PATIENCE = 60


def environment(**settings):
    """The environment of the test, with these settings of the library and no others."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")}
    return clean | {k: str(v) for k, v in settings.items()}


def run(*command, patience=PATIENCE, **settings):
    """Runs a process to its end. It has a separate process group, which is killed if it takes too long."""
    process = start(*command, **settings)
    try:
        output, err = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, err = process.communicate()
        expect(False, f"{command} {settings} did not end in {patience} s\n{output}{err}")
    return subprocess.CompletedProcess(command, process.returncode, output, err)


def start(*command, **settings):
    process = subprocess.Popen([str(c) for c in command], env=environment(**settings), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    after_scenario(end, process)
    return process


def end(process):
    """Ends a process that a failed scenario has left, and all of its group."""
    if process.poll() is None:
        os.killpg(process.pid, 9)
        process.wait()

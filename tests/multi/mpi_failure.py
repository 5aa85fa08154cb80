# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mpi_failure.py FLAVOUR PROGRAM: a rank that is killed ends the job soon, with an exit code and a line that names it.

The launcher says in its own words that a rank was lost; of the library there is one line at most, and none if the launcher was
faster. Exit code 77: skipped, with the reason."""

import os
import signal
import sys
import time

from support import mpi
from support.processes import alive, expect, group, names_left_behind, start, wait_for

FLAVOUR, PROGRAM = sys.argv[1:]
PLACES = 3
SOON = 5  # seconds; one is promised, on a machine that is not overloaded
COMMAND, FOLDER = mpi.command(FLAVOUR, PLACES)
before = names_left_behind()


def files_left_behind():
    return [os.path.join(folder, name) for folder, _, names in os.walk(FOLDER) for name in names]


def begin(what):
    """The launcher's process, and the pids by place."""
    process = start(*COMMAND, PROGRAM, what, SKUA_WORKERS=1)
    lines = [process.stdout.readline().split() for _ in range(PLACES + 1)]
    pids = {int(words[1]): int(words[3]) for words in lines[:PLACES] if len(words) == 4}
    expect(sorted(pids) == list(range(PLACES)), f"the places say where they are: {lines}")
    return process, pids


def check(text, victims, action):
    """The job after `action` has ended some of its places."""
    process, pids = begin(text.split(",")[0])
    lost_at = time.monotonic()
    action(process, [pids[victim] for victim in victims])
    said = "".join(process.communicate(timeout=60))  # MPICH's launcher complains on standard output
    wait_for(lambda: not any(map(alive, pids.values())), f"{text}: the end of {pids}")
    wait_for(lambda: not group(process.pid), f"{text}: the end of the process group")
    lasted = time.monotonic() - lost_at
    print(f"{FLAVOUR}: {text}: exit code {process.returncode}, {lasted:.2f} s")
    expect(lasted < SOON, f"{text}: it took {lasted:.2f} s")
    expect(process.returncode != 0, f"{text}: exit code {process.returncode}: {said}")
    expect(names_left_behind() <= before, f"{text}: left behind: {names_left_behind() - before}")
    # A launcher that is killed leaves its own files.
    expect(not victims or not files_left_behind(), f"{text}: left behind: {files_left_behind()}")
    ours = [line for line in said.splitlines() if line.startswith("skua")]
    expect(len(ours) <= 1, f"{text}: one line at most, not {ours}")
    for line in ours:
        expect(any(f"place {v} " in line and f"pid {pids[v]}" in line for v in victims), f"{text}: {line!r} names another place")
    expect(said.strip() or not victims, f"{text}: nobody says a word")


def kill(_, pids):
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


for what in "stay", "work":
    for victim in range(PLACES):
        check(f"{what}, kill -9 of place {victim}", [victim], kill)
    check(f"{what}, kill -9 of places 1 and 2", [1, 2], kill)
check("stay, kill -9 of the launcher", [], lambda process, _: process.kill())

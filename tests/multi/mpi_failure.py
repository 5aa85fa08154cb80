# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mpi_failure.py FLAVOUR PROGRAM: a rank that is killed ends the job soon, with an exit code and a
line that names it.

The launcher reports the lost rank in its own words. The library prints one line at most, and none
if the launcher was faster. Exit code 77: skipped, with the reason."""

import contextlib
import os
import signal
import time

from support import mpi
from support.processes import (
    alive,
    arguments,
    expect,
    group,
    names_left_behind,
    run_scenarios,
    scenario,
    scenario_for,
    start,
    wait_for,
)

FLAVOUR, PROGRAM = arguments()
PLACES = 3
LOST = 70  # the exit code of a place that has lost another one
SOON = 5  # seconds; one is promised, on a machine that is not overloaded
COMMAND, FOLDER = mpi.command(FLAVOUR, PLACES)
before = names_left_behind()


def files_left_behind():
    return [os.path.join(folder, name) for folder, _, names in os.walk(FOLDER) for name in names]


def begin(command):
    """Starts a job: the process of the launcher, and the pids by place."""
    process = start(*COMMAND, PROGRAM, command, SKUA_WORKERS=1)
    lines = [process.stdout.readline().split() for _ in range(PLACES + 1)]
    pids = {int(words[1]): int(words[3]) for words in lines[:PLACES] if len(words) == 4}
    expect(sorted(pids) == list(range(PLACES)), f"the places say where they are: {lines}")
    return process, pids


def check(text, victims, action):
    """Checks the job after `action` has ended some of its places."""
    process, pids = begin(text.split(",")[0])
    lost_at = time.monotonic()
    action(process, [pids[victim] for victim in victims])
    output = "".join(process.communicate(timeout=60))  # the launcher of MPICH complains on standard output
    wait_for(lambda: not any(map(alive, pids.values())), f"{text}: the end of {pids}")
    wait_for(lambda: not group(process.pid), f"{text}: the end of the process group")
    lasted = time.monotonic() - lost_at
    print(f"{FLAVOUR}: {text}: exit code {process.returncode}, {lasted:.2f} s")
    expect(lasted < SOON, f"{text}: it took {lasted:.2f} s")
    expect(process.returncode != 0, f"{text}: exit code {process.returncode}: {output}")
    expect(names_left_behind() <= before, f"{text}: left behind: {names_left_behind() - before}")
    # A launcher that is killed leaves its own files.
    expect(not victims or not files_left_behind(), f"{text}: left behind: {files_left_behind()}")
    own_lines = [line for line in output.splitlines() if line.startswith("skua")]
    expect(len(own_lines) <= 1, f"{text}: one line at most, not {own_lines}")
    for line in own_lines:
        expect(
            any(f"place {v} " in line and f"pid {pids[v]}" in line for v in victims),
            f"{text}: {line!r} does not name the place that was killed",
        )
    # The launcher of MPICH may end before it has passed on the line of a place that ends by itself.
    expect(output.strip() or not victims or (FLAVOUR, process.returncode) == ("mpich", LOST), f"{text}: no message")


def kill(_, pids):
    os.kill(pids[0], signal.SIGKILL)
    for pid in pids[1:]:
        with contextlib.suppress(ProcessLookupError):  # the launcher ends the others after the first
            os.kill(pid, signal.SIGKILL)


@scenario_for(*range(PLACES))
def kill_9_while_places_wait(victim):
    check(f"stay, kill -9 of place {victim}", [victim], kill)


@scenario_for(*range(PLACES))
def kill_9_while_places_work(victim):
    check(f"work, kill -9 of place {victim}", [victim], kill)


@scenario_for("stay", "work")
def kill_9_of_two_places(command):
    check(f"{command}, kill -9 of places 1 and 2", [1, 2], kill)


@scenario
def kill_9_of_the_launcher():
    check("stay, kill -9 of the launcher", [], lambda process, _: process.kill())


run_scenarios()

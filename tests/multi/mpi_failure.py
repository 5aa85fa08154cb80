# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mpi_failure.py FLAVOUR PROGRAM: a rank that is killed ends the job soon, with an exit code and a
line that names it.

The launcher reports the lost rank in its own words. The library prints one line at most, and none
if the launcher was faster. A launcher that leaves the other ranks alone is not faster: then the
library notices the loss and prints its line. Exit code 77: skipped, with the reason."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time

from support import mpi
from support.processes import (
    PATIENCE,
    after_scenario,
    alive,
    arguments,
    expect,
    group,
    nothing_is_left_in_shared_memory,
    run_scenarios,
    scenario,
    scenario_for,
    start,
    wait_for,
)

FLAVOUR, PROGRAM = arguments()
LAUNCHER_ENDS_JOB = FLAVOUR in ("openmpi", "mpich")
PLACES = 3
LOST = 70  # the exit code of a place that has lost another one
SOON = 5  # seconds; one is promised, on a machine that is not overloaded
COMMAND, FOLDER = mpi.command(FLAVOUR, PLACES)


def files_left_behind():
    return [os.path.join(folder, name) for folder, _, names in os.walk(FOLDER) for name in names]


def begin(command, **settings):
    """Starts a job: the process of the launcher, and the pids by place."""
    process = start(*COMMAND, PROGRAM, command, SKUA_WORKERS=1, **settings)
    if not LAUNCHER_ENDS_JOB:
        after_scenario(process.wait, PATIENCE)
        after_scenario(process.terminate)  # two_hosts.sh removes what it has made
    lines = [process.stdout.readline().split() for _ in range(PLACES + 1)]
    if lines[0][:1] == ["skipped:"]:  # by two_hosts.sh
        print(*lines[0])
        sys.exit(77)
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
    expect(process.returncode != 0 or FLAVOUR == "openmpi-alone", f"{text}: exit code {process.returncode}: {output}")
    nothing_is_left_in_shared_memory(f"{text}: ")
    # A launcher that is killed leaves its own files.
    expect(not victims or not files_left_behind(), f"{text}: left behind: {files_left_behind()}")
    own_lines = [line for line in output.splitlines() if line.startswith("skua")]
    expect(len(own_lines) <= 1, f"{text}: one line at most, not {own_lines}")
    expect(own_lines or LAUNCHER_ENDS_JOB, f"{text}: no line of the library: {output}")
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


@scenario_for(("stay", 0), ("stay", 2), ("work", 1))
def kill_9_of_a_place(case):
    """While places wait, and while they work."""
    command, victim = case
    check(f"{command}, kill -9 of place {victim}", [victim], kill)


@scenario
def kill_9_of_two_places():
    check("work, kill -9 of places 1 and 2", [1, 2], kill)


@scenario
def kill_9_of_the_launcher():
    if LAUNCHER_ENDS_JOB:
        check("stay, kill -9 of the launcher", [], lambda process, _: process.kill())


@scenario
def a_wrong_limit():
    output = "".join(start(*COMMAND, PROGRAM, "stay", SKUA_MPI_SILENCE="1h").communicate(timeout=PATIENCE))
    text = "skua: SKUA_MPI_SILENCE=1h: expected seconds from 0 to 86400"
    expect(text in output, output)


@scenario
def a_place_that_prints_the_reason():
    """The places of other hosts are silent."""
    output = "".join(start(*COMMAND, PROGRAM, "deadlock", "nested").communicate(timeout=PATIENCE))
    own_lines = [line for line in output.splitlines() if line.startswith("skua")]
    expect(LAUNCHER_ENDS_JOB or len(own_lines) == 1 and "run was called in a task" in own_lines[0], output)


@scenario
def a_host_that_falls_silent():
    """No process has ended: the cable between the hosts is cut. A stopped process is not lost."""
    if not FLAVOUR.endswith("srun"):
        return
    process, pids = begin("stay", SKUA_MPI_SILENCE=3)
    os.kill(pids[0], signal.SIGSTOP)
    wait_for(lambda: stopped(pids[0]), "place 0 is stopped")
    subprocess.run(["ip", "-n", f"skua{process.pid}-2", "link", "set", "skua0", "down"], check=True)
    wait_for(lambda: not alive(pids[PLACES - 1]), "the end of the place beyond the cable")
    os.kill(pids[0], signal.SIGCONT)
    wait_for(lambda: not any(map(alive, pids.values())), f"the end of {pids}")
    process.terminate()
    output = "".join(process.communicate(timeout=PATIENCE))
    expect(f"pid {pids[PLACES - 1]}) does not answer; its host may be down; the run ends" in output, output)


def stopped(pid):
    return " T " in pathlib.Path(f"/proc/{pid}/stat").read_text()


run_scenarios()

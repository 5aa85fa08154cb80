# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""deadlock.py PROGRAM [LAUNCHER]: reports of a deadlock of all places, and no report without one.

A report has at most ten lines and the exit code of abort. The places are those of one process, of
processes that the program forks, of skua-run, whose path is LAUNCHER, or of MPI, if LAUNCHER is
openmpi or mpich. Exit code 77: skipped, with the reason."""

import os
import re
import signal
import time

from support import mpi
from support.processes import (
    PATIENCE,
    arguments,
    children,
    expect,
    group,
    nothing_is_left_in_shared_memory,
    run_scenarios,
    scenario,
    scenario_for,
    start,
    variable,
    wait_for,
)

PROGRAM, *LAUNCHER = arguments()
MPI = LAUNCHER[0] if LAUNCHER and LAUNCHER[0] in ("openmpi", "mpich") else None
PLACES = 3
GRACE = 1
WAITS = {
    "future": "  place 2: the waiter waits for future 0x",
    "circle": "  place 2: left hand waits for future 0x",
    "mutex": "  place 2: the second waits for ",
    "phaser": "  place 2: on time waits for phaser 0x",
    "collective": "  place 2: the only one waits for collective operation 0x",
    "post": "  place 2: ",
}
if MPI:  # MPI programs start slowly
    WAITS = {kind: WAITS[kind] for kind in ("future", "post")}
START_KINDS = [MPI or "launched"] if LAUNCHER else ["shm", "inproc"]


def begin(*words, start_kind, workers=1, places=PLACES, **settings):
    if MPI:
        return start(*mpi.command(MPI, places)[0], PROGRAM, *words, SKUA_WORKERS=workers)
    if start_kind == "launched":
        return start(*LAUNCHER, "-n", places, "-t", workers, PROGRAM, *words)
    extra_settings = {"SKUA_TRANSPORT": "inproc"} if start_kind == "inproc" else {}
    return start(PROGRAM, *words, SKUA_PLACES=places, SKUA_WORKERS=workers, **extra_settings, **settings)


def check_report(process, start_kind, kind):
    _, err = process.communicate(timeout=PATIENCE)
    text = f"{kind}, {start_kind}: exit code {process.returncode}: {err}"
    if MPI:
        expect(process.returncode != 0, text)
    else:
        expect(process.returncode == (128 + signal.SIGABRT if start_kind == "launched" else -signal.SIGABRT), text)
    # Launchers report in their own words that place 0 has ended.
    own_lines = [
        line for line in err.splitlines() if line.startswith("  place ") or line.startswith("skua: ") or not LAUNCHER
    ]
    expect(own_lines[0] == "skua: deadlock: every task waits and nothing can come:" and 2 <= len(own_lines) <= 10, text)
    expect(all(re.match(r"  place [0-2]: .* waits for [a-z ]+ 0x", line) for line in own_lines[1:]), text)
    expect(any(line.startswith(WAITS[kind]) for line in own_lines), text)
    wait_for(lambda: not group(process.pid), f"{kind}, {start_kind}: the end of the process group")


def place_of(pid):
    """The place that skua-run has given a process, as text; empty for another process."""
    return variable(pid, "SKUA_RUN_PLACE")


def processes_of_places(process, start_kind):
    """The pids in the order of the places."""
    if start_kind == "shm":
        return sorted(group(process.pid), key=lambda pid: pid != process.pid)
    return sorted(filter(place_of, children(process.pid)), key=place_of)


def stop_one(process, place, start_kind):
    """Stops one of two places for longer than the detection of a deadlock takes."""
    wait_for(lambda: len(processes_of_places(process, start_kind)) == 2, "two processes")
    stopped = processes_of_places(process, start_kind)[place]
    os.kill(stopped, signal.SIGSTOP)
    time.sleep(0.4)
    expect(process.poll() is None, "a place that is stopped is not a deadlock")
    os.kill(stopped, signal.SIGCONT)


@scenario_for(*WAITS)
def report(kind):
    workers = 1 + list(WAITS).index(kind) % 2
    running = [(begin("deadlock", kind, start_kind=s, workers=workers), s, kind) for s in START_KINDS]
    for one in running:
        check_report(*one)


@scenario
def a_run_in_a_task():
    for start_kind in START_KINDS:
        process = begin("deadlock", "nested", start_kind=start_kind)
        _, err = process.communicate(timeout=PATIENCE)
        expect(process.returncode != 0 and "in a task; use finish there" in err, f"{start_kind}: {process}: {err}")


@scenario
def something_comes_late():
    """There is no report, not even while one of two places is stopped."""
    late = [(begin("late", start_kind=start_kind, places=2), start_kind) for start_kind in START_KINDS]
    if not MPI:
        late += [(begin("late", start_kind=START_KINDS[0], places=2), "stopped") for _ in range(2)]
        stop_one(late[-1][0], 0, START_KINDS[0])
        stop_one(late[-2][0], 1, START_KINDS[0])
    for process, start_kind in late:
        output, err = process.communicate(timeout=PATIENCE)
        expect(
            process.returncode == 0 and output == "not too late\n" and err == "",
            f"something comes late, {start_kind}: {process.returncode}: {err}",
        )


def a_shielded_task_waits_after_a_signal():
    for start_kind, places, place in (("shm", 1, 0), ("shm", 2, 1), ("inproc", 2, 1)):
        process = begin("signalled", place, start_kind=start_kind, places=places, SKUA_GRACE=GRACE)
        _, err = process.communicate(timeout=PATIENCE)
        expect(process.returncode == 128 + signal.SIGTERM, f"{start_kind}: exit code {process.returncode}: {err}")
        expect("was killed; still running: " in err and "deadlock" not in err, f"{start_kind}: {err}")


if not LAUNCHER:
    scenario(a_shielded_task_waits_after_a_signal)


scenario(nothing_is_left_in_shared_memory)
run_scenarios()

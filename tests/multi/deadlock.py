# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""deadlock.py PROGRAM [LAUNCHER]: a deadlock of all places is reported, at most ten lines and the exit code of abort; nothing else is.

The places are those of one process, processes that the program makes, or those of skua-run, whose path is LAUNCHER, or of
MPI, if LAUNCHER is openmpi or mpich. Exit code 77: skipped, with the reason."""

import os
import re
import signal
import sys
import time

from support import mpi
from support.processes import PATIENCE, expect, group, names_left_behind, start, wait_for

PROGRAM, *LAUNCHER = sys.argv[1:3]
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
if MPI:  # slow starters
    WAITS = {kind: WAITS[kind] for kind in ("future", "post")}
before = names_left_behind()


def begin(*arguments, how, workers=1, places=PLACES, **settings):
    if MPI:
        return start(*mpi.command(MPI, places)[0], PROGRAM, *arguments, SKUA_WORKERS=workers)
    if how == "launched":
        return start(*LAUNCHER, "-n", places, "-t", workers, PROGRAM, *arguments)
    more = {"SKUA_TRANSPORT": "inproc"} if how == "inproc" else {}
    return start(PROGRAM, *arguments, SKUA_PLACES=places, SKUA_WORKERS=workers, **more, **settings)


def check_report(process, how, kind):
    _, err = process.communicate(timeout=PATIENCE)
    text = f"{kind}, {how}: exit code {process.returncode}: {err}"
    if MPI:
        expect(process.returncode != 0, text)
    else:
        expect(process.returncode == (128 + signal.SIGABRT if how == "launched" else -signal.SIGABRT), text)
    # Launchers say in their own words that place 0 has ended.
    ours = [line for line in err.splitlines() if line.startswith("  place ") or line.startswith("skua: ") or not LAUNCHER]
    expect(ours[0] == "skua: deadlock: every task waits and nothing can come:" and 2 <= len(ours) <= 10, text)
    expect(all(re.match(r"  place [0-2]: .* waits for [a-z ]+ 0x", line) for line in ours[1:]), text)
    expect(any(line.startswith(WAITS[kind]) for line in ours), text)
    wait_for(lambda: not group(process.pid), f"{kind}, {how}: the end of the process group")


def check_nested(process, how):
    _, err = process.communicate(timeout=PATIENCE)
    expect(process.returncode != 0 and "in a task; use finish there" in err, f"a run in a task, {how}: {process.returncode}: {err}")


def stop_one(process, place):
    """Stops a place of two for longer than it takes to see a deadlock."""
    wait_for(lambda: len(group(process.pid)) == 2, "two processes")
    stopped = next(pid for pid in group(process.pid) if (pid == process.pid) == (place == 0))
    os.kill(stopped, signal.SIGSTOP)
    time.sleep(0.4)
    expect(process.poll() is None, "a place that is stopped is no deadlock")
    os.kill(stopped, signal.SIGCONT)


def check_signalled(process, how):
    _, err = process.communicate(timeout=PATIENCE)
    text = f"a shielded task waits after a signal, {how}: exit code {process.returncode}: {err}"
    expect(process.returncode == 128 + signal.SIGTERM, text)
    expect("is ended by force; in the way: " in err and "deadlock" not in err, text)


hows = [MPI or "launched"] if LAUNCHER else ["shm", "inproc"]
running = [(begin("deadlock", kind, how=how, workers=1 + n % 2), how, kind) for n, kind in enumerate(WAITS) for how in hows]
nested = [(begin("deadlock", "nested", how=how), how) for how in hows]
late = [(begin("late", how=how, places=2), how) for how in hows]
signalled = []
if not LAUNCHER:
    late += [(begin("late", how="shm", places=2), "stopped") for _ in range(2)]
    signalled = [(begin("signalled", place, how=how, places=places, SKUA_GRACE=GRACE), f"{how}, {places} places, place {place}")
                 for how, places, place in (("shm", 1, 0), ("shm", 2, 0), ("shm", 2, 1), ("inproc", 2, 1))]
    stop_one(late[-1][0], 0)
    stop_one(late[-2][0], 1)
for one in running:
    check_report(*one)
for one in nested:
    check_nested(*one)
for one in signalled:
    check_signalled(*one)
for process, how in late:
    out, err = process.communicate(timeout=PATIENCE)
    expect(process.returncode == 0 and out == "not too late\n" and err == "", f"something comes late, {how}: {process.returncode}: {err}")
expect(names_left_behind() <= before, f"left behind: {names_left_behind() - before}")

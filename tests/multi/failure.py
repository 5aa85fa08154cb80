# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lost place ends the run: all processes soon, one line, the exit code of its end, no process or
file left."""

import contextlib
import os
import re
import signal
import time

from support.processes import (
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

(PROGRAM,) = arguments()
PLACES, LOST, KILLED = 3, 70, 128 + signal.SIGKILL
SOON = 5  # seconds; one is promised, on a machine that is not overloaded


def begin(command, **settings):
    """Starts a program: the process, which is place 0, and the pids by place."""
    process = start(PROGRAM, command, SKUA_PLACES=PLACES, SKUA_WORKERS=1, **settings)
    lines = [process.stdout.readline().split() for _ in range(PLACES + 1)]
    pids = {int(words[1]): int(words[3]) for words in lines[:PLACES]}
    expect(sorted(pids) == list(range(PLACES)) and pids[0] == process.pid, f"the places say where they are: {lines}")
    return process, pids


def all_gone(process, pids, lost_at, text):
    """Checks that all other processes end within a second; returns their standard error."""
    wait_for(lambda: not any(map(alive, pids.values())), f"{text}: the end of {pids}")
    lasted = time.monotonic() - lost_at
    print(f"fork: {text}: {lasted:.2f} s")
    expect(lasted < SOON, f"{text}: it took {lasted:.2f} s")
    wait_for(lambda: not group(process.pid), f"{text}: the end of the process group")
    nothing_is_left_in_shared_memory(f"{text}: ")
    return process.stderr.read()


def check_kill_9(command, victim):
    text = f"{command}, kill -9 of place {victim}"
    process, pids = begin(command)
    lost_at = time.monotonic()
    os.kill(pids[victim], signal.SIGKILL)
    code = process.wait(60)
    expect(code == (-signal.SIGKILL if victim == 0 else KILLED), f"{text}: exit code {code}")
    errors = all_gone(process, pids, lost_at, text)
    expect(errors.count("\n") == 1, f"{text}: one line, not {errors!r}")
    for part in f"place {victim} ", f"pid {pids[victim]}", "signal 9" if victim != 0 else "":
        expect(part in errors, f"{text}: {part!r} is not in {errors!r}")


@scenario_for(("stay", 0), ("stay", 2), ("work", 1))
def kill_9_of_a_place(case):
    """While places wait, and while they work."""
    check_kill_9(*case)


@scenario
def kill_9_of_two_places():
    process, pids = begin("stay")
    lost_at = time.monotonic()
    os.kill(pids[1], signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):  # place 0 ends the others after the first
        os.kill(pids[2], signal.SIGKILL)
    expect(process.wait(60) == KILLED, "two places lost")
    all_gone(process, pids, lost_at, "two places lost")


@scenario
def a_stopped_place_does_not_outlive_a_lost_one():
    process, pids = begin("stay")
    os.kill(pids[2], signal.SIGSTOP)
    lost_at = time.monotonic()
    os.kill(pids[1], signal.SIGKILL)
    expect(process.wait(60) == KILLED, "place 1 was killed")
    errors = all_gone(process, pids, lost_at, "a stopped place")
    expect(errors.count("\n") == 1, f"one line: {errors}")


@scenario
def a_stopped_place_does_not_outlive_a_forced_end():
    process, pids = begin("stay", SKUA_GRACE=0.5)
    os.kill(pids[2], signal.SIGSTOP)
    process.terminate()
    expect(process.wait(60) == 128 + signal.SIGTERM, f"ended by force: {process.returncode}")
    errors = all_gone(process, pids, time.monotonic(), "a stopped place")
    expect(errors.count("\n") == 1 and "was killed" in errors, f"one line: {errors}")


@scenario_for(("abort", 128 + signal.SIGABRT), ("leave", LOST))
def a_place_ends_by_itself(case):
    end_kind, code = case
    for place in 1, 2:
        process = start(PROGRAM, end_kind, place, SKUA_PLACES=PLACES, SKUA_WORKERS=1)
        output, err = process.communicate(timeout=60)
        if end_kind == "abort":  # the report of the task that aborted comes first
            report, _, err = err.rpartition("\nskua: ")
            expect(re.match(f"skua: ABRT in a task at place {place}, .*:\n( +#\\d+ .*\n?)+$", report), report)
        expect(
            process.returncode == code and err.count("\n") == 1 and f"place {place} " in err,
            f"{end_kind} at {place}: {process.returncode} {err!r}",
        )
        wait_for(lambda: not group(process.pid), f"{end_kind} at {place}: the end of the process group")


scenario(nothing_is_left_in_shared_memory)
run_scenarios()

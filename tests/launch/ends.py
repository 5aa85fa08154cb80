# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every end that a program brings about itself: the exit code, at most one line, no process left.

The table in docs/ends.md, tried at one place, at two forked places, at two places of skua-run and in one process."""

import os
import resource
import signal
import subprocess
import time

from support.launcher import LAUNCHER, PATIENCE, PROGRAM, environment, expect, names_left_behind

ALONE, FORKED, LAUNCHED, INPROC = "one place", "SKUA_PLACES=2", "skua-run -n 2", "inproc"
HOW = {
    ALONE: ([], {}),
    FORKED: ([], {"SKUA_PLACES": "2"}),
    LAUNCHED: ([LAUNCHER, "-n", "2"], {}),
    INPROC: ([], {"SKUA_PLACES": "2", "SKUA_TRANSPORT": "inproc"}),
}
LOST = 70
with open(PROGRAM, "rb") as program:
    ADDRESS_SPACE = b"__asan_init" not in program.read()  # address sanitizer takes terabytes of it
before = names_left_behind()


def outcome(how, *arguments):
    """Exit code as a shell shows it, and standard error. The process group is new, and must be empty at the end."""
    launcher, settings = HOW[how]
    command = [*launcher, PROGRAM, *map(str, arguments)]
    process = subprocess.Popen(command, env=environment(SKUA_WORKERS="1", **settings), stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        said = process.communicate(timeout=PATIENCE)[1]  # the pipe ends with the last process that holds it
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    code = process.returncode
    return (code if code >= 0 else 128 - code), said


def check(how, arguments, code):
    text = f"{how}: {' '.join(map(str, arguments))}"
    found, said = outcome(how, *arguments)
    expect(found == code, f"{text}: exit code {found}, not {code}: {said!r}")
    ours = [line for line in said.splitlines() if line.startswith("skua")]  # the C++ library says which exception it was
    expect(len(ours) <= 1, f"{text}: one line at most, not {said!r}")


def check_signal(how, number, places):
    """The signal to the processes of these places, while their run waits."""
    text = f"{how}: signal {number} to places {places}"
    launcher, settings = HOW[how]
    process = subprocess.Popen([*launcher, PROGRAM, "signal"], env=environment(SKUA_WORKERS="1", **settings), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        pids = {}
        waits = False
        while not waits or len(pids) < (1 if how == ALONE else 2):  # lines of different places come in any order
            words = process.stdout.readline().split()
            expect(words == ["waiting"] or len(words) == 8, f"{text}: {words}")
            waits = waits or words == ["waiting"]
            if len(words) == 8:
                pids[int(words[1])] = int(words[7])
        for place in places:
            os.kill(pids[place], number)
        out, said = process.communicate(timeout=PATIENCE)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    expect(process.returncode == 128 + number and said == "", f"{text}: exit code {process.returncode}: {said!r}")
    returned = len(pids) if how == LAUNCHED else 1  # forked places do not return from run
    expect(out.splitlines() == [f"returned {128 + number}"] * returned, f"{text}: {out!r}")


def check_stuck(how):
    """SIGTERM to a run whose tasks go on."""
    launcher, settings = HOW[how]
    process = subprocess.Popen([*launcher, PROGRAM, "stuck"], env=environment(SKUA_WORKERS="1", SKUA_GRACE="0.1", **settings),
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        for _ in range(1 if how == ALONE else 2):
            expect(process.stdout.readline() == "deaf\n", f"{how}: stuck: a task at each place")
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    expect(process.returncode == 143, f"{how}: stuck: exit code {process.returncode}: {said!r}")
    expect(said.count("\n") == 1 and "ended by force" in said and "deaf" in said, f"{how}: stuck: one line with the tasks, not {said!r}")


def check_limit(how, what, most):
    """Under a resource limit a run either succeeds, or ends with one line that says why."""
    launcher, settings = HOW[how]
    done = subprocess.run([*launcher, PROGRAM, "greet"], env=environment(SKUA_WORKERS="2", **settings), stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False,
                          preexec_fn=lambda: resource.setrlimit(what, (most, most)))
    text = f"{how}: limit {what} of {most}: exit code {done.returncode}: {done.stderr!r}"
    expect(done.returncode in (0, 1, 2, 125) and done.stderr.count("\n") == (done.returncode != 0), text)


def check_starved(how, allocations):
    """No memory from that allocation on: the run succeeds, or ends with one line."""
    text = f"{how}: no memory after {allocations} allocations"
    found, said = outcome(how, "starve", allocations)
    expect(found in (0, 1, 2) and said.count("\n") == (found != 0), f"{text}: exit code {found}: {said!r}")


def check_early(how, seconds):
    """SIGINT to all processes of the job so long after its start."""
    launcher, settings = HOW[how]
    process = subprocess.Popen([*launcher, PROGRAM, "signal"], env=environment(SKUA_WORKERS="1", **settings), stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        time.sleep(seconds)  # the moment is what is tried
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    code = process.returncode if process.returncode >= 0 else 128 - process.returncode
    expect(code == 130 and said == "", f"{how}: SIGINT {seconds} s after the start: exit code {code}: {said!r}")


# During a run, from a task and from a plain thread, at place 0 and at another.
for how in HOW:
    for place in range(1 if how == ALONE else 2):
        for caller in "task", "thread":
            for end in "exit", "quick_exit", "_exit":
                check(how, ("end", end, caller, place, 3), 3)
            left = LOST if how == LAUNCHED or (how == FORKED and place != 0) else 0
            check(how, ("end", "exit", caller, place, 0), left)
            check(how, ("end", "memory", caller, place, 0), 1)
            for end, number in ("abort", signal.SIGABRT), ("kill", signal.SIGKILL), ("hangup", signal.SIGHUP):
                check(how, ("end", end, caller, place, 0), 128 + number)
        check(how, ("end", "throw", "thread", place, 3), 128 + signal.SIGABRT)
        check(how, ("end", "throw", "task", place, 3), 1)

# Before the run and after it.
for how in HOW:
    for moment in "before", "after":
        for place in range(2 if how == LAUNCHED else 1):
            check(how, ("outside", moment, "exit", place, 3), 3)
            check(how, ("outside", moment, "abort", place, 3), 128 + signal.SIGABRT)

# A run that heeds no signal is ended when its grace is over; one line names the tasks.
for how in HOW:
    check_stuck(how)

# Places that cannot start, for lack of threads or memory, or because files must be small.
for how in HOW:
    check_limit(how, resource.RLIMIT_FSIZE, 4096)
    if ADDRESS_SPACE:
        for megabytes in 150, 300, 450, 600, 900:
            check_limit(how, resource.RLIMIT_AS, megabytes << 20)

# No memory from some allocation on, at every place.
for how in HOW:
    for allocations in 0, 10, 30, 60, 100, 150, 200, 300, 500:
        check_starved(how, allocations)

# The first SIGINT or SIGTERM, at whichever place, ends the run; every place returns the same code.
for how in HOW:
    for number in signal.SIGINT, signal.SIGTERM:
        for place in range(1 if how == ALONE else 2):
            if how != INPROC or place == 0:
                check_signal(how, number, [place])
        if how in (FORKED, LAUNCHED):
            check_signal(how, number, [0, 1])  # as a terminal does

# Control-C while the places start: to the whole group, at twelve moments.
for how in HOW:
    for moment in range(12):
        check_early(how, moment * 0.002)

# A forked child that calls exit, during the run and after it, does no harm to its parent.
for how in HOW:
    check(how, ("fork",), 0)

expect(names_left_behind() <= before, f"left behind: {names_left_behind() - before}")

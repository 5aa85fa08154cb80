# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every end that a program brings about itself: the exit code, at most one line, no process left.

The table in docs/ends.md, tried at one place, at two forked places, at two places of skua-run and in one process."""

import os
import signal
import subprocess

from support.launcher import LAUNCHER, PATIENCE, PROGRAM, environment, expect, names_left_behind

ALONE, FORKED, LAUNCHED, INPROC = "one place", "SKUA_PLACES=2", "skua-run -n 2", "inproc"
HOW = {
    ALONE: ([], {}),
    FORKED: ([], {"SKUA_PLACES": "2"}),
    LAUNCHED: ([LAUNCHER, "-n", "2"], {}),
    INPROC: ([], {"SKUA_PLACES": "2", "SKUA_TRANSPORT": "inproc"}),
}
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
    expect(said.count("\n") <= 1, f"{text}: one line at most, not {said!r}")


# During a run, from a task and from a plain thread.
for how in HOW:
    for caller in "task", "thread":
        check(how, ("end", "exit", caller, 0, 3), 3)

# A forked child that calls exit, during the run and after it, does no harm to its parent.
for how in HOW:
    check(how, ("fork",), 0)

expect(names_left_behind() <= before, f"left behind: {names_left_behind() - before}")

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A place that is lost ends the run: all processes soon, one line, the exit code of its end, nothing left behind."""

import os
import signal
import sys
import time

from support.processes import alive, expect, group, names_left_behind, start, wait_for

PROGRAM, PLACES, LOST, KILLED = sys.argv[1], 3, 70, 128 + signal.SIGKILL
SOON = 5  # seconds; one is promised, on a machine that is not overloaded
before = names_left_behind()


def begin(what):
    """The process, which is place 0, and the pids by place."""
    process = start(PROGRAM, what, SKUA_PLACES=PLACES, SKUA_WORKERS=1)
    lines = [process.stdout.readline().split() for _ in range(PLACES + 1)]
    pids = {int(words[1]): int(words[3]) for words in lines[:PLACES]}
    expect(sorted(pids) == list(range(PLACES)) and pids[0] == process.pid, f"the places say where they are: {lines}")
    return process, pids


def all_gone(process, pids, lost_at, text):
    """Everybody else ends within a second; what they wrote to standard error."""
    wait_for(lambda: not any(map(alive, pids.values())), f"{text}: the end of {pids}")
    lasted = time.monotonic() - lost_at
    print(f"fork: {text}: {lasted:.2f} s")
    expect(lasted < SOON, f"{text}: it took {lasted:.2f} s")
    wait_for(lambda: not group(process.pid), f"{text}: the end of the process group")
    expect(names_left_behind() <= before, f"{text}: left behind: {names_left_behind() - before}")
    return process.stderr.read()


for what in "stay", "work":
    for victim in range(PLACES):
        text = f"{what}, kill -9 of place {victim}"
        process, pids = begin(what)
        lost_at = time.monotonic()
        os.kill(pids[victim], signal.SIGKILL)
        code = process.wait(60)
        expect(code == (-signal.SIGKILL if victim == 0 else KILLED), f"{text}: exit code {code}")
        said = all_gone(process, pids, lost_at, text)
        expect(said.count("\n") == 1, f"{text}: one line, not {said!r}")
        for part in f"place {victim} ", f"pid {pids[victim]}", "signal 9" if victim != 0 else "":
            expect(part in said, f"{text}: {part!r} is not in {said!r}")

# Two at once, and one that ends by itself.
process, pids = begin("stay")
lost_at = time.monotonic()
os.kill(pids[1], signal.SIGKILL)
os.kill(pids[2], signal.SIGKILL)
expect(process.wait(60) == KILLED, "two places lost")
all_gone(process, pids, lost_at, "two places lost")
for how, code in ("abort", 128 + signal.SIGABRT), ("leave", LOST):
    for place in 1, 2:
        process = start(PROGRAM, how, place, SKUA_PLACES=PLACES, SKUA_WORKERS=1)
        out, err = process.communicate(timeout=60)
        expect(process.returncode == code and err.count("\n") == 1 and f"place {place} " in err, f"{how} at {place}: {process.returncode} {err!r}")
        wait_for(lambda: not group(process.pid), f"{how} at {place}: the end of the process group")
expect(names_left_behind() <= before, f"left behind: {names_left_behind() - before}")

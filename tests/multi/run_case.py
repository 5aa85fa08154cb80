# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_case.py HOW PROGRAM CASE [LAUNCHER]: a case in jobs of two to four processes of one and two workers.

HOW: shm (the program makes its processes itself) or skua-run (LAUNCHER is its path)."""

import sys

from support.processes import expect, names_left_behind, run

# Cases that drop futures of tasks that fail: the line that names such an exception may appear, once for each process.
LOST_EXCEPTIONS = {"results_that_throw_on_the_way": "does not want to be ", "futures_dropped_before_their_result": "nobody hears this"}

how, program, case = sys.argv[1:4]
lost = f"skua: a task's exception is lost, its future was dropped: {LOST_EXCEPTIONS.get(case)}"
before = names_left_behind()
for places in 2, 3, 4:
    for workers in 1, 2:
        setting = f"{case} at {places} places of {workers} workers"
        if how == "shm":
            done = run(program, case, SKUA_PLACES=places, SKUA_WORKERS=workers)
        else:
            done = run(sys.argv[4], "-n", places, "-t", workers, program, case)
        unexpected = [line for line in done.stderr.splitlines() if not line.startswith(lost)]
        expect(done.returncode == 0 and not unexpected, f"{setting}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
expect(names_left_behind() <= before, f"left behind: {names_left_behind() - before}")

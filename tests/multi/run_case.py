# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_case.py HOW PROGRAM CASE [SIZES [LAUNCHER]]: a case in jobs of several processes.

HOW: fork (the program makes its processes itself) or skua-run (LAUNCHER is its path). CASE: a name, or a prefix with three dots: all
that begin so, one after another in the same processes. SIZES: places x workers of each job, with commas between."""

import sys

from support.processes import PATIENCE, expect, names_left_behind, run

# Cases that drop futures of tasks that fail: the line that names such an exception may appear, once for each process.
LOST_EXCEPTIONS = {"results_that_throw_on_the_way": "does not want to be ", "futures_dropped_before_their_result": "nobody hears this"}

how, program, case = sys.argv[1:4]
sizes = sys.argv[4] if len(sys.argv) > 4 else "2x1,2x2,3x1,3x2,4x1,4x2"
several = case.endswith("...")
lost = tuple(f"skua: a task's exception is lost, its future was dropped: {text}" for name, text in LOST_EXCEPTIONS.items()
             if name == case or several)
patience = PATIENCE * 20 if several else PATIENCE
before = names_left_behind()
for places, workers in (map(int, size.split("x")) for size in sizes.split(",")):
    setting = f"{case} at {places} places of {workers} workers"
    if how == "fork":
        done = run(program, case, patience=patience, SKUA_PLACES=places, SKUA_WORKERS=workers)
    else:
        done = run(sys.argv[5], "-n", places, "-t", workers, program, case, patience=patience)
    unexpected = [line for line in done.stderr.splitlines() if not (lost and line.startswith(lost))]
    expect(done.returncode == 0 and not unexpected, f"{setting}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
expect(names_left_behind() <= before, f"left behind: {names_left_behind() - before}")

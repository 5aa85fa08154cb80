# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_case.py START PROGRAM CASE [SIZES [LAUNCHER]]: a case in jobs of several processes.

START: fork (the program forks its processes itself) or skua-run (LAUNCHER is its path). CASE: a
name, or a prefix with three dots: all cases with that prefix, one after another in the same
processes. SIZES: places x workers of each job, separated by commas."""

from support.processes import (
    PATIENCE,
    arguments,
    expect,
    nothing_is_left_in_shared_memory,
    run,
    run_scenarios,
    scenario,
    scenario_for,
)

# Cases that drop futures of tasks that fail: a line that names the exception may appear, once per
# process.
LOST_EXCEPTIONS = {
    "results_that_throw_on_the_way": "does not want to be ",
    "futures_dropped_before_their_result": "no handle receives this",
}

start, program, case, *optional = arguments()
sizes, launcher, *_ = [*optional, None, None]
sizes = sizes or "2x1,2x2,3x1,3x2,4x1,4x2"
several = case.endswith("...")
lost = tuple(
    f"skua: a task's exception is lost, its future was dropped: {text}"
    for name, text in LOST_EXCEPTIONS.items()
    if name == case or several
)
patience = PATIENCE * 20 if several else PATIENCE


@scenario_for(*sizes.split(","))
def job(size):
    places, workers = map(int, size.split("x"))
    setting = f"{case} at {places} places of {workers} workers"
    if start == "fork":
        done = run(program, case, patience=patience, SKUA_PLACES=places, SKUA_WORKERS=workers)
    else:
        done = run(launcher, "-n", places, "-t", workers, program, case, patience=patience)
    unexpected = [line for line in done.stderr.splitlines() if not (lost and line.startswith(lost))]
    expect(
        done.returncode == 0 and not unexpected, f"{setting}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    )


scenario(nothing_is_left_in_shared_memory)
run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""findings.py TRACED SKUA CONFIG: skua report names the problem of real programs.

It finds nothing in a healthy run."""

import json
import pathlib
import tempfile

from support.processes import arguments, expect, run, run_scenarios, scenario, scenario_for

traced, skua, configuration = arguments()
folder = tempfile.TemporaryDirectory()
# Other programs on the machine may take a processor away for a large part of a run: a problem that
# the program does not have.
ATTEMPTS = 4


def report_of(case, **settings):
    path = pathlib.Path(folder.name) / case
    done = run(traced, case, SKUA_TRACE=path, **settings)
    expect(done.returncode == 0, f"{case}: exit code {done.returncode}: {done.stderr}")
    done = run(skua, "report", path, "--json")
    expect(done.returncode == 0 and done.stderr == "", f"{case}: {done}")
    return json.loads(done.stdout)["runs"][0]


def findings_of(case, **settings):
    return report_of(case, **settings)["findings"]


def repeated(condition, case, **settings):
    """The findings of the first run for which the condition holds, or of the last one."""
    for _ in range(ATTEMPTS):
        findings = findings_of(case, **settings)
        if condition(findings):
            break
        print(f"{case}: {findings}")
    return findings


def first_is(kind):
    return lambda findings: findings and findings[0]["kind"] == kind


def finds(kind, part, case=None, least=0.15, **settings):
    findings = repeated(first_is(kind), case or kind, **settings)
    expect(first_is(kind)(findings), f"{kind} is not the first finding: {findings}")
    expect(part in findings[0]["text"] and findings[0]["share"] >= least, f"{findings[0]}")


@scenario
def one_huge_task():
    # A task of 600 ms, and 200 ms of others: at most 400 ms of one of two workers are idle.
    finds("huge_task", "(`giant`)", SKUA_WORKERS=2)


@scenario
def tasks_that_are_too_small():
    if configuration == "Debug":
        print("skipped: without optimisation tasks are not that small")
        return
    # On some virtual machines the same task takes three times as long, and what the report counts
    # as its cost, 11 ns, has become a small part.
    mean = min(report_of("small_tasks", SKUA_WORKERS=2)["processor_seconds"] for _ in range(3)) / 5_702_887
    if mean > 33e-9:
        print(f"skipped: a task of fib(33) takes {1e9 * mean:.0f} ns here, not 26")
        return
    finds("small_tasks", "the cost of 5,7", SKUA_WORKERS=2)


@scenario
def a_loop_that_spawns_them():
    """They wait for nothing, whether or not other workers got some of them. Where none did, and a
    task is slow, nothing else is found either."""
    kinds = [f["kind"] for f in findings_of("spawn_loop", SKUA_WORKERS=2)]
    expect("serial" not in kinds, f"{kinds}")


@scenario
def too_few_tasks():
    finds("idle", "on average ", SKUA_WORKERS=4)


@scenario
def all_work_at_one_place():
    finds("one_place", "place 0 has tasks while workers of other places have none", SKUA_PLACES=2, SKUA_WORKERS=2)


@scenario
def a_serial_chain():
    finds("serial", "There ran `step`", least=0.3, SKUA_WORKERS=2)


@scenario
def contention_on_a_mutex():
    finds("contention", "tasks wait for a mutex: ", least=0.3, SKUA_WORKERS=2)


@scenario
def one_slow_place():
    finds("slow_place", " times as long over all its tasks.", SKUA_SIM="places=4,workers=2,slow=1:3,seed=1")


@scenario
def places_of_equal_speed():
    kinds = [f["kind"] for f in findings_of("slow_place", SKUA_SIM="places=4,workers=2")]
    expect("slow_place" not in kinds, f"{kinds}")


@scenario_for((1, 2), (2, 1))
def a_healthy_run(size):
    places, workers = size
    findings = repeated(lambda found: not found, "healthy", SKUA_PLACES=places, SKUA_WORKERS=workers)
    expect(findings == [], f"{findings}")


run_scenarios()

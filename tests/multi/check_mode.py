# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_mode.py MISTAKES SOURCE COMPILER CASES LAUNCHER: the check mode finds mistakes at one place.

MISTAKES: the program, SOURCE: its source, whose lines name the kinds of mistakes. COMPILER: GNU or
Clang. CASES: the program with the cases of tests/remote and others. LAUNCHER: skua-run, or nothing."""

import pathlib
import shutil

from support.processes import arguments, expect, run, run_scenarios, scenario, scenario_for

mistakes, source, compiler, cases, *launcher = arguments()
LINE_TOOLS = ["addr2line"] if compiler == "GNU" else ["llvm-symbolizer", "llvm-symbolizer-19"]
HOLDS = "holds a pointer or reference to something of this process"
STATIC = "has changed the static object calls, which is another object at another place"
READ = "while 1000 other tasks of its scope have not ended"
EARLY = "was made before the run"
BOUND = "finds a child with the bound 8 below a node with the bound 5"
PROBLEM = "stairs, holds in its bytes 8 to 15 a pointer"
LOCAL = "the constructor of a place_local made a place_local, reducer or phaser"
ENDED = "after the end of the scope that made it"
KINDS = {
    "reference": (1, HOLDS),
    "at": (1, HOLDS),
    "heap": (1, HOLDS),
    "future": (1, HOLDS),
    "this": (1, HOLDS),
    "static": (1, STATIC),
    "static_on": (1, STATIC),
    "early": (1, EARLY),
    "bound": (0, BOUND),  # bounds need not fall
    "problem": (1, PROBLEM),
    "place_local": (1, LOCAL),
    "ended": (1, ENDED),
    "unfinished": (0, READ),  # it may be meant, so it is only said
    "unfinished_body": (0, READ),
    "unfinished_task": (0, READ),
}


def line_of(kind):
    """The line of the source that the message names; None if it names none."""
    for number, line in enumerate(pathlib.Path(source).read_text().splitlines(), 1):
        if line.endswith(f"// kind: {kind}"):
            return number
    return None


@scenario_for(*KINDS)
def is_reported(kind):
    code, text = KINDS[kind]
    done = run(mistakes, kind, SKUA_CHECK=1)
    lines = done.stderr.splitlines()
    expect(done.returncode == code, f"{kind}: exit code {done.returncode}: {done.stderr}")
    expect(len(lines) == 1 and lines[0].startswith("skua: ") and text in lines[0], f"{kind}: {done.stderr}")
    number = line_of(kind)
    if number is not None and any(shutil.which(tool) for tool in LINE_TOOLS):
        expect(f"mistakes.cpp:{number})" in lines[0], f"{kind}: expected line {number}: {lines[0]}")


@scenario_for(*(kind for kind in KINDS if kind != "ended"))  # which reads memory that it no longer has
def is_not_reported_without_it(kind):
    done = run(mistakes, kind)
    expect(done.returncode == 0 and not done.stderr, f"{kind}: exit code {done.returncode}: {done.stderr}")


@scenario_for(("at_last", "holds_a_reference_at_the_last_place"), ("stolen", "holds_a_reference_when_stolen"))
def a_task_that_cannot_leave_is_named(kind):
    """Also without the check mode, with the function of the program to which the task belongs."""
    name, function = kind
    done = run(mistakes, name, SKUA_PLACES=2, SKUA_WORKERS=1)
    expect(done.returncode == 1 and done.stderr.count("\n") == 1, f"exit code {done.returncode}: {done.stderr}")
    expect(f"a task that leaves its place, (anonymous namespace)::{function}()::" in done.stderr, done.stderr)
    expect(HOLDS in done.stderr, done.stderr)


@scenario_for("1x3", "3x2")
def a_right_program_passes(size):
    places, workers = size.split("x")
    for transport in ("shm", "inproc"):
        done = run(mistakes, "none", SKUA_CHECK="on", SKUA_PLACES=places, SKUA_WORKERS=workers,
                   SKUA_TRANSPORT=transport)
        expect(done.returncode == 0 and not done.stderr, f"{transport}: exit code {done.returncode}: {done.stderr}")


@scenario
def the_option_of_the_launcher_sets_it():
    if not launcher:
        return
    done = run(*launcher, "-n", 1, "--check", mistakes, "reference")
    expect(done.returncode == 1 and HOLDS in done.stderr, f"exit code {done.returncode}: {done.stderr}")
    done = run(*launcher, "-n", 2, "--check", mistakes, "none")
    expect(done.returncode == 0 and not done.stderr, f"exit code {done.returncode}: {done.stderr}")


@scenario
def a_bad_value_is_an_error():
    done = run(mistakes, "none", SKUA_CHECK="perhaps")
    expect(done.returncode == 2 and "SKUA_CHECK: expected on or off" in done.stderr,
           f"exit code {done.returncode}: {done.stderr}")


@scenario_for(1, 2)
def cases_of_programs_over_places_pass(places):
    """Not all: some count tasks, and `at` makes one for its own place in the check mode."""
    prefixes = "any", "cancel", "function", "future", "phaser", "post", "read", "reducer", "result", "spawn", "task"
    done = run(cases, *(f"{prefix}..." for prefix in prefixes), patience=300, SKUA_CHECK=1, SKUA_PLACES=places,
               SKUA_WORKERS=2)
    unexpected = [line for line in done.stderr.splitlines()
                  if not line.startswith(("skua: check: a task reads a reducer", "skua: a task's exception is lost"))]
    expect(done.returncode == 0 and not unexpected, f"{places}: exit code {done.returncode}: {unexpected[:20]}")


run_scenarios()

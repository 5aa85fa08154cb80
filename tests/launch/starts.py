# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program does around its runs: places that come late or never, unequal numbers of runs,
programs that a task starts, buffered output."""

import subprocess

from support.launcher import (
    LAUNCHER,
    PATIENCE,
    PROGRAM,
    environment,
    expect,
    nothing_is_left_in_shared_memory,
    one_line,
    run,
    run_scenarios,
    scenario,
    scenario_for,
)

ALONE, FORKED, LAUNCHED = "one place", "SKUA_PLACES=2", "skua-run -n 2"
STARTS = {
    ALONE: ([], {}),
    FORKED: ([], {"SKUA_PLACES": "2"}),
    LAUNCHED: ([LAUNCHER, "-n", "2"], {}),
}


def outcome(start, *words):
    launcher, settings = STARTS[start]
    return subprocess.run(
        [*launcher, PROGRAM, *words],
        env=environment(SKUA_WORKERS="1", **settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def places_differ(places, place, words):
    """skua-run with so many places, one of which begins with these words of a shell."""
    script = f'test $SKUA_RUN_PLACE != {place} || {words}; exec "$0" sum'
    return run("-n", places, "-t", 1, "sh", "-c", script, PROGRAM)


@scenario
def a_place_that_comes_late():
    """The main of a place may take long until it calls run. The others wait, and one says so."""
    done = places_differ(3, 2, "sleep 11")
    expect(done.returncode == 0 and done.stdout == b"sum 50005000 over shm\n", f"a late place: {done}")
    one_line(done.stderr, "skua: place 0 has waited 10 s for place 2 to call skua::run")


@scenario_for(0, 1)
def a_place_that_never_comes(place):
    """A place that ends without a run, with exit code 0."""
    done = places_differ(3, place, "exit 0")
    expect(done.returncode == 2 and done.stdout == b"", f"place {place} has no run: {done}")
    one_line(done.stderr, f"skua: place {place} has ended without a call of skua::run")


@scenario_for((1, 2), (2, 1), (2, 3))
def unequal_numbers_of_runs(numbers):
    """Place 0 calls run as often as the first number says, the others as often as the second."""
    done = run("-n", 3, "-t", 1, PROGRAM, "runs", *numbers)
    more = max(numbers)
    late = numbers[0] < numbers[1]
    expect(done.returncode == 1, f"runs {numbers}: {done}")
    one_line(done.stderr, f"has begun run {more}, but place ", f" has ended after {more - 1}: each must call run as")
    expect((b"but place 0 has" in done.stderr) == late, f"runs {numbers}: {done}")


@scenario
def equal_numbers_of_runs():
    for number in range(3):
        done = run("-n", 3, "-t", 1, PROGRAM, "runs", number, number)
        expect(
            done.returncode == 0 and done.stderr == b"" and done.stdout.count(b"\n") == 3 * number,
            f"{number} runs: {done}",
        )


@scenario_for(*STARTS)
def programs_of_the_library_in_a_task(start):
    """Each is a separate run, alone and with places that it forks."""
    places = 1 if start == ALONE else 2
    done = outcome(start, "programs")
    expect(done.returncode == 0 and done.stderr == "", f"{start}: {done}")
    expected = ["sum 50005000 over none", "sum 50005000 over shm"] * places
    expect(sorted(done.stdout.splitlines()) == sorted(expected), f"{start}: {done}")


@scenario_for(*STARTS)
def buffered_output(start):
    """After sync_with_stdio(false) the streams of C++ have separate buffers."""
    done = outcome(start, "streams")
    places = 1 if start == ALONE else 2
    processes = places if start == LAUNCHED else 1  # in which main begins
    for stream, text in ("cout", done.stdout), ("stdio", done.stdout), ("clog", done.stderr):
        lines = [line for line in text.splitlines() if line.startswith(stream)]
        expected = [f"{stream} at {p}" for p in range(places)] + [f"{stream} before"] * processes
        expect(sorted(lines) == expected, f"{start}: {done}")
    expect(done.returncode == 0, f"{start}: {done}")


scenario(nothing_is_left_in_shared_memory)
run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that a task starts, and buffered output."""

import subprocess

from support.launcher import (
    LAUNCHER,
    PATIENCE,
    PROGRAM,
    environment,
    expect,
    names_left_behind,
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
before = names_left_behind()


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


@scenario_for(*STARTS)
def programs_of_the_library_in_a_task(start):
    """Each is a run of its own, alone and with places that it forks."""
    places = 1 if start == ALONE else 2
    done = outcome(start, "programs")
    expect(done.returncode == 0 and done.stderr == "", f"{start}: {done}")
    expected = ["sum 50005000 over none", "sum 50005000 over shm"] * places
    expect(sorted(done.stdout.splitlines()) == sorted(expected), f"{start}: {done}")


@scenario_for(*STARTS)
def buffered_output(start):
    """After sync_with_stdio(false) the streams of C++ have buffers of their own."""
    done = outcome(start, "streams")
    places = 1 if start == ALONE else 2
    processes = places if start == LAUNCHED else 1  # in which main begins
    for stream, text in ("cout", done.stdout), ("stdio", done.stdout), ("clog", done.stderr):
        lines = [line for line in text.splitlines() if line.startswith(stream)]
        expected = [f"{stream} at {p}" for p in range(places)] + [f"{stream} before"] * processes
        expect(sorted(lines) == expected, f"{start}: {done}")
    expect(done.returncode == 0, f"{start}: {done}")


@scenario
def nothing_is_left_in_shared_memory():
    expect(names_left_behind() <= before, f"left behind: {names_left_behind() - before}")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""early_objects.py STATICS LAUNCHER: a static reducer and a phaser made before the run, used
at another place. LAUNCHER: skua-run, or nothing."""

import signal

from support.processes import (
    arguments,
    expect,
    has_sanitizer,
    nothing_is_left_in_shared_memory,
    run,
    run_scenarios,
    scenario,
    scenario_for,
)

statics, *launcher = arguments()
LINES = {
    "reducer": "each process made its own reducer or place_local before the run, such as a static one; make it in "
               "the body of run and pass it to the tasks\n",
    "phaser": "a phaser that was made before the run was used at another place; make it in the body of run\n",
}


def one_line(done, kind):
    code = 128 + signal.SIGABRT
    expect(done.returncode in (code, -signal.SIGABRT), f"exit code {done.returncode}: {done.stderr}")
    own_lines = [line for line in done.stderr.splitlines(True) if line.startswith("skua: ")]
    expect(len(own_lines) == 1 and own_lines[0].endswith(LINES[kind]), f"one line: {done.stderr}")


@scenario
def a_reducer_that_the_forked_places_share():
    """The fork has copied it: it is the same object at all places."""
    done = run(statics, "reducer", SKUA_PLACES=2, SKUA_WORKERS=1)
    expect((done.returncode, done.stderr) == (0, ""), f"{done}")


@scenario
def a_phaser_of_forked_places():
    one_line(run(statics, "phaser", SKUA_PLACES=2, SKUA_WORKERS=1), "phaser")


@scenario_for(*LINES)
def places_with_objects_of_their_own(kind):
    if has_sanitizer(statics, "tsan"):
        print("skipped: it runs without address randomisation, so that all objects have the same name")
    elif launcher:
        one_line(run(*launcher, "-n", 2, "-t", 1, statics, kind), kind)


scenario(nothing_is_left_in_shared_memory)
run_scenarios()

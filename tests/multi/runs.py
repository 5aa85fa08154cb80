# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several runs in one process, exit codes, exceptions, posts: programs that fork their processes
themselves."""

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

(PROGRAM,) = arguments()


def outcome(*words, places=3):
    return run(PROGRAM, *words, SKUA_PLACES=places, SKUA_WORKERS=1)


@scenario_for(1, 2, 3, 4)
def run_after_run(places):
    sum_of_places = places * (places + 1) // 2
    done = outcome("repeated", places=places)
    expected = [f"run {i}: {100 * i + sum_of_places}" for i in range(3)]
    for i in range(3):
        expected += [f"runtime {i}.{k}: {10 * i + k + sum_of_places}" for k in range(2)] + ["thrown: far"]
    expect(
        done.returncode == 0 and done.stdout.splitlines() == expected and done.stderr == "",
        f"{places} places, run after run: {done}",
    )


@scenario
def a_runtime_made_by_a_thread_that_has_ended():
    if has_sanitizer(PROGRAM, "tsan"):
        print("skipped: thread sanitizer allows no new thread after a fork of a process with several")
        return
    done = outcome("made_by_a_thread")
    expect(
        done.returncode == 0 and done.stdout == "sum 6\n" and done.stderr == "",
        f"a runtime made by a thread that has ended: {done}",
    )


@scenario
def three_processes():
    done = outcome("greet")
    pids = {line.split()[3] for line in done.stdout.splitlines() if line.startswith("place")}
    expect(done.returncode == 0 and len(pids) == 3 and "over shm" in done.stdout, f"three processes: {done}")


@scenario
def result_of_the_body():
    expect(outcome("code", 7).returncode == 7, "the result of the body is the exit code")


@scenario_for(0, 1, 2)
def exceptions_at_a_place(place):
    commands = [("throw", "on purpose"), ("throw_in_post", "in a post"), ("last_post", "in the last post")]
    if place != 0:  # the argument stays as it is in a post for the own place
        commands.append(("post_argument", "in its argument"))
    for command, text in commands:
        done = outcome(command, place)
        expect(
            done.returncode == 1 and done.stderr.count("\n") == 1 and text in done.stderr,
            f"{command} at place {place}: {done}",
        )


scenario(nothing_is_left_in_shared_memory)
run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs after one another, exit codes, exceptions, posts: programs of one process that makes the others itself."""

import sys

from support.processes import expect, names_left_behind, run

PROGRAM = sys.argv[1]
before = names_left_behind()


def outcome(*arguments, places=3):
    return run(PROGRAM, *arguments, SKUA_PLACES=places, SKUA_WORKERS=1)


for places in 1, 2, 3, 4:
    sum_of_places = places * (places + 1) // 2
    done = outcome("repeated", places=places)
    wanted = [f"run {i}: {100 * i + sum_of_places}" for i in range(3)]
    for i in range(3):
        wanted += [f"runtime {i}.{k}: {10 * i + k + sum_of_places}" for k in range(2)] + ["thrown: far"]
    expect(done.returncode == 0 and done.stdout.splitlines() == wanted and done.stderr == "", f"{places} places, run after run: {done}")

done = outcome("made_by_a_thread")
expect(done.returncode == 0 and done.stdout == "sum 6\n" and done.stderr == "", f"a runtime made by a thread that has ended: {done}")
done = outcome("greet")
pids = {line.split()[3] for line in done.stdout.splitlines() if line.startswith("place")}
expect(done.returncode == 0 and len(pids) == 3 and "over shm" in done.stdout, f"three processes: {done}")
expect(outcome("code", 7).returncode == 7, "the result of the body is the exit code")
for place in range(3):
    for how, text in ("throw", "on purpose"), ("throw_in_post", "in a post"), ("last_post", "in the last post"):
        done = outcome(how, place)
        expect(done.returncode == 1 and done.stderr.count("\n") == 1 and text in done.stderr, f"{how} at place {place}: {done}")
expect(names_left_behind() <= before, f"left behind: {names_left_behind() - before}")

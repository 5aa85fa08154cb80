# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""crash.py PROGRAM: a crash in a task says which task, where, and how it got there."""

import re
import signal

from support.processes import arguments, expect, run, run_scenarios, scenario, scenario_for

(program,) = arguments()


@scenario_for("1 0", "3 0", "3 2")
def a_crash_names_the_task_and_its_stack(which):
    places, place = which.split()
    done = run(program, "crash", place, SKUA_PLACES=places, SKUA_WORKERS=2)
    expect(done.returncode in (-signal.SIGSEGV, 128 + signal.SIGSEGV), f"exit code {done.returncode}: {done.stderr}")
    head = re.search(r"^skua: SEGV in reckless at place (\d), worker \d, in \d scopes; its stack:$", done.stderr,
                     re.MULTILINE)
    expect(head and head[1] == place, done.stderr)
    frames = re.findall(r"^  #(\d+) +(.*)$", done.stderr, re.MULTILINE)
    expect([int(n) for n, _ in frames] == list(range(len(frames))), done.stderr)
    expect("crash_in_this_function" in frames[0][1], done.stderr)
    expect(any("on_the_way" in name for _, name in frames), done.stderr)


@scenario
def a_crash_outside_a_task_is_left_alone():
    done = run(program, "crash_outside")
    expect(done.returncode == -signal.SIGSEGV and not done.stderr, f"exit code {done.returncode}: {done.stderr}")


@scenario
def a_handler_of_the_program_is_kept():
    done = run(program, "crash_handled")
    expect(done.returncode == 3 and not done.stderr, f"exit code {done.returncode}: {done.stderr}")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""crash.py PROGRAM: a crash in a task says which task, where, and how it got there."""

import re
import signal

from support.processes import arguments, expect, run, run_scenarios, scenario, scenario_for, start

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
def an_abort_of_the_c_library_names_the_task_and_its_stack():
    done = run(program, "damage", SKUA_WORKERS=2)
    expect(done.returncode == -signal.SIGABRT, f"exit code {done.returncode}: {done.stderr}")
    expect("double free" in done.stderr, done.stderr)
    expect(re.search(r"^skua: ABRT in careless at place 0, worker \d, in \d scopes; its stack:$", done.stderr,
                     re.MULTILINE), done.stderr)
    expect(re.search(r"^  #\d+ +damage_the_heap|^  #\d+ .*::damage_the_heap", done.stderr, re.MULTILINE), done.stderr)


@scenario
def a_task_that_keeps_a_run_from_ending_is_named_with_its_function():
    process = start(program, "waiting", SKUA_WORKERS=2, SKUA_GRACE=0.3)
    while process.stdout.readline() not in ("spinning\n", ""):
        continue
    process.terminate()
    _, err = process.communicate(timeout=60)
    expect(process.returncode == 128 + signal.SIGTERM, f"exit code {process.returncode}: {err}")
    expect(re.search(r"still running: spinner runs in .*spin_in_this_function", err), err)


@scenario
def a_crash_outside_a_task_is_left_alone():
    done = run(program, "crash_outside")
    expect(done.returncode == -signal.SIGSEGV and not done.stderr, f"exit code {done.returncode}: {done.stderr}")


@scenario
def a_handler_of_the_program_is_kept():
    for number in signal.SIGSEGV, signal.SIGABRT:
        check_handler(number)


def check_handler(number):
    done = run(program, "crash_handled", int(number))
    expect(done.returncode == 3 and not done.stderr, f"exit code {done.returncode}: {done.stderr}")


run_scenarios()

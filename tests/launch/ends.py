# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every end that a program itself causes: the exit code, at most one line, no process left.

All of the table in docs/reference/ends.md but the deadlock (tests/multi/deadlock.py), tried at one place, at
two forked places, at two places of skua-run and in one process. tests/multi/mpi_ends.py tries it
under MPI."""

import concurrent.futures
import contextlib
import itertools
import os
import resource
import signal
import subprocess
import time

from support.launcher import (
    LAUNCHER,
    PATIENCE,
    PROGRAM,
    environment,
    expect,
    has_sanitizer,
    nothing_is_left_in_shared_memory,
    run_scenarios,
    scenario,
    scenario_for,
)

ALONE, FORKED, LAUNCHED, INPROC = "one place", "SKUA_PLACES=2", "skua-run -n 2", "inproc"
STARTS = {
    ALONE: ([], {}),
    FORKED: ([], {"SKUA_PLACES": "2"}),
    LAUNCHED: ([LAUNCHER, "-n", "2"], {}),
    INPROC: ([], {"SKUA_PLACES": "2", "SKUA_TRANSPORT": "inproc"}),
}
LOST = 70
# Address and thread sanitizer reserve terabytes of it.
ADDRESS_SPACE = not has_sanitizer(PROGRAM)
# Whether the program can let allocations fail.
ALLOCATIONS = not has_sanitizer(PROGRAM, "tsan")
# Memory that the tasks of a cut off run hold does not count as a leak: address sanitizer does not
# see it on the stacks of fibres. Thread sanitizer must not delay _exit by a second: a place would
# then end by itself.
SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0",
    "TSAN_OPTIONS": os.environ.get("TSAN_OPTIONS", "") + ":atexit_sleep_ms=0",
}


def begin(start, *arguments, output=subprocess.DEVNULL, **settings):
    """Starts the program in a separate process group, with one worker at each place."""
    launcher, settings_of_start = STARTS[start]
    return subprocess.Popen(
        [*launcher, PROGRAM, *map(str, arguments)],
        env=environment(**{"SKUA_WORKERS": "1"} | settings_of_start | SANITIZER_OPTIONS | settings),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def outcome(start, *arguments, **settings):
    """Exit code as a shell shows it, and standard error. The process group must be empty at the
    end."""
    with running(start, *arguments, **settings) as process:
        errors = process.communicate(timeout=PATIENCE)[1]  # the pipe ends with the last process that holds it
    return code_in_a_shell(process), errors


def code_in_a_shell(process):
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def expect_end(text, code, expected_code, errors):
    expect(code == expected_code, f"{text}: exit code {code}, not {expected_code}: {errors!r}")
    # the C++ library says which exception it was
    own_lines = [line for line in errors.splitlines() if line.startswith("skua")]
    # A line follows that of a broken contract under skua-run, and the report of a task that aborts.
    limit = 2 if any(line.startswith(("skua: broken contract", "skua: ABRT in a task")) for line in own_lines) else 1
    expect(len(own_lines) <= limit, f"{text}: {limit} lines at most, not {errors!r}")


def check(start, arguments, code, **settings):
    exit_code, errors = outcome(start, *arguments, **settings)
    expect_end(f"{start}: {' '.join(map(str, arguments))}", exit_code, code, errors)


def check_contract(start, place):
    exit_code, errors = outcome(start, "end", "contract", "task", place, 3)
    expect_end(f"{start}: a broken contract at place {place}", exit_code, 128 + signal.SIGABRT, errors)
    expect(
        errors.count("skua: broken contract") == 1 and (start == LAUNCHED or errors.count("\n") == 1),
        f"{start}: the line of the broken contract, not {errors!r}",
    )


def pids_of_waiting(start, process, text):
    """The process of each place, when the run of "signal" waits."""
    pids = {}
    waits = False
    # the lines of different places may come in any order
    while not waits or len(pids) < (1 if start == ALONE else 2):
        words = process.stdout.readline().split()
        expect(words == ["waiting"] or len(words) == 8, f"{text}: {words}")
        waits = waits or words == ["waiting"]
        if len(words) == 8:
            pids[int(words[1])] = int(words[7])
    return pids


@contextlib.contextmanager
def running(start, *arguments, **settings):
    """A process whose group is killed if the test fails."""
    process = begin(start, *arguments, **settings)
    try:
        yield process
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise


def check_signal(start, number, places):
    """Sends the signal to the processes of these places while their run waits."""
    text = f"{start}: signal {number} to places {places}"
    with running(start, "signal", output=subprocess.PIPE) as process:
        pids = pids_of_waiting(start, process, text)
        os.kill(pids[places[0]], number)
        for place in places[1:]:
            with contextlib.suppress(ProcessLookupError):  # the first signal has ended it already
                os.kill(pids[place], number)
        output, errors = process.communicate(timeout=PATIENCE)
    expect(process.returncode == 128 + number and errors == "", f"{text}: exit code {process.returncode}: {errors!r}")
    returned = len(pids) if start == LAUNCHED else 1  # forked places do not return from run
    expect(output.splitlines() == [f"returned {128 + number}"] * returned, f"{text}: {output!r}")


def check_hangup(start, place):
    """Sends SIGHUP, which no place handles, while the run waits."""
    text = f"{start}: SIGHUP to place {place}"
    with running(start, "signal", output=subprocess.PIPE) as process:
        os.kill(pids_of_waiting(start, process, text)[place], signal.SIGHUP)
        errors = process.communicate(timeout=PATIENCE)[1]
    expect_end(text, code_in_a_shell(process), 128 + signal.SIGHUP, errors)


def check_stuck(start, number):
    """Sends the signal to a run whose tasks continue."""
    with running(start, "stuck", output=subprocess.PIPE, SKUA_GRACE="0.1") as process:
        deaf = 0
        while deaf < (1 if start == ALONE else 2):
            line = process.stdout.readline()
            expect(line == "deaf\n" or line.startswith("place "), f"{start}: stuck: a task at each place: {line!r}")
            deaf += line == "deaf\n"
        process.send_signal(number)
        errors = process.communicate(timeout=PATIENCE)[1]
    expect(process.returncode == 128 + number, f"{start}: stuck: exit code {process.returncode}: {errors!r}")
    expect(
        errors.count("\n") == 1 and "was killed" in errors and "deaf" in errors,
        f"{start}: stuck: one line with the tasks, not {errors!r}",
    )


def check_limit(start, kind, limit):
    """Under a resource limit a run either succeeds, or ends with one line that gives the reason."""
    launcher, settings = STARTS[start]
    done = subprocess.run(
        [*launcher, PROGRAM, "greet"],
        env=environment(SKUA_WORKERS="2", **settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=lambda: resource.setrlimit(kind, (limit, limit)),
    )
    text = f"{start}: limit {kind} of {limit}: exit code {done.returncode}: {done.stderr!r}"
    expect(done.returncode in (0, 1, 2, 125) and done.stderr.count("\n") == (done.returncode != 0), text)


def skipped_without_allocations():
    if not ALLOCATIONS:
        print("skipped: the operator new of the thread sanitizer cannot be replaced")
    return not ALLOCATIONS


def check_starved(start, allocations):
    """Every allocation from that one on fails: the run succeeds, or ends with one line."""
    text = f"{start}: no memory after {allocations} allocations"
    exit_code, errors = outcome(start, "starve", allocations)
    expect(
        exit_code in (0, 1, 2) and errors.count("\n") == (exit_code != 0), f"{text}: exit code {exit_code}: {errors!r}"
    )


def check_early(start, seconds):
    """Sends SIGINT to all processes of the job so long after its start."""
    with running(start, "signal") as process:
        time.sleep(seconds)  # the moment is what the test varies
        os.killpg(process.pid, signal.SIGINT)
        errors = process.communicate(timeout=PATIENCE)[1]
    code = code_in_a_shell(process)
    expect(code == 130 and errors == "", f"{start}: SIGINT {seconds} s after the start: exit code {code}: {errors!r}")


@scenario_for(*STARTS)
def end_of_the_body(start):
    """Its result, and an exception."""
    check(start, ("code", 3), 3)
    check(start, ("throw",), 1)


@scenario_for(*STARTS)
def end_during_the_run(start):
    """From a task and from an external thread, at place 0 and at another."""
    ends = {("exit", "task"): 3, ("quick_exit", "thread"): 3, ("_exit", "task"): 3, ("exit", "thread"): 3}
    signals = {("abort", "task"): signal.SIGABRT, ("kill", "thread"): signal.SIGKILL, ("hangup", "task"): signal.SIGHUP}
    ends |= {end: 128 + number for end, number in signals.items()} | ({("memory", "task"): 1} if ALLOCATIONS else {})
    for place in range(1 if start == ALONE else 2):
        for (end, caller), code in ends.items():
            check(start, ("end", end, caller, place, 3), code)
        check(start, ("end", "exit", "task", place, 0),
              LOST if start == LAUNCHED or (start == FORKED and place != 0) else 0)
        check(start, ("end", "throw", "thread", place, 3), 128 + signal.SIGABRT)
        check_contract(start, place)
        check(start, ("end", "throw", "task", place, 3), 1)


@scenario_for(*STARTS)
def end_outside_the_run(start):
    """Before the run and after it, in the main thread of a place."""
    codes = {"exit": 3, "quick_exit": 3, "_exit": 3}
    codes |= dict.fromkeys(("abort", "throw"), 128 + signal.SIGABRT)
    codes |= {"kill": 128 + signal.SIGKILL, "hangup": 128 + signal.SIGHUP}
    codes |= {"interrupt": 128 + signal.SIGINT, "terminate": 128 + signal.SIGTERM}
    cases = itertools.product(("before", "after"), range(2 if start == LAUNCHED else 1), codes)
    # skua-run gives the other place half a second to end by itself
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        running = [threads.submit(check, start, ("outside", m, end, p, 3), codes[end]) for m, p, end in cases]
    for one in running:
        one.result()


@scenario_for(*STARTS)
def tasks_that_ignore_a_signal(start):
    """The run is ended when its grace period is over; one line names the tasks."""
    for number in signal.SIGINT, signal.SIGTERM:
        check_stuck(start, number)


@scenario_for(*STARTS)
def a_wrong_option(start):
    check(start, ("greet",), 2, SKUA_WORKERS="none")
    check(start, ("greet",), 2, SKUA_GRACE="none")  # skua-run leaves this one to the places


@scenario_for(*STARTS)
def limits_of_resources(start):
    """Places that cannot start, for lack of threads or memory, or because of the limit of file size."""
    check_limit(start, resource.RLIMIT_FSIZE, 4096)
    if ADDRESS_SPACE:
        for megabytes in 150, 450, 900:
            check_limit(start, resource.RLIMIT_AS, megabytes << 20)


@scenario_for(*STARTS)
def no_memory(start):
    """Every allocation from the N-th on fails, at every place."""
    if skipped_without_allocations():
        return
    for allocations in 0, 30, 100, 300:
        check_starved(start, allocations)


@scenario_for(ALONE, FORKED)
def no_memory_for_a_deque(start):
    """A spawn that finds no memory, for its closure or for a queue, ends the run, with one line."""
    if skipped_without_allocations():
        return
    for tasks in "small", "large", "urgent":
        for allocations in 0, 5, 1000:
            exit_code, errors = outcome(start, "full", tasks, allocations)
            text = f"{tasks} {allocations}: exit code {exit_code}: {errors!r}"
            expect(exit_code in (0, 1) and errors.count("\n") == exit_code, text)
            expect(exit_code == 1 or tasks == "small" or allocations > 20, text)


@scenario
def no_memory_in_many_runs():
    """Place 0 must not kill a child process that is about to print the reason: 1 run in 240 lost
    its line."""
    if skipped_without_allocations():
        return
    for _ in range(20):
        check_starved(FORKED, 10)


@scenario_for(*STARTS)
def signal_to_a_place(start):
    """The first SIGINT or SIGTERM, at any place, ends the run; every place returns the same code."""
    for number in signal.SIGINT, signal.SIGTERM:
        for place in range(1 if start == ALONE else 2):
            if start != INPROC or place == 0:
                check_signal(start, number, [place])
        if start in (FORKED, LAUNCHED):
            check_signal(start, number, [0, 1])  # as a terminal does


@scenario_for(*STARTS)
def hangup_of_a_place(start):
    for place in range(2 if start in (FORKED, LAUNCHED) else 1):
        check_hangup(start, place)


@scenario_for(*STARTS)
def control_c_while_the_places_start(start):
    """To the whole group, at six moments."""
    for moment in range(6):
        check_early(start, moment * 0.004)


@scenario_for(*STARTS)
def a_forked_child_calls_exit(start):
    """Before the run, during it and after it; its parent is not harmed."""
    check(start, ("fork",), 0)


scenario(nothing_is_left_in_shared_memory)
run_scenarios()

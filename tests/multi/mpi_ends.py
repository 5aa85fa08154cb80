# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mpi_ends.py FLAVOUR PROGRAM: every end that a program itself causes, with two ranks of MPI.

The table of MPI in docs/reference/ends.md: the exit code, at most one line of the library, no process and no
name in shared memory left. The launcher decides the exit code and adds its own lines. PROGRAM is
that of tests/launch. Exit code 77: skipped, with the reason."""

import contextlib
import os
import signal

from support import mpi
from support.processes import (
    PATIENCE,
    after_scenario,
    arguments,
    catches,
    expect,
    nothing_is_left_in_shared_memory,
    run_scenarios,
    running_with,
    scenario,
    scenario_for,
    start,
    variable,
    wait_for,
)

FLAVOUR, PROGRAM = arguments()
PLACES = 2
RANK = {"openmpi": "OMPI_COMM_WORLD_RANK", "mpich": "PMI_RANK"}[FLAVOUR]  # the variable of the launcher
COMMAND, FOLDER = mpi.command(FLAVOUR, PLACES)


def begin(*words, **settings):
    """The program does not read the last word, by which running_with() finds its processes."""
    after_scenario(end_ranks)
    return start(*COMMAND, PROGRAM, *words, FOLDER, SKUA_WORKERS=1, **settings)


def end_ranks():
    """Ends what a failed scenario has left."""
    for pid in running_with(FOLDER):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def end_of(process, text):
    """Waits for the end of a job: its exit code, its output, the library's lines on standard
    error."""
    output, errors = process.communicate(timeout=PATIENCE)  # the pipes end with the last process that holds them
    # Open MPI gives each rank a separate process group
    wait_for(lambda: not running_with(FOLDER), f"{text}: the end of all ranks")
    nothing_is_left_in_shared_memory(f"{text}: ")
    # the launcher of MPICH writes its own lines to standard output, or the program's
    own_lines = [line for line in (output + errors).splitlines() if line.startswith("skua")]
    expect(len(own_lines) <= 1, f"{text}: one line at most, not {own_lines}")
    print(f"{FLAVOUR}: {text}: exit code {process.returncode}")
    return process.returncode, output, own_lines


def check(*words, code=None):
    """Without a code: any but 0."""
    text = " ".join(map(str, words))
    exit_code, output, own_lines = end_of(begin(*words), text)
    is_right = exit_code == code if code is not None else exit_code != 0
    expect(is_right, f"{text}: exit code {exit_code}: {output}{own_lines}")
    return own_lines


def read_until(process, is_last, text):
    """The pids of the places, read from the output up to the line for which is_last is true; lines
    of different places may come in any order."""
    pids = {}
    ended = False
    while not ended or len(pids) < PLACES:
        line = process.stdout.readline()
        expect(line, f"{text}: the output ends")
        words = line.split()
        if len(words) == 8 and words[0] == "place":
            pids[int(words[1])] = int(words[7])
        ended = ended or is_last(line)
    return pids


def check_signal(number, place):
    text = f"signal {number} to place {place}"
    process = begin("signal")
    pids = read_until(process, lambda line: line == "waiting\n", text)
    os.kill(pids[place], number)
    code, output, own_lines = end_of(process, text)
    returned = output.splitlines().count(f"returned {128 + number}")
    expect(
        code == 128 + number and returned == PLACES and not own_lines,
        f"{text}: exit code {code}: {output}{own_lines}",
    )


@scenario
def end_during_the_run():
    """Tasks and external threads cut off the run."""
    check("end", "exit", "task", 0, 3)
    check("end", "throw", "thread", 0, 3)
    check("end", "quick_exit", "thread", 1, 3)
    check("end", "memory", "task", 1, 3)


@scenario
def exit_with_0_during_the_run():
    """The job ends; any exit code may be the launcher's."""
    end_of(begin("end", "exit", "task", 1, 0), "exit(0) at place 1")


@scenario
def an_exception_leaves_a_task():
    own_lines = check("end", "throw", "task", 1, 3, code=1)
    expect("the program's body ended with an exception" in "".join(own_lines), f"{own_lines}")


@scenario
def an_option_that_all_places_refuse():
    """Open MPI ends the other ranks before they print the same line; MPICH does not."""
    if FLAVOUR == "openmpi":
        code, _, own_lines = end_of(begin("end", "exit", "task", 0, 0, SKUA_STACK="x"), "a wrong option")
        expect(code == 2 and "SKUA_STACK" in "".join(own_lines), f"exit code {code}: {own_lines}")


@scenario_for((1, 2), (2, 1))
def unequal_numbers_of_runs(numbers):
    """Place 0 calls run as often as the first number says, the other as often as the second."""
    text = f"runs {numbers}"
    code, output, own_lines = end_of(begin("runs", *numbers), text)
    expect(code != 0, f"{text}: exit code {code}: {output}{own_lines}")
    expect("has begun run 2, but place " in "".join(own_lines), f"{text}: {output}{own_lines}")


@scenario
def the_body_returns():
    check("code", 3, code=3)


@scenario
def end_outside_the_run():
    check("outside", "before", "abort", 1, 3)
    check("outside", "after", "exit", 1, 3, code=3)


@scenario
def signal_to_a_place():
    check_signal(signal.SIGINT, 0)
    check_signal(signal.SIGTERM, 1)


@scenario
def signal_while_mpi_starts():
    """Place 0 waits in MPI_Init for a rank that never starts a run."""
    number, name = signal.SIGTERM, "SIGTERM"
    process = begin("outside", "before", "stay", 1, 0)

    def handling():
        return [pid for pid in running_with(FOLDER) if variable(pid, RANK) == "0" and catches(pid, number)]

    wait_for(handling, f"{name}: a handler at place 0")
    os.kill(handling()[0], number)
    code, output, own_lines = end_of(process, f"{name} while MPI starts")
    expect(code != 0 and not own_lines, f"{name} while MPI starts: exit code {code}: {output}{own_lines}")


@scenario
def tasks_that_ignore_a_signal():
    """The run is ended when its grace period is over; one line names the tasks."""
    text = "SIGTERM to place 1, tasks continue"
    process = begin("stuck", SKUA_GRACE="0.1")
    deaf = []
    pids = read_until(process, lambda line: line == "deaf\n" and (deaf.append(1) or len(deaf) == PLACES), text)
    os.kill(pids[1], signal.SIGTERM)
    code, output, own_lines = end_of(process, text)
    expect(code != 0, f"{text}: exit code {code}: {output}")
    # the launcher may end before it has passed on the line
    expect(not own_lines or ("was killed" in own_lines[0] and "deaf" in own_lines[0]), f"{text}: {own_lines}")


@scenario
def a_forked_child_calls_exit():
    """Before the run, during it and after it; its parent is not harmed."""
    check("fork", code=0)


run_scenarios()

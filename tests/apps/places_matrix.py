# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The same answers on every number of places and workers, over every way to start them.

    places_matrix.py PROGRAM [--start NAME,…] [--places 1,2,3,4] [--workers 1,2] [--small | --full]
                     [--only TEXT] …

Ways to start: inproc, fork, skua-run (beside PROGRAM), openmpi, mpich, openmpi-messages and
mpich-messages. The last two use messages of MPI also between places of one host. Default: all that
are installed. If a start that is named is not installed, the script ends with code 77. Every answer
is compared with the known one, and the counts of runs that stop early must add up.

Searches run with every coordination, but not with all of them in each combination of start, places
and workers. support/search_cases.py says how they are chosen; --pairs runs all.
"""

import argparse
import os
import shlex
import sys
import time

from support.cases import cases
from support.matrix import STARTS, Combination, missing, names_left_behind
from support.scratch import folder, keep


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    numbers = lambda text: [int(number) for number in text.split(",")]
    parser.add_argument("program")
    parser.add_argument("--start", type=lambda text: text.split(","), help="one or more of " + ", ".join(STARTS))
    parser.add_argument("--places", type=numbers, default=[1, 2, 3, 4])
    parser.add_argument("--workers", type=numbers, default=[1, 2])
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--small", dest="size", action="store_const", const="small", help="instances of milliseconds only"
    )
    size.add_argument(
        "--full", dest="size", action="store_const", const="full", help="also the large instances (takes hours)"
    )
    parser.add_argument("--pairs", action="store_true", help="each search with every coordination in each combination")
    parser.add_argument("--only", default="", help="only cases with this text in their command line")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--timeout", type=float, help="seconds for one run (default: 120, with --full 1800)")
    parser.add_argument("--stacks", metavar="FOLDER", help="where gdb writes the stacks of a run that does not end")
    parser.add_argument("--stop", action="store_true", help="end at the first failure")
    chosen = parser.parse_args()
    chosen.size = chosen.size or "usual"
    chosen.timeout = chosen.timeout or (1800 if chosen.size == "full" else 120)
    for name in chosen.start or []:
        if name not in STARTS:
            parser.error(f"--start: expected {', '.join(STARTS)}, found {name}")
        if why := missing(name, chosen.program):
            print(f"skipped: {why}")
            sys.exit(77)
    if not chosen.start:
        chosen.start = [name for name in STARTS if not missing(name, chosen.program)]
    return chosen


class Tally:
    """Counts runs, prints each failure as one line, and shows the progress on a terminal."""

    def __init__(self, stop):
        self.runs = self.faults = 0
        self.stop = stop
        self.live = sys.stderr.isatty()

    def show(self, text):
        if self.live:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def add(self, line, fault):
        self.runs += 1
        if not fault:
            return
        self.faults += 1
        if folder in line:
            keep()
        self.show("")
        print(f"FAILED: {line}: {' '.join(fault.split())}", flush=True)
        if self.stop:
            sys.exit("ended at the first failure")


def run_all(combination, chosen, tally, turn):
    """Runs every case in one combination of start, places and workers. `turn` selects the searches."""
    # mpirun takes most of the time of such a run.
    how_many = "pairs" if chosen.pairs else "few" if combination.start.transport == "mpi" else "some"
    for number in range(chosen.repeat):
        for case in cases(chosen.size, turn + number, how_many):
            line = combination.shown(case.arguments)
            if chosen.only in line:
                tally.show(f"{tally.runs + 1}: {line}" + (f" (round {number + 1})" if chosen.repeat > 1 else ""))
                tally.add(line, combination.fault(case, chosen.timeout, chosen.stacks))


def main():
    chosen = options()
    tally = Tally(chosen.stop)
    before = names_left_behind()
    for start in chosen.start:
        begin, earlier = time.monotonic(), tally.runs
        turn = 8 * list(STARTS).index(start)  # each start begins with another search
        for places in chosen.places:
            for workers in chosen.workers:
                combination = Combination(chosen.program, start, places, workers)
                run_all(combination, chosen, tally, turn)
                turn += chosen.repeat
            if not chosen.only:
                wrong = ["uts", "--tree", "none"]
                tally.add(combination.shown(wrong), combination.complained_once(wrong))
        tally.show("")
        print(f"{start}: {tally.runs - earlier} runs, {time.monotonic() - begin:.1f} s", flush=True)
    if remaining_names := names_left_behind() - before:
        tally.add("/dev/shm", f"left behind: {', '.join(sorted(remaining_names))}")
    if chosen.size == "full" and not os.environ.get("SKUA_DATA"):
        print("skipped: the files of test data and truth.json (SKUA_DATA is not set)")
    if tally.runs == 0:
        sys.exit(f"no case contains {shlex.quote(chosen.only)}")
    sys.exit(f"{tally.faults} of {tally.runs} runs failed" if tally.faults else os.EX_OK)


main()

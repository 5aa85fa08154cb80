# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The same answers on every number of places, over every way to start them.

    places_matrix.py PROGRAM [--launch COMMAND]… [--places 1,2,3,4] [--workers 1,2] [--full] [--repeat N] [--only TEXT]

COMMAND stands before the program, with {places} and {workers} filled in: 'skua-run -n {places}',
'mpirun --oversubscribe -n {places}'. Without --launch, or with an empty COMMAND, the program gets --places. The variables
SKUA_TEST_LAUNCH (commands separated by ;), SKUA_TEST_PLACES and SKUA_TEST_WORKERS are the defaults.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import time

from support.cases import cases


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    numbers = lambda text: [int(number) for number in text.split(",")]
    parser.add_argument("program")
    parser.add_argument("--launch", action="append")
    parser.add_argument("--places", type=numbers, default=numbers(os.environ.get("SKUA_TEST_PLACES", "1")))
    parser.add_argument("--workers", type=numbers, default=numbers(os.environ.get("SKUA_TEST_WORKERS", "1,2")))
    parser.add_argument("--full", action="store_true", help="the large instances too")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--only", default="", help="cases whose command line contains this")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one run")
    chosen = parser.parse_args()
    if chosen.launch is None:
        chosen.launch = os.environ.get("SKUA_TEST_LAUNCH", "").split(";")
    return chosen


def command(program, launch, places, workers, arguments):
    prefix = shlex.split(launch.format(places=places, workers=workers))
    placed = [] if prefix else ["--places", str(places)]
    return [*prefix, program, *arguments, "--workers", str(workers), *placed]


def wrong(case, line, places, workers, timeout):
    """What is wrong with a run, or nothing."""
    try:
        done = subprocess.run([*line, "--json"], capture_output=True, text=True, timeout=timeout, check=False,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return f"not finished after {timeout} seconds"
    if done.returncode != 0:
        return f"exit code {done.returncode}: {done.stdout}{done.stderr}"
    if done.stdout.count("\n") != 1:
        return f"not one line: {done.stdout!r}"
    found = json.loads(done.stdout)
    if not found["verified"]:
        return f"not verified: {done.stdout}"
    if found["places"] != places or found["workers"] != [workers] * places:
        return f"expected {places} places with {workers} workers, found {found['places']} with {found['workers']}"
    return case.complaint(found)


def complained_once(program, launch, places):
    """A wrong command line is one line, not one from each place."""
    done = subprocess.run(command(program, launch, places, 1, ["uts", "--tree", "none"]), capture_output=True, text=True,
                          timeout=60, check=False, stdin=subprocess.DEVNULL)
    said = done.stderr.count("skua uts: --tree: expected one of")
    return None if done.returncode == 2 and said == 1 else f"exit code {done.returncode}: {done.stderr!r}"


def main():
    chosen = options()
    faults = 0
    for launch in chosen.launch:
        for places in chosen.places:
            fault = complained_once(chosen.program, launch, places)
            if fault:
                faults += 1
                print(f"FAILED: {launch or 'plain'}, {places} places, wrong option: {fault}", flush=True)
            for workers in chosen.workers:
                start = time.monotonic()
                selected = [case for case in cases(chosen.full) if chosen.only in " ".join(case.arguments)]
                for case in selected * chosen.repeat:
                    line = command(chosen.program, launch, places, workers, case.arguments)
                    fault = wrong(case, line, places, workers, chosen.timeout)
                    if fault:
                        faults += 1
                        print(f"FAILED: {shlex.join(line)}: {fault}", flush=True)
                seconds = time.monotonic() - start
                print(f"{launch or 'plain'}: {places} places x {workers} workers: {len(selected) * chosen.repeat} runs, "
                      f"{seconds:.1f} s", flush=True)
    sys.exit(f"{faults} faults" if faults else 0)


main()

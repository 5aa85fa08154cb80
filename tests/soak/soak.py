#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Experiments with random seeds in rotation, for as long as one likes: a live line, and at the end a table. `./dev soak [MINUTES]`.

A failing trial is printed with the command that repeats it; the exit code is then 1.
"""

import argparse
import random
import signal
import sys
import time

from experiments import damage, limits, runs, searches
from experiments.machine import Failure, Machine

# Name: the trial, and the programs beside skua-soak that it needs.
EXPERIMENTS = {
    "random_programs": (runs.random_programs, []),
    "scopes": (runs.over_places("scopes"), ["skua-run"]),
    "searches": (runs.over_places("search"), ["skua-run"]),
    "workers": (runs.workers, []),
    "killed": (runs.killed, ["skua-run"]),
    "instances": (searches.instances, ["skua"]),
    "checkpoints": (searches.checkpoints, ["skua"]),
    "damaged_files": (damage.files, ["skua"]),
    "damaged_checkpoints": (damage.checkpoints, ["skua"]),
    "options": (damage.options, ["skua", "skua-run"]),
    "limits": (limits.limits, ["skua-run"]),
}


class Row:
    """What has become of one experiment."""

    def __init__(self):
        self.trials = self.tries = self.failures = 0
        self.worst = 0.0


class Screen:
    """A live line on a terminal; elsewhere a line each minute."""

    def __init__(self):
        self.terminal = sys.stdout.isatty()
        self.last = time.monotonic()

    def live(self, text):
        if self.terminal:
            print(f"\r\x1b[K{text}", end="", flush=True)
        elif time.monotonic() - self.last >= 60:
            self.last = time.monotonic()
            print(text, flush=True)

    def say(self, text):
        print(("\r\x1b[K" if self.terminal else "") + text, flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--programs", default="build/release/bin", help="the folder of skua-soak, skua and skua-run")
    parser.add_argument("--minutes", type=float, default=5, help="how long (default 5)")
    parser.add_argument("--trials", type=int, help="so many trials of each experiment, however long they take")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000_007, help="of the first trial; the next has the next number")
    parser.add_argument("--only", help="these experiments, with commas between: " + ", ".join(EXPERIMENTS))
    parser.add_argument("--patience", type=float, default=1, help="multiplies the time limits: 10 under a sanitizer")
    arguments = parser.parse_args()
    names = arguments.only.split(",") if arguments.only else list(EXPERIMENTS)
    for name in names:
        if name not in EXPERIMENTS:
            parser.error(f"--only: expected experiments of {', '.join(EXPERIMENTS)}, found '{name}'")
    return arguments, names


def usable(machine, names, screen):
    chosen = []
    for name in names:
        lacking = [p for p in ["skua-soak", *EXPERIMENTS[name][1]] if not machine.has(p)]
        if lacking:
            screen.say(f"soak: {name} is left out: {', '.join(lacking)} is not in {machine.programs}")
        else:
            chosen.append(name)
    return chosen


def attempt(machine, name, seed):
    """One trial: its tries, and what went wrong."""
    try:
        return EXPERIMENTS[name][0](machine, random.Random(f"{name}/{seed}")), None
    except Failure as failure:
        return 1, str(failure)


def soak(machine, names, arguments, screen, rows):
    begin = time.monotonic()
    seed = arguments.seed
    while names:
        for name in names:
            elapsed = time.monotonic() - begin
            if arguments.trials is None and elapsed >= 60 * arguments.minutes:
                return
            row = rows[name]
            screen.live(f"soak: {elapsed:.0f} s, {sum(r.tries for r in rows.values())} tries, "
                        f"{sum(r.failures for r in rows.values())} failures; {name} --seed {seed}")
            start = time.monotonic()
            tries, wrong = attempt(machine, name, seed)
            row.worst = max(row.worst, time.monotonic() - start)
            row.trials += 1
            row.tries += tries
            if wrong:
                row.failures += 1
                screen.say(f"soak: {name}: {wrong}\n  repeat: python3 {sys.argv[0]} --programs {arguments.programs} "
                           f"--only {name} --trials 1 --seed {seed}")
        seed += 1
        if arguments.trials is not None and seed - arguments.seed >= arguments.trials:
            return


def print_table(rows, screen):
    screen.say("| experiment | trials | tries | failures | longest trial |\n|---|---|---|---|---|")
    for name, row in rows.items():
        print(f"| {name} | {row.trials} | {row.tries} | {row.failures} | {row.worst:.2f} s |")


def stop(*_):
    raise KeyboardInterrupt


def main():
    arguments, names = read_arguments()
    screen = Screen()
    machine = Machine(arguments.programs, arguments.patience)
    signal.signal(signal.SIGTERM, stop)
    rows = {}
    try:
        names = usable(machine, names, screen)
        rows = {name: Row() for name in names}
        screen.say(f"soak: --seed {arguments.seed}")
        soak(machine, names, arguments, screen, rows)
    except KeyboardInterrupt:
        screen.say("soak: interrupted")
    finally:
        machine.close()
    print_table(rows, screen)
    return 1 if not rows or any(row.failures for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

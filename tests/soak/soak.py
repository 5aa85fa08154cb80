#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Experiments with random seeds in rotation, for a given time: `./dev soak [MINUTES]`.

It shows a live line, and at the end a table. A failing trial is printed with the command that repeats
it; the exit code is then 1."""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Callable

from experiments import masses, runs
from experiments.machine import Failure, Machine


@dataclass(frozen=True)
class Experiment:
    """A row of the table."""

    trial: Callable  # function of a machine and a random number generator; returns its tries, or raises Failure
    programs: tuple = ()  # programs that it needs beside skua-soak
    per_hour: int = 0  # tries that an hour must have: trials are added to the rotation until the number is reached
    most_per_hour: int = 0  # trials that an hour may have, the first one after their share of it; 0: any number
    obstacle: Callable = lambda machine: ""  # why it is not possible on this machine; empty: it is


EXPERIMENTS = {
    "random_programs": Experiment(runs.random_programs),
    "scopes": Experiment(runs.over_places("scopes"), ("skua-run",)),
    "searches": Experiment(runs.over_places("search"), ("skua-run",)),
    "workers": Experiment(runs.workers, per_hour=11_000),
    "killed": Experiment(runs.killed, ("skua-run",)),
    "masses": Experiment(masses.masses, most_per_hour=40, obstacle=masses.obstacle),
}


class Row:
    """The results of one experiment."""

    def __init__(self, obstacle=""):
        self.obstacle = obstacle  # why there are no trials
        self.trials = self.tries = self.failures = 0
        self.worst = 0.0


class Screen:
    """A live line on a terminal; otherwise a line each minute."""

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
    names = ", ".join(EXPERIMENTS)
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--programs", default="build/release/bin", help="the folder of skua-soak and skua-run")
    parser.add_argument(
        "--minutes",
        type=float,
        default=5,
        help="duration (default 5); at least one trial of each experiment, except of masses",
    )
    parser.add_argument("--trials", type=int, help="number of trials of each experiment, instead of --minutes")
    parser.add_argument(
        "--seed",
        type=int,
        default=time.time_ns() % 1_000_000_007,
        help="seed of the first trial of an experiment; the next trial has the next number",
    )
    parser.add_argument("--only", help=f"these experiments, with commas between: {names}")
    parser.add_argument("--without", default="", help="not these experiments")
    parser.add_argument(
        "--sanitizer",
        action="store_true",
        help="the programs have a sanitizer: longer time limits, no MPI",
    )
    parser.add_argument("--patience", type=float, help="multiplies the time limits (default 1, with a sanitizer 10)")
    parser.add_argument(
        "--markdown",
        metavar="PAGE",
        help="put the table into this page, between the lines <!-- soak --> and <!-- end of soak -->",
    )
    arguments = parser.parse_args()
    chosen = arguments.only.split(",") if arguments.only else list(EXPERIMENTS)
    left_out = arguments.without.split(",") if arguments.without else []
    for name in [*chosen, *left_out]:
        if name not in EXPERIMENTS:
            parser.error(f"expected experiments of {names}, found '{name}'")
    if arguments.patience is None:
        arguments.patience = 10 if arguments.sanitizer else 1
    return arguments, [name for name in chosen if name not in left_out]


def usable(machine, names, screen):
    chosen = []
    for name in names:
        lacking = [p for p in ("skua-soak", *EXPERIMENTS[name].programs) if not machine.has(p)]
        if lacking:
            screen.say(f"soak: {name} is left out: {', '.join(lacking)} is not in {machine.programs}")
        else:
            chosen.append(name)
    return chosen


class Soak:
    """The rotation: each experiment in turn, each trial with its own seed."""

    def __init__(self, machine, arguments, screen, rows):
        self.machine, self.arguments, self.screen, self.rows = machine, arguments, screen, rows
        self.begin = time.monotonic()

    def elapsed(self):
        return time.monotonic() - self.begin

    def over(self):
        return self.arguments.trials is None and self.elapsed() >= 60 * self.arguments.minutes

    def behind(self, name):
        """Whether the experiment has had fewer tries than it should have had by now."""
        return (
            self.arguments.trials is None and self.rows[name].tries < EXPERIMENTS[name].per_hour * self.elapsed() / 3600
        )

    def too_early(self, name):
        """Whether the experiment has had as many trials as it may have had by now."""
        most = EXPERIMENTS[name].most_per_hour
        rotates = self.arguments.trials is None and sum(not row.obstacle for row in self.rows.values()) > 1
        return most != 0 and rotates and self.rows[name].trials + 1 > most * self.elapsed() / 3600

    def run(self):
        rounds = 0
        names = [name for name, row in self.rows.items() if not row.obstacle]
        while names and not (rounds and (self.over() or rounds == self.arguments.trials)):
            for name in names:
                if rounds and self.over():
                    return
                if self.too_early(name):
                    continue
                self.trial(name)
                while self.behind(name) and not self.over():
                    self.trial(name)
            rounds += 1

    def trial(self, name):
        row, arguments = self.rows[name], self.arguments
        seed = arguments.seed + row.trials
        self.screen.live(f"soak: {self.elapsed():.0f} s, {sum(r.tries for r in self.rows.values())} tries, "
                         f"{sum(r.failures for r in self.rows.values())} failures; {name} --seed {seed}")
        start = time.monotonic()
        tries, wrong = 1, None
        try:
            tries = EXPERIMENTS[name].trial(self.machine, random.Random(f"{name}/{seed}"))
        except Failure as failure:
            wrong = failure
        row.worst = max(row.worst, time.monotonic() - start)
        row.trials += 1
        row.tries += tries
        if wrong:
            row.failures += 1
            self.screen.say(
                f"soak: {name}: {wrong}\n  repeat: python3 {sys.argv[0]} --programs {arguments.programs} --only {name} "
                f"--trials 1 --seed {seed}{' --sanitizer' if arguments.sanitizer else ''}"
            )


def table_of(rows):
    lines = ["| experiment | trials | tries | failures | longest trial |", "|---|---|---|---|---|"]
    lines += [
        f"| {name} | {row.trials:,} | {row.tries:,} | {row.failures} | {row.worst:.2f} s |"
        if not row.obstacle
        else f"| {name} | skipped: {row.obstacle} | | | |"
        for name, row in rows.items()
    ]
    return "\n".join(lines)


def commit():
    try:
        error = subprocess.run(
            ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=True
        ).stdout.strip()
        return f"commit {error}, "
    except (OSError, subprocess.CalledProcessError):
        return ""


def put_into_page(page, rows, arguments, seconds):
    begin, end = "<!-- soak -->", "<!-- end of soak -->"
    with open(page, encoding="utf-8") as file:
        before, _, rest = file.read().partition(begin)
        _, match, after = rest.partition(end)
    if not match:
        raise SystemExit(f"soak: {page}: expected the lines {begin} and {end}")
    summary = (
        f"Measured {time.strftime('%Y-%m-%d', time.gmtime())} on {os.cpu_count()} processors,"
        f" {commit()}{seconds / 60:.1f} minutes, `--seed {arguments.seed}`:"
    )
    with open(page, "w", encoding="utf-8") as file:
        file.write(f"{before}{begin}\n{summary}\n\n{table_of(rows)}\n{end}{after}")


def stop(*_):
    raise KeyboardInterrupt


def main():
    arguments, names = read_arguments()
    screen = Screen()
    machine = Machine(arguments.programs, arguments.patience, arguments.sanitizer)
    signal.signal(signal.SIGTERM, stop)
    rows, begin = {}, time.monotonic()
    try:
        names = usable(machine, names, screen)
        rows = {name: Row(EXPERIMENTS[name].obstacle(machine)) for name in names}
        screen.say(f"soak: --seed {arguments.seed}")
        Soak(machine, arguments, screen, rows).run()
    except KeyboardInterrupt:
        screen.say("soak: interrupted")
    screen.say(table_of(rows))
    if arguments.markdown:
        put_into_page(arguments.markdown, rows, arguments, time.monotonic() - begin)
    return 1 if not rows or any(row.failures for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the program, several variants alternately, and keeps every run."""

import json
import os
import shlex
import statistics
import subprocess
import sys


class Failed(Exception):
    pass


class Run:
    """One run of one command, with the JSON that it printed."""

    def __init__(self, output):
        self.output = output

    @property
    def seconds(self):
        return self.output["seconds"]

    @property
    def rows(self):
        return self.output["result"]["rows"]


class Runs:
    """All runs of one command."""

    def __init__(self, runs):
        self.runs = runs

    @property
    def seconds(self):
        return statistics.median(r.seconds for r in self.runs)

    @property
    def twin_seconds(self):
        """Seconds of the sequential program in the same runs (--compare)."""
        return statistics.median(r.output["sequential_seconds"] for r in self.runs)

    @property
    def spread(self):
        """The longest over the shortest, less one: equation 4.2 of the YewPar dissertation."""
        times = [r.seconds for r in self.runs]
        return max(times) / min(times) - 1

    def result(self, name):
        return statistics.median(r.output["result"][name] for r in self.runs)

    def cell(self, row, name):
        """The median of a number in a table of the result; None if it was not measured."""
        values = [r.rows[row][name] for r in self.runs]
        return None if None in values else statistics.median(values)


class Measurer:
    def __init__(self, program, runs):
        self.program = program
        self.runs = runs
        self.commands = {}

    def begin(self):
        self.commands = {}

    def runs_so_far(self):
        """By command: one object per run, with its times and results."""
        kept_keys = ("seconds", "sequential_seconds", "places", "workers", "transport", "result")
        return {text: [{k: r.output[k] for k in kept_keys} for r in runs] for text, runs in self.commands.items()}

    @staticmethod
    def show(text):
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
        elif text:
            print(text, file=sys.stderr, flush=True)

    def start(self, args, env):
        try:
            return subprocess.Popen(
                [self.program, *args.split(), "--json"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL,
                text=True,
                env={**os.environ, **env},
            )
        except OSError as e:
            raise Failed(f"{self.program} does not start: {e.strerror}") from e

    def end(self, process, args, env):
        output_text, errors = process.communicate()
        text = " ".join([f"{k}={shlex.quote(v)}" for k, v in env.items()] + ["skua", args])
        if process.returncode != 0:
            raise Failed(
                f"`{text}` ended with exit code {process.returncode}: {(errors or output_text).strip()[-300:]}"
            )
        output = json.loads(output_text)
        if not output["verified"]:
            raise Failed(f"`{text}` computed something wrong")
        run = Run(output)
        self.commands.setdefault(text, []).append(run)
        return run

    def in_turns(self, variants, runs=None):
        """{name: "arguments" or ("arguments", {variable: value})} -> {name: Runs}."""
        runs_made = {name: [] for name in variants}
        for _ in range(runs or self.runs):
            for name, variant in variants.items():
                args, env = variant if isinstance(variant, tuple) else (variant, {})
                runs_made[name].append(self.end(self.start(args, env), args, env))
        return {name: Runs(all_runs) for name, all_runs in runs_made.items()}

    def at_once(self, variants):
        """Runs the variants at the same time, as often as usual."""
        runs_made = {name: [] for name in variants}
        for _ in range(self.runs):
            started = [(name, v, self.start(*v)) for name, v in variants.items()]
            ended = []
            try:
                for name, v, process in started:
                    ended.append((name, self.end(process, *v)))
            finally:
                for _, _, process in started:
                    process.poll() is None and process.kill()
            for name, run in ended:
                runs_made[name].append(run)
        return {name: Runs(all_runs) for name, all_runs in runs_made.items()}

    def one(self, args, env=None):
        return self.in_turns({"": (args, env or {})})[""]

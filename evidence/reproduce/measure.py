# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the variants of a row in turns, and simulations several at a time."""

import concurrent.futures
import json
import os
import subprocess
import threading

import raw
from machine import ROOT, Load, own_seconds

MOST_OF_OTHERS = 0.05  # above this share, and this time, a turn is repeated
MOST_SECONDS_OF_OTHERS = 0.05
TRIES = 3
SKIPPED = 77  # the exit code of a script that says why it cannot run here


class Failed(Exception):
    pass


class Skipped(Exception):
    """This machine lacks what a row needs; the text says what."""


def times(output):
    """What is kept of a run unless the row says otherwise."""
    values = {"seconds": output["seconds"]}
    if output["sequential_seconds"] is not None:
        values["sequential"] = output["sequential_seconds"]
    return values


def simulated(run):
    return {
        "seconds": run["seconds"],
        "speed_up": run["speed_up"],
        "idle": run["idle"],
        "beyond": run["beyond_sequential"],
    }


class Measurer:
    def __init__(self, program, data, path, session, progress, jobs=1):
        self.program = os.path.abspath(program)
        self.data = data
        self.path = path
        self.session = session
        self.progress = progress
        self.jobs = jobs
        self.running = set()
        self.lock = threading.Lock()
        self.is_ending = False

    def number_of_session(self):
        """Adds the session with the first run, so that a start without runs leaves no trace."""
        sessions = self.data["sessions"]
        if self.session not in sessions:
            sessions.append(self.session)
        return sessions.index(self.session)

    def measure(self, experiment, row, turns):
        for commands in row.variants.values():
            self.words_of(commands[0])  # skips the row before any variant has run
        name = raw.row_name(experiment, row)
        before = kept = self.data["rows"].get(name)
        if kept is None or not raw.is_current(self.data, row, kept, self.session["program"]):
            kept = self.data["rows"][name] = raw.fresh_row(row)
        if row.is_simulated:
            self.simulate(row, kept)
            return
        for turn in range(raw.turns_made(self.data, experiment, row), turns):
            self.progress.show(f"{experiment.name}: {row.name}, turn {turn + 1} of {turns}")
            try:
                results, others = self.undisturbed(row)
            except Skipped:
                if not kept["turns"]:
                    self.restore(name, before)
                raise
            for variant, values in results.items():
                raw.add(kept, variant, values)
            kept["turns"].append({"session": self.number_of_session(), "others": round(others, 4)})
            self.save()
            self.progress.advance(row.cost)

    def restore(self, name, before):
        """What another program has measured stays, if this one cannot."""
        if before is None:
            del self.data["rows"][name]
        else:
            self.data["rows"][name] = before

    def save(self):
        raw.write(self.path, self.data)

    # --- this machine ---

    def undisturbed(self, row):
        """The values of one turn, and the share of others: the best of a few tries."""
        best = None
        for _ in range(TRIES):
            load = Load()
            results = self.at_once(row) if row.at_once else self.in_sequence(row)
            others, seconds = load.others(), load.seconds_of_others()
            if best is None or others < best[1]:
                best = (results, others)
            if others <= MOST_OF_OTHERS or seconds <= MOST_SECONDS_OF_OTHERS:
                break
        return best

    def in_sequence(self, row):
        results = {}
        for variant, commands in row.variants.items():
            before, load = own_seconds(), Load()
            results[variant] = (row.read or times)(self.output(commands[0]))
            results[variant].update(processor=own_seconds() - before, others=round(load.others(), 4))
        return results

    def at_once(self, row):
        with concurrent.futures.ThreadPoolExecutor(len(row.variants)) as pool:
            waiting = {v: pool.submit(self.output, commands[0]) for v, commands in row.variants.items()}
            return {v: (row.read or times)(self.result_of(w)) for v, w in waiting.items()}

    # --- simulated machines ---

    def simulate(self, row, kept):
        if not kept["turns"]:
            kept["turns"] = [{"session": self.number_of_session()} for _ in range(row.turns)]
        missing = [v for v in row.variants if not complete(kept["variants"][v], row.turns)]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            waiting = {pool.submit(self.runs_of, row.variants[v]): v for v in missing}
            try:
                for ended in concurrent.futures.as_completed(waiting):
                    variant = waiting[ended]
                    runs = ended.result()
                    if len(runs) != row.turns:
                        raise Failed(f"{row.name}, {variant}: expected {row.turns} runs, found {len(runs)}")
                    kept["variants"][variant]["values"] = {}
                    for run in runs:
                        raw.add(kept, variant, simulated(run))
                    self.save()
                    self.progress.advance(row.cost * row.turns / len(row.variants))
                    self.progress.show(f"{row.name}, {variant}: simulated")
            except BaseException:
                self.end_all()
                pool.shutdown(cancel_futures=True)
                raise

    def runs_of(self, commands):
        runs = []
        for command in commands:
            output = self.output(command)
            runs += output["policies"][0]["runs"] if "policies" in output else [output]
        return runs

    # --- processes ---

    def result_of(self, future):
        try:
            return future.result()
        except BaseException:
            self.end_all()
            raise

    def end_all(self):
        """Ends the processes that still run."""
        with self.lock:
            self.is_ending = True
            for process in self.running:
                process.terminate()

    def output(self, command):
        """The JSON of one run."""
        with self.lock:
            if self.is_ending:
                raise Failed("ended")
            process = self.start(command)
            self.running.add(process)
        try:
            output, errors = process.communicate()
        except BaseException:
            end(process)
            raise
        finally:
            with self.lock:
                self.running.discard(process)
        last_line = (output.splitlines() or [""])[-1]
        if process.returncode == SKIPPED and last_line.startswith("skipped: "):
            raise Skipped(last_line.removeprefix("skipped: "))
        if process.returncode != 0:
            lines = (errors or output).strip().splitlines()
            raise Failed(f"`{command.text}` ended with exit code {process.returncode}: {lines[-1] if lines else ''}")
        result = json.loads(output)
        if not result["verified"]:
            raise Failed(f"`{command.text}` computed something wrong")
        return result

    def words_of(self, command):
        words = command.through.split()
        if command.program == "skua":
            return [*words, self.program, *command.arguments.split(), "--json"]
        path = os.path.join(os.path.dirname(self.program), command.program)
        if not os.path.exists(path):
            raise Skipped(f"{path} does not exist: ./dev reproduce builds it if that MPI is installed")
        return [*words, path, *command.arguments.split()]

    def start(self, command):
        # Without what the user has set, so that the command in the raw data is the whole truth.
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")}
        try:
            return subprocess.Popen(
                self.words_of(command),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL,
                text=True,
                env={**environment, **dict(command.environment)},
                cwd=ROOT,
            )
        except OSError as e:
            raise Failed(f"{self.program} does not start: {e.strerror}") from e


def end(process):
    """Lets it remove what it has made, but not for long."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def complete(variant, turns):
    return bool(variant["values"]) and all(len(x) == turns for x in variant["values"].values())

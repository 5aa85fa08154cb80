# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands, several at a time, and keeps the output of each."""

import concurrent.futures
import json
import subprocess
import sys
import threading
import time


class Failed(Exception):
    pass


class Line:
    """The progress: one line on a terminal, nothing otherwise."""

    def __init__(self, total):
        self.total = total
        self.done = 0
        self.start = time.monotonic()
        self.lock = threading.Lock()

    def show(self, text):
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def one_more(self, setting):
        with self.lock:
            self.done += 1
            seconds = time.monotonic() - self.start
            self.show(
                f"[{self.done}/{self.total}] {seconds:.0f} s, {setting.name} at {setting.places} x {setting.workers},"
                f" {setting.world}"
            )


ALONE = "one place"


def run(program, setting):
    """{policy: [runs]}, by instance and seed, and ALONE: the runs at one place."""
    results = {p: [] for p in (*setting.policies, ALONE)}
    for arguments in setting.commands:
        for policy, runs in run_one(program, arguments).items():
            results[policy] += runs
    for arguments in setting.alone:
        for runs in run_one(program, arguments).values():
            results[ALONE] += runs
    return results


def run_one(program, arguments):
    command = "skua " + " ".join(arguments)
    try:
        done = subprocess.run(
            [program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError as e:
        raise Failed(f"{program} does not start: {e.strerror}") from e
    if done.returncode != 0:
        raise Failed(
            f"`{command}` ended with exit code {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}"
        )
    results = json.loads(done.stdout)
    if not results["verified"]:
        raise Failed(f"`{command}` computed something wrong")
    return {p["policy"]: p["runs"] for p in results["policies"]}


def run_all(program, settings, jobs):
    """[{policy: [runs]}] in the order of the settings."""
    line = Line(len(settings))
    line.show(f"[0/{line.total}]")

    def one(setting):
        results = run(program, setting)
        line.one_more(setting)
        return results

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(one, s) for s in settings]
        try:
            runs = [w.result() for w in waiting]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    line.show("")
    return dict(zip(settings, runs))

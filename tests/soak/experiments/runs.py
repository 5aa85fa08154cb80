# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs whose answers are known: random programs, scopes and searches over places, many workers,
killed places."""

import os
import re
import signal
import time

from .machine import GRACE, Failure, Running


def rounds_of(result):
    match = re.search(r"^rounds (\d+)$", result.out, re.MULTILINE)
    if result.code != 0 or not match:
        raise Failure(result.shown())
    return int(match.group(1))


def random_programs(machine, rng):
    """Random programs in one process. They must leave no threads, memory or fibres behind."""
    result = machine.run([machine.program("skua-soak"), "--seconds", "1", "--seed", rng.getrandbits(40)])
    match = re.search(r"^soak: (\d+) programs,.* all well$", result.out, re.MULTILINE)
    if result.code != 0 or not match:
        raise Failure(result.shown())
    return int(match.group(1))


def over_places(work):
    def run(machine, rng):
        command, env = machine.over_places(
            rng, [machine.program("skua-soak"), "--work", work, "--rounds", 40, "--seed", rng.getrandbits(40)]
        )
        return rounds_of(machine.run(command, env))

    return run


WORKERS_RUNS = 20  # runs per trial


def workers(machine, rng):
    """Runs of 2 to 256 workers, idle for up to 20 ms or with short scopes."""
    for _ in range(WORKERS_RUNS):
        work = rng.choice(["idle", "scopes"])
        env = {"SKUA_WORKERS": rng.choice([2, 3, 8, 16, 24, 32, 64, 128, 256])}
        rounds_of(
            machine.run(
                [machine.program("skua-soak"), "--work", work, "--rounds", 2, "--seed", rng.getrandbits(40)], env
            )
        )
    return WORKERS_RUNS


def children_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
            return [int(p) for p in file.read().split()]
    except OSError:
        return []


LONGEST_STOP = 5  # seconds


def killed(machine, rng):
    """A random place of skua-run, or skua-run itself, gets a deadly signal or is stopped for a
    while; the end must be clean."""
    places = rng.randint(2, 4)
    command = [
        machine.program("skua-run"),
        "-n",
        places,
        "-t",
        1,
        machine.program("skua-soak"),
        "--work",
        "scopes",
        "--seconds",
        600,
        "--seed",
        rng.getrandbits(40),
    ]
    running = Running(command)
    try:
        deadline = time.monotonic() + 30 * machine.patience
        while len(children_of(running.process.pid)) < places:
            if time.monotonic() > deadline or running.process.poll() is not None:
                raise Failure(f"has not started {places} places: {running.end(1).shown()}")
            time.sleep(0.005)
        time.sleep(rng.random() ** 2 * 0.6)  # chance decides whether it hits the start or some hundred scopes
        victim = rng.choice([*children_of(running.process.pid), running.process.pid])
        number = (
            signal.SIGKILL
            if victim == running.process.pid
            else rng.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
        )
        stopped = victim != running.process.pid and rng.random() < 0.2
        if stopped:
            os.kill(victim, signal.SIGSTOP)
            time.sleep(LONGEST_STOP * rng.random() ** 2)
            os.kill(victim, signal.SIGCONT)
            if running.process.poll() is not None:
                raise Failure(f"a place that was stopped for a while has ended the run: {running.end(1).shown()}")
            time.sleep(0.05)
        os.kill(victim, number)
        result = running.end(GRACE * machine.patience)
        expected = -number if victim == running.process.pid else 128 + number
        if result.code != expected:
            raise Failure(
                f"signal {number} to {'skua-run' if victim == running.process.pid else 'a place'}: {result.shown()}"
            )
        running.expect_nothing_left()
    finally:
        if running.process.poll() is None:
            running.kill_all()
    return 1

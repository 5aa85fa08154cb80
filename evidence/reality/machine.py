# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the program, really and simulated, and notices when other programs also use the machine."""

import json
import os
import pathlib
import resource
import shlex
import statistics
import subprocess
import sys
import time

MOST_SHARED = 0.03  # share of processor time used by others; above it a run is repeated
SETTLE = "--settle 20ms"  # a simulation should not depend on how soon real places first look for work


class Failed(Exception):
    pass


def busy_seconds():
    """Processor time of the whole machine: user, nice, system, interrupts, stolen."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(x) for x in file.readline().split()[1:]]
    return (sum(ticks[0:3]) + sum(ticks[5:8])) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    return sum(sum(resource.getrusage(scope)[:2]) for scope in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


TWO_HOSTS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "mpi" / "two_hosts.sh"
SKIPPED = 77  # the exit code of a script that says why it cannot run here


class Machine:
    """`hosts`: the MPI that connects two places of different hosts, or None: they are processes of one host."""

    def __init__(self, program, tries, hosts=None):
        self.program = program
        self.tries = tries
        self.hosts = hosts
        self.loads = []

    def without_network(self):
        """The same machine, with both places on one host."""
        other = Machine(self.program, self.tries)
        other.loads = self.loads
        return other

    def show(self, text):
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def load(self, seconds=2.0):
        """The share of all processors that is in use now."""
        before = busy_seconds()
        time.sleep(seconds)
        return (busy_seconds() - before) / seconds / os.cpu_count()

    def disturbed(self):
        return statistics.median(self.loads) if self.loads else 0.0

    def json_of(self, arguments, copies=1, before=()):
        """The output of as many processes at the same time."""
        command = [*before, self.program, "sim", *shlex.split(arguments), "--json"]
        try:
            started = [
                subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for _ in range(copies)
            ]
        except OSError as e:
            raise Failed(f"{self.program}: {e.strerror}") from None
        results = []
        for process in started:
            output, err = process.communicate()
            if before and process.returncode == SKIPPED:
                raise Failed(output.strip().splitlines()[-1])
            if process.returncode != 0:
                raise Failed(f"{shlex.join(command)}: exit code {process.returncode}: {(err or output).strip()}")
            results.append(json.loads(output))
        return results

    def undisturbed(self, arguments, copies=1, before=()):
        """The results, and the share of the machine that others had; the best of a few tries."""
        best = None
        for _ in range(self.tries):
            busy, own, begin = busy_seconds(), own_seconds(), time.monotonic()
            results = self.json_of(arguments, copies, before)
            took = time.monotonic() - begin
            own_share = own_seconds() - own
            others_share = max(0.0, busy_seconds() - busy - own_share) / took / os.cpu_count()
            if best is None or others_share < best[1]:
                best = (results, others_share)
            if others_share <= MOST_SHARED:
                break
        self.loads.append(best[1])
        return best

    def real(self, arguments, places):
        across_hosts = self.hosts is not None and places == 2
        (result,), others_share = self.undisturbed(
            f"{arguments} --real {'' if across_hosts else f'--places {places}'} --workers 1 {SETTLE}",
            before=("bash", str(TWO_HOSTS), self.hosts, "2") if across_hosts else (),
        )
        return {**result, "others": others_share}

    def alone(self, arguments, copies):
        """Processor time of a run at one place: the mean of `copies` runs at the same time."""
        return statistics.mean(
            r["processor_seconds"] for r in self.undisturbed(f"{arguments} --real --places 1 --workers 1", copies)[0]
        )

    def simulated(self, arguments, places, settings, seeds):
        (result,) = self.json_of(
            f"{arguments} --places {places} --workers 1 --seeds {max(2, seeds)} {settings} {SETTLE}"
        )
        return result["policies"][0]["runs"]

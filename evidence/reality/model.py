# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parameters of the simulator's model of a machine, from programs that do one thing only.

Each parameter is the value with which the simulated program takes as long as the real one. The
simulated time grows linearly with it, so two simulations determine the value."""

import statistics
from dataclasses import dataclass, replace

from table import quantile

TASKS = "remote --chains 64 --hops 2000 --task-cost 0ns"
STREAM = "remote --chains 256 --hops 40 --task-cost 0ns"
FEW_BYTES = "ping-pong --rounds 300"
MANY_BYTES = "ping-pong --rounds 300 --size 32768"
ASLEEP = "ping-pong --rounds 20 --pause 300us"
EVEN = "bag --tasks 512 --smallest 200us --largest 200us"
EVEN_SECONDS = 512 * 200e-6

STANDARD = {
    "queue": 4e-9,
    "start": 4e-9,
    "wake": 5e-6,
    "near": 3e-7,
    "latency": 3e-5,
    "overhead": 2e-7,
    "bandwidth": 1e10,
    "noise": 0.0,
    "period": 1e-2,
}


@dataclass
class Model:
    values: dict
    across_hosts: bool = False  # the places are on different hosts

    @property
    def link(self):
        """The setting that says how long a message is on its way."""
        return "latency" if self.across_hosts else "near"

    def settings(self):
        """The settings for `skua sim`."""
        v = self.values
        world = [f"{name}={1e9 * v[name]:.1f}ns" for name in ("queue", "start", "wake")]
        if self.across_hosts:
            world.append("mpi=1")
        if v["noise"] > 0:
            world += [f"noise={v['noise']:.4f}", f"period={1e9 * v['period']:.0f}ns"]
        return (
            f"--node {1 if self.across_hosts else 2} --{self.link} {1e9 * v[self.link]:.1f}ns"
            f" --overhead {1e9 * v['overhead']:.1f}ns --bandwidth"
            f" {v['bandwidth'] / 1e6:.1f}MB/s --world {','.join(world)}"
        )

    def lines(self):
        v = self.values
        return [
            f"a task queued and started {1e9 * (v['queue'] + v['start']):.0f} ns; a message {1e9 * v[self.link]:.0f}"
            f" ns on its way and {1e9 * v['overhead']:.0f} ns of either processor, {v['bandwidth'] / 1e9:.2f} GB/s;"
            f" a thread wakes up in {1e6 * v['wake']:.1f} us; computing takes up to {100 * v['noise']:.1f} %"
            f" longer, for {1e3 * v['period']:.0f} ms at a time"
        ]


def solve(machine, machine_model, program, places, name, low, high, target):
    """The value of that setting with which the simulation takes as long as `target`."""

    def at(value):
        trial = replace(machine_model, values={**machine_model.values, name: value})
        return machine.simulated(program, places, trial.settings(), 2)[0]["seconds"]

    first, second = at(low), at(high)
    if second == first:
        return low
    return max(0.0, low + (target - first) * (high - low) / (second - first))


def rounds_of(machine, programs, runs):
    """All times of each (program, places). They alternate, because the clock of a processor changes
    from second to second."""
    times = {program: [] for program in programs}
    for i in range(runs):
        machine.show(f"calibrating: round {i + 1} of {runs}")
        for (program, places), known_times in times.items():
            known_times.append(machine.alone(program, 1) if places == 1 else machine.real(program, places)["seconds"])
    return times


def noise_of(times):
    """How much longer an even load takes than it should, and how long that lasts: the longer, the
    less evens out within a run."""
    largest = max(0.0, 2 * (statistics.median(times) / EVEN_SECONDS - 1))  # half of it on average
    spread = (quantile(times, 0.75) - quantile(times, 0.25)) / 1.35 / EVEN_SECONDS
    lasts = 12 * (spread / largest) ** 2 if largest > 0 else 1.0  # the variance of one draw is most^2 / 12
    return largest, min(1.0, max(0.01, lasts)) * EVEN_SECONDS


# What does not depend on the network is measured at places of one host.
OF_A_HOST = ("queue", "start", "overhead", "noise", "period")


def calibrate(machine, given_values, runs):
    if machine.hosts is not None:
        # No message of another host wakes a place: it looks at intervals, as simulated places do
        # with mpi=1. They have slept for some ten microseconds then. The time to wake that is
        # measured after 300 us is also that of a processor that has gone to sleep.
        values = calibrate(machine.without_network(), given_values, runs).values
        of_a_host = {name: values[name] for name in OF_A_HOST}
        given_values = {**of_a_host, "wake": STANDARD["wake"], **given_values}
    machine_model = Model({**STANDARD, **given_values}, machine.hosts is not None)
    v = machine_model.values
    if machine.hosts is None:
        few_bytes, many_bytes = FEW_BYTES, MANY_BYTES
        at_one, at_two = (EVEN, TASKS), (STREAM, few_bytes, many_bytes, ASLEEP)
    else:  # of reads: the progress thread answers, no worker is woken
        few_bytes, many_bytes = f"{FEW_BYTES} --read", f"{MANY_BYTES} --read"
        at_one, at_two = (), (few_bytes, many_bytes)
    times = rounds_of(machine, [(p, 1) for p in at_one] + [(p, 2) for p in at_two], runs)
    took = {program: statistics.median(t) for (program, _), t in times.items()}
    if not {"noise", "period"} & set(given_values):
        v["noise"], v["period"] = noise_of(times[EVEN, 1])
    if not {"queue", "start"} & set(given_values):
        cost_sum = solve(machine, machine_model, TASKS, 1, "queue", 0.0, 1e-7, took[TASKS]) + v["start"]
        v["queue"] = v["start"] = cost_sum / 2
    unknown = {
        "overhead": (STREAM, 1e-7, 1e-6),
        machine_model.link: (few_bytes, *((1e-5, 5e-5) if machine_model.across_hosts else (1e-7, 2e-6))),
        "wake": (ASLEEP, 1e-6, 2e-5),
    }
    for _ in range(3):  # each depends a little on the others
        for name, (program, low, high) in unknown.items():
            if name not in given_values:
                v[name] = solve(machine, machine_model, program, 2, name, low, high, took[program])
    if "bandwidth" not in given_values:
        v["bandwidth"] = min(1e12, 300 * 32768 / max(1e-9, took[many_bytes] - took[few_bytes]))
    return machine_model


def node_cost(machine, case, gauge, machine_model, target):
    """Seconds of a node, without its task: with them the simulated gauge takes as long as the real one."""

    def at(cost):
        return machine.simulated(f"{case.program} {gauge} {case.simulated(cost)}", 1, machine_model.settings(), 2)[0][
            "seconds"
        ]

    low, high = 1e-8, 1e-6
    first, second = at(low), at(high)
    return max(0.0, low + (target - first) * (high - low) / (second - first))

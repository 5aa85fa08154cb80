# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the simulator's model needs to know of a machine, from programs that do one thing only.

Each number is the one with which the simulated program takes as long as the real one; the simulated time grows in proportion with it, so two
simulations tell which one that is.
"""

from dataclasses import dataclass

TASKS = "remote --chains 64 --hops 2000 --task-cost 0ns"
STREAM = "remote --chains 256 --hops 40 --task-cost 0ns"
FEW_BYTES = "ping-pong --rounds 300"
MANY_BYTES = "ping-pong --rounds 300 --size 32768"
ASLEEP = "ping-pong --rounds 20 --pause 300us"
BUSY = "queens --size 11 --node-cost 0ns"


STANDARD = {"queue": 4e-9, "start": 4e-9, "wake": 5e-6, "near": 3e-7, "overhead": 2e-7, "bandwidth": 1e10, "slower": 1.0}


@dataclass
class Model:
    values: dict

    def settings(self, places):
        """For `skua sim`."""
        v = self.values
        world = [f"{name}={1e9 * v[name]:.1f}ns" for name in ("queue", "start", "wake")]
        if places > 1 and v["slower"] > 1:
            world.append(f"slow={places}:{v['slower']:.4f}")
        return (
            f"--node 2 --near {1e9 * v['near']:.1f}ns --overhead {1e9 * v['overhead']:.1f}ns --bandwidth {v['bandwidth'] / 1e6:.1f}MB/s "
            f"--world {','.join(world)}"
        )

    def lines(self):
        v = self.values
        return [
            f"a task queued and started {1e9 * (v['queue'] + v['start']):.0f} ns; a message {1e9 * v['near']:.0f} ns on its way and {1e9 * v['overhead']:.0f} ns "
            f"of either processor, {v['bandwidth'] / 1e9:.2f} GB/s; a thread wakes up in {1e6 * v['wake']:.1f} us; two places compute {v['slower']:.3f} times as long as one",
        ]


def solve(machine, found, program, places, name, low, high, target):
    """The value of that setting with which the simulation takes as long as `target`."""

    def at(value):
        trial = Model({**found.values, name: value})
        return machine.simulated(program, places, trial.settings(places), 2)[0]["seconds"]

    first, second = at(low), at(high)
    if second == first:
        return low
    return max(0.0, low + (target - first) * (high - low) / (second - first))


def calibrate(machine, given, runs):
    found = Model({**STANDARD, **given})
    v = found.values

    def measured(program, places):
        machine.show(f"calibrating: {program}")
        return machine.seconds(program, places, runs)

    if "slower" not in given:
        v["slower"] = max(1.0, machine.seconds_together(BUSY, runs) / measured(BUSY, 1))
    if not {"queue", "start"} & set(given):
        both = solve(machine, found, TASKS, 1, "queue", 0.0, 1e-7, measured(TASKS, 1)) + v["start"]
        v["queue"] = v["start"] = both / 2
    targets = {"overhead": (STREAM, 1e-7, 1e-6), "near": (FEW_BYTES, 1e-7, 2e-6), "wake": (ASLEEP, 1e-6, 2e-5)}
    targets = {name: (program, low, high, measured(program, 2)) for name, (program, low, high) in targets.items() if name not in given}
    for _ in range(3):  # each depends a little on the others
        for name, (program, low, high, target) in targets.items():
            v[name] = solve(machine, found, program, 2, name, low, high, target)
    if "bandwidth" not in given:
        v["bandwidth"] = min(1e12, 300 * 32768 / max(1e-9, measured(MANY_BYTES, 2) - measured(FEW_BYTES, 2)))
    return found


def node_cost(machine, case, found, quick):
    """Seconds of a node, without its task, measured on a small instance at one place."""
    if not case.small:
        return 0.0
    machine.show(f"calibrating: a node of {case.name}")
    small = case.quick if quick else case.small
    seconds = machine.seconds(f"{case.name} {small} {case.really}", 1, 3 if quick else 7)
    return solve_cost(machine, case, found, small, seconds)


def solve_cost(machine, case, found, small, target):
    def at(cost):
        return machine.simulated(f"{case.name} {small} {case.simulated(cost)}", 1, found.settings(1), 2)[0]["seconds"]

    low, high = 1e-8, 1e-6
    first, second = at(low), at(high)
    return max(0.0, low + (target - first) * (high - low) / (second - first))

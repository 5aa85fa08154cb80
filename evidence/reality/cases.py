# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of the comparison: workloads of `skua sim`, and the costs of their tasks."""

from dataclasses import dataclass


@dataclass
class Case:
    name: str
    full: str
    quick: str
    costs: str = ""  # for tasks that compute for a given time
    gauge: str = ""  # for the others: arguments of the run at one place that gives the cost of a node
    quick_gauge: str = ""
    workload: str = ""  # default: the name
    large: str = ""  # between hosts, if it should take longer than the full one
    large_gauge: str = ""
    places: tuple = (1, 2)
    between_hosts: bool = False  # within a host memory is mapped, which the simulator does not know

    def size(self, quick, hosts):
        """The arguments of the compared runs and of the gauge."""
        if quick:
            return self.quick, self.quick_gauge
        return (self.large, self.large_gauge or self.gauge) if hosts and self.large else (self.full, self.gauge)

    @property
    def program(self):
        return self.workload or self.name

    @property
    def really(self):
        return "--node-cost 0ns" if self.gauge else self.costs

    def simulated(self, node_cost):
        return f"--node-cost {node_cost * 1e9:.3f}ns" if self.gauge else self.costs


BETWEEN_HOSTS = {"workload": "ping-pong", "places": (2,), "between_hosts": True}

ALL = [
    Case("uts", "--tree T1", "--depth 7", gauge="--depth 9", quick_gauge="--depth 6"),
    Case(
        "queens",
        "--size 13",
        "--size 9",
        gauge="--size 13 --cutoff 0",
        quick_gauge="--size 9 --cutoff 0",
        large="--size 15",
        large_gauge="--size 14 --cutoff 0",
    ),
    Case("fork-join", "--depth 10", "--depth 6", costs="--leaf-cost 200us", large="--depth 12"),
    Case(
        "clique",
        "--graph random:120,0.7,1",
        "--graph random:40,0.5,1",
        costs="--step-cost 20us",
        large="--graph random:160,0.7,1",
    ),
    Case("lu", "--n 1000 --tile 100", "--n 200 --tile 50", costs="--product-cost 0.05ns", large="--n 2000 --tile 200"),
    Case("bag", "--tasks 3000", "--tasks 100", costs="--smallest 20us --largest 2ms", large="--tasks 12000"),
    Case("calls", "--rounds 1000", "--rounds 20", workload="ping-pong", places=(2,)),
    Case("reads", "--rounds 1000 --read", "--rounds 20 --read", **BETWEEN_HOSTS),
    Case("busy-reads", "--rounds 1000 --read", "--rounds 20 --read", "--busy 1ms", **BETWEEN_HOSTS),
]

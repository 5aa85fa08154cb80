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

    @property
    def really(self):
        return "--node-cost 0ns" if self.gauge else self.costs

    def simulated(self, node_cost):
        return f"--node-cost {node_cost * 1e9:.3f}ns" if self.gauge else self.costs


ALL = [
    Case("uts", "--tree T1", "--depth 7", gauge="--depth 9", quick_gauge="--depth 6"),
    Case("queens", "--size 13", "--size 9", gauge="--size 13 --cutoff 0", quick_gauge="--size 9 --cutoff 0"),
    Case("fork-join", "--depth 10", "--depth 6", costs="--leaf-cost 200us"),
    Case("clique", "--graph random:120,0.7,1", "--graph random:40,0.5,1", costs="--step-cost 20us"),
    Case("bag", "--tasks 3000", "--tasks 100", costs="--smallest 20us --largest 2ms"),
]

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is compared: workloads of `skua sim`, and what their tasks cost."""

from dataclasses import dataclass


@dataclass
class Case:
    name: str
    full: str
    quick: str
    costs: str = ""  # of tasks that compute for as long as they say
    small: str = ""  # for the others: an instance of which what a node costs is measured

    @property
    def really(self):
        return "--node-cost 0ns" if self.small else self.costs

    def simulated(self, node_cost):
        return f"--node-cost {node_cost * 1e9:.3f}ns" if self.small else self.costs


ALL = [
    Case("uts", "--tree T1", "--depth 7", small="--depth 8"),
    Case("queens", "--size 13", "--size 9", small="--size 11"),
    Case("fork-join", "--depth 10", "--depth 6", costs="--leaf-cost 200us"),
    Case("bag", "--tasks 3000", "--tasks 100", costs="--smallest 20us --largest 2ms"),
]

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Instances whose answers are known, of three sizes, and what a run of one must show."""

import math

SIZES = ("small", "usual", "full")

# Each table: the instances of --small, those of the usual matrix, those that only --full adds.
# Nodes, leaves, depth.
TREES = (
    {
        "-t 1 -a 3 -d 7 -b 4 -r 19": (63914, 51124, 7),
        "-t 2 -a 0 -d 8 -b 4 -q 0.234375 -m 4 -r 0": (8961, 6721, 68),
        "-t 0 -b 200 -q 0.124875 -m 8 -r 1": (6457, 5674, 58),
    },
    {"--tree T1": (4130071, 3305118, 10), "--tree T3": (4112897, 3599034, 1572)},
    {
        "--tree T2": (4117769, 2342762, 81),
        "--tree T4": (4132453, 3108986, 134),
        "--tree T5": (4147582, 2181318, 20),
        "--tree T1L": (102181082, 81746377, 13),
    },
)
# Solutions, nodes.
BOARDS = (
    {10: (724, 35539), 6: (4, 153), 1: (1, 2)},
    {12: (14200, 856189), 13: (73712, 4674890)},
    {14: (365596, 27358553), 15: (2279184, 171129072)},
)
CLIQUES = ({"hamming6-2": 32, "johnson8-4-4": 14}, {"MANN_a9": 16, "keller4": 11}, {"MANN_a27": 126})
TOURS = (
    {5: 14, 10: 32, 12: 23},
    {11: 30, 13: 27, 14: 25},
    {15: 25, 16: 30, 17: 23, 18: 26, 19: 30, 20: 31},
)
# Knapsacks by type, items, range and series; the last is large enough for several places.
KNAPSACKS = (
    {"1,50,1000,50": 21065, "3,20,1000,50": 6586},
    {"4,50,1000,50": 12432, "3,100,1000,50": 29545},
    {"13,60,1000,50": None},
)
# A size and a graph: whether there is such a clique.
KCLIQUES = (
    {"4 --graph hamming6-4": True, "5 --graph hamming6-4": False},
    {"11 --graph keller4": True, "12 --graph keller4": False},
    {},
)


class Case:
    """A command line and the expected parts of its result. Numbers that are not whole may differ in
    their last digits."""

    def __init__(self, line, **result):
        self.arguments = line.split()
        self.result = result

    def complaint(self, actual):
        for key, expected in self.result.items():
            value = actual["result"][key]
            close = isinstance(expected, float) and math.isclose(value, expected, rel_tol=1e-9)
            if value != expected and not close:
                return f"{key}: expected {expected}, found {value}"
        return None


def chosen(table, size):
    """The instances of this size and of all smaller ones, in order."""
    return [
        instance
        for part in table[: SIZES.index(size) + 1]
        for instance in (part.items() if isinstance(part, dict) else part)
    ]

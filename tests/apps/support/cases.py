# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Runs whose answers are known, for places_matrix.py: the applications that use many places, instances of three sizes."""

import math
import os


class Case:
    """A command line and what its result must contain; numbers that are not whole may differ in their last digits."""

    def __init__(self, line, **result):
        self.arguments = line.split()
        self.result = result

    def complaint(self, found):
        for key, expected in self.result.items():
            value = found["result"][key]
            close = isinstance(expected, float) and math.isclose(value, expected, rel_tol=1e-9)
            if value != expected and not close:
                return f"{key}: expected {expected}, found {value}"
        return None


class Stopped(Case):
    """A run that may be cancelled on the way: enough of `key` was found, and no task is lost."""

    def __init__(self, line, key, enough):
        super().__init__(line)
        self.key, self.enough = key, enough

    def complaint(self, found):
        result, stats = found["result"], found["stats"]
        if not self.enough(result[self.key]):
            return f"{self.key}: {result[self.key]}"
        if stats["tasks_ran"] + stats["tasks_never_started"] != stats["tasks_spawned"]:
            return f"the tasks do not add up: {stats}"
        if result["cancelled"] and stats["seconds_to_stop"] > 5:
            return f"stopped after {stats['seconds_to_stop']} seconds"
        return None


# Each table: the instances of --small, those of the usual matrix, those that only --full adds.
TREES = (
    {
        "-t 1 -a 3 -d 7 -b 4 -r 19": (63914, 51124, 7),
        "-t 2 -a 0 -d 8 -b 4 -q 0.234375 -m 4 -r 0": (8961, 6721, 68),
        "-t 0 -b 200 -q 0.124875 -m 8 -r 1": (6457, 5674, 58),
    },
    {"--tree T1": (4130071, 3305118, 10), "--tree T3": (4112897, 3599034, 1572)},
    {"--tree T5": (4147582, 2181318, 20), "--tree T1L": (102181082, 81746377, 13)},
)
BOARDS = (
    {1: (1, 2), 6: (4, 153), 10: (724, 35539)},
    {12: (14200, 856189), 13: (73712, 4674890)},
    {14: (365596, 27358553), 15: (2279184, 171129072)},
)
CLIQUES = ({"hamming6-2": 32, "johnson8-4-4": 14}, {"MANN_a9": 16, "keller4": 11}, {"MANN_a27": 126})
TOURS = (
    {5: 14, 10: 32, 12: 23},
    {11: 30, 13: 27, 14: 25},
    {15: 25, 16: 30, 17: 23, 18: 26, 19: 30, 20: 31},
)
# Knapsacks by type, items, range and series; the last is large enough for several places to take part.
KNAPSACKS = ({"1,50,1000,50": 21065, "3,20,1000,50": 6586}, {"4,50,1000,50": 12432, "3,100,1000,50": 29545}, {"13,60,1000,50": None})
# A size and a graph: whether there is such a clique.
KCLIQUES = ({"4 --graph hamming6-4": True, "5 --graph hamming6-4": False}, {"11 --graph keller4": True, "12 --graph keller4": False}, {})
PATTERNS = ({"c6_in_karate": 11628}, {"sub_gnp_8_25_30": 45078}, {"sub_gnp_10_30_25": 721451, "sub_gnp_20_60_20": 340681})
FILES = ({}, {"burma14": 3323, "gr17": 2085, "ulysses16": 6859}, {})
# Scale: vertices inside all shortest paths, pairs, longest shortest path, and a score.
CENTRES = (
    {4: (324, 241, 6, 2), 8: (148019, 58322, 11, 4)},
    {9: (611645, 223328, 9, 0), 10: (2524531, 859497, 9, 0)},
    {
        11: (10332557, 3303723, 11, 0),
        12: (45726258, 13425535, 13, 0),
        13: (185916403, 52137235, 15, 0),
        14: (748477854, 200693101, 14, 0),
    },
)
MIDPOINTS = ((1, 1000003), (), (1000000000,))
SIZES = ("small", "usual", "full")


def pi_by_midpoints(n):
    return math.pi + 1 / (12 * n * n)


def chosen(table, size):
    """The instances of this size and of all smaller ones, in order."""
    return [instance for part in table[: SIZES.index(size) + 1] for instance in (part.items() if isinstance(part, dict) else part)]


# env SKUA_DATA: a folder of further test data: tsp/NAME.tsp, clq/NAME.clq, knapsack/NAME.kp, sip/NAME.lad; tests that need them are skipped without it
def cases(size):
    for tree, (nodes, leaves, depth) in chosen(TREES, size):
        yield Case(f"uts {tree}", nodes=nodes, leaves=leaves, depth=depth)
    for board, (solutions, nodes) in chosen(BOARDS, size):
        yield Case(f"queens {board}", solutions=solutions, nodes=nodes)
    yield Case("queens 9 --cutoff 9", solutions=352, nodes=8394)
    yield Case("queens 8 --cutoff 0", solutions=92, nodes=2057)
    for name, vertices in chosen(CLIQUES, size):
        yield Case(f"clique --graph {name}", size=vertices)
    for cities, length in chosen(TOURS, size):
        yield Case(f"tsp --random {cities}", length=length, cities=cities)
    yield Case("tsp --random 10 --cutoff 0", length=32)
    if data := os.environ.get("SKUA_DATA"):
        for name, length in chosen(FILES, size):
            yield Case(f"tsp {data}/tsp/{name}.tsp", length=length)
        for name, count in chosen(PATTERNS, size):
            yield Case(f"sip {data}/sip/{name}.pattern.lad {data}/sip/{name}.target.lad --count", count=count)
            yield Case(f"sip {data}/sip/{name}.pattern.lad {data}/sip/{name}.target.lad", found=True)
    for instance, profit in chosen(KNAPSACKS, size):
        yield Case(f"knapsack --instance {instance}", **({"profit": profit} if profit else {}), complete=True)
    for question, found in chosen(KCLIQUES, size):
        yield Case(f"kclique {question}", found=found)
    for scale, (inside, reached, farthest, central) in chosen(CENTRES, size):
        yield Case(f"bc -n {scale}", sum=inside, reached=reached, farthest=farthest, central=central)
    yield Case("bc -n 6 --bundle 1", sum=7177, reached=3666, farthest=8)
    for n in chosen(MIDPOINTS, size):
        yield Case(f"pi --n {n}", value=pi_by_midpoints(n) if n > 1 else 3.2)
    # By the search engine.
    for way in ("budget --budget 500", "stack_stealing --chunked", "ordered", "automatic"):
        tree, (nodes, leaves, depth) = next(iter(TREES[0].items()))
        yield Case(f"uts {tree} --coordination {way}", nodes=nodes, leaves=leaves, depth=depth, complete=True)
        yield Case(f"queens 10 --coordination {way}", solutions=724, nodes=35539, complete=True)
        yield Case(f"tsp --random 12 --coordination {way}", length=23, complete=True)
    # Stopped everywhere on the way, and never stopped because there is not enough.
    yield Stopped("queens 11 --limit 1000", "solutions", lambda found: 1000 <= found <= 2680)
    yield Stopped("queens 8 --limit 1000", "solutions", lambda found: found == 92)
    yield Stopped("tsp --random 12 --at-most 5", "length", lambda found: found == 23)
    if size != "small":
        yield Stopped("queens 13 --limit 1000", "solutions", lambda found: 1000 <= found <= 73712)
        yield Stopped("tsp --random 17 --at-most 27", "length", lambda found: 23 <= found <= 27)

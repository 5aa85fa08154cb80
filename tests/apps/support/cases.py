# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Runs whose answers are known, for places_matrix.py: the applications that use many places, small and large instances."""

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


TREES = {
    "-t 1 -a 3 -d 7 -b 4 -r 19": (63914, 51124, 7),
    "-t 2 -a 0 -d 8 -b 4 -q 0.234375 -m 4 -r 0": (8961, 6721, 68),
    "-t 0 -b 200 -q 0.124875 -m 8 -r 1": (6457, 5674, 58),
}
LARGE_TREES = {
    "--tree T1": (4130071, 3305118, 10),
    "--tree T3": (4112897, 3599034, 1572),
    "--tree T5": (4147582, 2181318, 20),
    "--tree T1L": (102181082, 81746377, 13),
}
BOARDS = {1: (1, 2), 6: (4, 153), 10: (724, 35539)}
LARGE_BOARDS = {12: (14200, 856189), 13: (73712, 4674890), 14: (365596, 27358553)}
CLIQUES = {"MANN_a9": 16, "hamming6-2": 32, "johnson8-4-4": 14, "keller4": 11}
LARGE_CLIQUES = {"MANN_a27": 126}
TOURS = {5: 14, 10: 32, 12: 23, 14: 25}
LARGE_TOURS = {11: 30, 13: 27, 15: 25, 16: 30, 17: 23, 18: 26, 19: 30, 20: 31}
FILES = {"burma14": 3323, "gr17": 2085, "ulysses16": 6859}
# Scale: vertices inside all shortest paths, pairs, longest shortest path, and a score.
CENTRES = {
    4: (324, 241, 6, 2),
    8: (148019, 58322, 11, 4),
    9: (611645, 223328, 9, 0),
}
LARGE_CENTRES = {
    10: (2524531, 859497, 9, 0),
    11: (10332557, 3303723, 11, 0),
    12: (45726258, 13425535, 13, 0),
    13: (185916403, 52137235, 15, 0),
    14: (748477854, 200693101, 14, 0),
}


def pi_by_midpoints(n):
    return math.pi + 1 / (12 * n * n)


def cases(full):
    both = lambda small, large: {**small, **large} if full else small
    for tree, (nodes, leaves, depth) in both(TREES, LARGE_TREES).items():
        yield Case(f"uts {tree}", nodes=nodes, leaves=leaves, depth=depth)
    for size, (solutions, nodes) in both(BOARDS, LARGE_BOARDS).items():
        yield Case(f"queens {size}", solutions=solutions, nodes=nodes)
    if full:
        yield Case("queens 15", solutions=2279184)
    yield Case("queens 9 --cutoff 9", solutions=352, nodes=8394)
    yield Case("queens 8 --cutoff 0", solutions=92, nodes=2057)
    for name, size in both(CLIQUES, LARGE_CLIQUES).items():
        yield Case(f"clique --graph {name}", size=size)
    for size, length in both(TOURS, LARGE_TOURS).items():
        yield Case(f"tsp --random {size}", length=length, cities=size)
    yield Case("tsp --random 10 --cutoff 0", length=32)
    data = os.environ.get("SKUA_DATA")
    if data:
        for name, length in FILES.items():
            yield Case(f"tsp {data}/tsp/{name}.tsp", length=length)
    for scale, (inside, reached, farthest, central) in both(CENTRES, LARGE_CENTRES).items():
        yield Case(f"bc -n {scale}", sum=inside, reached=reached, farthest=farthest, central=central)
    yield Case("bc -n 6 --bundle 1", sum=7177, reached=3666, farthest=8)
    for n in (1, 1000003) + ((1000000000,) if full else ()):
        yield Case(f"pi --n {n}", value=pi_by_midpoints(n) if n > 1 else 3.2)
    yield Stopped("queens 13 --limit 1000", "solutions", lambda found: 1000 <= found <= 73712)
    yield Stopped("queens 8 --limit 1000", "solutions", lambda found: found == 92)
    yield Stopped("tsp --random 17 --at-most 27", "length", lambda found: 23 <= found <= 27)
    yield Stopped("tsp --random 12 --at-most 5", "length", lambda found: found == 23)

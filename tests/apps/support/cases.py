# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Runs whose answers are known, for places_matrix.py: the applications that use many places,
instances of three sizes."""

import math
import os

from support.known import BOARDS, CLIQUES, KCLIQUES, KNAPSACKS, TOURS, TREES, Case, chosen
from support.search_cases import search_cases


# A short run of each, for tests that compare it with itself.
EVERY_APPLICATION = (
    "fib 22",
    "fib 20 --form finish",
    "fib 20 --form async",
    "uts -t 1 -a 3 -d 6 -b 4 -r 19 --quiet",
    "queens 11",
    "bc -n 9",
    "tsp --random 14",
    "semigroups 20",
    "semigroups 20 --coordination budget",
    "knapsack",
    "clique",
    "kclique 11",
    "lu --n 300",
    "lu --n 300 --tiled",
    "quicksort --n 200000",
    "pipeline --items 200",
    "samplesort --keys 100000",
    "lulesh --size 6 --iterations 5",
    "stencil --side 256 --steps 5",
    "gups --scale 14",
    "bale transpose -n 2000 --rounds 1",
    "pi --n 1000000",
    "issue --jobs 100 --batches 2",
)


class Stopped(Case):
    """A run that may be cancelled early: enough of `key` was found, and no task is lost."""

    def __init__(self, line, key, enough):
        super().__init__(line)
        self.key, self.enough = key, enough

    def complaint(self, actual):
        result, stats = actual["result"], actual["stats"]
        if not self.enough(result[self.key]):
            return f"{self.key}: {result[self.key]}"
        if stats["tasks_ran"] + stats["tasks_never_started"] != stats["tasks_spawned"]:
            return f"the tasks do not add up: {stats}"
        if result["cancelled"] and stats["seconds_to_stop"] > 5:
            return f"stopped after {stats['seconds_to_stop']} seconds"
        return None


# Tables as in known.py. Pairs of files: how often the pattern occurs in the target.
PATTERNS = (
    {"c6_in_karate": 11628},
    {"sub_gnp_8_25_30": 45078},
    {"sub_gnp_10_30_25": 721451, "sub_gnp_20_60_20": 340681},
)
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
# Keys at a place and their distribution; scale and way; side and steps.
SORTS = (
    ((1, "uniform"), (5000, "few"), (70000, "uniform")),
    ((200000, "skewed"), (200000, "equal")),
    ((4194304, "uniform"),),
)
UPDATES = (((4, "tasks"), (10, "atomics"), (10, "tasks")), ((14, "atomics"), (16, "tasks")), ((24, "tasks"),))
KERNELS = ("histogram", "index-gather", "permutation", "transpose", "topological-sort", "triangles")
ROWS = ((1, 300), (5000,), (1000000,))
PLATES = (((3, 5), (40, 20)), ((300, 40),), ((4096, 50),))

NUMBERS = ({24: 46368}, {30: 832040}, {})
SORTED = ({0: 0, 1000: 8731479736092039218, 100000: 10114058011366724810}, {1048576: 11394282789939682890}, {})
# Order, width of a block column or tile: the sign of the determinant. The application also knows
# its logarithm, and compares all factors with those of the sequential program.
FACTORISED = ({(1, 1): 1, (50, 7): -1, (100, 50): -1, (200, 20): -1}, {(400, 30): -1}, {})


def pi_by_midpoints(n):
    return math.pi + 1 / (12 * n * n)


# env SKUA_DATA: a folder of further test data: tsp/NAME.tsp, clq/NAME.clq, knapsack/NAME.kp,
# sip/NAME.lad, truth.json with answers; tests that need them are skipped without it
def cases(size, turn, how_many):
    """`turn` and `how_many` select the searches: see search_cases.py."""
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
    for keys, distribution in chosen(SORTS, size):
        yield Case(f"samplesort --keys {keys} --distribution {distribution}")
    yield Case("gups -n 8 --by tasks --look-ahead 1", errors=0)
    for scale, method in chosen(UPDATES, size):
        yield Case(f"gups -n {scale} --by {method}", errors=0)
    for kernel in KERNELS:
        for rows in chosen(ROWS, size):
            yield Case(f"bale {kernel} -n {rows} --rounds 1 --compare", errors=0)
    for side, steps in chosen(PLATES, size):
        yield Case(f"stencil -n {side} --steps {steps} --compare", cells=side * side)
    for index, value in chosen(NUMBERS, size):
        yield Case(f"fib {index} --near 12", value=value)
        yield Case(f"fib {index} --near 12 --cutoff 9 --form async", value=value)
    for keys, weighted in chosen(SORTED, size):
        for form in ("in-place", "futures"):
            yield Case(f"quicksort --n {keys} --near 500 --cutoff 100 --form {form}", weighted_sum=weighted)
    yield Case("quicksort --n 1000 --keys double --near 16 --cutoff 16", n=1000)
    for (n, tile), sign in chosen(FACTORISED, size):
        for tiled in ("", " --tiled"):
            yield Case(f"lu --n {n} --tile {tile} --kernels plain --compare{tiled}", determinant_sign=sign)
    yield Case("pingpong --rounds 20 --largest 100000")
    yield Case("issue --jobs 40 --batches 2")
    yield Case("issue --jobs 2 --batches 1 --vectors 1,5 --elements 1200000")
    for placement in ("any", "round-robin"):
        yield Case(f"pipeline --items 30 --size 1000 --placement {placement}")
    yield from search_cases(size, turn, how_many)
    # Runs that reach their limit and stop early, and runs that end because they find less.
    yield Stopped("queens 11 --limit 1000", "solutions", lambda actual: 1000 <= actual <= 2680)
    yield Stopped("queens 8 --limit 1000", "solutions", lambda actual: actual == 92)
    yield Stopped("tsp --random 12 --at-most 5", "length", lambda actual: actual == 23)
    if size != "small":
        yield Stopped("queens 13 --limit 1000", "solutions", lambda actual: 1000 <= actual <= 73712)
        yield Stopped("tsp --random 17 --at-most 27", "length", lambda actual: 23 <= actual <= 27)

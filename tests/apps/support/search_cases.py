# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Searches whose answers are known, by every coordination, for places_matrix.py.

The applications that can search: uts, queens, semigroups, clique, tsp, knapsack, kclique, sip. A run
must give the exact answer, with a bound that equals it and a witness that passes its own check. Where
no incumbent prunes (enumeration, and decisions that fail), a tree has the same nodes whatever the
coordination, and wherever it is searched. So has a sequential search.

There are too many pairs of an instance and a coordination to run all of them in each combination of
start, places and workers. A combination runs each instance once. The next combination runs the same
instances with the next coordination: `turn` is the number of the combination. After seventeen
combinations all pairs have run. Of the instances that take longer, each combination has one of each
application; --full runs all of them in each combination, and those of truth.json. Where a start takes
long, as with mpirun, a combination has eight runs: of each application one of three small instances,
each with another coordination; with --full as many of each larger size, any instance.
"""

import functools

from support import truth
from support.known import BOARDS, CLIQUES, KCLIQUES, KNAPSACKS, SIZES, TOURS, TREES, Case
from support.patterns import pairs
from support.scratch import file

# Searches of milliseconds: given away are only nodes that were requested, or the root alone, or
# every single node.
FINE = (
    "sequential",
    "depth_bounded --depth 0",
    "budget --budget 1",
    "budget --backtracks 1",
    "stack_stealing",
    "ordered --depth 1",
    "depth_bounded --depth 1",
    "budget --budget 100",
    "budget --backtracks 50",
    "automatic",
    "ordered --depth 3",
    "depth_bounded --depth 4",
    "stack_stealing --chunked",
    "ordered --depth 0",
    "budget",
    "depth_bounded --depth 1000",
    "ordered --depth 1000",
)
# Searches of seconds: tasks of some size.
COARSE = (
    "sequential",
    "depth_bounded",
    "budget --budget 5000",
    "budget --backtracks 2000",
    "stack_stealing",
    "ordered",
    "depth_bounded --depth 1",
    "budget",
    "automatic",
    "ordered --depth 1",
    "stack_stealing --chunked",
    "depth_bounded --depth 3",
    "ordered --depth 3",
)

# Instances that known.py does not have, of the same three sizes; known.py explains the numbers. A
# root alone, a path (nothing to share), a star (only leaves), a tree with few large subtrees, and
# ever deeper trees.
MORE_TREES = (
    {
        "-t 1 -a 3 -d 5 -b 4 -r 2": (1, 1, 0),
        "-t 3 -b 1 -d 3000": (3001, 1, 3000),
        "-t 0 -b 2000 -q 0 -m 4": (2001, 2000, 1),
        "-t 1 -a 2 -d 6 -b 4 -r 19": (3850, 2284, 31),
    },
    {"-t 1 -a 1 -d 20 -b 4 -r 19": (566201, 284697, 56)},
    {"-t 3 -b 1 -d 1000000": (1000001, 1, 1000000), "-t 0 -b 2000 -q 0.499995 -m 2 -r 38": (4996491, 2499245, 3472)},
)
MORE_BOARDS = ({2: (0, 3), 3: (0, 6), 8: (92, 2057)}, {}, {})
# If the sizes are not here, the sequential program gives them. The first dive finds the hidden
# clique, so the root is the tree.
MORE_CLIQUES = (
    {"random:120,0.7,3": None, "hidden:80,0.5,20,7": 20, "random:50,1,1": 50, "random:50,0,1": 1, "random:1,0.5,1": 1},
    {"random:200,0.7,3": None, "hidden:150,0.8,30,7": None},
    {},
)
MORE_TOURS = ({3: None, 4: None}, {19: 30}, {24: 31})
MORE_KNAPSACKS = ({"13,20,1000,50": 6634, "11,20,1000,50": 16422}, {"16,50,1000,50": 24595}, {})
# No item fits, all fit, and a choice. The first two have their optimum at the root.
FILES = {
    "nothing.kp": ("3\n0\n5 4\n7 5\n", 0),
    "all.kp": ("11\n30\n10 5\n20 6\n", 30),
    "some.kp": ("10\n16\n10 5\n6 5\n7 6\n1 11\n", 16),
}
# Also sizes far below the largest: the nodes below a clique of that size do not belong to the
# answer.
MORE_KCLIQUES = (
    {
        "15 --graph johnson8-4-4": False,
        "4 --graph johnson8-4-4": True,
        "1 --graph hamming6-4": True,
        "20 --graph hidden:80,0.5,20,7": True,
        "14 --graph johnson8-4-4": True,
        "8192 --graph MANN_a9": False,
    },
    {"17 --graph hamming8-4": False},
    {"126 --graph MANN_a27": True},
)
# Semigroups of a genus, and up to it.
SEMIGROUPS = (
    {
        "25 --unbuilt 1": (467224, 1179597),
        "20 --method decompositions": (37396, 93142),
        "20": (37396, 93142),
        "2": (2, 4),
        "1": (1, 2),
        "0": (1, 1),
    },
    {"30": (5646773, 14396338)},
    {"37": (178158289, 458393479)},
)


class Search(Case):
    """A run of the search engine. `whole`: the tree has the same nodes however it is searched."""

    trees = {}  # number of nodes that were not pruned in the first run of each tree

    def __init__(self, line, way, result, whole):
        super().__init__(f"{line} --coordination {way}", **result, complete=True)
        if line.startswith("uts"):
            self.arguments = [word.replace("--depth", "--task-depth") for word in self.arguments]
        self.way = way.split()[0]
        self.tree = line if whole else line + " in sequence" if self.way == "sequential" else None

    def complaint(self, document):
        result, stats = document["result"], document["stats"]
        if wrong := super().complaint(document):
            return wrong
        if not stats["coordination"].startswith(self.way) or sum(stats["nodes_per_place"]) != stats["nodes"]:
            return f"the numbers do not fit: {stats}"
        if "bound" in result and result["bound"] != next(iter(result.values())):
            return f"a bound of {result['bound']}: {result}"
        opened = stats["nodes"] - stats["prunes"]
        if self.tree and self.trees.setdefault(self.tree, opened) != opened:
            return f"{opened} nodes, and {self.trees[self.tree]} before"
        return None


def known(**numbers):
    return {key: number for key, number in numbers.items() if number is not None}


def enumerations(part):
    for tree, (nodes, leaves, depth) in (TREES[part] | MORE_TREES[part]).items():
        yield f"uts {tree}", {"nodes": nodes, "leaves": leaves, "depth": depth}, True
    for board, (solutions, nodes) in (BOARDS[part] | MORE_BOARDS[part]).items():
        yield f"queens {board}", {"solutions": solutions, "nodes": nodes}, True
    for genus, (count, up_to) in SEMIGROUPS[part].items():
        yield f"semigroups {genus}", {"count": count, "up_to": up_to}, True


def optimisations(part):
    for graph, size in (CLIQUES[part] | MORE_CLIQUES[part]).items():
        yield (
            f"clique --graph {graph}" + (" --certify" if size else " --certify --compare"),
            known(size=size, certified=True),
            False,
        )
    for cities, length in (TOURS[part] | MORE_TOURS[part]).items():
        yield f"tsp --random {cities} --certify", known(length=length, certified=True), False
    for instance, profit in (KNAPSACKS[part] | MORE_KNAPSACKS[part]).items():
        yield f"knapsack --instance {instance} --certify", known(profit=profit, certified=True), False
    for name, (text, profit) in FILES.items() if part == 0 else ():
        yield f"knapsack {file(name, text)} --certify", {"profit": profit, "certified": True}, False


def decisions(part):
    for question, document in (KCLIQUES[part] | MORE_KCLIQUES[part]).items():
        yield f"kclique {question} --certify", {"found": document, "certified": document or None}, not document
    for graphs, *counts in pairs(part):
        for option, count in zip(("", " --induced"), counts):
            yield f"sip {graphs}{option} --count", {"count": count}, True
            yield f"sip {graphs}{option} --certify", {"found": count > 0, "certified": count > 0 or None}, count == 0


@functools.cache
def instances(part):
    """The searches of one size by application: command line, result, and whether the tree is always
    the same."""
    by_app = {}
    extra = truth.searches() if SIZES[part] == "full" else []
    for search in [*enumerations(part), *optimisations(part), *decisions(part), *extra]:
        by_app.setdefault(search[0].split()[0], []).append(search)
    return list(by_app.values())


def search_cases(size, turn, how_many):
    """`how_many` pairs of instance and coordination: few, some, or pairs (all)."""
    few = how_many == "few"
    for part in range(1 if few and size != "full" else SIZES.index(size) + 1):
        ways = COARSE if part else FINE
        for place, searches in enumerate(instances(part)):
            count = min(len(searches), 3) if few and part == 0 else len(searches)
            rounds = count * len(ways) if how_many == "pairs" else 1 if few or (size, part) == ("usual", 1) else count
            for number in range(turn * rounds, (turn + 1) * rounds):
                line, result, whole = searches[number % count]
                # The next instance with the next coordination. When all were used, the
                # coordinations shift by one.
                way = ways[(number % count + number // count + 2 * place) % len(ways)]
                yield Search(line, way, result, whole)

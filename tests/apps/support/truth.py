# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Searches whose answers are in $SKUA_DATA/truth.json and which take about two minutes on one
worker or less."""

import functools
import json
import os

TREES = ("T1", "T3", "T5", "T1L", "T2L", "T3L")
ROWS, GENERA, CITIES, NODES = 15, (26, 32, 38), 30, 60_000_000
TOO_LONG = ("C250.9", "brock800_2", "knapPI_11_100_1000_50", "knapPI_13_100_1000_50")


def enumerations(entries):
    trees = [entries["uts"]["named"][name] for name in TREES] + entries["uts"]["other"]
    for tree in entries["uts"]["p3d_dfs_binomial"]["trees"]:
        if tree["nodes"] < NODES:
            trees.append({"args": "-t 0 -b {b0} -q {q} -m {m} -r {seed}".format(**tree), **tree})
    for tree in trees:
        yield f"uts {tree['args']}", {key: tree[key] for key in ("nodes", "leaves", "depth")}, True
    for rows in range(1, ROWS + 1):
        tree = entries["nqueens"]["tree"].get(str(rows))
        nodes = {"nodes": tree["nodes_incl_root"]} if tree else {}
        yield f"queens {rows}", {"solutions": entries["nqueens"]["all"][rows], **nodes}, True
    counts = entries["numerical_semigroups"]["count_by_genus"]
    for genus in GENERA:
        for method in "generators", "decompositions":
            yield (
                f"semigroups {genus} --method {method}",
                {"count": counts[genus], "up_to": sum(counts[: genus + 1])},
                True,
            )


def optimisations(entries, data):
    for name, graph in entries["max_clique"]["instances"].items():
        if "file" in graph and name not in TOO_LONG:
            yield f"clique {data}/{graph['file']} --certify", {"size": graph["omega"], "certified": True}, False
    for tour in entries["tsp"]["instances"].values():
        if "file" in tour and tour["n"] <= CITIES:
            yield f"tsp {data}/{tour['file']} --certify", {"length": tour["optimum"], "certified": True}, False
    for cities, tour in entries["tsp"]["apgas_random"]["by_n"].items():
        yield f"tsp --random {cities} --certify", {"length": tour["optimum"], "certified": True}, False
    for choice in entries["knapsack"]["instances"]:
        if not any(name in choice["file"] for name in TOO_LONG):
            yield f"knapsack {data}/{choice['file']} --certify", {"profit": choice["optimum"], "certified": True}, False


def decisions(entries, data):
    for name, graph in entries["max_clique"]["instances"].items():
        if "file" in graph and name not in TOO_LONG:
            for size in graph["omega"], graph["omega"] + 1:
                expected = size == graph["omega"]
                yield (
                    f"kclique {size} {data}/{graph['file']} --certify",
                    {"found": expected, "certified": expected or None},
                    not expected,
                )
    for pair in entries["subgraph_isomorphism"]["instances"]:
        for option, induced in ("", "noninduced"), (" --induced", "induced"):
            line = f"sip {data}/sip/{pair['pattern']} {data}/sip/{pair['target']}{option}"
            count = pair[f"count_{induced}"]
            yield f"{line} --count", {"count": count}, True
            yield f"{line} --certify", {"found": count > 0, "certified": count > 0 or None}, count == 0


@functools.cache
def searches():
    """As in search_cases.py: command line, result, whether the tree is always the same. Empty
    without SKUA_DATA."""
    data = os.environ.get("SKUA_DATA")
    if not data:
        return []
    with open(f"{data}/truth.json", encoding="utf-8") as file:
        entries = json.load(file)
    return [*enumerations(entries), *optimisations(entries, data), *decisions(entries, data)]

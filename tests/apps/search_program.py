# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The searches of `skua`: limits, what stops them, what they say then, refused options. The known
answers with every coordination are those of places_matrix.py."""

import os
import resource
import sys
import tempfile

from support.patterns import complete, cycle, pair
from support.program import answer, expect, has_sanitizer, refused, run, run_scenarios, scenario

# Coordinations with their options. Small budgets, so that nodes are given away.
COORDINATIONS = [
    "sequential",
    "depth_bounded --depth 3",
    "budget --budget 100",
    "budget --backtracks 100",
    "stack_stealing",
    "stack_stealing --chunked",
    "ordered --depth 4",
    "ordered --depth 3 --by-discrepancy",
    "automatic",
]
WHERE = ["--workers 1", "--workers 2", "--places 2 --workers 1"]


def searched(words, coordination, where):
    """The result and the counts of a search, which add up."""
    document = answer(*words.split(), "--coordination", *coordination.split(), *where.split())
    result, stats = document["result"], document["stats"]
    text = f"{words}, {coordination}, {where}: {result} {stats}"
    expect(stats["coordination"].startswith(coordination.split()[0]), text)
    expect(("by discrepancy" in stats["coordination"]) == ("--by-discrepancy" in coordination), text)
    nodes = stats["nodes_per_place"]
    expect(len(nodes) == document["places"] and sum(nodes) == stats["nodes"], text)
    return result, stats, text


@scenario
def a_budget_counts_nodes_or_backtracks():
    """No node is pruned, so each board that is counted is also left: with one worker a budget of all
    of them is never used up."""
    for option, unit in (("--budget", "nodes"), ("--backtracks", "backtracks")):
        _, few, text = searched("queens 10", f"budget {option} 50", "--workers 1")
        expect(few["coordination"] == f"budget, 50 {unit}" and few["cuts"] > 1 and few["tasks"] > 2, text)
        _, whole, text = searched("queens 10", f"budget {option} {few['nodes']}", "--workers 1")
        expect(whole["cuts"] == 0 and whole["tasks"] == 1, text)
        expect(few["backtracks"] == whole["backtracks"] == whole["nodes"], text)


@scenario
def searches_that_were_stopped():
    """The result so far, and the share of the search. The first check of limits comes at once, so time
    0 leaves little."""
    for where in WHERE:
        for limit in ("--node-limit 1000", "--time-limit 0"):
            result, stats, text = searched(f"uts --tree T1L {limit}", "automatic", where)
            expect(not result["complete"] and result["nodes"] == stats["nodes"] < 102181082, text)
            result, _, text = searched(f"queens 17 {limit}", "automatic", where)
            expect(not result["complete"] and result["solutions"] < 95815104, text)
            result, _, text = searched(f"tsp --random 40 {limit}", "automatic", where)
            expect(not result["complete"] and 0 <= result["share"] < 1 and result["bound"] >= 0, text)
            expect((result["length"] is None) == (result["tour"] == []), text)
            expect(result["length"] is None or result["bound"] <= result["length"], text)
            result, _, text = searched(f"knapsack --instance 11,100,1000,50 {limit}", "automatic", where)
            bound = result["bound"] or 10**6  # none while the root is open
            expect(not result["complete"] and result["profit"] <= 67165 <= bound, text)
    result, _, text = searched("clique --graph keller5 --node-limit 1000", "automatic", "")
    expect(not result["complete"] and result["size"] <= 27 <= result["bound"], text)
    result, _, text = searched("kclique 28 --graph keller5 --node-limit 1000", "automatic", "")
    expect(not result["complete"] and not result["found"], text)


# A search that was stopped says so, and no text calls its witness the best.
STOPPED = {
    "tsp --random 40 --coordination sequential --node-limit 1000 --certify": (
        ["a tour of random40 has length", "the tour: 1 ", "no tour is shorter than", "of the tree", "\ncertified    "],
        "the shortest"),
    "queens 17 --coordination ordered --node-limit 1": (["stopped after"], "verified     equal"),
    "uts -t 1 -a 3 -d 12 -r 77 --coordination automatic --node-limit 1000": (
        ["there is nothing to compare it with"], "equal to"),
    "knapsack --instance 11,100,1000,50 --node-limit 100000 --certify": (
        ["a choice of", "stopped after", "no choice has a profit above", "\ncertified    "], "best"),
    "clique --graph keller5 --node-limit 1000 --certify": (
        ["largest clique found of", "\ncertified    "], "largest clique of"),
}


@scenario
def texts_of_searches_that_were_stopped():
    for words, (parts, absent) in STOPPED.items():
        done = run(*words.split())
        for part in parts:
            expect(done.returncode == 0 and part in done.stdout, f"{words}: {part!r} in {done.stdout!r}")
        expect(absent not in done.stdout, f"{words}: {absent!r} in {done.stdout!r}")


@scenario
def enough_stops_the_search():
    """queens --limit and tsp --at-most with every coordination: enough, or all there is."""
    for number, coordination in enumerate(COORDINATIONS):
        where = WHERE[number % 3]
        for limit in (1, 724, 725):
            result, _, text = searched(f"queens 10 --limit {limit}", coordination, where)
            expect(result["limit"] == limit and min(limit, 724) <= result["solutions"] <= 724, text)
            expect(result["cancelled"] == (not result["complete"]), text)
            expect(result["solutions"] == 724 if result["complete"] else limit <= result["solutions"], text)
        for limit in (2**31 - 1, 23, 22):
            result, _, text = searched(f"tsp --random 17 --at-most {limit}", coordination, where)
            expect(result["at_most"] == limit and result["bound"] <= result["length"], text)
            expect(result["cancelled"] == (not result["complete"]) and (result["complete"] or limit >= 23), text)
            expect(result["length"] == 23 if result["complete"] else 23 <= result["length"] <= limit, text)
        # Without the limits these would run for minutes.
        result, _, text = searched("queens 17 --limit 1000", coordination, "")
        expect(result["cancelled"] and 1000 <= result["solutions"] < 5 * 10**7, text)
        result, _, text = searched("tsp --random 40 --at-most 100", coordination, "")
        expect(result["cancelled"] and result["length"] <= 100, text)


@scenario
def a_limit_counts_what_a_saved_search_has_found():
    with tempfile.TemporaryDirectory() as folder:
        saved = f"{folder}/saved"
        line = ["queens", 15, "--coordination", "automatic", "--checkpoint", saved]
        first = answer(*line, "--limit", 1000)["result"]
        expect(first["cancelled"] and 1000 <= first["solutions"] < 2279184, f"{first}")
        again = answer(*line, "--resume", saved, "--limit", 1)["result"]
        expect(again["solutions"] >= first["solutions"], f"the saved solutions are enough: {first} {again}")
        further = first["solutions"] + 1000
        second = answer(*line, "--resume", saved, "--limit", further)["result"]
        expect(second["solutions"] >= further and second["limit"] == further, f"{first} {second}")
        rest = answer(*line, "--resume", saved)["result"] if os.path.exists(saved) else second
        expect(rest["complete"] and rest["solutions"] == 2279184, f"the rest: {rest}")
        saved = f"{folder}/tour"
        line = ["tsp", "--random", 40, "--coordination", "automatic", "--checkpoint", saved]
        first = answer(*line, "--at-most", 100)["result"]
        again = answer(*line, "--resume", saved, "--at-most", 100)["result"]
        expect(again["cancelled"] and again["length"] <= first["length"], f"the saved tour is enough: {first} {again}")


@scenario
def many_open_nodes():
    """A path of 300 vertices in a complete graph has 300 levels of 300 children, whose domains have
    12 KB each: 1 GB in total, of which a search may have a small part."""
    graphs = " ".join(pair("long_path", (300, cycle(300)[1][:299]), complete(300)))
    for coordination in ("sequential", "depth_bounded", "budget --budget 10", "stack_stealing --chunked",
                         "ordered --depth 1", "ordered --by-discrepancy", "automatic"):
        result, _, text = searched(f"sip {graphs}", coordination, "--workers 2")
        largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        expect(result["found"] and (largest < 400 or has_sanitizer(sys.argv[1])), f"{largest} MiB: {text}")


@scenario
def default_without_a_coordination():
    expect("coordination" not in answer("uts", "-t", 1, "-a", 3, "-d", 5, "-r", 19)["stats"], "uts: a task per node")
    expect("cutoff" in answer("queens", 6)["stats"], "queens: a task per placement")
    expect("tasks_spawned" in answer("tsp", "--random", 6)["stats"], "tsp: a task per partial tour")


@scenario
def wrong_options_are_refused():
    """Of an application that searches only when it is told how, and of one that always does."""
    line = ["queens", 6]
    for option in ("--depth 2", "--budget 10", "--backtracks 10", "--chunked", "--by-discrepancy", "--time-limit 1",
                   "--node-limit 10"):
        refused(f"{option.split()[0]} needs --coordination", *line, *option.split())
    refused("--cutoff works without --coordination only", *line, "--cutoff", 3, "--coordination", "automatic")
    refused("--cutoff works without --coordination only", "tsp", "--cutoff", 3, "--coordination", "automatic")
    refused("--task-depth needs --coordination", "uts", "--task-depth", 2)
    for line in (line, ["clique", "--graph", "keller4"]):
        for text, options in (
            ("automatic", "--coordination parallel"),
            ("--depth is an option of depth_bounded and ordered, not of budget", "--coordination budget --depth 2"),
            ("--budget is an option of budget, not of ordered", "--coordination ordered --budget 10"),
            ("--chunked is an option of stack_stealing, not of ordered", "--coordination ordered --chunked"),
            ("--by-discrepancy is an option of ordered, not of automatic",
             "--coordination automatic --by-discrepancy"),
            ("--budget", "--coordination budget --budget 0"),
            ("--budget excludes --backtracks", "--coordination budget --budget 9 --backtracks 9"),
            ("--node-limit", "--coordination automatic --node-limit 0"),
        ):
            refused(text, *line, *options.split())
    refused("K", "kclique", 0, "--graph", "keller4")


run_scenarios()

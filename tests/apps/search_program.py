# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua uts`, `queens` and `tsp` by the search engine: known answers with every coordination,
limits, refused options."""

import os
import signal
import subprocess
import sys
import tempfile

from support.program import answer, expect, refused, run, run_scenarios, scenario, wait_until_busy

# Coordinations with their options. Small budgets, so that nodes are given away; {} stands for the
# name of the option for the depth.
COORDINATIONS = [
    "sequential",
    "depth_bounded",
    "depth_bounded {} 3",
    "depth_bounded {} 0",
    "budget",
    "budget --budget 100",
    "budget --backtracks 100",
    "stack_stealing",
    "stack_stealing --chunked",
    "ordered",
    "ordered {} 4",
    "ordered {} 3 --by-discrepancy",
    "automatic",
]
WHERE = ["--workers 1", "--workers 2", "--places 2 --workers 1"]

# Options, nodes, leaves, depth.
TREES = [
    ("-t 1 -a 3 -d 7 -b 4 -r 19", 63914, 51124, 7),
    ("-t 2 -a 0 -d 8 -b 4 -q 0.234375 -m 4 -r 0", 8961, 6721, 68),
    ("-t 0 -b 200 -q 0.124875 -m 8 -r 1", 6457, 5674, 58),
    ("-t 1 -a 3 -d 5 -b 4 -r 2", 1, 1, 0),
]
# Solutions and nodes.
BOARDS = {1: (1, 2), 2: (0, 3), 6: (4, 153), 10: (724, 35539)}


def upper_boards(size):
    """How many boards the engine looks at: those with at least as many rows left as one sequential
    count covers."""
    last = min(9, max(1, size - 5))

    def below(columns, left, right, rows_left):
        if rows_left <= last:
            return 1
        squares = [1 << c for c in range(size) if not (columns | left | right) >> c & 1]
        return 1 + sum(below(columns | s, (left | s) << 1, (right | s) >> 1, rows_left - 1) for s in squares)

    return below(0, 0, 0, size)


BUILT = {size: upper_boards(size) for size in BOARDS}
TOURS = {3: None, 10: 32, 15: 25}


def searched(coordination, where, depth, *arguments):
    document = answer(*arguments, "--coordination", *coordination.format(depth).split(), *where.split())
    name_shown = f"{' '.join(map(str, arguments))}, {coordination}, {where}: {document['result']} {document['stats']}"
    places = 2 if "places" in where else 1
    stats = document["stats"]
    expect(document["result"]["complete"] is True, name_shown)
    expect(stats["coordination"].startswith(coordination.split()[0]), name_shown)
    expect(("by discrepancy" in stats["coordination"]) == ("--by-discrepancy" in coordination), name_shown)
    expect(len(stats["nodes_per_place"]) == places and sum(stats["nodes_per_place"]) == stats["nodes"], name_shown)
    return document["result"], stats, name_shown


@scenario
def known_answers_by_every_coordination():
    for coordination in COORDINATIONS:
        for where in WHERE:
            for options, *expected in TREES:
                result, stats, name_shown = searched(coordination, where, "--task-depth", "uts", *options.split())
                expect([result["nodes"], result["leaves"], result["depth"]] == expected, name_shown)
                expect(stats["nodes"] == expected[0] and stats["prunes"] == 0, name_shown)
            for size, (solutions, nodes) in BOARDS.items():
                result, stats, name_shown = searched(coordination, where, "--depth", "queens", size)
                expect((result["solutions"], result["nodes"]) == (solutions, nodes), name_shown)
                expect(stats["nodes"] == BUILT[size] and stats["prunes"] == 0, name_shown)
            for size, length in TOURS.items():
                result, stats, name_shown = searched(coordination, where, "--depth", "tsp", "--random", size)
                expect(length is None or result["length"] == length, name_shown)
                expect(sorted(result["tour"]) == list(range(1, size + 1)), name_shown)
                expect(result["bound"] == result["length"] and result["share"] == 1, name_shown)
                expect(stats["improvements"] >= 1, name_shown)


@scenario
def workers_and_places_share_the_work():
    """Two workers of one place and two places share the work."""
    expect(searched("budget --budget 1000", "--workers 2", "", "queens", 10)[1]["tasks"] > 1, "a budget cuts")


@scenario
def a_budget_counts_nodes_or_backtracks():
    """No node is pruned, so each board that is counted is also left: with one worker a budget of all
    of them is never used up."""
    for option, unit in (("--budget", "nodes"), ("--backtracks", "backtracks")):
        few = searched(f"budget {option} 50", "--workers 1", "", "queens", 10)[1]
        expect(few["coordination"] == f"budget, 50 {unit}" and few["cuts"] > 1 and few["tasks"] > 2, f"{few}")
        all_boards = searched(f"budget {option} {BUILT[10]}", "--workers 1", "", "queens", 10)[1]
        expect(all_boards["cuts"] == 0 and all_boards["tasks"] == 1, f"{all_boards}")
        expect(few["backtracks"] == all_boards["backtracks"] == BUILT[10], f"{few} {all_boards}")


@scenario
def one_worker_walks_the_sequential_tree():
    """One worker walks the tree of the sequential program, but also looks at cities that are too
    far by themselves."""
    for coordination in ("sequential", "automatic"):
        document = answer("tsp", "--random", 15, "--coordination", coordination, "--workers", 1, "--compare")
        stats = document["stats"]
        expect(
            stats["sequential_nodes"] <= stats["nodes"] <= 1.02 * stats["sequential_nodes"],
            f"{coordination}: {stats}",
        )


@scenario
def answers_that_are_not_known():
    """Without a known answer the sequential program checks it."""
    text = run("uts", "-t", "1", "-a", "0", "-d", "7", "-r", "123", "--coordination", "automatic").stdout
    expect("equal to the count of the sequential program" in text, text)


@scenario
def searches_that_were_stopped():
    """Stopped: the result so far, and the share of the search. The first check of limits comes at
    once, so time 0 leaves little."""
    for where in WHERE:
        for limit in ("--node-limit 1000", "--time-limit 0"):
            line = f"--coordination automatic {limit} {where}".split()
            document = answer("uts", "--tree", "T1L", *line)
            expect(
                document["result"]["complete"] is False and document["result"]["nodes"] < 102181082,
                f"uts {line}: {document}",
            )
            expect(document["result"]["nodes"] == document["stats"]["nodes"], f"uts {line}: {document}")
            document = answer("queens", 17, *line)
            expect(
                document["result"]["complete"] is False and document["result"]["solutions"] < 95815104,
                f"queens {line}: {document}",
            )
            document = answer("tsp", "--random", 40, *line)
            result = document["result"]
            expect(result["complete"] is False and 0 <= result["share"] < 1, f"tsp {line}: {document}")
            expect(result["length"] is None or result["bound"] <= result["length"], f"tsp {line}: {document}")
            expect(
                result["bound"] >= 0 and (result["length"] is None) == (result["tour"] == []),
                f"tsp {line}: {document}",
            )
    done = run("tsp", "--random", 40, "--coordination", "sequential", "--node-limit", 1000)
    for part in ("a tour of random40 has length", "the tour: 1 ", "no tour is shorter than", "of the tree"):
        expect(done.returncode == 0 and part in done.stdout, f"{part!r} in {done.stdout!r}")
    expect(
        "stopped after" in run("queens", 17, "--coordination", "ordered", "--node-limit", 1).stdout,
        "queens says that it was stopped",
    )
    done = run("uts", "-t", 1, "-a", 3, "-d", 12, "-r", 77, "--coordination", "automatic", "--node-limit", 1000)
    expect(
        done.returncode == 0 and "there is nothing to compare it with" in done.stdout,
        f"an unknown tree: {done.stdout!r}",
    )


@scenario
def enough_solutions_stop_the_search():
    """queens --limit with every coordination: enough solutions, or all of them."""
    for coordination in COORDINATIONS:
        line = ["--coordination", *coordination.format("--depth").split()]
        for where in WHERE:
            for size, limit, total in ((10, 1, 724), (12, 100, 14200), (10, 724, 724), (10, 725, 724)):
                result = answer("queens", size, "--limit", limit, *line, *where.split())["result"]
                name_shown = f"queens {size} --limit {limit}, {coordination}, {where}: {result}"
                expect(result["limit"] == limit, name_shown)
                expect(min(limit, total) <= result["solutions"] <= total, name_shown)
                expect(result["cancelled"] == (not result["complete"]), name_shown)
                expect(result["complete"] or limit <= result["solutions"], name_shown)
                expect(not result["complete"] or result["solutions"] == total, name_shown)
        # It would run for minutes, see queens_program.py.
        result = answer("queens", 17, "--limit", 1000, *line)["result"]
        expect(result["cancelled"] and 1000 <= result["solutions"] < 5 * 10**7, f"queens 17, {coordination}: {result}")


@scenario
def a_short_enough_tour_stops_the_search():
    """tsp --at-most with every coordination: a tour that is short enough, or the shortest."""
    for coordination in COORDINATIONS:
        line = ["--coordination", *coordination.format("--depth").split()]
        for where in WHERE:
            for limit in (2**31 - 1, 30, 23, 22, 0):
                result = answer("tsp", "--random", 17, "--at-most", limit, *line, *where.split())["result"]
                name_shown = f"tsp 17 --at-most {limit}, {coordination}, {where}: {result}"
                expect(result["at_most"] == limit, name_shown)
                expect(result["cancelled"] == (not result["complete"]), name_shown)
                expect(result["complete"] or 23 <= result["length"] <= limit, name_shown)
                expect(not result["complete"] or result["length"] == 23, name_shown)
                expect(result["complete"] or limit >= 23, name_shown)
                expect(result["bound"] <= result["length"], name_shown)
        # Much too large for the whole search.
        result = answer("tsp", "--random", 40, "--at-most", 100, *line)["result"]
        expect(result["cancelled"] and result["length"] <= 100, f"tsp 40, {coordination}: {result}")


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
        expect(first["cancelled"] and first["length"] <= 100, f"{first}")
        again = answer(*line, "--resume", saved, "--at-most", 100)["result"]
        expect(again["cancelled"] and again["length"] <= first["length"], f"the saved tour is enough: {first} {again}")


@scenario
def control_c_stops_the_search():
    """Ctrl-C stops the search, not the program."""
    process = subprocess.Popen(
        [sys.argv[1], "uts", "--tree", "T1XXL", "--coordination", "automatic"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until_busy(process, signal.SIGINT)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    expect(
        process.returncode == 0 and "stopped after" in output and errors == "",
        f"Ctrl-C: {process.returncode} {output!r} {errors!r}",
    )


@scenario
def default_without_a_coordination():
    """Without --coordination the default is as before."""
    expect(
        "coordination" not in answer("uts", "-t", 1, "-a", 3, "-d", 5, "-r", 19)["stats"],
        "uts: one task per node is the default",
    )
    expect("cutoff" in answer("queens", 6)["stats"], "queens: one task per placement is the default")
    expect("tasks_spawned" in answer("tsp", "--random", 6)["stats"], "tsp: one task per partial tour is the default")


@scenario
def wrong_options_are_refused():
    for app, depth in (("uts", "--task-depth"), ("queens 6", "--depth"), ("tsp --random 6", "--depth")):
        line = app.split()
        refused("--coordination: ", *line, "--coordination", "parallel")
        refused("automatic", *line, "--coordination", "parallel")
        options = f"{depth} 2", "--budget 10", "--backtracks 10", "--chunked", "--by-discrepancy"
        for option in (*options, "--time-limit 1", "--node-limit 10"):
            refused(f"{option.split()[0]} needs --coordination", *line, *option.split())
        refused(
            f"{depth} is an option of depth_bounded and ordered, not of budget",
            *line,
            "--coordination",
            "budget",
            depth,
            2,
        )
        refused("--budget is an option of budget, not of ordered", *line, "--coordination", "ordered", "--budget", 10)
        refused(
            "--chunked is an option of stack_stealing, not of automatic",
            *line,
            "--coordination",
            "automatic",
            "--chunked",
        )
        refused(
            "--by-discrepancy is an option of ordered, not of automatic",
            *line,
            "--coordination",
            "automatic",
            "--by-discrepancy",
        )
        refused("--node-limit", *line, "--coordination", "automatic", "--node-limit", 0)
        refused("--time-limit", *line, "--coordination", "automatic", "--time-limit", -1)
    refused("--cutoff works without --coordination only", "queens", 8, "--cutoff", 3, "--coordination", "automatic")
    refused("--cutoff works without --coordination only", "tsp", "--cutoff", 3, "--coordination", "automatic")


run_scenarios()

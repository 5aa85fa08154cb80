# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua uts`, `queens` and `tsp` by the search engine: known answers whatever the coordination, limits, and what is refused."""

import signal
import subprocess
import sys

from support.program import answer, expect, refused, run, wait_until_busy

# With what can be set, and small budgets, so that there is something to give away; {} is the name of the depth.
COORDINATIONS = ["sequential", "depth_bounded", "depth_bounded {} 3", "depth_bounded {} 0", "budget", "budget --budget 100",
                 "stack_stealing", "stack_stealing --chunked", "ordered", "ordered {} 4", "ordered {} 3 --by-discrepancy",
                 "automatic"]
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
    """How many boards the engine gets to see: those with as many rows left as the sequential program counts at once, or more."""
    last = min(9, max(1, size - 5))

    def below(columns, left, right, rows_left):
        if rows_left <= last:
            return 1
        squares = [1 << c for c in range(size) if not (columns | left | right) >> c & 1]
        return 1 + sum(below(columns | s, (left | s) << 1, (right | s) >> 1, rows_left - 1) for s in squares)

    return below(0, 0, 0, size)


BUILT = {size: upper_boards(size) for size in BOARDS}
TOURS = {3: None, 10: 32, 15: 25}


def searched(how, where, depth, *arguments):
    found = answer(*arguments, "--coordination", *how.format(depth).split(), *where.split())
    shown = f"{' '.join(map(str, arguments))}, {how}, {where}: {found['result']} {found['stats']}"
    places = 2 if "places" in where else 1
    stats = found["stats"]
    expect(found["result"]["complete"] is True, shown)
    expect(stats["coordination"].startswith(how.split()[0]), shown)
    expect(("by discrepancy" in stats["coordination"]) == ("--by-discrepancy" in how), shown)
    expect(len(stats["nodes_per_place"]) == places and sum(stats["nodes_per_place"]) == stats["nodes"], shown)
    return found["result"], stats, shown


for how in COORDINATIONS:
    for where in WHERE:
        for options, *expected in TREES:
            result, stats, shown = searched(how, where, "--task-depth", "uts", *options.split())
            expect([result["nodes"], result["leaves"], result["depth"]] == expected, shown)
            expect(stats["nodes"] == expected[0] and stats["prunes"] == 0, shown)
        for size, (solutions, nodes) in BOARDS.items():
            result, stats, shown = searched(how, where, "--depth", "queens", size)
            expect((result["solutions"], result["nodes"]) == (solutions, nodes), shown)
            expect(stats["nodes"] == BUILT[size] and stats["prunes"] == 0, shown)
        for size, length in TOURS.items():
            result, stats, shown = searched(how, where, "--depth", "tsp", "--random", size)
            expect(length is None or result["length"] == length, shown)
            expect(sorted(result["tour"]) == list(range(1, size + 1)), shown)
            expect(result["bound"] == result["length"] and result["share"] == 1, shown)
            expect(stats["improvements"] >= 1, shown)

# Two workers of one place and two places share the work.
expect(searched("budget --budget 1000", "--workers 2", "", "queens", 10)[1]["tasks"] > 1, "a budget cuts")

# One worker walks the tree of the sequential program, but looks at cities that it does not: those too far by themselves.
for how in ("sequential", "automatic"):
    found = answer("tsp", "--random", 15, "--coordination", how, "--workers", 1, "--compare")
    stats = found["stats"]
    expect(stats["sequential_nodes"] <= stats["nodes"] <= 1.02 * stats["sequential_nodes"], f"{how}: {stats}")

# Without a known answer the twin is asked.
text = run("uts", "-t", "1", "-a", "0", "-d", "7", "-r", "123", "--coordination", "automatic").stdout
expect("equal to the count of the sequential program" in text, text)

# Stopped: what was found by then, and how far it went. The first look at limits comes at once, so time 0 leaves little.
for where in WHERE:
    for limit in ("--node-limit 1000", "--time-limit 0"):
        line = f"--coordination automatic {limit} {where}".split()
        found = answer("uts", "--tree", "T1L", *line)
        expect(found["result"]["complete"] is False and found["result"]["nodes"] < 102181082, f"uts {line}: {found}")
        expect(found["result"]["nodes"] == found["stats"]["nodes"], f"uts {line}: {found}")
        found = answer("queens", 17, *line)
        expect(found["result"]["complete"] is False and found["result"]["solutions"] < 95815104, f"queens {line}: {found}")
        found = answer("tsp", "--random", 40, *line)
        result = found["result"]
        expect(result["complete"] is False and 0 <= result["share"] < 1, f"tsp {line}: {found}")
        expect(result["length"] is None or result["bound"] <= result["length"], f"tsp {line}: {found}")
        expect(result["bound"] >= 0 and (result["length"] is None) == (result["tour"] == []), f"tsp {line}: {found}")
done = run("tsp", "--random", 40, "--coordination", "sequential", "--node-limit", 1000)
for part in ("a tour of random40 has length", "the tour: 1 ", "no tour is shorter than", "of the tree"):
    expect(done.returncode == 0 and part in done.stdout, f"{part!r} in {done.stdout!r}")
expect("stopped after" in run("queens", 17, "--coordination", "ordered", "--node-limit", 1).stdout, "queens says that it was stopped")
done = run("uts", "-t", 1, "-a", 3, "-d", 12, "-r", 77, "--coordination", "automatic", "--node-limit", 1000)
expect(done.returncode == 0 and "there is nothing to compare it with" in done.stdout, f"an unknown tree: {done.stdout!r}")

# Ctrl-C stops the search, not the program.
process = subprocess.Popen([sys.argv[1], "uts", "--tree", "T1XXL", "--coordination", "automatic"], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
wait_until_busy(process, signal.SIGINT)
process.send_signal(signal.SIGINT)
output, errors = process.communicate(timeout=60)
expect(process.returncode == 0 and "stopped after" in output and errors == "", f"Ctrl-C: {process.returncode} {output!r} {errors!r}")

# Without --coordination nothing has changed.
expect("coordination" not in answer("uts", "-t", 1, "-a", 3, "-d", 5, "-r", 19)["stats"], "uts: one task per node is the default")
expect("cutoff" in answer("queens", 6)["stats"], "queens: one task per placement is the default")
expect("tasks_spawned" in answer("tsp", "--random", 6)["stats"], "tsp: one task per partial tour is the default")

for app, depth in (("uts", "--task-depth"), ("queens 6", "--depth"), ("tsp --random 6", "--depth")):
    line = app.split()
    refused("--coordination: ", *line, "--coordination", "parallel")
    refused("automatic", *line, "--coordination", "parallel")
    for option in (f"{depth} 2", "--budget 10", "--chunked", "--by-discrepancy", "--time-limit 1", "--node-limit 10"):
        refused(f"{option.split()[0]} needs --coordination", *line, *option.split())
    refused(f"{depth} is an option of depth_bounded and ordered, not of budget", *line, "--coordination", "budget", depth, 2)
    refused("--budget is an option of budget, not of ordered", *line, "--coordination", "ordered", "--budget", 10)
    refused("--chunked is an option of stack_stealing, not of automatic", *line, "--coordination", "automatic", "--chunked")
    refused("--by-discrepancy is an option of ordered, not of automatic", *line, "--coordination", "automatic", "--by-discrepancy")
    refused("--node-limit", *line, "--coordination", "automatic", "--node-limit", 0)
    refused("--time-limit", *line, "--coordination", "automatic", "--time-limit", -1)
refused("--limit works without --coordination only", "queens", 8, "--limit", 3, "--coordination", "automatic")
refused("--cutoff works without --coordination only", "queens", 8, "--cutoff", 3, "--coordination", "automatic")
refused("--at-most works without --coordination only", "tsp", "--at-most", 30, "--coordination", "automatic")
refused("--cutoff works without --coordination only", "tsp", "--cutoff", 3, "--coordination", "automatic")

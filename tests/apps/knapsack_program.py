# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua knapsack`: known optima by every coordination and on several places, limits, and input that is wrong."""

import os

from support.program import answer, expect, refused, run
from support.scratch import file, folder
from support.searches import COORDINATIONS, refuses_bad_search_options

INSTANCES = {"1,100,1000,50": 39811, "3,50,1000,50": 15057, "11,20,1000,50": 16422, "13,20,1000,50": 6634,
             "15,50,1000,50": 12513, "3,100,1000,50": 29545}

for instance, profit in INSTANCES.items():
    for how in COORDINATIONS:
        got = answer("knapsack", "--instance", instance, *how, "--compare", "--workers", 2)
        result, stats = got["result"], got["stats"]
        expect(result["profit"] == profit == result["bound"] and result["complete"], f"{instance} {how}: {result}")
        expect(result["weight"] <= result["capacity"], f"{instance}: {result}")
        if how == ["--coordination", "sequential"]:
            expect(stats["nodes"] == stats["sequential_nodes"], f"{instance}: not the tree of the sequential program: {stats}")
    for places in (2, 3):
        got = answer("knapsack", "--instance", instance, "--places", places, "--workers", 1)
        expect(got["result"]["profit"] == profit, f"{instance}: {got['result']}")
        expect(len(got["stats"]["nodes_per_place"]) == places, f"{instance}: {got['stats']}")

# Enough work that other places take part.
got = answer("knapsack", "--instance", "4,50,1000,50", "--places", 2, "--coordination", "depth_bounded", "--depth", 3)
expect(got["result"]["profit"] == 12432, f"two places: {got['result']}")


GOOD = "10\n16\n10 5\n6 5\n7 6\n1 11\n"
got = answer("knapsack", file("good.kp", GOOD))
expect(got["result"]["profit"] == 16 and got["result"]["chosen"] == [1, 2], f"a file: {got['result']}")
got = answer("knapsack", file("unknown.kp", GOOD.replace("16", "0")))
expect(got["result"]["profit"] == 16, f"a file without an optimum: {got['result']}")
done = run("knapsack", file("wrong.kp", GOOD.replace("16", "17")))
expect(done.returncode == 1 and "the highest profit is 17, says the file" in done.stdout, f"a wrong optimum: {done}")
nothing = answer("knapsack", file("nothing.kp", "3\n0\n5 4\n"))
expect(nothing["result"]["profit"] == 0 and nothing["result"]["chosen"] == [], f"nothing fits: {nothing['result']}")

# Stopped on the way: an incumbent, and a bound that is none too low.
for limit in (("--node-limit", 100000), ("--time-limit", 0.2)):
    for places in (1, 2):
        got = answer("knapsack", "--instance", "11,100,1000,50", *limit, "--places", places)
        result = got["result"]
        expect(not result["complete"] and result["profit"] <= 67165 <= result["bound"], f"{limit}, {places} places: {result}")
done = run("knapsack", "--instance", "11,100,1000,50", "--node-limit", 100000)
expect("stopped after" in done.stdout and "no choice has a profit above" in done.stdout, f"stopped: {done}")

refused("--instance: expected TYPE,N,R,SERIES", "knapsack", "--instance", "10,50,1000,50")
refused("--instance: expected TYPE,N,R,SERIES", "knapsack", "--instance", "")
refused("--instance", "knapsack", file("both.kp", GOOD), "--instance", "3,50,1000,50")
refused("cannot be opened", "knapsack", os.path.join(folder, "missing.kp"))
refused(":3: expected a profit", "knapsack", file("bad.kp", "1\n2\nx 1\n"))
refuses_bad_search_options("knapsack")

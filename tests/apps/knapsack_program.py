# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua knapsack`: known optima by every coordination and on several places, limits, and input that is wrong."""

import os

from support.program import answer, expect, refused, run, run_scenarios, scenario
from support.scratch import file, folder
from support.searches import COORDINATIONS, refuses_bad_search_options

INSTANCES = {"1,100,1000,50": 39811, "3,50,1000,50": 15057, "11,20,1000,50": 16422, "13,20,1000,50": 6634,
             "15,50,1000,50": 12513, "3,100,1000,50": 29545}


@scenario
def known_optima():
    for instance, profit in INSTANCES.items():
        for coordination in COORDINATIONS:
            document = answer("knapsack", "--instance", instance, *coordination, "--compare", "--workers", 2)
            result, stats = document["result"], document["stats"]
            expect(
                result["profit"] == profit == result["bound"] and result["complete"],
                f"{instance} {coordination}: {result}",
            )
            expect(result["weight"] <= result["capacity"], f"{instance}: {result}")
            if coordination == ["--coordination", "sequential"]:
                expect(
                    stats["nodes"] == stats["sequential_nodes"],
                    f"{instance}: not the tree of the sequential program: {stats}",
                )
        for places in (2, 3):
            document = answer("knapsack", "--instance", instance, "--places", places, "--workers", 1)
            expect(document["result"]["profit"] == profit, f"{instance}: {document['result']}")
            expect(len(document["stats"]["nodes_per_place"]) == places, f"{instance}: {document['stats']}")


@scenario
def two_places():
    """Enough work for several places."""
    document = answer(
        "knapsack", "--instance", "4,50,1000,50", "--places", 2, "--coordination", "depth_bounded", "--depth", 3
    )
    expect(document["result"]["profit"] == 12432, f"two places: {document['result']}")


GOOD = "10\n16\n10 5\n6 5\n7 6\n1 11\n"


@scenario
def files():
    document = answer("knapsack", file("good.kp", GOOD))
    expect(
        document["result"]["profit"] == 16 and document["result"]["chosen"] == [1, 2],
        f"a file: {document['result']}",
    )
    document = answer("knapsack", file("unknown.kp", GOOD.replace("16", "0")))
    expect(document["result"]["profit"] == 16, f"a file without an optimum: {document['result']}")
    done = run("knapsack", file("wrong.kp", GOOD.replace("16", "17")))
    expect(
        done.returncode == 1 and "the highest profit is 17, says the file" in done.stdout,
        f"a wrong optimum: {done}",
    )
    nothing = answer("knapsack", file("nothing.kp", "3\n0\n5 4\n"))
    expect(nothing["result"]["profit"] == 0 and nothing["result"]["chosen"] == [], f"nothing fits: {nothing['result']}")


@scenario
def searches_that_were_stopped():
    """A search that was stopped: an incumbent, and a bound that is not below the optimum."""
    for limit in (("--node-limit", 100000), ("--time-limit", 0.2)):
        for places in (1, 2):
            document = answer("knapsack", "--instance", "11,100,1000,50", *limit, "--places", places)
            result = document["result"]
            expect(
                not result["complete"] and result["profit"] <= 67165 <= result["bound"],
                f"{limit}, {places} places: {result}",
            )
    done = run("knapsack", "--instance", "11,100,1000,50", "--node-limit", 100000)
    expect("stopped after" in done.stdout and "no choice has a profit above" in done.stdout, f"stopped: {done}")


@scenario
def wrong_options_are_refused():
    refused("--instance: expected TYPE,N,R,SERIES", "knapsack", "--instance", "10,50,1000,50")
    refused("--instance: expected TYPE,N,R,SERIES", "knapsack", "--instance", "")
    refused("--instance", "knapsack", file("both.kp", GOOD), "--instance", "3,50,1000,50")
    refused("cannot be opened", "knapsack", os.path.join(folder, "missing.kp"))
    refused(":3: expected a profit", "knapsack", file("bad.kp", "1\n2\nx 1\n"))
    refuses_bad_search_options("knapsack")


run_scenarios()

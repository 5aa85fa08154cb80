# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua kclique`: sizes that exist and sizes that do not, by every coordination and on several places."""


from support.program import answer, expect, refused, run, run_scenarios, scenario
from support.scratch import file
from support.searches import COORDINATIONS, refuses_bad_search_options

LARGEST = {"MANN_a9": 16, "hamming6-4": 4, "johnson8-4-4": 14, "keller4": 11}


@scenario
def sizes_by_every_coordination():
    for name, largest in LARGEST.items():
        for size in (1, 2, largest - 1, largest, largest + 1, 8192):
            for coordination in COORDINATIONS:
                document = answer("kclique", size, "--graph", name, *coordination, "--workers", 2, "--compare")
                result = document["result"]
                expect(
                    result["found"] == (size <= largest) and result["complete"],
                    f"{name} {size} {coordination}: {result}",
                )
                if result["found"]:
                    expect(len(set(result["clique"])) == size, f"{name} {size} {coordination}: {result}")
                else:
                    stats = document["stats"]
                    expect(
                        stats["nodes"] - stats["prunes"] == stats["sequential_nodes"] - (size == 8192),
                        f"{name} {size} {coordination}: {stats}",
                    )
        for places in (2, 3):
            for size in (largest, largest + 1):
                result = answer(
                    "kclique",
                    size,
                    "--graph",
                    name,
                    "--places",
                    places,
                    "--coordination",
                    "depth_bounded",
                )[
                    "result"
                ]
                expect(result["found"] == (size <= largest), f"{name} {size}, {places} places: {result}")


@scenario
def answers_that_are_not_known():
    """If the answer is not known, the sequential program computes it."""
    expect(answer("kclique", 20, "--graph", "random:60,0.5,1")["result"]["found"] is False, "a random graph")
    done = run("kclique", 20, "--graph", "random:60,0.5,1")
    expect(
        "no clique of 20 vertices" in done.stdout and "the sequential program agrees" in done.stdout,
        f"text: {done}",
    )


@scenario
def a_search_that_was_stopped():
    stopped = answer("kclique", 28, "--graph", "keller5", "--node-limit", 1000)["result"]
    expect(not stopped["complete"] and not stopped["found"], f"stopped: {stopped}")


path = file("triangle.clq", "p edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 3 4\n")


@scenario
def a_file():
    expect(answer("kclique", 3, path)["result"]["clique"] == [1, 2, 3], "a file")
    expect(not answer("kclique", 4, path)["result"]["found"], "a file")


@scenario
def wrong_options_are_refused():
    refused("K", "kclique")
    refused("K", "kclique", 0, path)
    refused("K", "kclique", "many", path)
    refused("--graph", "kclique", 3, path, "--graph", "keller4")
    refused("--graph: expected MANN_a9", "kclique", 3, "--graph", "MANN_a10")
    refused("cannot be opened", "kclique", 3, path + ".none")
    refuses_bad_search_options("kclique", 3, path)


run_scenarios()

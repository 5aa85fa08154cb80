# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua bc`: exact counts of known graphs at several worker counts and bundles, the sequential
program, and refused options."""

from support.program import answer, expect, refused, run, run_scenarios, scenario

# Scale, seed: the sum of all scores, pairs, longest shortest path, most central vertex, its score.
GRAPHS = {
    (2, 1): (1, 13, 2, 2, 1.0),
    (2, 2): (4, 16, 2, 2, 2.8),
    (4, 2): (324, 241, 6, 2, 62.456713),
    (6, 1): (6469, 3543, 6, 0, 435.031477),
    (8, 1): (134391, 54571, 9, 0, 2900.251584),
    (8, 2): (148019, 58322, 11, 4, 3315.110595),
    (10, 2): (2524531, 859497, 9, 0, 48373.625235),
}


@scenario
def known_graphs():
    for (scale, seed), (total, reached, farthest, central, score) in GRAPHS.items():
        for workers in (1, 2, 3):
            result = answer("bc", "--scale", scale, "--seed", seed, "--workers", workers)["result"]
            expect((result["vertices"], result["edges"]) == (2 ** scale, 8 * 2 ** scale), f"{scale}, {seed}: {result}")
            expect(
                (result["sum"], result["reached"], result["farthest"]) == (total, reached, farthest),
                f"{scale}, {seed}: {result}",
            )
            expect(result["central"] == central and abs(result["score"] - score) < 1e-5, f"{scale}, {seed}: {result}")


@scenario
def bundles():
    for bundle in (1, 7, 32, 1000):
        output = answer("bc", "-n", 8, "--bundle", bundle, "--compare")
        expect(output["result"]["sum"] == 148019, f"bundle {bundle}: {output['result']}")
        expect(output["stats"]["tasks_spawned"] == -(-256 // bundle), f"bundle {bundle}: {output['stats']}")


@scenario
def text():
    unknown = run("bc", "-n", 7, "--seed", 99)
    expect(
        unknown.returncode == 0 and "what the sequential program found" in unknown.stdout,
        f"unknown graph: {unknown.stdout!r}",
    )
    expected = run("bc", "-n", 7)
    expect(
        "vertex 0 is the most central one of 128" in expected.stdout
        and "30,504, which is the known number" in expected.stdout,
        f"text: {expected.stdout!r}",
    )


@scenario
def wrong_options_are_refused():
    refused("--scale", "bc", "--scale", 1)
    refused("--scale", "bc", "--scale", 25)
    refused("--bundle", "bc", "--bundle", 0)
    refused("--seed", "bc", "--seed", -1)


run_scenarios()

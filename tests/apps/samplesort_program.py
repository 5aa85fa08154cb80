# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application samplesort: every distribution on several places, sizes near the cuts; refused
options."""

from support.program import answer, expect, refused, run_scenarios, scenario

DISTRIBUTIONS = ("uniform", "skewed", "few", "equal", "sorted", "reversed")


@scenario
def every_distribution():
    for distribution in DISTRIBUTIONS:
        hashes = set()
        for places, keys in ((1, 120_000), (2, 60_000), (3, 40_000)):
            document = answer(
                "samplesort",
                "--keys",
                keys,
                "--places",
                places,
                "--workers",
                2,
                "--distribution",
                distribution,
                "--compare",
            )
            expect(document["result"]["keys"] == 120_000, f"{document['result']}")
            hashes.add((document["result"]["hash"], document["result"]["weighted_hash"]))
        expect(len(hashes) == 1, f"{distribution}: other keys on other numbers of places: {hashes}")


@scenario
def sizes_near_the_cuts():
    for keys in (1, 2, 3, 255, 256, 257, 8192, 65536, 65537, 131073):
        answer("samplesort", "--keys", keys, "--workers", 2, "--compare")
        answer("samplesort", "--keys", keys, "--places", 2, "--workers", 1, "--seed", 7)


@scenario
def seeds_differ():
    one, second = (answer("samplesort", "--keys", 1000, "--seed", seed)["result"] for seed in (1, 2))
    expect(one["hash"] != second["hash"], "two seeds, the same keys")


@scenario
def wrong_options_are_refused():
    refused("--keys", "samplesort", "--keys", 0)
    refused("--keys", "samplesort", "--keys", 2**33)
    refused("--distribution", "samplesort", "--distribution", "sortd")
    refused("--seed: expected a whole number below 2^64", "samplesort", "--seed", -1)
    refused("more global memory: ", "samplesort", "--keys", 1_000_000, "--skua-memory=1M")


run_scenarios()

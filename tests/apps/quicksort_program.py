# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application quicksort: published sums of sorted inputs, both key types, small inputs; refused
options."""

from support.program import answer, expect, refused, run_scenarios, scenario

WEIGHTED = {
    0: 0,
    1: 13679457532755275413,
    10: 777192700802730850,
    1000: 8731479736092039218,
    100000: 10114058011366724810,
}


@scenario
def published_sums():
    for n, weighted in WEIGHTED.items():
        for cutoff in (16, 4096):
            document = answer("quicksort", "--n", n, "--cutoff", cutoff, "--compare")
            expect(document["result"]["weighted_sum"] == weighted, f"n {n}: {document['result']}")
    document = answer("quicksort", "--n", 1000)
    expect(document["result"]["sum"] == 14290365857367870679, f"sum: {document['result']}")
    expect(document["result"]["xor"] == 17154668291337480701, f"xor: {document['result']}")


@scenario
def double_keys():
    document = answer("quicksort", "--keys", "double", "--n", 100000, "--seed", 7, "--compare", "--workers", 3)
    expect(
        document["result"]["first_middle_last"] == [4.684318270276044e-06, 0.4981329237384029, 0.9999754422740992],
        f"{document['result']}",
    )


@scenario
def small_inputs():
    for n in (2, 15, 16, 17, 18, 31, 33, 65):
        for seed in (0, 1, 2**64 - 1):
            answer("quicksort", "--n", n, "--seed", seed, "--cutoff", 16, "--compare")


@scenario
def several_places():
    for places in (2, 3):
        for n, weighted in WEIGHTED.items():
            document = answer("quicksort", "--n", n, "--cutoff", 100, "--near", 500, "--places", places, "--compare")
            expect(document["result"]["weighted_sum"] == weighted, f"n {n}: {document['result']}")
            expect(document["stats"]["sorting_seconds"] >= 0, f"n {n}: {document['stats']}")
        answer(
            "quicksort",
            "--n",
            1000,
            "--keys",
            "double",
            "--near",
            16,
            "--cutoff",
            16,
            "--places",
            places,
            "--compare",
        )


@scenario
def keys_as_arguments_and_results():
    for places in (1, 2, 3):
        for n, weighted in WEIGHTED.items():
            options = ("--n", n, "--form", "futures", "--cutoff", 100, "--near", 500, "--places", places)
            document = answer("quicksort", *options, "--compare")
            expect(document["result"]["weighted_sum"] == weighted, f"{options}: {document['result']}")
            expect(document["stats"]["form"] == "futures", f"{options}: {document['stats']}")
        for n in (17, 33, 20000):
            options = ("--n", n, "--keys", "double", "--near", 16, "--cutoff", 16, "--workers", 2)
            answer("quicksort", *options, "--form", "futures", "--places", places, "--compare")


@scenario
def wrong_options_are_refused():
    refused("--near", "quicksort", "--near", 15)
    refused("--n", "quicksort", "--n", -1)
    refused("--n", "quicksort", "--n", "many")
    refused("--n", "quicksort", "--n", 10**30)
    refused("--cutoff", "quicksort", "--cutoff", 15)
    refused("--keys", "quicksort", "--keys", "string")
    refused("--form", "quicksort", "--form", "future")
    refused("--seed: expected a whole number below 2^64", "quicksort", "--seed", 2**64)
    refused("--seed: expected a whole number below 2^64", "quicksort", "--seed", -1)
    refused("not expected", "quicksort", 5)


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application quicksort: published sums of sorted inputs, both key types, small inputs, and what it refuses."""

from support.program import answer, expect, refused

WEIGHTED = {0: 0, 1: 13679457532755275413, 10: 777192700802730850, 1000: 8731479736092039218, 100000: 10114058011366724810}

for n, weighted in WEIGHTED.items():
    for cutoff in (16, 4096):
        found = answer("quicksort", "--n", n, "--cutoff", cutoff, "--compare")
        expect(found["result"]["weighted_sum"] == weighted, f"n {n}: {found['result']}")
found = answer("quicksort", "--n", 1000)
expect(found["result"]["sum"] == 14290365857367870679, f"sum: {found['result']}")
expect(found["result"]["xor"] == 17154668291337480701, f"xor: {found['result']}")

found = answer("quicksort", "--keys", "double", "--n", 100000, "--seed", 7, "--compare", "--workers", 3)
expect(found["result"]["first_middle_last"] == [4.684318270276044e-06, 0.4981329237384029, 0.9999754422740992], f"{found['result']}")

for n in (2, 15, 16, 17, 18, 31, 33, 65):
    for seed in (0, 1, 2**64 - 1):
        answer("quicksort", "--n", n, "--seed", seed, "--cutoff", 16, "--compare")

for places in (2, 3):
    for n, weighted in WEIGHTED.items():
        found = answer("quicksort", "--n", n, "--cutoff", 100, "--near", 500, "--places", places, "--compare")
        expect(found["result"]["weighted_sum"] == weighted, f"n {n}: {found['result']}")
        expect(found["stats"]["sorting_seconds"] >= 0, f"n {n}: {found['stats']}")
    answer("quicksort", "--n", 1000, "--keys", "double", "--near", 16, "--cutoff", 16, "--places", places, "--compare")

refused("--near", "quicksort", "--near", 15)
refused("--n", "quicksort", "--n", -1)
refused("--n", "quicksort", "--n", "many")
refused("--n", "quicksort", "--n", 10**30)
refused("--cutoff", "quicksort", "--cutoff", 15)
refused("--keys", "quicksort", "--keys", "string")
refused("--seed: expected a whole number below 2^64", "quicksort", "--seed", 2**64)
refused("--seed: expected a whole number below 2^64", "quicksort", "--seed", -1)
refused("not expected", "quicksort", 5)

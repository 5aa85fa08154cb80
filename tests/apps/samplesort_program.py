# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application samplesort: every distribution on several places, sizes around the cuts, balance, and what it refuses."""

from support.program import answer, expect, refused

DISTRIBUTIONS = ("uniform", "skewed", "few", "equal", "sorted", "reversed")

for distribution in DISTRIBUTIONS:
    hashes = set()
    for places, keys in ((1, 120_000), (2, 60_000), (3, 40_000)):
        found = answer("samplesort", "--keys", keys, "--places", places, "--workers", 2, "--distribution", distribution, "--compare")
        expect(found["result"]["keys"] == 120_000, f"{found['result']}")
        hashes.add((found["result"]["hash"], found["result"]["weighted_hash"]))
        # Thirty-two samples for each of at least thirty-two buckets at a place.
        expect(found["result"]["balance"] < 1.25, f"{distribution} on {places} places: {found['result']}")
    expect(len(hashes) == 1, f"{distribution}: other keys on other numbers of places: {hashes}")
for keys in (1, 2, 3, 255, 256, 257, 8192, 65536, 65537, 131073):
    answer("samplesort", "--keys", keys, "--workers", 2, "--compare")
    answer("samplesort", "--keys", keys, "--places", 2, "--workers", 1, "--seed", 7)
one, other = (answer("samplesort", "--keys", 1000, "--seed", seed)["result"] for seed in (1, 2))
expect(one["hash"] != other["hash"], "two seeds, the same keys")

refused("--keys", "samplesort", "--keys", 0)
refused("--keys", "samplesort", "--keys", 2**33)
refused("--distribution", "samplesort", "--distribution", "sortd")
refused("--seed: expected a whole number below 2^64", "samplesort", "--seed", -1)
refused("more memory than there is", "samplesort", "--keys", 1_000_000, "--skua-memory=1M")

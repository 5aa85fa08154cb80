# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application pipeline: checksums computed here from the definition; refused options."""

from support.program import answer, expect, refused, run_scenarios, scenario

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix64(z):
    z = (z + GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def checksum(items, size, rounds, seed):
    total = 0
    for item in range(items):
        block = [mix64((seed + (item * size + i) * GOLDEN) & MASK) for i in range(size)]
        for turn in range(rounds):
            before = turn
            for i, word in enumerate(block):
                before = block[i] = mix64(word ^ before)
        total += (item + 1) * sum((i + 1) * word for i, word in enumerate(block))
    return total & MASK


@scenario
def checksums():
    for items, size, rounds, seed in ((0, 1, 1, 1), (1, 1, 0, 0), (7, 3, 2, 5), (200, 10, 1, 42), (3, 100, 4, MASK)):
        options = ("--items", items, "--size", size, "--rounds", rounds, "--seed", seed)
        for workers in (1, 2, 3):
            document = answer("pipeline", *options, "--workers", workers, "--compare")
            expect(
                document["result"] == {"checksum": checksum(items, size, rounds, seed)},
                f"{options}: {document['result']}",
            )
    answer("pipeline", "--items", 2000, "--size", 64)


@scenario
def several_places():
    """The futures of the stages go to other places, and so do the blocks."""
    items, size, rounds, seed = 60, 50, 2, 3
    options = ("--items", items, "--size", size, "--rounds", rounds, "--seed", seed)
    for places in (2, 3, 4):
        for placement in ("any", "round-robin"):
            for workers in (1, 2):
                command = (*options, "--places", places, "--placement", placement, "--workers", workers)
                document = answer("pipeline", *command)
                expect(
                    document["result"] == {"checksum": checksum(items, size, rounds, seed)},
                    f"{command}: {document['result']}",
                )
                expect(document["stats"]["placement"] == placement, f"{command}: {document['stats']}")
                if placement == "round-robin":
                    elsewhere = sum(job % places != 0 for job in range(3 * items))
                    expect(document["stats"]["remote_jobs"] == elsewhere, f"{command}: {document['stats']}")
        answer("pipeline", "--items", 0, "--places", places)


@scenario
def wrong_options_are_refused():
    refused("--items", "pipeline", "--items", -1)
    refused("--size", "pipeline", "--size", 0)
    refused("--rounds", "pipeline", "--rounds", 1001)
    refused("--items: expected at most 65536 items", "pipeline", "--items", 10**7, "--size", 2**24)
    refused("--placement", "pipeline", "--placement", "2")
    refused("--seed: expected a whole number", "pipeline", "--seed", 2**64)


run_scenarios()

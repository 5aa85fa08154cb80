# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application stencil: the same bits on any number of places, even with one row or none at a
place; refused options."""

import re

from support.program import answer, expect, refused, run_scenarios, scenario


@scenario
def the_same_bits_on_any_places():
    for side, steps in ((1, 5), (2, 3), (3, 10), (4, 7), (5, 20), (64, 50), (101, 33)):
        hashes = set()
        for places, workers in ((1, 1), (1, 3), (2, 2), (3, 1), (4, 2)):
            for form in ("spmd", "scopes"):
                size = ("-n", side, "--steps", steps, "--form", form)
                document = answer("stencil", *size, "--places", places, "--workers", workers, "--compare")
                expect(document["result"]["cells"] == side * side, f"{document['result']}")
                hashes.add(document["result"]["hash"])
        expect(len(hashes) == 1, f"{side} cells, {steps} steps: several fields: {hashes}")


@scenario
def few_steps():
    for steps in (0, 1, 2):
        answer("stencil", "-n", 10, "--steps", steps, "--places", 2, "--workers", 1, "--compare")


@scenario
def wrong_options_are_refused():
    refused("--side", "stencil", "-n", 0)
    refused("--side", "stencil", "-n", 65537)
    refused("--steps", "stencil", "--steps", -1)
    refused("--steps", "stencil", "--steps", 10**6 + 1)
    refused("--form", "stencil", "--form", "mpmd")


@scenario
def too_little_global_memory():
    """The line says how much is enough."""
    size = ("stencil", "-n", 1000, "--places", 2, "--workers", 1)
    line = refused("more global memory: place ", *size, "--skua-memory=1M").stderr
    enough = re.search(r"this block needs (\d+)\)", line)
    expect(enough, line)
    answer(*size, f"--skua-memory={enough[1]}")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application pi: the values of the rule for several numbers of strips; refused options."""

from support.program import answer, expect, refused, run_scenarios, scenario

VALUES = {1: 3.2, 1000: 3.1415927369231267, 10000: 3.1415926544231265}


@scenario
def known_values():
    for n, value in VALUES.items():
        for workers in (1, 2, 3):
            document = answer("pi", "--n", n, "--workers", workers, "--compare")
            expect(abs(document["result"]["value"] - value) < 1e-12, f"n {n}: {document['result']}")


@scenario
def other_numbers_of_strips():
    for n in (2, 3, 1023, 1024, 1025, 10**6):
        answer("pi", "--n", n)


@scenario
def wrong_options_are_refused():
    refused("--n", "pi", "--n", 0)
    refused("--n", "pi", "--n", 10**11 + 1)
    refused("--n", "pi", "--n", "1e9")


run_scenarios()

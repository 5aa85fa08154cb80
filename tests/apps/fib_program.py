# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application fib: every form gives the right number; refused options."""

from support.program import answer, expect, refused, run_scenarios, scenario

VALUES = {0: 0, 1: 1, 2: 1, 10: 55, 20: 6765, 24: 46368}


@scenario
def every_form():
    for form in ("finish", "invoke", "async"):
        for index, value in VALUES.items():
            document = answer("fib", index, "--form", form)
            expect(document["result"] == {"value": value}, f"fib {index} {form}: {document['result']}")
            expect(document["stats"]["form"] == form, f"fib {index} {form}: {document['stats']}")
        for workers in (1, 3):
            document = answer("fib", 22, "--form", form, "--workers", workers, "--compare")
            expect(document["result"] == {"value": 17711}, f"fib 22 {form}: {document['result']}")
        for places in (1, 2, 3):
            for cutoff in (0, 10, 24):
                document = answer("fib", 24, "--form", form, "--places", places, "--near", 14, "--cutoff", cutoff)
                expect(document["result"] == {"value": 46368}, f"fib 24 {form}: {document['result']}")


@scenario
def default_form():
    expect(answer("fib", 20)["stats"]["form"] == "invoke", "the default form is invoke")


@scenario
def wrong_options_are_refused():
    refused("N is required", "fib")
    refused("0 to 50", "fib", 51)
    refused("0 to 50", "fib", -1)
    refused("0 to 50", "fib", "1.5")
    refused("--form", "fib", 10, "--form", "spawn")
    refused("--cutoff", "fib", 10, "--cutoff", -1)
    refused("--near", "fib", 10, "--near", 51)


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application fib: every form gives the right number, and what it refuses."""

from support.program import answer, expect, refused

VALUES = {0: 0, 1: 1, 2: 1, 10: 55, 20: 6765, 24: 46368}

for form in ("finish", "invoke", "async"):
    for index, value in VALUES.items():
        found = answer("fib", index, "--form", form)
        expect(found["result"] == {"value": value}, f"fib {index} {form}: {found['result']}")
        expect(found["stats"]["form"] == form, f"fib {index} {form}: {found['stats']}")
    for workers in (1, 3):
        found = answer("fib", 22, "--form", form, "--workers", workers, "--compare")
        expect(found["result"] == {"value": 17711}, f"fib 22 {form}: {found['result']}")
    for places in (1, 2, 3):
        for cutoff in (0, 10, 24):
            found = answer("fib", 24, "--form", form, "--places", places, "--near", 14, "--cutoff", cutoff)
            expect(found["result"] == {"value": 46368}, f"fib 24 {form}: {found['result']}")
expect(answer("fib", 20)["stats"]["form"] == "invoke", "the default form is invoke")

refused("N is required", "fib")
refused("0 to 50", "fib", 51)
refused("0 to 50", "fib", -1)
refused("0 to 50", "fib", "1.5")
refused("--form", "fib", 10, "--form", "spawn")
refused("--cutoff", "fib", 10, "--cutoff", -1)
refused("--near", "fib", 10, "--near", 51)

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application pi: the values of the rule for several numbers of strips, and what it refuses."""

from support.program import answer, expect, refused

VALUES = {1: 3.2, 1000: 3.1415927369231267, 10000: 3.1415926544231265}

for n, value in VALUES.items():
    for workers in (1, 2, 3):
        found = answer("pi", "--n", n, "--workers", workers, "--compare")
        expect(abs(found["result"]["value"] - value) < 1e-12, f"n {n}: {found['result']}")
for n in (2, 3, 1023, 1024, 1025, 10**6):
    answer("pi", "--n", n)

refused("--n", "pi", "--n", 0)
refused("--n", "pi", "--n", 10**11 + 1)
refused("--n", "pi", "--n", "1e9")

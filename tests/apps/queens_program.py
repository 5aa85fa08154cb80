# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application queens: known counts at several worker counts and cutoffs, and what it refuses."""

from support.program import answer, expect, refused, run

SOLUTIONS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680]
NODES = [2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539, 166926]

for size, (solutions, nodes) in enumerate(zip(SOLUTIONS, NODES), start=1):
    found = answer("queens", size)
    expect(found["result"] == {"solutions": solutions, "nodes": nodes}, f"queens {size}: {found['result']}")

for workers in (1, 2, 3):
    for cutoff in (0, 1, 5, 11):
        found = answer("queens", 11, "--cutoff", cutoff, "--workers", workers, "--compare")
        expect(found["result"] == {"solutions": 2680, "nodes": 166926}, f"cutoff {cutoff}: {found['result']}")
        expect(found["workers"] == [workers], f"workers {found['workers']}")
        expect(found["stats"]["cutoff"] == cutoff, f"stats {found['stats']}")

text = run("queens", 8)
expect(text.returncode == 0 and "92 solutions" in text.stdout, f"queens 8: {text.stdout!r}")

refused("N is required", "queens")
refused("1 to 18", "queens", 0)
refused("1 to 18", "queens", 19)
refused("1 to 18", "queens", "eight")
refused("1 to 18", "queens", "99999999999999999999")
refused("--cutoff: expected at most the 8 rows", "queens", 8, "--cutoff", 9)
refused("--cutoff", "queens", 8, "--cutoff", -1)

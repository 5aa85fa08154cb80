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

# With a limit: enough solutions, and every task accounted for.
for workers in (1, 2):
    for size, limit in ((10, 1), (12, 100), (13, 20000), (14, 365596), (11, 2680), (11, 2681), (8, 10 ** 15)):
        for cutoff in (0, 5, 8):
            found = answer("queens", size, "--limit", limit, "--cutoff", cutoff, "--workers", workers)
            result, stats = found["result"], found["stats"]
            total = {8: 92, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}[size]
            expect(result["limit"] == limit and min(limit, total) <= result["solutions"] <= total, f"limit {limit}: {result}")
            expect(result["cancelled"] or result["solutions"] == total, f"limit {limit}: {result}")
            expect(not result["cancelled"] or limit <= total, f"limit {limit}: {result}")
            expect(stats["tasks_ran"] + stats["tasks_never_started"] == stats["tasks_spawned"], f"limit {limit}: {stats}")

# Minutes of work without the limit; in tasks of their own, and in one that looks for itself.
for cutoff in (8, 0):
    found = answer("queens", 17, "--limit", 1000, "--cutoff", cutoff)
    # Of 95,815,104: while the thread that looks at the limit has no processor, each worker may find some 10 ** 5 more.
    expect(found["result"]["cancelled"] and 1000 <= found["result"]["solutions"] < 5 * 10 ** 7, f"stopped early: {found['result']}")

refused("N is required", "queens")
refused("1 to 18", "queens", 0)
refused("1 to 18", "queens", 19)
refused("1 to 18", "queens", "eight")
refused("1 to 18", "queens", "99999999999999999999")
refused("--cutoff: expected at most the 8 rows", "queens", 8, "--cutoff", 9)
refused("--cutoff", "queens", 8, "--cutoff", -1)
refused("--limit", "queens", 8, "--limit", 0)
refused("--limit", "queens", 8, "--limit", -1)

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application queens: known counts at several worker counts and cutoffs; refused options."""

from support.program import answer, expect, refused, run, run_scenarios, scenario

SOLUTIONS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680]
NODES = [2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539, 166926]


@scenario
def known_counts():
    for size, (solutions, nodes) in enumerate(zip(SOLUTIONS, NODES), start=1):
        document = answer("queens", size)
        expect(document["result"] == {"solutions": solutions, "nodes": nodes}, f"queens {size}: {document['result']}")


@scenario
def every_cutoff():
    for workers in (1, 2, 3):
        for cutoff in (0, 1, 5, 11):
            document = answer("queens", 11, "--cutoff", cutoff, "--workers", workers, "--compare")
            expect(document["result"] == {"solutions": 2680, "nodes": 166926}, f"cutoff {cutoff}: {document['result']}")
            expect(document["workers"] == [workers], f"workers {document['workers']}")
            expect(document["stats"]["cutoff"] == cutoff, f"stats {document['stats']}")


@scenario
def text():
    text = run("queens", 8)
    expect(text.returncode == 0 and "92 solutions" in text.stdout, f"queens 8: {text.stdout!r}")


@scenario
def limits():
    """With a limit: enough solutions, and every task is accounted for."""
    for workers in (1, 2):
        for size, limit in ((10, 1), (12, 100), (13, 20000), (14, 365596), (11, 2680), (11, 2681), (8, 10 ** 15)):
            for cutoff in (0, 5, 8):
                document = answer("queens", size, "--limit", limit, "--cutoff", cutoff, "--workers", workers)
                result, stats = document["result"], document["stats"]
                total = {8: 92, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}[size]
                expect(
                    result["limit"] == limit and min(limit, total) <= result["solutions"] <= total,
                    f"limit {limit}: {result}",
                )
                expect(result["cancelled"] or result["solutions"] == total, f"limit {limit}: {result}")
                expect(not result["cancelled"] or limit <= total, f"limit {limit}: {result}")
                expect(
                    stats["tasks_ran"] + stats["tasks_never_started"] == stats["tasks_spawned"],
                    f"limit {limit}: {stats}",
                )


@scenario
def limits_that_save_minutes():
    """Without the limit these would run for minutes: one with many tasks, one with a single task
    that polls the limit itself."""
    for cutoff in (8, 0):
        document = answer("queens", 17, "--limit", 1000, "--cutoff", cutoff)
        # There are 95,815,104 solutions. While the thread that checks the limit has no processor,
        # each worker may find some 10 ** 5 more.
        expect(
            document["result"]["cancelled"] and 1000 <= document["result"]["solutions"] < 5 * 10**7,
            f"stopped early: {document['result']}",
        )


@scenario
def wrong_options_are_refused():
    refused("N is required", "queens")
    refused("1 to 18", "queens", 0)
    refused("1 to 18", "queens", 19)
    refused("1 to 18", "queens", "eight")
    refused("1 to 18", "queens", "99999999999999999999")
    refused("--cutoff: expected at most the 8 rows", "queens", 8, "--cutoff", 9)
    refused("--cutoff", "queens", 8, "--cutoff", -1)
    refused("--limit", "queens", 8, "--limit", 0)
    refused("--limit", "queens", 8, "--limit", -1)


run_scenarios()

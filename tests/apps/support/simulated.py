# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of `skua sim`: small instances of its workloads, with their results."""

import json

from support.program import expect, run

REAL = {"real_seconds", "events_per_second"}  # measured on this machine, so no seed decides it


def sum_of_keys(n, seed=0, step=1):
    """SplitMix64's output function of seed, seed + step, …: the sum of n elements."""
    word = (1 << 64) - 1
    total = 0
    for i in range(n):
        z = (seed + i * step + 0x9E3779B97F4A7C15) & word
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & word
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & word
        total += z ^ (z >> 31)
    return total & word


SMALL = {
    "uts": (["--depth", "4"], {"nodes": 944, "leaves": 744}),
    "queens": (["--size", "6"], {"solutions": 4, "nodes": 153}),
    "semigroups": (["--genus", "12", "--budget", "20"], {"semigroups": 592, "up_to_the_genus": 1413}),
    "bc": (["--scale", "6"], {"sources": 64, "pairs": 3666}),
    "samplesort": (["--keys", "5000"], {"keys": 5000, "sum_of_keys": sum_of_keys(5000), "in_order": 1}),
    "lu": (["--n", "64", "--tile", "8"], {"panels": 8, "updates": 28, "exchanges": 7}),
    "quicksort": (
        ["--keys", "20000", "--cutoff", "256", "--local", "1024"],
        {"keys": 20000, "sum_of_keys": sum_of_keys(20000, 42, 0x9E3779B97F4A7C15), "in_order": 1},
    ),
    "pipeline": (["--items", "20", "--words", "64"], {"items": 20, "checksum": 64 * 2870}),
    "fork-join": (["--depth", "7"], {"leaves": 128}),
    "bag": (["--tasks", "300"], {"tasks": 300, "sum_of_numbers": 44850}),
    "remote": (["--chains", "20", "--hops", "10"], {"tasks": 200}),
    "ping-pong": (["--rounds", "20", "--pause", "1us"], {"rounds": 20}),
}
FEW = ["--places", "3", "--workers", "2"]


def simulated(*arguments):
    done = run("sim", *arguments, "--json")
    page_text = " ".join(map(str, arguments))
    expect(done.returncode == 0 and done.stderr == "", f"{page_text}: {done}")
    expect(done.stdout.count("\n") == 1, f"{page_text}: not one line: {done.stdout!r}")
    return json.loads(done.stdout)


def virtual(document):
    return {key: value for key, value in document.items() if key not in REAL and key != "args"}

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every application shows its progress on a terminal, in its own unit, while a run is under way."""

import re

from support.program import expect, run, run_scenarios, scenario
from support.watched import SKUA, Terminal

# Runs of many seconds; each is ended as soon as its line has shown some work.
RUNS = {
    "uts": (["--tree", "T1XXL"], "nodes"),
    "clique": (["--graph", "keller5"], "nodes"),
    "kclique": (["--graph", "keller5", "28"], "nodes"),
    "queens": (["18"], "nodes"),
    "tsp": (["--random", "60"], "nodes"),
    "semigroups": (["55"], "nodes"),
    "knapsack": (["--instance", "3,10000,10000,50"], "nodes"),
    "bc": (["--scale", "16"], "sources"),
    "pi": (["--n", "100000000000"], "strips"),
    "samplesort": (["--keys", "40000000"], "key visits"),
    "gups": (["--scale", "27"], "updates"),
    "stencil": (["--side", "2000", "--steps", "100000"], "rows"),
    "lulesh": (["-s", "40"], "iterations"),
    "fib": (["48", "--form", "finish"], "calls"),
    "quicksort": (["--n", "60000000", "--cutoff", "10000"], "keys"),
    "lu": (["--n", "4000", "--kernels", "plain"], "jobs"),
    "pipeline": (["--items", "1000000"], "items"),
    "pingpong": (["--rounds", "10000000", "--places", "2"], "sizes"),
    "issue": (["--batches", "100000"], "shapes"),
}
# The line of sip is that of the other searches; its input is two files.
WITHOUT_RUN = {"sip"}
NO_COMPUTATION = {"sim", "completion", "doctor", "man", "new", "report", "top"}


@scenario
def every_application_is_tried():
    listed = re.findall(r"^  ([a-z]+) {3,}", run("--help").stdout.split("Subcommands:")[1], re.MULTILINE)
    expect(len(listed) > len(RUNS), f"{listed}")
    expect(set(listed) == set(RUNS) | WITHOUT_RUN | NO_COMPUTATION, f"{listed}")


@scenario
def a_line_while_a_run_is_under_way():
    for name, (arguments, unit) in RUNS.items():
        terminal = Terminal(SKUA, name, *arguments, columns=120)
        # "bc:  12 % |##   | 123/1,024 sources [00:01<00:10, …]"; without a total there is no bar.
        terminal.until(rf"{name}: [^\r]*\d[^\r]* {unit}".encode())
        terminal.kill()


@scenario
def a_proof_and_the_program_that_is_compared():
    terminal = Terminal(SKUA, "clique", "--graph", "hidden:400,0.68,25,2", "--compare", columns=160)
    terminal.until(rb"clique: [^\r]* nodes in [^\r]*best \d+, proven, ")
    terminal.until(rb"clique: the sequential program runs, to compare \[")
    terminal.end()


run_scenarios()

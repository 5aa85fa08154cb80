# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The four papers, and what of their experiments is not repeated."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    title: str
    reference: str
    left_out: str


PAPERS = {
    "apgas": Paper(
        "APGAS for Java: locality-flexible and cancellable tasks",
        "J. Posner and C. Fohry: *Hybrid work stealing of locality-flexible and cancelable tasks for the APGAS library*"
        " (2018). 12 nodes with two processors of 6 cores each; a place of 12 workers on each node; Java 9.",
        "More than two real workers: this machine has two cores. The paper's Java programs, which are public. 17"
        " queens and BC with 2^15 vertices, which would take minutes here. UTS with 511 nodes a task is simulated.",
    ),
    "yewpar": Paper(
        "YewPar with performance-driven work stealing",
        "H. Xie: *Towards Faster Combinatorial Search: Performance-Driven Workstealing Policy in YewPar* (MSc"
        " dissertation, Glasgow, 2023). 5 to 20 nodes of 16 cores, one of them reserved; HPX 1.8; means of 10 runs.",
        "Genus 47 with a budget of 10^6 backtracks, which takes 103 s at two places of one worker on a busy machine."
        " brock800_2, which was stopped there after 26 minutes. The published code of YewPar, whose policies differ in"
        " more than the choice of the victim: one request for each idle worker, no lock, direct calls.",
    ),
    "habanero": Paper(
        "HabaneroUPC++",
        "V. Kumar et al.: *HabaneroUPC++: a Compiler-free PGAS Library* (2014). Cray XC30, two processors of 12 cores a"
        " node, a place on each; up to 512 places; means of 10 runs with 95 % intervals.",
        "More than two real cores, and UPC++ itself (figure 12), which is not among the packages used here: there both"
        " sides are Skua, or one side is a loop. SPMD beside scopes at more than two places, which could be simulated.",
    ),
    "futures": Paper(
        "Unified futures for shared and distributed memory",
        "D. Chasapis: *A Unified Futures Interface for Shared and Distributed Memory* (MSc thesis, University of Crete,"
        " 2013). Two machines with 6 cores of an Intel Xeon E5645 each, connected by a network; Open MPI 1.4.3.",
        "Ferret, which is unfinished there.",
    ),
}

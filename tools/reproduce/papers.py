# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The four papers, and the parts of them that cannot be repeated on one small machine."""

from dataclasses import dataclass


@dataclass
class Paper:
    title: str
    reference: str
    left_out: str


PAPERS = {
    "apgas": Paper(
        "APGAS for Java: locality-flexible and cancelable tasks",
        "J. Posner and C. Fohry: *Hybrid work stealing of locality-flexible and cancelable tasks for the APGAS library*"
        " (2018); 1 to 12 places of 12 workers, Java 9.",
        "Speed-ups on 3 to 144 workers (figures 1 and 2, UTS 100, N-queens 105, TSP 83 over sequential programs): two"
        " cores. The comparison of reserved cores: no core is reserved here.",
    ),
    "yewpar": Paper(
        "YewPar with performance-driven work stealing",
        "H. Xie: *Towards Faster Combinatorial Search: Performance-Driven Workstealing Policy in YewPar* (MSc"
        " dissertation, Glasgow, 2023); 5 to 20 nodes of 16 cores, HPX 1.8. The speed-up of a policy is (time with the"
        " other - time with it) / time with it (equation 4.1), its variability the longest over the shortest run, less"
        " one (equation 4.2).",
        "5 to 20 nodes: a policy that chooses among places has nothing to choose with two, and little with four on two"
        " cores.",
    ),
    "habanero": Paper(
        "HabaneroUPC++",
        "V. Kumar et al.: *HabaneroUPC++: a Compiler-free PGAS Library* (2014); Cray XC30, up to 512 places of 12"
        " cores.",
        "More than two cores; UPC++ itself (figure 12), which is not among the packages used here.",
    ),
    "futures": Paper(
        "Unified futures for shared and distributed memory",
        "D. Chasapis: *A Unified Futures Interface for Shared and Distributed Memory* (MSc thesis, University of"
        " Crete); two sockets of six cores, Open MPI 1.4.3.",
        "The breakdown of time from its instrumented runtime (figures 4.11 and 4.12): `skua APP --json` reports tasks"
        " and steals instead. Ferret: unfinished there; `skua pipeline` is a pipeline of that shape.",
    ),
}

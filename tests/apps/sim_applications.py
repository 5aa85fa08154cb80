# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Workloads of `skua sim` that are applications: their forms, the work of each step, refused options.
tests/workloads compares their messages with those of the applications."""

from support.program import expect, refused, run_scenarios, scenario
from support.simulated import FEW, SMALL, simulated, virtual


@scenario
def other_forms():
    """The second form of a workload has the same rules as the first."""
    jobs = {"dgetrf": 8, "dgessm": 28, "dtstrf": 28, "dssssm": 140}
    keys = SMALL["quicksort"][1]
    for line, result in (
        (["lu", "--tiled", *SMALL["lu"][0]], jobs),
        (["lu", "--tiled", "--gather", *SMALL["lu"][0]], jobs),
        (["lu", "--gather", *SMALL["lu"][0]], SMALL["lu"][1]),
        (["quicksort", "--form", "futures", *SMALL["quicksort"][0]], keys),
        (["pipeline", "--placement", "round-robin", *SMALL["pipeline"][0]], SMALL["pipeline"][1]),
    ):
        document = simulated(*line, *FEW, "--seed", 7)
        expect(document["result"] == result and document["verified"] is True, f"{line}: {document}")
        expect(virtual(simulated(*line, *FEW, "--seed", 7)) == virtual(document), f"{line}: the same seed")
        other = simulated(*line, *FEW, "--seed", 8)
        expect(other["work"] == document["work"], f"{line}: the same work everywhere: {other['work']}")
        really = simulated(*line, "--real", "--places", 2, "--workers", 1)
        expect(really["result"] == result and really["verified"] is True, f"{line}: {really}")
    # More workers divide the updates into more jobs.
    works = {simulated("lu", *SMALL["lu"][0], "--places", 1, "--workers", n)["work"] for n in (1, 2, 3)}
    expect(len(works) == 1, f"lu: the work depends on the division into jobs: {works}")


@scenario
def hydrodynamics():
    """Places form a cube; each has a domain, so the work grows with them."""
    size = ["--size", 6, "--iterations", 5]
    works = []
    for places in (1, 8, 27):
        document = simulated("lulesh", *size, "--places", places, "--workers", 2, "--seed", 3)
        faces = 3 * 11 if places > 1 else 0
        expect(document["result"] == {"steps": 5, "planes": 5 * 25, "faces": faces, "faults": 0}, f"{document}")
        expect(document["verified"] is True and document["seconds"] >= document["bound"] > 0, f"{document}")
        again = simulated("lulesh", *size, "--places", places, "--workers", 2, "--seed", 3)
        expect(virtual(again) == virtual(document), f"{places}: the same seed is the same run")
        works.append(document["work"])
    loops = 5 * (6**3 * 3e-9 + 7**3 * 1e-9)
    one_ns = [item for name in ("force", "motion", "kinematics", "state") for item in (f"--{name}-cost", "1ns")]
    exact = simulated("lulesh", *size, *one_ns, "--value-cost", "0ns", "--places", 8)
    expect(abs(exact["work"] - 8 * loops) < 1e-12, f"1 ns for each element and node: {exact['work']}")
    # Packing and merging: masses once, forces and jumps in each step, on 2 * 12 sides of faces.
    faces = simulated("lulesh", *size, *one_ns, "--places", 8)["work"] - exact["work"]
    expect(abs(faces - 24 * 2 * (49 + 5 * (3 * 49 + 36)) * 1e-9) < 1e-12, f"1 ns for each number at a face: {faces}")
    expect(works[1] > 8 * works[0] and works[2] > 27 * works[0], f"{works}")
    for places in (1, 8):
        really = simulated("lulesh", *size, "--real", "--places", places, "--workers", 1)
        expect(really["verified"] is True, f"{places} real places: {really}")
    refused("--places: expected a cube (1, 8, 27, ...)", "sim", "lulesh", "--places", 4)
    refused("--places: expected a cube (1, 8, 27, ...)", "sim", "lulesh", "--places", 2, "--real", "--workers", 1)


@scenario
def wrong_options_are_refused():
    refused("--size", "sim", "lulesh", "--size", 0)
    refused("--iterations", "sim", "lulesh", "--iterations", 0)
    refused("--force-cost: expected a time with its unit", "sim", "lulesh", "--force-cost", "fast")
    refused("--n", "sim", "lu", "--n", 4001)
    refused("skua sim lu: --tile: expected at least 20 for order 4000", "sim", "lu", "--n", 4000, "--tile", 10)
    refused("--tile: expected at least 63 for order 4000", "sim", "lu", "--tiled", "--n", 4000, "--tile", 50)
    refused("--cutoff", "sim", "quicksort", "--cutoff", 4)
    refused("--form", "sim", "quicksort", "--form", "bogus")
    refused("--placement", "sim", "pipeline", "--placement", "here")
    refused("--items", "sim", "pipeline", "--items", 0)


run_scenarios()

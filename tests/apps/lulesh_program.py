# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua lulesh`: published energies on several numbers of workers; refused options (places:
lulesh_places.py)."""

import math

from support.program import answer, expect, refused, run, run_scenarios, scenario

# Elements along an edge of the mesh: iterations, energy at the origin.
BLASTS = {3: (23, 4.001338e3), 5: (72, 7.853665e3), 8: (163, 1.788182e4), 10: (231, 2.720531e4)}


def check(document, edge, expected):
    iterations, energy = expected
    result = document["result"]
    expect(math.isclose(result["origin_energy"], energy, rel_tol=5.1e-7), f"{edge}: {result}")
    expect(result["iterations"] == iterations and result["elements"] == edge**3, f"{edge}: {result}")
    expect(result["relative_asymmetry"] < 1e-8, f"{edge}: {result}")
    expect(document["stats"]["zones"] == iterations * edge**3, f"{edge}: {document['stats']}")


@scenario
def published_energies():
    energies = {}
    for edge, expected in BLASTS.items():
        for workers in (1, 2, 3):
            document = answer("lulesh", "--size", edge, "--workers", workers, *(["--compare"] if workers == 2 else []))
            check(document, edge, expected)
            energy = document["result"]["origin_energy"]
            expect(energies.setdefault(edge, energy) == energy, f"{edge}: {energy} on {workers} workers")


@scenario
def limited_iterations():
    check(answer("lulesh", "-s", 10, "-i", 10), 10, (10, 2.596764e5))
    check(answer("lulesh", "-s", 20, "-i", 100, "--workers", 2), 20, (100, 3.919028e5))


@scenario
def small_meshes():
    for size in (1, 2, 7):
        answer("lulesh", "--size", size, "--iterations", 20, "--compare")


@scenario
def an_energy_that_is_not_known():
    unknown = run("lulesh", "--size", 4, "--iterations", 3)
    expect(unknown.returncode == 0 and "is not known" in unknown.stdout, f"text: {unknown.stdout!r}")


@scenario
def wrong_options_are_refused():
    refused("--size", "lulesh", "--size", 0)
    refused("--size", "lulesh", "--size", 1001)
    refused("--iterations", "lulesh", "--iterations", -1)
    refused("--iterations", "lulesh", "--iterations", "many")


run_scenarios()

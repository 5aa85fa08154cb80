# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application lu: known determinants, job counts, both kernel sets, ragged block columns and
tiles; refused options."""

import math

from support.program import answer, expect, refused, run, run_scenarios, scenario

DETERMINANTS = {
    1: (1, -2.7096278173002744),
    8: (1, -4.40366964596711),
    50: (-1, 9.99572717585747),
    200: (-1, 181.66575476751814),
}


no_library = "built without" in run("lu", "--n", 1, "--kernels", "lapack").stderr


@scenario
def known_determinants():
    for kernels in ("plain",) if no_library else ("plain", "lapack"):
        for n, (sign, log) in DETERMINANTS.items():
            for tile in (7, 25, 64, 200):
                document = answer("lu", "--n", n, "--tile", tile, "--kernels", kernels, "--compare")
                result = document["result"]
                expect(result["determinant_sign"] == sign, f"n {n} tile {tile}: {result}")
                expect(math.isclose(result["determinant_log"], log, rel_tol=1e-9), f"n {n} tile {tile}: {result}")
                expect(result["residual"] < 60, f"n {n} tile {tile}: {result}")
                expect(document["stats"]["kernels"] == kernels, f"stats {document['stats']}")
        for workers in (1, 2, 3):
            document = answer("lu", "--n", 200, "--tile", 20, "--kernels", kernels, "--workers", workers)
            counts = {"panels": 10, "updates": 45, "exchanges": 9}
            expect(document["stats"]["kernel_jobs"] == counts, f"jobs {document['stats']['kernel_jobs']}")
            expect(document["stats"]["gflops"] > 0, f"stats {document['stats']}")


@scenario
def several_places():
    for places in (2, 3, 4):
        for n, tile in ((1, 1), (50, 7), (100, 50), (200, 20)):
            document = answer("lu", "--n", n, "--tile", tile, "--places", places, "--workers", 1, "--compare")
            expect(document["stats"]["library_threads"] in (1, places), f"{places} places: {document['stats']}")
            expect(n == 1 or document["stats"]["of_library"] > 0, f"{places} places: {document['stats']}")


@scenario
def tiles():
    for kernels in ("plain",) if no_library else ("plain", "lapack"):
        for n, (sign, log) in DETERMINANTS.items():
            for tile in (7, 25, 64, 200):
                options = ("--tiled", "--n", n, "--tile", tile, "--kernels", kernels)
                document = answer("lu", *options, "--compare")
                result = document["result"]
                expect(result["determinant_sign"] == sign, f"{options}: {result}")
                expect(math.isclose(result["determinant_log"], log, rel_tol=1e-9), f"{options}: {result}")
                expect(result["residual"] < 60, f"{options}: {result}")
        for workers in (1, 2, 3):
            options = ("--tiled", "--n", 200, "--tile", 20, "--kernels", kernels, "--workers", workers)
            document = answer("lu", *options)
            counts = {"dgetrf": 10, "dgessm": 45, "dtstrf": 45, "dssssm": 285}
            expect(document["stats"]["kernel_jobs"] == counts, f"jobs {document['stats']['kernel_jobs']}")
            expect(document["stats"]["tiled"] is True, f"stats {document['stats']}")


@scenario
def tiles_at_several_places():
    for places in (2, 3, 4):
        for n, tile in ((1, 1), (50, 7), (100, 50), (200, 20), (300, 40)):
            options = ("--tiled", "--n", n, "--tile", tile, "--places", places, "--workers", 1)
            if places > 2:  # the library's own threads would wait for processors for seconds
                options += ("--kernels", "plain")
            document = answer("lu", *options, "--compare")
            expect(n == 1 or document["stats"]["of_library"] > 0, f"{options}: {document['stats']}")
    for seed in range(6):
        options = ("--tiled", "--n", 400, "--tile", 30 + seed, "--places", 4, "--workers", 2, "--kernels", "plain")
        answer("lu", *options, "--seed", seed, "--compare")


@scenario
def panels_in_any_order():
    """The panels of several places may arrive at the others in any order."""
    for seed in range(12):
        answer(
            "lu",
            "--n",
            600,
            "--tile",
            40 + seed,
            "--places",
            4,
            "--workers",
            2,
            "--kernels",
            "plain",
            "--seed",
            seed,
        )
    if no_library:
        refused("expected plain, found lapack", "lu", "--kernels", "lapack")


@scenario
def wrong_options_are_refused():
    refused("--kernels", "lu", "--kernels", "mkl")
    refused("--n", "lu", "--n", 0)
    refused("--n", "lu", "--n", 10**12)
    refused("--tile", "lu", "--tile", 0)
    refused("--tile: expected at least 5 for order 1000", "lu", "--n", 1000, "--tile", 3)
    refused("--tile: expected at least 16 for order 1000", "lu", "--n", 1000, "--tile", 5, "--tiled")
    refused("--tiled", "lu", "--tiled=perhaps")
    refused("--seed: expected a whole number", "lu", "--seed", "one")


run_scenarios()

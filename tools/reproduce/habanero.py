# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The experiments of the HabaneroUPC++ paper (Kumar et al. 2014)."""

from commands import FOUR, ONE, PLACES, WORKERS, real
from records import Comparison, Experiment, Row, Value

GB = 1e9


def samplesort(quick):
    keys = 1 << 16 if quick else 1 << 23
    program = f"samplesort --keys {keys}"

    def rate(variant, places, key="seconds", label=""):
        return Value(variant, key, "GB/s", places * keys * 8 / GB, label)

    one, four = rate("1 place x 1", 1), rate("4 places x 1, more than cores", 4)
    return [
        Row(
            "sample sort",
            {
                "1 place x 1": real(f"{program} {ONE} --compare"),
                "1 place x 2": real(f"{program} {WORKERS}"),
                "2 places x 1": real(f"{program} {PLACES}"),
                "4 places x 1, more than cores": real(f"{program} {FOUR}"),
            },
            (
                Comparison(rate("1 place x 1", 1, "sequential", "best sequential sort"), one, "speed_up"),
                Comparison(
                    one, rate("1 place x 2", 1), "speed_up", 2, "3.4 from 1 to 12 workers, 512 places (Fig. 11a)"
                ),
                Comparison(one, rate("2 places x 1", 2), "speed_up", 2),
                Comparison(one, four, "speed_up"),
            ),
            cost=2.5,
        )
    ]


def hybrid(quick):
    keys = 1 << 16 if quick else 1 << 22
    variants = {
        "2 places x 1": real(f"samplesort --keys {keys} {PLACES}"),
        "1 place x 2": real(f"samplesort --keys {2 * keys} {WORKERS}"),
    }
    values = [Value(v, "seconds", "GB/s", 2 * keys * 8 / GB) for v in variants]
    paper = '"nearly identical" (Fig. 12a)'
    return [Row("sample sort", variants, (Comparison(*values, "speed_up", paper=paper),), 30, cost=1)]


def lulesh(quick):
    size, iterations = (6, 5) if quick else (38, 100)
    program = f"lulesh --size {size} --iterations {iterations}"
    zones = size**3 * iterations

    def rate(variant, places, key="seconds", label=""):
        return Value(variant, key, "zones/s", places * zones, label)

    one, eight = rate("1 place x 1", 1), rate("8 places x 1, more than cores", 8)
    sequential = rate("1 place x 1", 1, "sequential", "sequential program")
    return [
        Row(
            "LULESH",
            {
                "1 place x 1": real(f"{program} {ONE} --compare"),
                "1 place x 2": real(f"{program} {WORKERS}"),
                "8 places x 1, more than cores": real(f"{program} --places 8 --workers 1"),
            },
            (
                Comparison(sequential, one, "speed_up", paper="0.83 of UPC++, which is 20 % faster (Fig. 12b)"),
                Comparison(one, rate("1 place x 2", 1), "speed_up", 2, "2 from 1 to 12 workers (Fig. 11b)"),
                Comparison(one, eight, "speed_up"),
            ),
            cost=9,
        )
    ]


ALL = [
    Experiment(
        "habanero_samplesort",
        "habanero",
        "Weak scaling of sample sort",
        "Figure 11a, section 5.2.1",
        "Bytes sorted per second, of all places, over those of one worker.",
        (
            ("keys of a place", "48 · 1024 · 1024, 64 bits", "8 · 1024 · 1024, 64 bits"),
            ("machine", "up to 512 places of 1, 4, 8 and 12 workers", "1 to 4 places on 2 cores"),
        ),
        samplesort,
        remark="Two places exchange half of their keys through shared memory, which one place does not. With four"
        " places on two cores only the work done in all counts.",
    ),
    Experiment(
        "habanero_hybrid",
        "habanero",
        "Workers or places",
        "Figure 12a, section 5.2.2",
        "The same keys in all, sorted by one place with two workers, or by two places with one. The paper compares"
        " HabaneroUPC++ with 12 workers a place against UPC++ with 12 times the places; here both are Skua.",
        (
            ("keys", "4 · 1024 · 1024 a core", "4 · 1024 · 1024 a core"),
            ("machine", "P places of 12 workers against 12 P places", "1 place of 2 workers against 2 places of 1"),
        ),
        hybrid,
    ),
    Experiment(
        "habanero_lulesh",
        "habanero",
        "Weak scaling of LULESH",
        "Figures 11b and 12b, section 5.2",
        "Zones per second, of all places, over those of one worker. One worker is compared with the sequential program;"
        " the paper compares places of one worker with UPC++.",
        (
            ("mesh of a place", "edge 38, 100 iterations", "the same"),
            ("machine", "up to 512 places, a cube, of 1, 4, 8 and 12 workers", "1 and 8 places on 2 cores"),
        ),
        lulesh,
        remark="Eight places have eight times the mesh on two cores.",
    ),
]

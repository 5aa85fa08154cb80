# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The experiments of the HabaneroUPC++ paper (Kumar et al. 2014)."""

from commands import FOUR, ONE, PLACES, WORKERS, aries, counted, real, simulated
from records import Comparison, Experiment, Line, Plot, Row, Value

GB = 1e9


def samplesort(quick):
    keys = 1 << 16 if quick else 1 << 23
    program = f"samplesort --keys {keys}"

    def rate(variant, places, key="seconds", label=""):
        return Value(variant, key, "GB/s", places * keys * 8 / GB, label)

    one, four = rate("1 place x 1", 1), rate("4 places x 1, more than cores", 4)
    sequential = rate("1 place x 1", 1, "sequential", "the faster of `std::sort` and a radix sort")
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
                Comparison(sequential, one, "speed_up"),
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
                Comparison(sequential, one, "speed_up", paper="not comparable (Fig. 12b: UPC++, many places)"),
                Comparison(one, rate("1 place x 2", 1), "speed_up", 2, "2 from 1 to 12 workers (Fig. 11b)"),
                Comparison(one, eight, "speed_up"),
            ),
            cost=9,
        )
    ]


# --- weak scaling, simulated ---

KEYS_IN_ONE = 384  # keys that a simulated key stands for
FEW = "a run of 512 places takes half a minute, and the seeds hardly differ"


def weak_row(name, program, machine, counts, quick, cost, paper):
    """All numbers of places and workers. `program` is a function of the number of places."""
    turns, counts, workers = (2, counts[:2], (1, 4)) if quick else (3, counts, (1, 4, 8, 12))
    variants = {
        f"{p} x {w}": simulated(program(p), f"--places {p} --workers {w} {machine}", turns)
        for w in workers
        for p in counts
    }
    first, one, all_workers = (Value(f"{p} x {w}") for p, w in ((1, 1), (counts[-1], 1), (counts[-1], workers[-1])))
    comparisons = (
        Comparison(first, one, "speed_up", 1),
        Comparison(one, all_workers, "speed_up", workers[-1], paper),
    )
    return Row(name, variants, comparisons, turns, cost=cost)


def styles(quick):
    sizes = ((32, 20),) if quick else ((2048, 100), (512, 1000), (128, 4000))
    rows = []
    for side, steps in sizes:
        program = f"stencil -n {side} --steps {steps} {PLACES} --form"
        variants = {"SPMD": real(f"{program} spmd"), "scopes": real(f"{program} scopes")}
        comparison = Comparison(Value("SPMD"), Value("scopes"), "change")
        rows.append(Row(f"{side:,} x {side:,} cells, {steps:,} steps", variants, (comparison,), 30, cost=2))
    return rows


def samplesort_curves(quick):
    keys = 1 << 10 if quick else 1 << 17
    costs = f"--partition-cost {10 * KEYS_IN_ONE}ns --sort-cost {40 * KEYS_IN_ONE}ns"

    def program(places):
        return f"samplesort --keys {places * keys} --samples 128 {costs}"

    counts = (1, 64, 128, 256, 512)
    return [weak_row("sample sort", program, aries(KEYS_IN_ONE), counts, quick, 180, "3.4 (Fig. 11a)")]


def lulesh_curves(quick):
    size, iterations = (6, 2) if quick else (38, 10)

    def program(_):
        return f"lulesh --size {size} --iterations {iterations}"

    return [weak_row("LULESH", program, aries(), (1, 8, 64, 216, 512), quick, 120, "2 (Fig. 11b)")]


def weak_plots(file):
    """A line for each number of workers: the speed-up of a place over one place of one worker."""

    def plots(rows):
        (row,) = rows
        lines = {}
        for name in row.variants:
            places, workers = (int(n) for n in name.split(" x "))
            lines.setdefault(workers, []).append((places, Comparison(Value("1 x 1"), Value(name), "speed_up")))
        shown = tuple(Line(counted(n, "worker"), row.name, tuple(points)) for n, points in lines.items())
        title = f"{row.name[0].upper()}{row.name[1:]}: speed-up of each place over one place of one worker (simulated)"
        return (Plot(file, title, "places", "speed-up", shown),)

    return plots


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
        remark="Eight places have eight times the mesh on two cores. One place beside its sequential program has no"
        " communication, which is what figure 12b compares.",
    ),
    Experiment(
        "habanero_styles",
        "habanero",
        "SPMD, or one place that starts all",
        "Section 7, future work",
        "Wall time of the steps of a stencil over two places. In the SPMD form all places run all steps, and wait only"
        " for the rows of their neighbours. In the other one (X10's), the first place starts each step at all places,"
        " in a scope.",
        (
            ("program", "not done", "`skua stencil`"),
            ("machine", "not done", "2 places of one worker"),
        ),
        styles,
        remark="Over two places the scope of a step costs less than its replacement in the SPMD form: three tasks, and"
        " for each copied row a task at the neighbour that releases a semaphore. The program with scopes is a third as"
        " long. With more places the first one starts more tasks in each step, and all wait for the slowest.",
    ),
    Experiment(
        "habanero_samplesort_places",
        "habanero",
        "Weak scaling of sample sort, simulated",
        "Figure 11a, section 5.2.1",
        "Simulated time. Every place has the same number of keys, so the time of one place of one worker over another"
        " is the speed-up of each place. A simulated key stands for 384: it costs 384 times as much, and the network"
        " transfers one while that of the paper would transfer 384.",
        (
            ("keys of a place", "48 · 1024 · 1024, 64 bits", "as many, in 2^17 simulated keys"),
            ("costs of a key", "C++, not given", "10 ns to partition it, 40 ns to sort it; 128 samples of each place"),
            ("machine", "up to 512 places of 1, 4, 8 and 12 workers", "the same; 1.5 µs, 8 GB/s, 0.2 µs"),
        ),
        samplesort_curves,
        weak_plots("habanero_samplesort.svg"),
        remark="Sorting reads and writes memory all the time, and the simulator leaves out the bandwidth of memory. It"
        " shows what scheduling and messages allow twelve workers, not what a processor of 2014 does. Of 512 places the"
        " fullest has a third more keys than the average, since 128 samples of each place choose the splitters.",
        few=FEW,
        kind="simulated",
    ),
    Experiment(
        "habanero_lulesh_places",
        "habanero",
        "Weak scaling of LULESH, simulated",
        "Figures 11b and 12b, section 5.2",
        "Simulated time. Every place has the same mesh, so the time of one place of one worker over another is the"
        " speed-up of each place.",
        (
            ("mesh of a place", "edge 38, 100 iterations", "edge 38, 10 iterations"),
            ("costs", "C++, not given", "those of `skua sim lulesh`: about 95 ns for an element in an iteration"),
            ("machine", "up to 512 places, a cube, of 1, 4, 8 and 12 workers", "the same; 1.5 µs, 8 GB/s, 0.2 µs"),
        ),
        lulesh_curves,
        weak_plots("habanero_lulesh.svg"),
        remark="The bandwidth of memory, which the workers of a place share, is not simulated.",
        few=FEW,
        kind="simulated",
    ),
]

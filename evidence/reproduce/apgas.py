# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The experiments of the APGAS paper (Posner and Fohry 2018)."""

from commands import ONE, PLACES, WORKERS, counted, places, real, simulated
from records import Comparison, Experiment, Line, Plot, Row, Value, speed_up_line

NEVER = 9_000_000_000_000_000_000  # more solutions than there are

# --- figures 1 and 2, on this machine ---


def scaling_row(name, program, inside, between, cost, turns=10):
    sequential = Value("1 worker", "sequential", label="sequential program")
    return Row(
        name,
        {
            "1 worker": real(f"{program} {ONE} --compare"),
            "2 workers": real(f"{program} {WORKERS}"),
            "2 places": real(f"{program} {PLACES}"),
        },
        (
            Comparison(sequential, Value("1 worker"), "speed_up", 1),
            Comparison(sequential, Value("2 workers"), "speed_up", 2, inside),
            Comparison(Value("1 worker"), Value("2 places"), "speed_up", 2, between),
        ),
        turns,
        cost=cost,
    )


def scaling(quick):
    sizes = ("6", "11", "8", "15") if quick else ("13", "16", "13", "25")
    uts, queens, bc, tsp = sizes
    return [
        scaling_row(
            "UTS",
            f"uts -b 4 -r 19 -d {uts} -a fixed",
            "at most 22.78 % below linear, with 11 workers (Fig. 1)",
            "at most 18.27 % below linear, with 11 places (Fig. 2)",
            50,
        ),
        scaling_row(
            "N-queens",
            f"queens {queens} --cutoff {max(3, int(queens) - 11)}",
            "at most 13.99 %, with 11 workers (Fig. 1)",
            "at most 18.95 %, with 12 places (Fig. 2)",
            26,
        ),
        scaling_row(
            "BC",
            f"bc -n {bc} --seed 2 --bundle 32",
            "at most 11.12 %, with 12 workers (Fig. 1)",
            "at most 14.78 %, with 12 places (Fig. 2)",
            18,
        ),
        scaling_row(
            "TSP",
            f"tsp --random {tsp} --cutoff {int(tsp) * 3 // 5}",
            "at most 18.71 %, with 9 workers (Fig. 1)",
            "at most 40.22 %, with 11 places (Fig. 2)",
            6,
        ),
    ]


# --- figure 3 ---


def cancel_row(name, program, option, where, paper, cost):
    variants = {"plain": real(f"{program} {where}"), "cancelable": real(f"{program} {option} {where}")}
    comparison = Comparison(Value("plain"), Value("cancelable"), "change", paper=paper)
    return Row(name, variants, (comparison,), 30, cost=cost)


def cancel(quick):
    queens = "queens 10" if quick else "queens 15 --cutoff 4"
    tsp = "tsp --random 14" if quick else "tsp --random 25 --cutoff 15"
    rows = []
    for where, label, papers in (
        (WORKERS, "2 workers", ("at most +6.95 % (Fig. 3a)", "at most +5.24 % (Fig. 3a)")),
        (PLACES, "2 places", ("at most +3.44 % (Fig. 3b)", "at most +4.21 % (Fig. 3b)")),
    ):
        rows.append(cancel_row(f"N-queens, all, {label}", queens, f"--limit {NEVER}", where, papers[0], 1.5))
        rows.append(cancel_row(f"TSP, shortest, {label}", tsp, "--at-most 0 --watch", where, papers[1], 3))
    return rows


def cancelled(quick):
    queens, limit = ("queens 10", 100) if quick else ("queens 15 --cutoff 4", 200_000)
    tsp, length = ("tsp --random 14", 60) if quick else ("tsp --random 25 --cutoff 15", 40)
    rows = []
    for where, label in ((WORKERS, "2 workers"), (PLACES, "2 places")):
        for name, program, option in (
            (f"N-queens, {limit:,} solutions", queens, f"--limit {limit}"),
            (f"TSP, length {length} or less", tsp, f"--at-most {length} --watch"),
        ):
            variants = {"all": real(f"{program} {where}"), "limited": real(f"{program} {option} {where}")}
            comparison = Comparison(Value("all"), Value("limited"), "change", paper="takes less time (section 5)")
            rows.append(Row(f"{name}, {label}", variants, (comparison,), cost=2))
    return rows


# --- figures 1 and 2, simulated ---

WORKLOADS = {
    "UTS": ("uts --depth {} --grain 511 --node-cost 85ns", (7, 11), (7, 12)),
    "N-queens": ("queens --size {0} --cutoff {1} --node-cost 13.5ns", ((10, 3), (15, 4)), ((10, 3), (16, 5))),
    "BC": (
        "bc --scale {} --bundle {} --pair-cost {}",
        ((6, 1, "1us"), (12, 4, "9us")),
        ((6, 1, "1us"), (12, 1, "140us")),
    ),
    "TSP": ("tsp --cities {} --cutoff 15 --node-cost 300ns", (16, 25), (16, 25)),
}
COSTS = {"UTS": (1.5, 5.2), "N-queens": (0.7, 4.5), "BC": (1.5, 1.5), "TSP": (5, 5.3)}  # seconds of one simulation


def workload(name, index, quick):
    text, *sizes = WORKLOADS[name]
    size = sizes[index][0 if quick else 1]
    return text.format(*(size if isinstance(size, tuple) else (size,)))


def steps(quick):
    return (1, 2, 3) if quick else tuple(range(1, 13))


def worker_curves(quick):
    rows = []
    for name in WORKLOADS:
        program = workload(name, 0, quick)
        seeds = 2 if quick else 10
        variants = {counted(n, "worker"): simulated(program, places(1, n), seeds) for n in steps(quick)}
        rows.append(Row(name, variants, turns=seeds, cost=COSTS[name][0] * 12))
    return rows


def worker_plots(rows):
    lines = []
    for row in rows:
        points = tuple((int(v.split()[0]), Value(v, "speed_up", "")) for v in row.variants)
        lines.append(Line(row.name, row.name, points))
    marks = (
        (11, 11 * (1 - 0.2278), "UTS"),
        (11, 11 * (1 - 0.1399), "N-queens"),
        (12, 12 * (1 - 0.1112), "BC"),
        (9, 9 * (1 - 0.1871), "TSP"),
    )
    title = "Inside a place: speed-up over the sequential program (simulated)"
    return (Plot("apgas_workers.svg", title, "workers", "speed-up", tuple(lines), True, marks),)


def place_curves(quick):
    rows = []
    for name in WORKLOADS:
        program = workload(name, 1, quick)
        seeds, workers = (2, 2) if quick else (10, 12)
        variants = {counted(n, "place"): simulated(program, places(n, workers), seeds) for n in steps(quick)}
        rows.append(Row(name, variants, turns=seeds, cost=COSTS[name][1] * 12))
    return rows


def place_plots(rows):
    lines = tuple(speed_up_line(row) for row in rows)
    marks = (
        (11, 11 * (1 - 0.1827), "UTS"),
        (12, 12 * (1 - 0.1895), "N-queens"),
        (12, 12 * (1 - 0.1478), "BC"),
        (11, 11 * (1 - 0.4022), "TSP"),
    )
    title = "Over places of 12 workers: speed-up over one place (simulated)"
    return (Plot("apgas_places.svg", title, "places of 12 workers", "speed-up", lines, True, marks),)


# --- the reserved core, and the paper's own tree ---


def reserved(quick):
    seeds, counts = (2, (1, 2)) if quick else (10, (1, 2, 3, 4))
    rows = []
    for name in ("UTS", "N-queens"):
        program = workload(name, 1, quick)
        for n in counts:
            few, many = f"{n} x 11", f"{n} x 12"
            variants = {few: simulated(program, places(n, 11), seeds), many: simulated(program, places(n, 12), seeds)}
            comparison = Comparison(
                Value(few), Value(many), "speed_up", paper='"nearly linear" (section 5; 12/11 is 1.09)'
            )
            rows.append(Row(f"{name}, {counted(n, 'place')}", variants, (comparison,), seeds, cost=COSTS[name][1] * 2))
    return rows


def own_tree(quick):
    program = workload("UTS", 1, True) if quick else "uts --depth 17 --grain 511 --node-cost 85ns"
    variants = {"12 x 12": simulated(program, places(12, 12), 1)}
    return [Row("UTS, depth 17", variants, turns=1, cost=5400)]


PARAMETERS = (
    (
        "UTS",
        "geometric, b=4, seed 19, depth 17, 511 nodes a task",
        "the same family, depth 13: 256 times fewer nodes; one node a task",
    ),
    ("N-queens", "N=17, tasks until 11 queens are unplaced", "N=16, tasks until 11 are unplaced"),
    ("BC", "2^15 vertices inside a place, 2^17 over places, seed 2, 32 sources a task", "2^13, the same otherwise"),
    ("TSP", "25 cities, tasks until 15 are left", "25 cities (the published generator), tasks until 15 are left"),
)
SIMULATED = (
    ("UTS", "geometric, b=4, seed 19, depth 17, 511 nodes a task", "the same, depth 11 (workers) and 12 (places)"),
    ("N-queens", "N=17, tasks until 11 queens are unplaced", "N=15 (workers) and 16 (places), the same tasks"),
    (
        "BC",
        "2^15 vertices inside a place, 2^17 over places, 32 sources a task",
        "2^12 vertices; as many tasks (1,024 and 4,096), each as long as one of the paper's sizes takes in our program",
    ),
    ("TSP", "25 cities, tasks until 15 are left", "the same"),
    ("costs of a node", "Java, not given", "85 ns (UTS), 13.5 ns (N-queens), 300 ns (TSP), as our sequential programs"),
    ("network", "not named", "25 µs, 1.25 GB/s, 2 µs of processor time per message at each end"),
)

ALL = [
    Experiment(
        "apgas_scaling",
        "apgas",
        "Speed-ups",
        "Figures 1 and 2, section 5",
        "Wall time. Inside a place the baseline is the sequential program, as in figure 1; over places it is one"
        " place, as in figure 2. *Below linear*: one less the speed-up over the number of workers or places.",
        PARAMETERS
        + (("workers", "1 to 12 in a place; 1 to 12 places of 12", "1 and 2 in a place; 1 and 2 places of 1"),),
        scaling,
    ),
    Experiment(
        "apgas_cancel",
        "apgas",
        "The cost of watching a limit",
        "Figure 3, section 5",
        "Wall time of the cancellable program, which computes everything, over that of the plain one. The paper's"
        " programs read the result of all places once a second; those of Skua read it every 1 to 3 ms (`when` of a"
        " reducer; `tsp` with `--watch`). Every task of Skua can be cancelled, so the bookkeeping of a task is in both"
        " columns: the difference is what it costs to read the result all the time.",
        (
            ("N-queens", "N=17", "N=15, tasks until 11 are unplaced"),
            ("TSP", "25 cities", "25 cities, tasks until 15 are left"),
            ("workers", "1 to 12 in a place; 1 to 12 places of 12", "2 in a place; 2 places of 1"),
        ),
        cancel,
        remark="The interval of TSP inside a place is 30 % wide, so that row says nothing.",
    ),
    Experiment(
        "apgas_cancelled",
        "apgas",
        "A search that ends early",
        "Section 5",
        "Wall time of the search with a limit over that of the whole search.",
        (
            ("limits", "not given", "200,000 of 2,279,184 placements of 15 queens; a tour of length 40 or less"),
            ("workers", "not given", "2 in a place; 2 places of 1"),
        ),
        cancelled,
    ),
    Experiment(
        "apgas_workers",
        "apgas",
        "Speed-ups inside a place, simulated",
        "Figure 1, section 5",
        "Simulated time, against the work of the sequential program at the same costs. The band lies between the"
        " quartiles of the seeds. Crosses are the paper's largest distances from linear.",
        SIMULATED + (("workers", "1 to 12", "1 to 12"),),
        worker_curves,
        worker_plots,
        kind="simulated",
    ),
    Experiment(
        "apgas_places",
        "apgas",
        "Speed-ups over places, simulated",
        "Figure 2, section 5",
        "Simulated time, against one place of 12 workers with the same seed. The paper's speed-ups over the sequential"
        " program with 144 workers are 100 (UTS), 105 (N-queens) and 83 (TSP); those of the simulation are the last"
        " lines of the tables, which do not contain what the simulator leaves out.",
        SIMULATED + (("places", "1 to 12 of 12 workers", "1 to 12 of 12 workers"),),
        place_curves,
        place_plots,
        remark="A parallel branch and bound looks at other nodes than the sequential one. The column *beyond* has the"
        " work beyond it, which is negative where short tours are found earlier.",
        kind="simulated",
    ),
    Experiment(
        "apgas_reserved",
        "apgas",
        "A core reserved for the manager, simulated",
        "Section 5",
        "Simulated time with 12 workers of each place over that with 11. The simulator gives the progress thread a"
        " separate processor, so it says what the twelfth worker adds, not what a busy manager takes away.",
        tuple(line for line in SIMULATED if line[0] not in ("BC", "TSP")) + (("places", "1 to 4", "1 to 4"),),
        reserved,
        remark="All rows have 12/11 by construction. That the paper's management workers need almost no computational"
        " resources is not tested here.",
        kind="simulated",
    ),
    Experiment(
        "apgas_own_tree",
        "apgas",
        "The paper's own tree, simulated",
        "Section 5",
        "Simulated time and the speed-up over the sequential program; the paper has 100.",
        (("UTS", "geometric, b=4, seed 19, depth 17, 511 nodes a task", "the same: 67,688,164,184 nodes"),),
        own_tree,
        is_long=True,
        few="one run takes more than an hour",
        kind="simulated",
    ),
]

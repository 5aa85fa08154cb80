# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands for each table and figure of the papers, and the rows of the page that they give."""

from dataclasses import dataclass
from typing import Callable

ONE = "--places 1 --workers 1"
WORKERS = "--places 1 --workers 2"
PLACES = "--places 2 --workers 1"
FOUR = "--places 4 --workers 1"


@dataclass
class Experiment:
    name: str
    paper: str
    title: str
    published: str
    run: Callable  # (measurer, quick) -> {"header": [text], "rows": [[text]]}
    remark: str = ""


def table(header, rows):
    return {"header": header, "rows": rows}


def time(seconds):
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} µs"


def percent(x):
    return f"{100 * x:+.1f} %"


def number(x):
    """Nanoseconds or microseconds; nothing if it was not measured."""
    if x is None:
        return ""
    return f"{x:,.0f}" if x >= 100 else f"{x:.3g}"


# --- APGAS ---


def apgas_scaling(m, quick):
    programs = {
        "UTS (T1L)": "uts --tree " + ("T1" if quick else "T1L"),
        "N-queens": "queens " + ("12" if quick else "15"),
        "BC": "bc -n " + ("9" if quick else "12"),
        "TSP": "tsp --random " + ("16" if quick else "22"),
    }
    rows = []
    for name, program in programs.items():
        measured = m.in_turns(
            {"one": f"{program} {ONE} --compare", "workers": f"{program} {WORKERS}", "places": f"{program} {PLACES}"}
        )
        one, workers, places = (measured[k].seconds for k in ("one", "workers", "places"))
        twin = measured["one"].twin_seconds
        rows.append(
            [
                name,
                time(twin),
                f"{twin / one:.2f}",
                f"{one / workers:.2f}",
                percent(1 - one / workers / 2),
                f"{one / places:.2f}",
            ]
            + [percent(1 - one / places / 2), f"{twin / workers:.2f}"]
        )
    header = [
        "",
        "sequential program",
        "one worker over it",
        "2 workers over one",
        "below linear",
        "2 places over one",
        "below linear",
    ]
    return table(header + ["2 workers over sequential"], rows)


def apgas_cancel(m, quick):
    queens, tsp = ("queens 12", "tsp --random 16") if quick else ("queens 15", "tsp --random 22")
    never = {queens: "--limit 9000000000000000000", tsp: "--at-most 0"}
    rows = []
    for program, option in never.items():
        for where, label in ((WORKERS, "2 workers"), (PLACES, "2 places")):
            measured = m.in_turns({"plain": f"{program} {where}", "cancelable": f"{program} {option} {where}"})
            plain, cancelable = measured["plain"].seconds, measured["cancelable"].seconds
            rows.append([f"`{program}`", label, "all", time(plain), time(cancelable), percent(cancelable / plain - 1)])
    bound = 1000 if quick else 200_000
    for where, label in ((WORKERS, "2 workers"), (PLACES, "2 places")):
        measured = m.in_turns({"plain": f"{queens} {where}", "limit": f"{queens} --limit {bound} {where}"})
        plain, limited = measured["plain"].seconds, measured["limit"].seconds
        rows.append(
            [f"`{queens}`", label, f"{bound:,} solutions", time(plain), time(limited), percent(limited / plain - 1)]
        )
    return table(["", "", "computes", "plain", "cancelable", "difference"], rows)


# --- YewPar ---


def yewpar_programs(quick):
    return {
        "MaxClique, depth_bounded 2": (
            "clique --graph "
            + ("hidden:200,0.6,20,2" if quick else "hidden:400,0.65,25,2")
            + " --coordination depth_bounded --depth 2"
        ),
        "NS-hivert, budget": (
            "semigroups "
            + ("28" if quick else "37")
            + " --coordination budget --budget "
            + ("10000" if quick else "100000")
        ),
    }


def policies(program):
    return {p: (program, {"SKUA_STEAL": p}) for p in ("random", "performance_driven")}


def yewpar_isolated(m, quick):
    rows = []
    for name, program in yewpar_programs(quick).items():
        for where, label in ((PLACES, "2 places"), (FOUR, "4 places, more than cores")):
            measured = m.in_turns(policies(f"{program} {where}"))
            random_runs, policy_runs = measured["random"], measured["performance_driven"]
            rows.append(
                [
                    name,
                    label,
                    time(random_runs.seconds),
                    time(policy_runs.seconds),
                    percent(random_runs.seconds / policy_runs.seconds - 1),
                ]
                + [f"{100 * x.spread:.1f} %" for x in (random_runs, policy_runs)]
            )
    return table(
        [
            "",
            "",
            "random",
            "performance_driven",
            "speed-up (4.1)",
            "variability of random (4.2)",
            "of performance_driven",
        ],
        rows,
    )


def yewpar_contention(m, quick):
    rows = []
    for name, program in yewpar_programs(quick).items():
        measured = m.at_once(policies(f"{program} {PLACES}"))
        random_runs, policy_runs = measured["random"].seconds, measured["performance_driven"].seconds
        rows.append([name, time(random_runs), time(policy_runs), percent(random_runs / policy_runs - 1)])
    return table(["2 places each, both at once", "random", "performance_driven", "speed-up (4.1)"], rows)


def yewpar_one_worker(m, quick):
    program = yewpar_programs(quick)["NS-hivert, budget"]
    measured = m.in_turns(policies(f"{program} {ONE}"))
    random_runs, policy_runs = measured["random"].seconds, measured["performance_driven"].seconds
    return table(
        ["one worker", "random", "performance_driven", "speed-up (4.1)"],
        [["NS-hivert, budget", time(random_runs), time(policy_runs), percent(random_runs / policy_runs - 1)]],
    )


# --- HabaneroUPC++ ---


def habanero_samplesort(m, quick):
    keys = 1 << 18 if quick else 1 << 23
    program = f"samplesort --keys {keys}"
    settings = {
        "1 place, 1 worker": f"{ONE} --compare",
        "1 place, 2 workers": WORKERS,
        "2 places, 1 worker": PLACES,
        "4 places, more than cores": FOUR,
    }
    measured = m.in_turns({name: f"{program} {where}" for name, where in settings.items()})
    one = measured["1 place, 1 worker"]
    rows = [
        [
            "best sequential sort, 1 thread",
            f"{keys:,}",
            time(one.twin_seconds),
            f"{keys * 8 / one.twin_seconds / 1e9:.2f}",
            "",
        ]
    ]
    for name, runs in measured.items():
        all_keys = keys * runs.runs[0].output["places"]
        speed = all_keys * 8 / runs.seconds / 1e9
        rows.append(
            [name, f"{all_keys:,}", time(runs.seconds), f"{speed:.2f}", f"{speed / (keys * 8 / one.seconds / 1e9):.2f}"]
        )
    return table(["", "keys", "time", "GB/s sorted", "over 1 worker"], rows)


def habanero_lulesh(m, quick):
    size, iterations = (8, 10) if quick else (38, 100)
    program = f"lulesh --size {size} --iterations {iterations}"
    settings = {
        "1 place, 1 worker": f"{ONE} --compare",
        "1 place, 2 workers": WORKERS,
        "8 places, more than cores": "--places 8 --workers 1",
    }
    measured = m.in_turns({name: f"{program} {where}" for name, where in settings.items()})
    one = measured["1 place, 1 worker"]
    zones = size**3 * iterations
    rows = [["sequential program, 1 thread", time(one.twin_seconds), f"{zones / one.twin_seconds:,.0f}", ""]]
    for name, runs in measured.items():
        speed = zones * runs.runs[0].output["places"] / runs.seconds
        rows.append([name, time(runs.seconds), f"{speed:,.0f}", f"{speed / (zones / one.seconds):.2f}"])
    return table(["", "time", "zones per second", "over 1 worker"], rows)


# --- futures ---


def futures_pingpong(m, quick):
    measured = m.one(f"pingpong {PLACES} --compare" + (" --rounds 50 --largest 4096" if quick else ""))
    names = ("future_us", "task_us", "socket_us", "memory_us")
    rows = []
    for i, row in enumerate(measured.runs[0].rows):
        rows.append(
            [f"{row['bytes']:,.0f}"]
            + [number(None if measured.cell(i, n) is None else 2 * measured.cell(i, n)) for n in names]
        )
    return table(["bytes", "future, µs", "two tasks, µs", "a socket pair, µs", "shared memory, µs"], rows)


def futures_issue(m, quick):
    measured = m.one(f"issue {PLACES} --compare" + (" --batches 2 --jobs 50" if quick else ""))
    names = ("spawn_ns", "async_ns", "far_spawn_ns", "far_async_ns", "call_ns", "std_async_ns")
    rows = []
    for i, row in enumerate(measured.runs[0].rows):
        kind = measured.runs[0].output["result"]["kinds"][i]
        rows.append(
            [f"{row['arguments']:.0f} {kind}", f"{row['bytes']:,.0f}"] + [number(measured.cell(i, n)) for n in names]
        )
    return table(
        [
            "arguments",
            "bytes",
            "spawn, ns",
            "async, ns",
            "spawn there, ns",
            "async there, ns",
            "call, ns",
            "`std::async`, ns",
        ],
        rows,
    )


def futures_programs(m, quick):
    fib = 32 if quick else 45
    programs = {
        f"Fibonacci({fib}), sequential below 30": f"fib {fib} --form async --near 30 --cutoff 30",
        "Quicksort of 100,000 doubles": "quicksort --keys double --n 100000",
        "Quicksort of 10,000,000 doubles": "quicksort --keys double --n " + ("50000" if quick else "10000000"),
        "LU of order 2000, tiles of 200": "lu --n " + ("400" if quick else "2000") + " --tile 200",
    }
    rows = []
    for name, program in programs.items():
        measured = m.in_turns(
            {"one": f"{program} {ONE} --compare", "workers": f"{program} {WORKERS}", "places": f"{program} {PLACES}"}
        )
        one, workers, places, twin = (
            measured["one"].seconds,
            measured["workers"].seconds,
            measured["places"].seconds,
            measured["one"].twin_seconds,
        )
        rows.append(
            [name, time(twin), time(one), time(workers), time(places), f"{one / workers:.2f}", f"{one / places:.2f}"]
        )
    return table(
        ["", "without the library", "one worker", "2 workers", "2 places", "2 workers over one", "2 places over one"],
        rows,
    )


ALL = [
    Experiment(
        "apgas_scaling",
        "apgas",
        "Figures 1 and 2: speed-ups",
        "Inside a place at most 14.0 % (N-queens), 22.8 % (UTS), 11.1 % (BC) and 18.7 % (TSP) below linear, up to 12"
        " workers; over 12 places at most 19.0 %, 18.3 %, 14.8 % and 40.2 %. UTS here is the geometric tree T1L.",
        apgas_scaling,
    ),
    Experiment(
        "apgas_cancel",
        "apgas",
        "Figure 3: what it costs that a program can be cancelled",
        "The cancelable variants, computing everything: at most 6.95 % (N-queens) and 5.24 % (TSP) longer in a place,"
        " 3.44 % and 4.21 % over places. They look at the limit once a second; Skua's look at it whenever the running"
        " count has moved.",
        apgas_cancel,
    ),
    Experiment(
        "yewpar_isolated",
        "yewpar",
        "Figures 4.1 to 4.4: performance-driven against random stealing",
        "MaxClique (brock800_2) 11.4 % faster on 5 nodes, 0.6 % on 15, 1.1 % on 20, varying by 44.0 % and 23.6 % with"
        " the other policy; NS-hivert (genus 47) up to 10.1 % on 20 nodes, varying by 0.6 % and 1.2 %.",
        yewpar_isolated,
        "With two places there is one victim to choose. What can be seen is what the policy costs.",
    ),
    Experiment(
        "yewpar_contention",
        "yewpar",
        "Figures 4.5 and 4.6: both policies at once on the same nodes",
        "MaxClique 8.0 % faster on 20 nodes, NS-hivert 9.4 % on 5 and 13.5 % on 20.",
        yewpar_contention,
    ),
    Experiment(
        "yewpar_one_worker",
        "yewpar",
        "Figure 4.7: what the policy costs one worker",
        "About 2 % less than the other policy (genus 37).",
        yewpar_one_worker,
    ),
    Experiment(
        "habanero_samplesort",
        "habanero",
        "Figure 11a: weak scaling of sample sort",
        "48 · 1024 · 1024 keys a place; 3.4 times the speed with 12 workers of a place than with one, at 512 places."
        " Here 8 · 1024 · 1024.",
        habanero_samplesort,
        "Two places exchange half of their keys through shared memory, which one place does not; with four on two cores"
        " only the work done in all counts.",
    ),
    Experiment(
        "habanero_lulesh",
        "habanero",
        "Figure 11b: weak scaling of LULESH",
        "Edge 38, 100 iterations, a cube of places: twice the speed with 12 workers of a place than with one; UPC++ 20"
        " % faster with one.",
        habanero_lulesh,
        "8 places have 8 times the mesh on two cores.",
    ),
    Experiment("futures_pingpong", "futures", "Ping-pong: a round trip", "0.8 ms.", futures_pingpong),
    Experiment(
        "futures_issue",
        "futures",
        "Figures 4.1 to 4.3: issuing a job, against its arguments",
        "Numbers and vectors of one element cost about the same; so do more arguments; a jump near a million elements"
        " (8 MB).",
        futures_issue,
    ),
    Experiment(
        "futures_programs",
        "futures",
        "Figures 4.9 and 4.10: Fibonacci, quicksort and tiled LU",
        "Fibonacci(45), sequential below 30: a small speed-up above 4 processes. Quicksort of 100,000 doubles and LU of"
        " order 2000 in tiles of 200: slow-downs.",
        futures_programs,
        "2 workers are threads of one place, 2 places are processes. Of 100,000 doubles there is not enough to do for a"
        " second process: the keys are copied in and out.",
    ),
]

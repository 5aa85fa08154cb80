# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The experiments of the YewPar dissertation (Xie 2023)."""

from commands import FOUR, PLACES, places, real, simulated
from records import Comparison, Experiment, Line, Plot, Row, Value

BASE, NEW = "last_victim", "performance_driven"
# Nearer to YewPar, which steals one task at a time, sleeps instead of waiting at lifelines, and
# asks when it has nothing left.
NEARER = "one task a steal, no lifelines"
CONDITIONS = {NEARER: ("(lifelines=off,ahead=off)", "one"), "Skua's": ("", "half")}

# --- on this machine ---


def programs(quick):
    graph, genus, budget = ("hidden:200,0.6,20,2", 26, 10_000) if quick else ("hidden:400,0.67,25,2", 39, 100_000)
    return {
        "MaxClique": f"clique --graph {graph} --coordination depth_bounded --depth 2",
        "NS-hivert": f"semigroups {genus} --coordination budget --budget {budget}",
    }


def policies(program, condition):
    arguments, amount = CONDITIONS[condition]
    return {p: real(program, SKUA_STEAL=p + arguments, SKUA_STEAL_AMOUNT=amount) for p in (BASE, NEW)}


def rows_of(quick, papers, costs, at_once=False):
    rows = []
    for (name, program), paper, cost in zip(programs(quick).items(), papers, costs):
        for condition in CONDITIONS:
            variants = policies(f"{program} {FOUR}", condition)
            comparison = Comparison(Value(BASE), Value(NEW), "gain", paper=paper)
            rows.append(Row(f"{name}, {condition}", variants, (comparison,), 30, at_once, cost=cost))
    return rows


def isolated(quick):
    papers = (
        "+11.41 % on 5 nodes, +0.62 on 15, +1.11 on 20 (Fig. 4.1)",
        "up to +10.06 % on 20 nodes (Fig. 4.3)",
    )
    return rows_of(quick, papers, (5, 2.7))


def contended(quick):
    papers = ("+8.01 % on 20 nodes (Fig. 4.5)", "+9.36 % on 5 nodes to +13.46 on 20 (Fig. 4.6)")
    return rows_of(quick, papers, (5, 2.7), at_once=True)


def one_worker(quick):
    genus, fib = ("24", "20 --near 20 --cutoff 8") if quick else ("37", "43 --near 43 --cutoff 16")
    paper = "around +2 % (Fig. 4.7)"
    rows = []
    for name, program in (
        (f"NS-hivert, genus {genus}, one task", f"semigroups {genus} --coordination sequential"),
        ("Fibonacci, tasks that stay at their place", f"fib {fib} --form async"),
    ):
        comparison = Comparison(Value(BASE), Value(NEW), "gain", paper=paper if "hivert" in name else "")
        rows.append(Row(name, policies(f"{program} {PLACES}", NEARER), (comparison,), 30, cost=3))
    return rows


# --- simulated ---

TRACE = "clique-trace --graph hidden:{0},0.6,{1},{{instance}} --depth 3 --node-cost 50us"
SEARCH = "clique --graph hidden:{0},0.6,{1},{{instance}} --depth 2 --step-cost 20us"
SEMIGROUPS = "semigroups --genus {} --budget 4 --node-cost 500us"


def workloads(quick):
    """Name -> program, instances, seconds of one run."""
    size = (120, 9) if quick else (380, 17)
    instances = 2 if quick else 10
    return {
        "MaxClique, recorded": (TRACE.format(*size), instances, 0.8),
        "MaxClique, searched": (SEARCH.format(*size), instances, 1.2),
        "NS-hivert": (SEMIGROUPS.format(12 if quick else 22), 1, 0.35),
    }


def counts(quick):
    return (2, 3) if quick else (2, 3, 4, 5, 6, 8, 10, 12, 15, 20)


def curves(quick, contention):
    rows = []
    seeds, workers = (2, 2) if quick else (30, 15)
    for name, (program, instances, cost) in workloads(quick).items():
        for condition, (arguments, amount) in CONDITIONS.items():
            variants = {}
            for n in counts(quick):
                machine = places(n, workers) + (f" --world contended={n}:2" if contention else "")
                for p in (BASE, NEW):
                    variants[f"{n} places, {p}"] = simulated(program, machine, seeds, instances, p + arguments, amount)
            rows.append(Row(f"{name}, {condition}", variants, turns=seeds, cost=cost * len(variants)))
    return rows


def idle_curves(quick):
    return curves(quick, False)


def contended_curves(quick):
    return curves(quick, True)


def gain_lines(rows, workload):
    lines = []
    for row in rows:
        if row.name.startswith(workload):
            numbers = sorted({int(v.split()[0]) for v in row.variants})
            points = tuple(
                (n, Comparison(Value(f"{n} places, {BASE}"), Value(f"{n} places, {NEW}"), "gain")) for n in numbers
            )
            lines.append(Line(row.name[len(workload) + 2 :], row.name, points))
    return tuple(lines)


def plots(rows, file, machine, marks):
    result = []
    for workload, paper in marks.items():
        name = f"{file}_{workload.lower().replace(', ', '_').replace('-', '_')}.svg"
        title = f"{workload}, {machine}: gain of performance_driven over last_victim (simulated)"
        lines = gain_lines(rows, workload)
        result.append(Plot(name, title, "places of 15 workers", "gain, %", lines, marks=paper))
    return tuple(result)


def idle_plots(rows):
    clique = ((5, 11.41, ""), (15, 0.62, ""), (20, 1.11, ""))
    marks = {"MaxClique, recorded": clique, "MaxClique, searched": clique, "NS-hivert": ((20, 10.06, ""),)}
    return plots(rows, "yewpar_idle", "idle machine", marks)


def contended_plots(rows):
    clique = ((20, 8.01, ""),)
    marks = {
        "MaxClique, recorded": clique,
        "MaxClique, searched": clique,
        "NS-hivert": ((5, 9.36, ""), (20, 13.46, "")),
    }
    return plots(rows, "yewpar_contended", "contended machine", marks)


GAIN = "The gain is (time with `last_victim` − time with `performance_driven`) / time with `performance_driven`"
REAL = (
    ("MaxClique", "brock800_2, depth 2", "400 vertices with a hidden clique of 25 (`hidden:400,0.67,25,2`), depth 2"),
    ("NS-hivert", "genus 47, budget of 10^6 backtracks", "genus 39, budget of 10^5 nodes"),
    ("machine", "5 to 20 nodes of 15 workers", "4 places of 1 worker on 2 cores: more workers than cores"),
    (
        "baseline",
        "DepthPool: a worker asks the last victim and one random node, then sleeps 200 µs to 500 ms",
        "`last_victim`: a place asks the last victim and up to 15 others, then pauses 50 µs to 20 ms",
    ),
)
SIMULATED = (
    ("MaxClique", "brock800_2, depth 2", "ten graphs of 380 vertices with a hidden clique of 17"),
    ("NS-hivert", "genus 47, budget of 10^6 backtracks", "genus 22, budget of 4, made smaller as the tree is"),
    ("machine", "5, 10, 15 and 20 nodes of 15 workers", "2 to 20 places of 15 workers; 25 µs, 1.25 GB/s, 2 µs"),
    REAL[3],
)
RECORDED = (
    "*Recorded*: the subtrees of the sequential search, each with its nodes there, so all policies have the same to"
    " do. *Searched*: branch and bound itself, where the order decides how much is searched. *One task a steal, no"
    " lifelines* (`lifelines=off,ahead=off`, amount `one`) is nearer to YewPar than Skua's defaults, but not the same:"
    " a place has one request under way for all its workers, where each of YewPar's asks for itself, and the baseline"
    " asks more places. *Skua's*: its defaults for everything but the choice of the victim."
)
BASELINES = (
    " The published code has more differences than the choice of the victim. Its baseline holds a mutex during a whole"
    " steal, and fetches local tasks by a call of HPX too; the new policy takes no lock and calls directly. So the"
    " published gain may in part be that of the lock. Read from the code; Skua has no such lock in either policy."
)

ALL = [
    Experiment(
        "yewpar_isolated",
        "yewpar",
        "Performance-driven stealing",
        "Figures 4.1 to 4.4, section 4.3",
        GAIN + " (equation 4.1). The variability is the longest over the shortest run, less one (equation 4.2).",
        REAL,
        isolated,
        remark="In the dissertation MaxClique varies by 43.98 % with its policy and 23.61 % with the baseline (Fig."
        " 4.2), NS-hivert by 0.57 % and 1.22 % (Fig. 4.4), both on 10 nodes. Little can be gained here: in one run of"
        " each program on a busy machine the workers were idle for 0.3 to 3 % (MaxClique) and 2 to 8 % (NS-hivert) of"
        " the time. A gain above that, such as the first with Skua's defaults, is that of another order of the search:"
        " as the variability shows, the runs searched different trees. Their nodes were not counted." + BASELINES,
        is_variable=True,
    ),
    Experiment(
        "yewpar_contention",
        "yewpar",
        "Both policies at the same time",
        "Figures 4.5 and 4.6, section 4.4",
        GAIN + ". Both programs of a turn run at once, at 4 places each.",
        REAL,
        contended,
        remark="Eight workers share two cores, and there is as little to gain as when each program runs alone.",
    ),
    Experiment(
        "yewpar_one_worker",
        "yewpar",
        "The cost of the policy for one worker",
        "Figure 4.7, section 4.5",
        GAIN + ". At a single place there is no policy. So one worker computes at one of two places while the other"
        " place asks and gets nothing: the policy refreshes its data, and with *Fibonacci* it also times tasks.",
        (
            ("program", "NS-hivert, genus 37", "the same, as one task; Fibonacci(43) with tasks that do not leave"),
            ("machine", "1 node, 1 worker", "2 places of 1 worker, one of them without work"),
            REAL[3],
        ),
        one_worker,
        remark="Both variants of *NS-hivert* do the same sequential walk, and the runs of one variant differ by more"
        " than 80 % (0.84 to 1.61 s), so the difference is noise and no measurement of a cost of a few per cent."
        " The column *others* does not see the neighbours of a virtual machine.",
    ),
    Experiment(
        "yewpar_idle",
        "yewpar",
        "Performance-driven stealing, simulated",
        "Figures 4.1 to 4.4, section 4.3",
        GAIN + " with the same seed; the band is the 95 % interval. " + RECORDED,
        SIMULATED,
        idle_curves,
        idle_plots,
        remark="The published gain is not reproduced. Nearer to YewPar, `performance_driven` loses in *MaxClique,"
        " recorded*: 4.6 % at 5 places, 8.4 % at 15 (published: +11.41 and +0.62 %). With Skua's defaults it gains at"
        " most 1.4 % there, and in *NS-hivert* at most 0.7 % in either case. The gains in *MaxClique, searched* are"
        " those of another order of the search." + BASELINES,
        is_variable=True,
        kind="simulated",
    ),
    Experiment(
        "yewpar_contended",
        "yewpar",
        "A contended machine, simulated",
        "Figures 4.5 and 4.6, section 4.4",
        GAIN + " with the same seed; the band is the 95 % interval. Every place takes twice as long in every other"
        " period of 10 ms, half of the places in turns; in the dissertation the other program is what contends. "
        + RECORDED,
        SIMULATED,
        contended_curves,
        contended_plots,
        remark="Nor is the gain under contention reproduced: at 20 places *MaxClique, recorded* gains 1.3 % with Skua's"
        " defaults (published: +8.01 %), and *NS-hivert* less than 1 % (published: +9.36 to +13.46 %).",
        kind="simulated",
    ),
]

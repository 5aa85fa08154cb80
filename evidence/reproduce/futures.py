# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The experiments of the futures thesis (Chasapis 2013)."""

from commands import (
    ETHERNET,
    ONE,
    PLACES,
    WORKERS,
    between_hosts,
    counted,
    counting_instructions,
    real,
    simulated,
)
from records import Comparison, Experiment, Plot, Row, Table, Value, speed_up_line

# --- tables of one command ---


def table_of(names, label_of, factor=1):
    """Reads the rows of a result: LABEL/NAME for each number."""

    def read(output):
        values = {}
        for i, row in enumerate(output["result"]["rows"]):
            for name in names:
                values[f"{label_of(output, i, row)}/{name}"] = None if row[name] is None else factor * row[name]
        return values

    return read


def lines_of(kept, row, variant, names):
    """A line for each label in the raw data."""
    values = kept[row]["variants"][variant]["values"]
    labels = list(dict.fromkeys(key.rsplit("/", 1)[0] for key in values if "/" in key))
    return tuple(
        (label, *(Value(variant, f"{label}/{n}", unit) if f"{label}/{n}" in values else None for n, unit in names))
        for label in labels
    )


PINGPONG = {"future_us": "µs", "task_us": "µs", "socket_us": "µs", "memory_us": "µs"}


def pingpong(quick):
    command = f"pingpong {PLACES} --compare" + (" --rounds 50 --largest 512" if quick else "")
    read = table_of(PINGPONG, lambda output, i, row: f"{row['bytes']:,} bytes", 2)  # it has half trips
    return [Row("round trip", {"2 places": real(command)}, read=read, cost=4)]


def pingpong_tables(rows, kept):
    header = ("there and back", "future", "two tasks", "a pair of sockets", "shared memory")
    return (Table("round trip", header, lines_of(kept, "round trip", "2 places", PINGPONG.items())),)


ISSUE = {
    "spawn_ns": "ns",
    "async_ns": "ns",
    "far_spawn_ns": "ns",
    "far_async_ns": "ns",
    "call_ns": "ns",
    "std_async_ns": "ns",
}


def issue(quick):
    command = f"issue {PLACES} --compare" + (" --batches 2 --jobs 20" if quick else "")
    elements = 12_000 if quick else 1_200_000
    sizes = "1,10,100,1000" if quick else "1,10,100,1000,10000,100000,1000000"

    def label(output, i, row):
        kind = output["result"]["kinds"][i].removesuffix("s")
        return f"{counted(row['arguments'], kind)}, {row['bytes']:,} bytes"

    return [
        Row(name, {"2 places": real(command + options)}, turns=20, read=table_of(ISSUE, label), cost=cost)
        for name, options, cost in (
            ("numbers and vectors of one element (Fig. 4.1), short vectors", "", 2),
            (f"{elements:,} elements in vectors (Fig. 4.2)", f" --vectors 1,2,4,8,12 --elements {elements}", 2.5),
            ("one vector (Fig. 4.3)", f" --elements {sizes}", 2),
        )
    ]


def issue_tables(rows, kept):
    header = ("arguments", "`spawn`", "`async`", "`spawn` there", "`async` there", "a call", "`std::async`")
    return tuple(Table(r.name, header, lines_of(kept, r.name, "2 places", ISSUE.items())) for r in rows)


# --- the three programs ---


def program_row(name, program, paper, cost, turns):
    one = Value("1 place x 1")
    return Row(
        name,
        {
            "1 place x 1": real(f"{program} {ONE} --compare"),
            "1 place x 2": real(f"{program} {WORKERS}"),
            "2 places x 1": real(f"{program} {PLACES}"),
        },
        (
            Comparison(Value("1 place x 1", "sequential", label="without the library"), one, "speed_up"),
            Comparison(one, Value("1 place x 2"), "speed_up", 2),
            Comparison(one, Value("2 places x 1"), "speed_up", 2, paper),
        ),
        turns,
        cost=cost,
    )


def fibonacci(quick):
    return "fib 24 --form async --near 10 --cutoff 10" if quick else "fib 45 --form async --near 30 --cutoff 30"


def programs(quick):
    many, order = (20_000, 200) if quick else (10_000_000, 2000)
    slower = "a slow-down (Fig. 4.10)"
    quicksort = "quicksort --keys double --n"
    return [
        program_row("Fibonacci", fibonacci(quick), "a small speed-up above 4 processes (Fig. 4.10)", 9, 10),
        program_row("quicksort of 100,000 by futures", f"{quicksort} 100000 --form futures", slower, 0.2, 30),
        program_row("quicksort of 100,000 in place", f"{quicksort} 100000", "", 0.2, 30),
        program_row(f"quicksort of {many:,} in place", f"{quicksort} {many}", "", 4, 10),
        program_row("LU in tiles", f"lu --tiled --n {order} --tile {order // 10}", slower, 2, 30),
        program_row("LU by block columns", f"lu --n {order} --tile {order // 10}", "", 1.2, 30),
    ]


# --- the breakdown of the time ---

PARTS = ("init", "user", "issue", "execute", "pack", "wait", "idle", "finalise", "rest")


def parts(output):
    """Of the first place, of all others together, and of all places: the shares of each part."""
    master, *others = output["stats"]["breakdown"]["places"]
    values = {"seconds": output["seconds"]}
    for who, places in (("master", [master]), ("worker", others), ("all", [master, *others])):
        times = [sum(place[part] for place in places) for part in PARTS]
        for part, x in zip(PARTS, times):
            values[f"{who}/{part}"] = x / (sum(times) or 1)
    return values


def breakdown(quick):
    rows = []
    for row in programs(quick):
        arguments = row.variants["2 places x 1"][0].arguments
        variants = {"2 places": real(arguments + " --breakdown")}
        rows.append(Row(row.name, variants, read=parts, cost=row.cost / 4))
    return rows


def breakdown_tables(rows, kept):
    header = ("", *PARTS)
    tables = []
    for row in rows:
        if row.name in kept:
            lines = (
                (who, *(Value("2 places", f"{who}/{p}", "%") for p in PARTS)) for who in ("master", "worker", "all")
            )
            tables.append(Table(row.name, header, tuple(lines)))
    return tuple(tables)


# --- a profile ---

PROFILE = {
    "program": "the program",
    "copies": "copies, allocation",
    "serialisation": "serialisation, without its copies",
    "messages": "messages",
    "tasks": "tasks, scopes, waiting",
}


def shares(output):
    counts = {part: output["instructions"][part] for part in PROFILE}
    total = sum(counts.values())
    return {"all/count": total / 1e6, **{f"all/{part}": n / total for part, n in counts.items()}}


def profile(quick):
    rows = []
    for name, program in (
        ("Fibonacci", "fib --form async " + ("24 --near 10 --cutoff 10" if quick else "38 --near 23 --cutoff 23")),
        ("quicksort by futures", f"quicksort --form futures --keys double --n {2_000 if quick else 100_000}"),
        ("LU in tiles", "lu --tiled " + ("--n 200 --tile 20" if quick else "--n 500 --tile 50")),
    ):
        command = counting_instructions(f"{program} {PLACES} --skua-transport=inproc")
        rows.append(Row(name, {"2 places": command}, read=shares, cost=6))
    return rows


def profile_tables(rows, kept):
    header = ("", "million instructions", *PROFILE.values())
    names = (("count", ""), *((part, "%") for part in PROFILE))
    return tuple(Table(row.name, header, lines_of(kept, row.name, "2 places", names)) for row in rows)


# --- reads between hosts ---

MPIS = (("openmpi", "Open MPI", {"OMPI_MCA_osc": "pt2pt"}), ("mpich", "MPICH", {}))


def read_of(output):
    return {"read": output["seconds"] / output["result"]["rounds"]}


def one_sided(quick):
    rows = []
    for mpi, title, settings in MPIS[:1] if quick else MPIS:
        peer = f"skua-one-sided-{mpi}"
        for busy, rounds in ((0, 5), (1, 5)) if quick else ((0, 1000), (1, 100), (20, 20)):
            own = 5 if quick else 1000
            skua = f"sim ping-pong --real --workers 1 --settle 20ms --read --rounds {own}"
            target = f"the target computes {busy} ms at a time" if busy else "the target waits"
            variants = {
                "lock, get, unlock": between_hosts(mpi, f"epoch {rounds} {busy}", peer, **settings),
                "get, flush": between_hosts(mpi, f"flush {rounds} {busy}", peer, **settings),
                "Skua": between_hosts(mpi, skua + (f" --busy {busy}ms" if busy else "")),
            }
            comparisons = tuple(
                Comparison(Value(v, "read"), Value("Skua", "read"), "speed_up") for v in list(variants)[:2]
            )
            rows.append(Row(f"{title}, {target}", variants, comparisons, 10, read=read_of, cost=8 if busy else 4))
    return rows


# --- simulated ---


def processes(quick):
    counts, seeds = ((1, 2, 3), 2) if quick else (range(1, 13), 10)
    machine = f"--places {{}} --workers 1 --node 6 {ETHERNET}"
    rows = []
    for name, program in (
        ("Fibonacci", f"fork-join --depth {6 if quick else 11} --leaf-cost 1340us"),
        ("quicksort", f"quicksort --keys {10_000 if quick else 100_000} --form futures"),
        ("LU", f"lu --n {400 if quick else 2000} --tile 200 --tiled"),
    ):
        variants = {counted(n, "process"): simulated(program, machine.format(n), seeds) for n in counts}
        rows.append(Row(name, variants, turns=seeds, cost=1))
    return rows


def process_plots(rows):
    title = "Over processes of one worker: speed-up over one process (simulated)"
    lines = tuple(speed_up_line(row) for row in rows)
    return (Plot("futures_processes.svg", title, "processes", "speed-up", lines, True),)


TWO_MACHINES = ("machine", "two machines of 6 cores, connected by a network", "2 places on one machine of 2 cores")
PROGRAMS = (
    ("Fibonacci", "45, sequential below 30", "the same"),
    ("quicksort", "100,000 doubles, by futures that carry parts of the array", "the same, and in place"),
    ("LU", "order 2000, tiles of 200", "the same, and block columns of 200, another algorithm"),
)

ALL = [
    Experiment(
        "futures_pingpong",
        "futures",
        "Ping-pong",
        "Section 4.2.1",
        "Median round trip. The thesis has 0.8 ms for a string there and back, over the network between its machines;"
        " shared memory of one machine is not comparable with that.",
        (("message", 'the strings "ping" and "pong"', "8 bytes to 1 MiB"), TWO_MACHINES),
        pingpong,
        tables=pingpong_tables,
    ),
    Experiment(
        "futures_one_sided",
        "futures",
        "One-sided MPI",
        "Sections 1.3, 2.1, 3.2 and 5",
        "Time of a read of 8 bytes of the other place's memory, one read after the other. The thesis builds its runtime"
        " on the one-sided operations of MPI-2 (lock, get, unlock), since a message waits until its receiver polls, and"
        " finds them wanting, in the first place for fine-grained synchronisation.",
        (
            ("operations", "lock, get, unlock (MPI-2)", "the same; get, flush (MPI-3); a read of Skua's global memory"),
            ("target", "computes", "waits in MPI; computes, and calls MPI every 1 or 20 ms"),
            ("machine", TWO_MACHINES[1], "two network name spaces of one machine, joined by a virtual cable; TCP"),
        ),
        one_sided,
        remark="Over TCP neither MPI is one-sided: while the target computes, a read waits for its next call of"
        " MPI, once to four times. So the ratios are those of the chosen interval: 785.95 is four"
        " times 20 ms over 0.1 ms, and with 1 ms the same programs have 43. MPICH's own progress thread"
        " was not switched on. The target of Skua's reads calls nothing: its progress thread answers,"
        " and shares the processor with the task. A target that waits in MPI polls all the time and takes a"
        " processor; Skua's place sleeps and takes two to four times as long to answer. The time of Skua"
        " holds the start and the end of the run. Open MPI needs its component `pt2pt` here, since the"
        " default one refuses to make a window; its launcher detaches the second rank, whose processor time"
        " counts as that of others.",
    ),
    Experiment(
        "futures_issue",
        "futures",
        "Issuing a job, against its arguments",
        "Figures 4.1 to 4.3, section 4.2.1",
        "Time of the issuing task for one job. The thesis: scalars and vectors of one element cost about the same, more"
        " arguments cost hardly more, and there is a significant rise as one vector reaches 1,000,000 elements.",
        (("arguments", "scalars and vectors; 1,200,000 elements in all", "the same; 64-bit numbers"), TWO_MACHINES),
        issue,
        tables=issue_tables,
        remark="To spawn 80,000 bytes at the same place takes three times as long as at the other one (42.8 and"
        " 14.5 µs). Why is not known yet.",
    ),
    Experiment(
        "futures_programs",
        "futures",
        "Fibonacci, quicksort and LU",
        "Figures 4.9 and 4.10, section 4.2.2",
        "Wall time of the algorithm. The baseline is one worker, that of one worker the program without the library.",
        PROGRAMS + (("machine", "1 to 12 processes", "1 and 2 workers, 2 processes"),),
        programs,
        remark="Of 100,000 doubles there is not enough to do for a second process: the keys are copied in and out. The"
        " sequential program beside the tiles is that of the tiles.",
    ),
    Experiment(
        "futures_breakdown",
        "futures",
        "Where the time goes",
        "Figures 4.11 and 4.12, section 4.2.2",
        "Shares of the time of the first place (*master*), of the other one (*worker*) and of both, medians and"
        " quartiles (`--breakdown`). *Wait* is waiting for a future, which the thesis counts as idle.",
        PROGRAMS + (("machine", "6 processes", "2 processes"),),
        breakdown,
        tables=breakdown_tables,
        remark="These runs counted the spare workers, which the library starts while others are blocked: their time"
        " before the start is in *rest*, and later they are *idle*. So *rest* and *idle* of both forms of LU are too"
        " large, *user* is too small: of the workers alone, *user* was 83 % and 90 %, and *rest* 0, in one run each."
        " `--breakdown` shows spare workers apart now, and the runs wait to be made again. What the thesis calls"
        " the execution of jobs is *user*; *execute* is what the library needs to start and end them. The time is that"
        " of the whole run, so the making and gathering of the matrix is in it.",
    ),
    Experiment(
        "futures_profile",
        "futures",
        "A profile",
        "Section 4.2.2",
        "Instructions of both places, by the source file that each was compiled from (callgrind), without those that"
        " load the program and read its options. The thesis: workers spend 30 % of Fibonacci and 25 % of quicksort on"
        " the locks of job stacks, quicksort 32 % on the allocation of vectors, half of that in the serialisation, and"
        " the master of LU 71 % on sending jobs, nearly all of it serialisation.",
        (
            ("Fibonacci", "45, sequential below 30", "38, sequential below 23"),
            ("quicksort", "100,000 doubles, by futures that carry parts of the array", "the same"),
            ("LU", "order 2000, tiles of 200", "order 500, tiles of 50"),
            ("machine", "6 processes", "2 places of one process"),
        ),
        profile,
        tables=profile_tables,
        remark="Half of quicksort copies parts of the array, as this form of it demands: into an argument, and"
        " back from the result. Tasks, messages, locks and waiting take at most 2.5 %. A copy counts as one"
        " whoever makes it, so *serialisation* is not what the thesis calls so: by caller, in one run, the wire layer"
        " and the ring of messages copy with 7.5 % of quicksort's instructions. Instructions are not time: a copied"
        " byte costs fewer instructions than it costs time.",
    ),
    Experiment(
        "futures_processes",
        "futures",
        "The programs over processes, simulated",
        "Figure 4.10, section 4.2.2",
        "Simulated time, over that of one process with the same seed. Fibonacci is a balanced tree of futures with"
        " about as many leaves as Fibonacci(45) has calls below 30, all of the same cost.",
        (
            ("Fibonacci", "45, sequential below 30", "2,048 leaves of 1.34 ms"),
            ("quicksort", "100,000 doubles, by futures that carry parts of the array", "the same"),
            ("LU", "order 2000, tiles of 200", "the same"),
            ("costs", "C++, not given", "those of `skua sim quicksort` and `skua sim lu`"),
            ("machine", "1 to 12 processes on two machines of 6 cores", "the same; 25 µs, 1.25 GB/s, 2 µs"),
        ),
        processes,
        process_plots,
        remark="The thesis has a small speed-up of Fibonacci above 4 processes and slow-downs of the others, with times"
        " of jobs and messages that are far larger than those of Skua.",
        kind="simulated",
    ),
]

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the cases of docs/measured/benchmarks.md and writes that page and the picture of README.md.

    python3 tools/bench_page.py --gcc build/release/bin/skua-bench --clang build/clang-release/bin/skua-bench
    python3 tools/bench_page.py            write both again from docs/measured/benchmarks.json

A case that ran while other programs had more than 5 % of the processors is measured again, up to
five times. If one case never had a quiet machine, failed or was skipped, nothing is written."""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "evidence" / "reproduce")]
import machine  # noqa: E402
import peer_picture  # noqa: E402

LOUD = 0.05
TRIES = 5
DATA = ROOT / "docs" / "measured" / "benchmarks.json"
DASH = "–"


@dataclass
class Row:
    """A row of the page. `counter` is the figure of the case that the row shows; `bound` is a
    figure that has a target, if that is another one; `raw` is the machine's own limit."""

    case: str
    what: str
    unit: str
    counter: str
    raw: str = ""
    bound: str = ""
    target: str = "{}"
    program: str = "gcc"


TASKS = (
    Row("fib/finish", "`finish { spawn }` per node of fib(36), no cutoff, gcc 12", "ns per task", "ns_per_op"),
    Row("fib/finish", "`finish { spawn }` per node, clang 19", "ns per task", "ns_per_op", program="clang"),
    Row("fib/finish_ref", "captures by reference, `int` argument", "ns per task", "ns_per_op"),
    Row("fib/finish_boxed", "a closure of 64 bytes", "ns per task", "ns_per_op"),
    Row("fib/invoke", "strict fork-join", "ns per task", "ns_per_op"),
    Row("fib/async", "`async` and `get`", "ns per task", "ns_per_op"),
    Row(
        "fib/beside_deferred",
        "a future of about a microsecond per node of fib(27), one worker",
        "ratio to `std::async(deferred)`",
        "ratio",
    ),
    Row("fanout/10M", "one task spawns ten million", "ns per task", "ns_per_op"),
    Row("fanout/10M", "memory that ten million queued tasks need", "MB", "growth_mb"),
    Row("uts/T1", "tree search, one task per node", "ratio to sequential", "ratio"),
    Row("programs/skynet", "a tree of a million leaves, a task for each node, two workers", "ms", "ms_2"),
    Row("programs/skynet", "the same, clang 19", "ms", "ms_2", program="clang"),
    Row("programs/nqueens", "twelve queens, a task for each free square, two workers", "ms", "ms_2"),
    Row("programs/nqueens", "the same, clang 19", "ms", "ms_2", program="clang"),
    Row("programs/matmul", "the product of two matrices of 512 x 512, two workers", "ms", "ms_2"),
    Row("loop/saxpy/100000", "`for_async`, one worker", "ratio to the compiler's loop", "ratio_1"),
    Row("loop/stencil/1000000", "`for_async`, two workers", "ratio to OpenMP", "ratio_2"),
    Row("kernels/pagerank", "ten steps of PageRank, two workers", "ratio to OpenMP", "ratio_2"),
    Row("kernels/components", "connected components, two workers", "ratio to OpenMP", "ratio_2"),
    Row("kernels/bfs", "distances from eight vertices, two workers", "ratio to OpenMP", "ratio_2"),
    Row("graph/chains", "shortest task at half speed, tasks with one input, `after`", "µs", "after_us"),
    Row("graph/fft", "tasks with two inputs", "µs", "after_us"),
    Row("graph/fft", "the same with counters of the program", "µs", "counters_us"),
    Row("graph/stencil", "tasks with three inputs", "µs", "after_us"),
    Row("block/resume", "a wait and its end, one worker", "ns", "ns_per_op"),
    Row("poll/future", "an unsuccessful `wait_for(0s)` of a task, with an idle worker", "ns", "ns_per_op"),
    Row("poll/future_until", "an unsuccessful `wait_until` of a time in the past", "ns", "ns_per_op"),
    Row("poll/latch", "an unsuccessful `latch::try_wait`", "ns", "ns_per_op"),
    Row("poll/semaphore", "an unsuccessful `try_acquire`", "ns", "ns_per_op"),
    Row("poll/semaphore_for", "an unsuccessful `try_acquire_for(0s)`", "ns", "ns_per_op"),
    Row("poll/condition_variable", "an unsuccessful `wait_for(lock, 0s, predicate)`", "ns", "ns_per_op"),
    Row("blocked/memory", "a waiting task", "KB", "kb_per_task"),
    Row("blocked/memory", "a waiting coroutine", "KB", "kb_per_coroutine"),
    Row("steal/latency", "spawn to start on a searching worker", "µs", "latency_us"),
    Row("wake/latency", "spawn to start on a sleeping worker", "µs", "latency_us"),
    Row("idle/cpu", "all workers while nothing happens", "% of a core", "percent"),
    Row("speedup/uts", "two workers against one", "times", "speedup"),
    Row("speedup/fib", "two workers against one", "times", "speedup"),
    Row("speedup/clique", "two workers against one", "times", "speedup"),
    Row("crowd/fib", "32 workers per core against one per core", "times", "speedup"),
    Row("crowd/uts", "32 workers per core against one per core", "times", "speedup"),
    Row("crowd/short_scopes", "32 workers per core, scopes of 64 tasks of 0.3 µs", "times", "speedup"),
    Row("sleep/in_kernel", "40 tasks that sleep in the kernel for 20 ms, two workers, wall time", "ms", "ms"),
    Row("reducer/add", "`r += x`", "ns", "ns_per_op"),
    Row("statistics/on", "what collecting statistics adds to `fib/finish`", "%", "percent"),
    Row("trace/tasks", "what a trace adds to an empty spawned task", "ns", "extra_ns"),
    Row("trace/microseconds", "what a trace adds to tasks of a microsecond", "%", "percent"),
    Row("compile/loop", "compiling one of fifty different loops, `-O2`, gcc 12", "ms", "skua_ms"),
    Row("compile/loop", "machine code of it", "bytes", "skua_code"),
    Row("compile/async", "compiling one of fifty tasks with a result and its `get`", "ms", "skua_ms"),
    Row("compile/async", "machine code of it", "bytes", "skua_code"),
)

PLACES = (
    Row("any/spawn", "`spawn(any)` more than `spawn`, one place", "ns", "extra_ns"),
    Row(
        "places/at", "a call and its answer, both awake", "µs", "round_trip_us", "raw_us", "beyond_us", "2 raw + {}"
    ),
    Row(
        "places/at_asleep", "a call to a place that sleeps", "µs", "round_trip_us", "raw_us", "beyond_us", "raw + {}"
    ),
    Row(
        "places/message", "a `post`, until it starts", "µs", "post_us", "raw_us", "post_beyond_ns", "raw + {} ns"
    ),
    Row(
        "places/message", "a `spawn`, until it starts", "µs", "spawn_us", "raw_us", "spawn_beyond_ns", "raw + {} ns"
    ),
    Row("places/flood", "a message of a million", "ns", "spawn_ns", "raw_ns", "spawn_beyond_ns", "raw + {}"),
    Row(
        "places/steal",
        "nothing to do at one place, until a stolen task starts there",
        "µs",
        "latency_us",
        "raw_us",
    ),
    Row("places/steal_long", "a steal from a place that only computes", "µs", "latency_us", "raw_asleep_us"),
    Row("places/urgent_long", "an urgent call to a place that only computes", "µs", "round_trip_us", "raw_us"),
    Row("places/finish", "a scope over 4 places (on 2 cores)", "µs", "finish_us", "raw_us"),
    Row("places/cancel", "until 4 places (on 2 cores) have received it", "µs", "heard_us", "raw_us"),
    Row("places/cancel_long", "a cancellation while the places only compute", "µs", "heard_us", "raw_us"),
    Row("places/peek", "a reducer over 4 places, idle", "µs", "peek_us", "raw_us"),
    Row("places/peek_busy", "a reducer over 4 places, busy", "µs", "peek_us", "raw_us"),
    Row(
        "places/start",
        "start of 4 places until the first task",
        "ms",
        "first_ms",
        "raw_ms",
        "beyond_ms",
        "raw + {}",
    ),
    Row("limit/queens", "a limit that is never reached, one place", "% of CPU", "percent"),
    Row("limit/queens_places", "a limit that is never reached, two places", "% of CPU", "percent"),
    Row("speedup/places", "UTS, 2 places of one worker against one worker", "times", "speedup"),
)

# Measured in turn with sequential code and both peers.
IN_TURN = re.compile("algorithms/.*/10000(00)?|regions/.*")


class Refused(Exception):
    """Says in one line why the page is not written."""


def number(value):
    """Two significant digits; whole from ten on."""
    if abs(value) >= 10:
        digits = max(0, len(str(abs(int(value)))) - 3)
        return f"{round(value, -digits):,.0f}"
    return f"{value:.2g}" if abs(value) < 1 else f"{value:.1f}" if abs(value) >= 2 else f"{value:.2f}"


def read_run(text):
    """The counters of each case, [median, least, largest], from the JSON of one run."""
    figures = {}
    for run in json.loads(text)["benchmarks"]:
        if run.get("error_occurred"):
            raise Refused(f"{run['name']}: {run['error_message']}")
        name, which = run["run_name"], run.get("aggregate_name", "median")
        known = {"name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions"}
        known |= {"repetition_index", "threads", "aggregate_name", "aggregate_unit", "iterations", "real_time"}
        known |= {"cpu_time", "time_unit", "label"}
        for counter in run.keys() - known:
            cell = figures.setdefault(name, {}).setdefault(counter, [run[counter]] * 3)
            cell[("median", "min", "max").index(which)] = run[counter]
    return figures


def measure(program, case, log=print):
    """The figures of a case and its peers, the targets, and the load of the run that is kept."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "figures.json"
        command = [program, f"--benchmark_filter=^{case}(/tbb|/omp)?$", f"--benchmark_out={out}"]
        loads = []
        for _ in range(TRIES):
            load, start = machine.Load(), time.monotonic()
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
            loads.append(load.others())
            if ended.returncode != 0:
                raise Refused(f"{case}: {(ended.stderr.strip().splitlines() or ['no output'])[-1]}")
            log(f"{case:24} {time.monotonic() - start:5.1f} s, others {100 * loads[-1]:.1f} %")
            if loads[-1] <= LOUD:
                targets = re.findall(rf"^\w+ +{case} +(\w+) .* target: at (most|least) (\S+)$", ended.stderr, re.M)
                return read_run(out.read_text()), {c: [side, value] for c, side, value in targets}, loads[-1]
    raise Refused(
        f"{case}: other programs used {100 * min(loads):.1f} % of the processors or more in each of {TRIES} runs "
        "(at most 5 %): stop them and run this again"
    )


def in_turn_order(case):
    """The algorithms first, and both by the last number of their names: so many elements, so long a gap."""
    return case.split("/")[0], int(re.split(r"\D", case)[-1])


def measure_all(programs, log=print):
    data = {"session": machine.session(programs["gcc"]), "gcc": {}, "clang": {}, "targets": {}, "others": {}}
    listed = subprocess.run([programs["gcc"], "--benchmark_list_tests"], capture_output=True, text=True, check=True)
    turns = sorted(filter(IN_TURN.fullmatch, listed.stdout.split()), key=in_turn_order)
    cases = [(row.program, row.case) for row in TASKS + PLACES] + [("gcc", case) for case in turns]
    for program, case in dict.fromkeys(cases):
        figures, targets, load = measure(programs[program], case, log)
        data[program].update(figures)
        data["targets"].setdefault(program, {}).update({case: targets} if targets else {})
        data["others"][f"{program} {case}"] = round(load, 4)
    return data


def figure(data, row, case, counter):
    """The text of a cell. A case that does not exist, or has no such figure, is a dash."""
    cell = data[row.program].get(case, {}).get(counter)
    return number(cell[0]) if cell else DASH


def target(data, row):
    sides = data["targets"].get(row.program, {}).get(row.case, {})
    if (row.bound or row.counter) not in sides:
        return DASH
    side, value = sides[row.bound or row.counter]
    return ("at least " if side == "least" else "") + row.target.format(value)


def table(data, rows, last):
    """`last(row)` is the cells behind the measured one."""
    lines = []
    for row in rows:
        measured = figure(data, row, row.case, row.counter)
        if measured == DASH:
            raise Refused(f"{row.case}: there is no figure {row.counter}")
        cells = [f"`{row.case}`", row.what, row.unit, target(data, row), measured, *last(row)]
        lines.append("| " + " | ".join(cells) + " |\n")
    return "".join(lines)


def peers(data, row):
    """Those of a case of their own, or of the same case: tbb_ms beside skua_ms."""
    if row.counter.startswith("skua_"):
        return [figure(data, row, row.case, row.counter.replace("skua", peer)) for peer in ("tbb", "omp")]
    return [figure(data, row, f"{row.case}/{peer}", row.counter) for peer in ("tbb", "omp")]


def in_turn(data):
    lines = []
    for case in filter(IN_TURN.fullmatch, data["gcc"]):
        cells = [data["gcc"][case].get(f"{name}_us") for name in ("sequential", "skua")]
        cells += [data["gcc"][case].get(f"{own}_us") or data["gcc"][case].get(f"{other}_us")
                  for own, other in (("par", "tbb"), ("gnu", "omp"))]
        lines.append("| " + " | ".join([f"`{case}`", *(number(c[0]) if c else DASH for c in cells)]) + " |\n")
    return "".join(lines)


def tables(data):
    session = data["session"]
    loudest = 100 * max(data["others"].values())
    measured = (
        f"Measured on {session['date']} at commit {session['commit']}, {session['cores']} cores of "
        f"{session['processor']}, {session['memory']}, {session['system']}. Other programs used at most "
        f"{loudest:.1f} % of the processors during a case."
    )
    places = (
        "Two processes of `shm` on the same two cores. *Raw* is the ring or the futex without the library, measured "
        "in the same run. A target of a few microseconds holds for places that are awake on separate cores."
    )
    turns = (
        "Elapsed µs of a call with two workers. An algorithm has 10⁴ or 10⁶ elements; oneTBB stands for "
        "`std::execution::par`, OpenMP for GNU parallel mode. A region is eight tasks, of together 5 to 500 µs, after "
        "50 to 5000 µs of sequential work."
    )
    return (
        f"\n{textwrap.fill(measured, 100)}\n\n## Tasks at one place\n\n"
        "| case | what | unit | target | measured | oneTBB | OpenMP |\n|---|---|---|---|---|---|---|\n"
        + table(data, TASKS, lambda row: peers(data, row))
        + f"\n## Algorithms and short regions\n\n{textwrap.fill(turns, 100)}\n\n"
        "| case | sequential | Skua | oneTBB | OpenMP |\n|---|---|---|---|---|\n"
        + in_turn(data)
        + f"\n## Between places\n\n{textwrap.fill(places, 100)}\n\n"
        "| case | what | unit | target | measured | raw |\n|---|---|---|---|---|---|\n"
        + table(data, PLACES, lambda row: [figure(data, row, row.case, row.raw) if row.raw else DASH])
        + "\n"
    )


def pages(data):
    """The texts of the page and of the picture of README.md, by path."""
    page = ROOT / "docs" / "measured" / "benchmarks.md"
    begin, end = "<!-- benchmark table -->\n", "<!-- end of benchmark table -->"
    text = page.read_text()
    text = text.split(begin)[0] + begin + tables(data) + end + text.split(end)[1]
    return {page: text, peer_picture.PICTURE: peer_picture.picture(text)}


def compact(data):
    """JSON with one line for each case."""
    lines = []
    for key, value in data.items():
        inner = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in value.items()]
        lines.append(f"{json.dumps(key)}: {{\n " + ",\n ".join(inner) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gcc", help="skua-bench, compiled by gcc")
    parser.add_argument("--clang", help="skua-bench, compiled by clang")
    options = parser.parse_args()
    if bool(options.gcc) != bool(options.clang):
        parser.error("expected --gcc and --clang, or neither")
    try:
        if options.gcc:
            data = measure_all({"gcc": options.gcc, "clang": options.clang})
        else:
            data = json.loads(DATA.read_text())
        written = pages(data)
    except (Refused, OSError) as reason:
        print(f"bench: docs/measured/benchmarks.md is not written: {reason}", file=sys.stderr)
        return 1
    if options.gcc:
        DATA.write_text(compact(data))
    for path, text in written.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

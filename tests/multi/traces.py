# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""traces.py TRACED LAUNCHER: traces of runs say what happened. LAUNCHER: skua-run, or nothing."""

import pathlib
import tempfile

import support.trace
from support.processes import arguments, expect, run, run_scenarios, scenario, scenario_for

traced, *launcher = arguments()
folder = tempfile.TemporaryDirectory()
PLACE = 1 << 32
MILLISECOND = 1_000_000


def trace_of(case, places=1, workers=2, code=0, **settings):
    path = pathlib.Path(folder.name) / f"{case}.{places}x{workers}"
    done = run(traced, case, SKUA_TRACE=path, SKUA_PLACES=places, SKUA_WORKERS=workers, **settings)
    expect(done.returncode == code, f"{case}: exit code {done.returncode}: {done.stderr}")
    return support.trace.read(path)


def ends(trace):
    return trace.named("end", "skua")


def on_workers(trace):
    """The slices of each worker, in order of time."""
    tracks = {}
    for event in trace.events:
        if event.type == support.trace.SLICE and trace.tracks[event.track][0] == "thread":
            tracks.setdefault(event.track, []).append(event)
    return {track: sorted(slices, key=lambda s: (s.time, s.end)) for track, slices in tracks.items()}


def is_consistent(trace):
    """What holds for every whole trace."""
    runs = trace.named("run", "skua")
    places = runs[0].arguments["places"]
    expect(len(runs) == places == len(ends(trace)), f"{len(runs)} places of {places} have begun")
    expect(sorted(r.arguments["place"] for r in runs) == list(range(places)), "the numbers of the places")
    commands = {r.arguments["command"] for r in runs}
    expect(len(commands) == 1 and min(commands).startswith(f"{runs[0].arguments['program']} "), f"{commands}")
    for end in ends(trace):
        expect(end.arguments["lost"] == 0, f"{end.arguments['lost']} events were lost")
        used = end.arguments.get("processor_seconds")
        expect(used is None if runs[0].arguments["simulated"] else used > 0, f"processor time: {used}")
    for track, slices in on_workers(trace).items():
        for earlier, later in zip(slices, slices[1:]):
            expect(earlier.end <= later.time, f"track {track}: {earlier} and {later} overlap")
    virtual = runs[0].arguments["simulated"] == 1
    memory = [u for u, (kind, name, _) in trace.tracks.items() if (kind, name) == ("counter", "memory")]
    sizes = {e.track: e.value for e in trace.events if e.track in memory}
    expect(len(sizes) == (0 if virtual else places) and all(size > 0 for size in sizes.values()), f"{sizes}")
    tasks = trace.of_category("task")
    expect(virtual or any(e.arguments["longest"] > 0 for e in tasks), "no task took any time")
    for event in tasks:
        a = event.arguments
        length = event.end - event.time
        expect(a["busy"] <= length + 100, f"more time in tasks than there is: {event}")
        # The clock of a virtual machine may stand still during a task, or after a change of the
        # processor.
        expect(a["longest"] > 0 or virtual or length == 0, f"no time: {event}")
        expect((a["count"] == 0) == (a["continues"] == 1), f"neither begun nor continued: {event}")


def counted(trace, name):
    return sum(e.arguments[name] for e in ends(trace))


@scenario_for("1x1", "2x1", "3x2")
def counts_are_those_of_the_run(size):
    places, workers = map(int, size.split("x"))
    for transport in ("shm", "inproc") if places > 1 else ("",):
        for _ in range(20):  # another place may start when all tasks have run
            trace = trace_of("tree", places, workers, SKUA_TRANSPORT=transport)
            is_consistent(trace)
            if places == 1 or trace.named("loot"):
                break
        tasks = sum(e.arguments["count"] for e in trace.of_category("task"))
        expect(tasks == 2 ** 13 - 2 + 1, f"{tasks} tasks ran, with the body of the run")
        steals = trace.named("steal", "steal")
        expect(len(steals) == counted(trace, "steals"), "steals")
        expect(sum(e.arguments["tasks"] for e in steals) == counted(trace, "stolen"), "stolen tasks")
        given, loot = trace.named("give"), trace.named("loot")
        expect(sum(e.arguments["tasks"] for e in given) == sum(e.arguments["tasks"] for e in loot), "tasks on the way")
        expect(sorted(e.flow for e in given) == sorted(e.ended_flow for e in loot), "the ends of steals do not match")
        expect(places == 1 or loot, "no task has left its place")
        for taken in loot:
            sent = next(e for e in given if e.flow == taken.ended_flow)
            expect(sent.time <= taken.time, f"{taken} before {sent}")
            expect(sent.track // PLACE - 1 == taken.arguments["victim"], f"{taken} and {sent}")
        if places > 1:
            traffic = trace.named("traffic")
            expect(traffic and all(e.arguments["bytes"] > 0 for e in traffic), "no messages were counted")


@scenario
def small_tasks_are_merged():
    trace = trace_of("tiny")
    is_consistent(trace)
    slices = trace.of_category("task")
    tasks = sum(e.arguments["count"] for e in slices)
    expect(tasks == 2 ** 17 - 1, f"{tasks} tasks ran")
    # A part that takes 10 us is a slice by itself; under a sanitizer, that is one or two tasks.
    short = [e for e in slices if e.end - e.time < 10_000]
    expect(len(short) < tasks / 100, f"{tasks} tasks have {len(short)} slices below 10 us")
    expect("grow" in max(slices, key=lambda e: e.arguments["count"]).name, "the function of an unnamed task")


@scenario
def tasks_on_top_of_others_are_counted_once():
    trace = trace_of("fibonacci")
    is_consistent(trace)
    tasks = sum(e.arguments["count"] for e in trace.of_category("task"))
    expect(tasks == 10945 + 1, f"{tasks} tasks ran, with the body of the run")
    first = trace.named("run", "skua")[0].arguments
    expect(first["command"] == f"{first['program']} fibonacci", f"{first}")


@scenario
def names_are_those_of_the_tasks():
    trace = trace_of("named", workers=1)
    is_consistent(trace)
    expect(trace.total("small", "count") == 100, "small tasks")
    expect(trace.total("large", "count") == 1, "large tasks")
    expect(trace.total("large", "busy") >= 30 * MILLISECOND, "the time of the large task")
    # The large task computes: whatever its thread got of a processor in that time is known.
    (end,) = ends(trace)
    expect(0 < end.arguments["processor_seconds"] < 60, f"{end}")


@scenario
def time_belongs_to_the_innermost_task():
    trace = trace_of("nested", workers=1)
    is_consistent(trace)
    outer, inner = trace.total("outer", "busy"), trace.total("inner", "busy")
    expect(outer >= 10 * MILLISECOND, f"the outer task computed 10 ms, and has {outer} ns")
    expect(inner >= 10 * MILLISECOND, f"the inner task computed 10 ms, and has {inner} ns")
    expect(trace.total("outer", "count") == trace.total("inner", "count") == 1, "each ran once")
    first, *_, last = sorted(trace.named("outer"), key=lambda e: e.time)
    expect(first.arguments["continues"] == 0 and last.arguments["continues"] == 1, "the outer task was interrupted")


@scenario
def suspensions_have_a_reason():
    trace = trace_of("suspended", workers=1)
    is_consistent(trace)
    sleeps = [e for e in trace.of_category("suspended") if e.arguments["task"] == "sleeper"]
    expect(len(sleeps) == 1, f"{sleeps}")
    expect(sleeps[0].end - sleeps[0].time >= 20 * MILLISECOND, f"{sleeps}")
    waits = trace.named("wait", "idle")
    expect(any(e.arguments["reason"] == sleeps[0].name for e in waits), f"{waits}")


@scenario
def a_program_adds_events():
    trace = trace_of("own", workers=1)
    is_consistent(trace)
    expect(len(trace.named("start", "user")) == 1, "the mark")
    whole, = trace.named("whole", "user")
    expect(whole.end - whole.time >= 2 * MILLISECOND, f"{whole}")
    level = [u for u, (kind, name, _) in trace.tracks.items() if (kind, name) == ("counter", "level")]
    values = [e.value for e in trace.events if e.track in level]
    expect(values == list(range(10)), f"{values}")


@scenario
def cancellation_is_in_it():
    trace = trace_of("cancelled")
    is_consistent(trace)
    expect(len(trace.named("cancel", "cancel")) >= 1, "no cancellation")


@scenario
def a_killed_place_leaves_what_it_did():
    path = pathlib.Path(folder.name) / "killed"
    done = run(traced, "killed", SKUA_TRACE=path, SKUA_WORKERS=2)
    expect(done.returncode == -9, f"exit code {done.returncode}")
    trace = support.trace.read(path)
    tasks = sum(e.arguments["count"] for e in trace.of_category("task"))
    expect(not ends(trace) and tasks >= 1000, f"{tasks} tasks of 2047 are in it")


@scenario
def the_launcher_joins_the_parts():
    if not launcher:
        return
    path = pathlib.Path(folder.name) / "launched"
    done = run(*launcher, "-n", 3, "--trace", path, traced, "tree")
    expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
    is_consistent(support.trace.read(path))
    parts = sorted(p.name for p in path.parent.glob("launched.*"))
    expect(not parts, f"{parts} are left")
    done = run(*launcher, "-n", 2, "--trace", path, traced, "killed")
    expect(done.returncode == 137, f"exit code {done.returncode}: {done.stderr}")
    trace = support.trace.read(path)
    expect(len(trace.named("run", "skua")) == 2, "the part of a killed place is lost")


@scenario
def simulated_time_is_virtual():
    path = pathlib.Path(folder.name) / "simulated"
    for _ in range(2):
        done = run(traced, "named", SKUA_TRACE=path, SKUA_SIM="places=20,workers=2,seed=7")
        expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
    trace = support.trace.read(path)
    is_consistent(trace)
    expect(len(ends(trace)) == 20 and all(r.arguments["simulated"] for r in trace.named("run", "skua")), "20 places")
    expect(trace.total("small", "count") == 100, "small tasks")


@scenario
def a_file_that_cannot_be_made_is_one_line():
    for path, reason in (("/nowhere/trace", "No such file or directory"), (folder.name, "Is a directory")):
        done = run(traced, "named", SKUA_TRACE=path)
        expect(done.returncode == 2, f"exit code {done.returncode}")
        expect(done.stderr == f"skua: trace: {path} cannot be written: {reason}\n", done.stderr)


@scenario
def a_run_that_is_refused_keeps_the_trace_before_it():
    path = pathlib.Path(folder.name) / "kept"
    path.write_bytes(b"a trace")
    wrong = {"SKUA_METRICS": "unix:/nowhere/socket"}
    done = run(traced, "named", SKUA_TRACE=path, **wrong)
    expect(done.returncode == 2 and path.read_bytes() == b"a trace", done.stderr)
    done = run(traced, "named", SKUA_TRACE=path.with_name("none"), **wrong)
    expect(done.returncode == 2 and not path.with_name("none").exists(), done.stderr)


@scenario
def a_full_disk_does_not_end_the_run():
    done = run(traced, "tree", SKUA_TRACE="/dev/full")
    expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
    expect(done.stderr == "skua: trace: /dev/full is not complete: No space left on device\n", done.stderr)


run_scenarios()

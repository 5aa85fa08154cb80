# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""large_trace.py SKUA: the trace of a run of 102 million tasks over two places has all of them, is
small, and has the counters of the run."""

import importlib.util
import json
import pathlib
import tempfile

import support.trace
from support.processes import arguments, expect, run, run_scenarios, scenario

(skua,) = arguments()
NODES = 102_181_082


@scenario
def every_task_is_counted():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "t"
        done = run(skua, "uts", "--tree", "T1L", "--places", 2, "--workers", 1, "--json", patience=280, SKUA_TRACE=path)
        expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
        data = path.read_bytes()
    stats = json.loads(done.stdout)["stats"]
    expect(len(data) < 20_000_000, f"{len(data)} bytes")
    trace = support.trace.Trace(data)
    ends = trace.named("end", "skua")
    expect(len(ends) == 2 and all(e.arguments["lost"] == 0 for e in ends), f"{ends}")
    visits = sum(e.arguments["count"] for e in trace.of_category("task") if e.name.endswith("visit"))
    expect(visits == NODES, f"{visits} tasks of {NODES}")
    for counter in ("steals", "stolen"):
        total = sum(e.arguments[counter] for e in ends)
        expect(total == stats[counter], f"{counter}: {total}, the run says {stats[counter]}")
    sent = sum(e.arguments["tasks"] for e in trace.named("give", "steal"))
    received = sum(e.arguments["tasks"] for e in trace.named("loot", "steal"))
    expect(sent == received > 0, f"{sent} tasks were sent, {received} arrived")
    print(f"{len(data)} bytes, {trace.packets} packets, {visits} tasks, {sent} of them to the other place")
    if importlib.util.find_spec("perfetto") is None:
        print("skipped: the same by the definitions of Perfetto: the Python package perfetto is not installed")
        return
    from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace  # pylint: disable=import-outside-toplevel

    theirs = Trace()
    theirs.ParseFromString(data)
    expect(len(theirs.packet) == trace.packets, f"{len(theirs.packet)} packets, not {trace.packets}")
    flows = sum(len(p.track_event.flow_ids) for p in theirs.packet)
    expect(flows == len(trace.named("give")), f"{flows} flows")


run_scenarios()

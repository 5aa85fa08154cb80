# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repeats the experiments of the four source papers on this machine and in the simulator.

Writes a page with the papers' results beside these, its pictures, and the raw data. What is
measured stays: only what is missing runs, or what another program or command has measured.

Usage: python3 evidence/reproduce --skua PROGRAM [--out FOLDER] [--quick] [--runs N] [--jobs N] [--again] [--plan]
                               [NAME...]

NAME is an experiment, a paper, `real`, `simulated` or `all`. Without names all but the long
experiments run."""

import argparse
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import experiments  # noqa: E402
import machine  # noqa: E402
import page  # noqa: E402
import raw  # noqa: E402
from measure import Failed, Measurer, Skipped  # noqa: E402
from progress import Progress, clock  # noqa: E402

QUICK_TURNS = 2


def options():
    parser = argparse.ArgumentParser(prog="reproduce", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--skua", required=True, help="the program")
    parser.add_argument("--out", help="folder of page and raw data (default evidence; build/reproduction if quick)")
    parser.add_argument("--runs", type=int, help="runs of each real command, instead of 10 to 30")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="simulations at a time (default: the number of cores)"
    )
    parser.add_argument("--quick", action="store_true", help="small inputs and two runs, to test that everything works")
    parser.add_argument("--again", action="store_true", help="discard what is measured of the named experiments")
    parser.add_argument("--plan", action="store_true", help="print what is missing and about how long it takes")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(experiments.groups())}")
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in experiments.groups():
            parser.error(f"unknown experiment '{name}': expected {', '.join(experiments.groups())}")
    for name in ("runs", "jobs"):
        value = getattr(chosen, name)
        if value is not None and value < 1:
            parser.error(f"--{name}: expected at least 1, found {value}")
    chosen.out = chosen.out or ("build/reproduction" if chosen.quick else "evidence")
    return chosen


class Plan:
    """The rows to run, each with its number of turns."""

    def __init__(self, chosen, data, program):
        self.data = data
        self.program = program
        self.entries = []  # (experiment, row, turns)
        for experiment in experiments.selected(chosen.names):
            for row in experiment.rows(chosen.quick):
                few = QUICK_TURNS if chosen.quick else chosen.runs
                self.entries.append((experiment, row, row.turns if row.is_simulated else few or row.turns))

    def seconds(self, experiment, row, turns):
        """Of what is missing, on the machine of the estimates."""
        kept = self.data["rows"].get(raw.row_name(experiment, row))
        made = 0
        if kept is not None and raw.is_current(self.data, row, kept, self.program):
            made = raw.turns_made(self.data, experiment, row)
        return row.cost * max(0, turns - made)

    def total(self):
        return sum(self.seconds(*e) for e in self.entries)

    def text(self):
        lines = [f"{'turns':>6} {'time':>9}  row (a turn runs each variant once)"]
        for experiment, row, turns in self.entries:
            time = clock(self.seconds(experiment, row, turns))
            lines.append(f"{turns:6} {time:>9}  {raw.row_name(experiment, row)}")
        return "\n".join([*lines, f"{'':6} {clock(self.total()):>9}  all that is missing, about, one job at a time"])


def discard(data, chosen):
    for experiment in experiments.selected(chosen.names):
        for row in experiment.rows(chosen.quick):
            data["rows"].pop(raw.row_name(experiment, row), None)


def forget_removed(data, quick):
    """Rows that no experiment declares any more, and sessions that no row mentions."""
    declared = {raw.row_name(e, row) for e in experiments.ALL for row in e.rows(quick)}
    data["rows"] = {name: row for name, row in data["rows"].items() if name in declared}
    used = sorted({t["session"] for row in data["rows"].values() for t in row["turns"]})
    data["sessions"] = [data["sessions"][n] for n in used]
    for row in data["rows"].values():
        for turn in row["turns"]:
            turn["session"] = used.index(turn["session"])


def run(chosen, data, path, session):
    plan = Plan(chosen, data, session["program"])
    if chosen.plan:
        print(plan.text())
        return 0
    progress = Progress(plan.total())
    measurer = Measurer(chosen.skua, data, path, session, progress, chosen.jobs)
    code = 0
    try:
        for entry in plan.entries:
            try:
                measurer.measure(*entry)
            except Skipped as e:
                progress.end()
                print(f"reproduce: skipped {raw.row_name(*entry[:2])}: {e}", file=sys.stderr)
    except Failed as e:
        progress.end()
        print(f"reproduce: {e}", file=sys.stderr)
        code = 1
    except KeyboardInterrupt:
        progress.end()
        print("reproduce: interrupted; the same command continues", file=sys.stderr)
        code = 130
    progress.end()
    if data["rows"]:
        forget_removed(data, chosen.quick)
        raw.write(path, data)
        print(f"reproduce: wrote {page.write(chosen.out, data, experiments.ALL)} and {path}")
    return code


def interrupt(_signal, _frame):
    raise KeyboardInterrupt


def main():
    chosen = options()
    signal.signal(signal.SIGTERM, interrupt)
    path = os.path.join(chosen.out, "reproduction.json")
    try:
        data, note = raw.read(path, chosen.quick)
        session = machine.session(chosen.skua)
        if not chosen.plan:
            os.makedirs(chosen.out, exist_ok=True)
    except raw.Unusable as e:
        print(f"reproduce: {e}", file=sys.stderr)
        return 2
    except OSError as e:
        print(f"reproduce: {e.filename}: {e.strerror}", file=sys.stderr)
        return 2
    if note:
        print(f"reproduce: {note}", file=sys.stderr)
    if chosen.again:
        discard(data, chosen)
    return run(chosen, data, path, session)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # before the first run, or while the page was written
        print("reproduce: interrupted", file=sys.stderr)
        sys.exit(130)

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares simulated runs of some programs with real runs on this machine.

It first measures the parameters of the model of this machine.

Usage: python3 evidence/reality --skua PROGRAM [--runs N] [--seeds N] [--json FILE] [--quick] [CASE...]

Each case runs N times at 1 and 2 real places (one worker each; round trips at 2 only), and with N
seeds at as many simulated ones. It prints medians and quartiles. The time must agree within a
tenth; simulated messages and steals must lie between the real quartiles. Runs that had to share the
processors with other programs are repeated, a few times."""

import argparse
import json
import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import cases  # noqa: E402
import model  # noqa: E402
from machine import Failed, Machine  # noqa: E402
from table import lines, row_of  # noqa: E402


def options():
    parser = argparse.ArgumentParser(prog="reality", description=__doc__.split("\n")[0])
    parser.add_argument("--skua", required=True, help="the program")
    parser.add_argument("--runs", type=int, default=20, help="real runs of each case (default 20)")
    parser.add_argument("--seeds", type=int, default=20, help="simulated runs of each case (default 20)")
    parser.add_argument(
        "--tries",
        type=int,
        default=5,
        help="of each run, until other programs use at most 3 %% of the processors (default 5)",
    )
    parser.add_argument(
        "--model",
        metavar="NAME=VALUE,...",
        default="",
        help="known parameters (seconds, bytes per second), which are not measured",
    )
    parser.add_argument(
        "--hosts",
        choices=("openmpi", "mpich"),
        help="the two real places are on two hosts: network name spaces that a virtual cable joins, MPI over TCP"
        " (needs root; default: two processes of one host)",
    )
    parser.add_argument("--json", metavar="FILE", help="write all runs into this file")
    parser.add_argument("--quick", action="store_true", help="small inputs and few runs, to test that everything works")
    parser.add_argument(
        "names",
        nargs="*",
        metavar="CASE",
        help=f"of {', '.join(c.name for c in cases.ALL)}; default: all (those of reads only with --hosts)",
    )
    chosen = parser.parse_args()
    by_name = {c.name: c for c in cases.ALL}
    for name in chosen.names:
        if name not in by_name:
            parser.error(f"unknown case '{name}': expected {', '.join(sorted(by_name))}")
        if by_name[name].between_hosts and not chosen.hosts:
            parser.error(f"case '{name}' needs --hosts: within a host it sends no messages")
    if not chosen.names:
        chosen.names = [case.name for case in cases.ALL if chosen.hosts or not case.between_hosts]
    if min(chosen.runs, chosen.seeds, chosen.tries) < 1:
        parser.error("--runs, --seeds, --tries: expected at least 1")
    try:
        chosen.model = {
            name: float(value) for name, value in (part.split("=") for part in chosen.model.split(",") if part)
        }
    except ValueError:
        parser.error("--model: expected NAME=VALUE,..., as in near=2e-6,wake=5e-6")
    if set(chosen.model) - set(model.STANDARD):
        parser.error(f"--model: expected names of {', '.join(model.STANDARD)}")
    if chosen.quick:
        chosen.runs = chosen.seeds = 3
        chosen.tries = 1
    return chosen


def compare(machine, machine_model, chosen):
    """Compares one case after another.

    Real runs at one place and at two alternate. So do the measurements of the cost of a node: one
    process if there is one place, two at once if there are two, since one busy processor may slow
    down the other."""
    rows = []
    for case in cases.ALL:
        if case.name not in chosen.names:
            continue
        size, gauge = case.size(chosen.quick, chosen.hosts)
        gauged = {places: [] for places in case.places}
        real = {places: [] for places in case.places}
        for i in range(chosen.runs):
            machine.show(f"{case.name}: run {i + 1} of {chosen.runs}")
            for places in real:
                real[places].append(machine.real(f"{case.program} {size} {case.really}", places))
                if gauge:
                    gauged[places].append(machine.alone(f"{case.program} {gauge} {case.really}", places))
        for places, runs in real.items():
            machine.show(f"{case.name}: {places} simulated places")
            cost = (
                model.node_cost(machine, case, gauge, machine_model, statistics.median(gauged[places]))
                if gauge
                else 0.0
            )
            simulated = machine.simulated(
                f"{case.program} {size} {case.simulated(cost)}", places, machine_model.settings(), chosen.seeds
            )
            rows.append(row_of(case.name, places, runs, simulated))
    machine.show("")
    return rows


def main():
    chosen = options()
    machine = Machine(os.path.abspath(chosen.skua), chosen.tries, chosen.hosts)
    try:
        before = machine.load()
        machine_model = model.calibrate(machine, chosen.model, 1 if chosen.quick else 15)
        rows = compare(machine, machine_model, chosen)
    except Failed as e:
        print(f"reality: {e}", file=sys.stderr)
        return 1
    print(
        f"others used {100 * before:.0f} % of {os.cpu_count()} processors before, {100 * machine.disturbed():.1f} %"
        " during the runs (median)"
    )
    for line in machine_model.lines() + lines(rows):
        print(line)
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump(
                {
                    "model": machine_model.values,
                    "load_before": before,
                    "load_during": machine.disturbed(),
                    "cases": rows,
                },
                file,
                indent=1,
            )
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs those experiments of the four source papers that fit this machine, and writes a page.

The page shows the results of the papers beside those of this machine.

Usage: python3 tools/reproduce --skua PROGRAM [--out FOLDER] [--runs N] [--quick] [EXPERIMENT...]

Writes FOLDER/reproduction.md and FOLDER/reproduction.json (every run of every command), by default
in docs. Experiments named on the command line run anew; the JSON file keeps the results of the
others."""

import argparse
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import experiments  # noqa: E402
from measure import Failed, Measurer  # noqa: E402
from page import write_page  # noqa: E402


def options():
    parser = argparse.ArgumentParser(prog="reproduce", description=__doc__.split("\n")[0])
    parser.add_argument("--skua", required=True, help="the program")
    parser.add_argument("--out", default="docs", help="folder of the page and the raw data")
    parser.add_argument("--runs", type=int, default=5, help="number of runs of each command (default 5)")
    parser.add_argument("--quick", action="store_true", help="small inputs and one run, to test that everything works")
    parser.add_argument(
        "names", nargs="*", metavar="EXPERIMENT", help=f"default: all of {', '.join(e.name for e in experiments.ALL)}"
    )
    chosen = parser.parse_args()
    known_names = {e.name for e in experiments.ALL}
    for name in chosen.names:
        if name not in known_names:
            parser.error(f"unknown experiment '{name}': expected {', '.join(sorted(known_names))}")
    if chosen.runs < 1:
        parser.error("--runs: expected at least 1")
    return chosen


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def main():
    chosen = options()
    raw_path = os.path.join(chosen.out, "reproduction.json")
    raw = read(raw_path)
    measurer = Measurer(chosen.skua, 1 if chosen.quick else chosen.runs)
    selected = [e for e in experiments.ALL if not chosen.names or e.name in chosen.names]
    os.makedirs(chosen.out, exist_ok=True)
    for i, experiment in enumerate(selected):
        measurer.show(f"[{i + 1}/{len(selected)}] {experiment.name}")
        measurer.begin()
        try:
            table = experiment.run(measurer, chosen.quick)
        except Failed as e:
            print(f"reproduce: {experiment.name}: {e}", file=sys.stderr)
            return 1
        raw[experiment.name] = {"table": table, "runs": measurer.runs_so_far()}
        with open(raw_path, "w", encoding="utf-8") as file:
            json.dump(raw, file, indent=1)
            file.write("\n")
    measurer.show("")
    page = write_page(chosen.out, experiments.ALL, raw)
    print(f"reproduce: wrote {page} and {raw_path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

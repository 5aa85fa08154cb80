# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the simulations listed in a file and writes a page of the results.

The same file and the same commit give the same page, but for its date.

Usage: python3 evidence/experiments --skua PROGRAM [--file FILE] [--out PAGE] [--seeds N] [--first S]
                                 [--jobs N] [GROUP...]
"""

import argparse
import datetime
import json
import os
import pathlib
import sys

from page import write_page
from simulate import Failed, run_all
from settings import Wrong, groups_of

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "reproduce"))

import machine  # noqa: E402  pylint: disable=wrong-import-position

HERE = pathlib.Path(__file__).resolve().parents[1]


def options():
    parser = argparse.ArgumentParser(prog="experiments", description=__doc__.split("\n")[0])
    parser.add_argument("--skua", required=True, help="the program")
    parser.add_argument("--file", default=HERE / "experiments.json", help="the settings to run")
    parser.add_argument("--out", default=HERE / "experiments.md", help="the page; - for standard output")
    parser.add_argument("--seeds", type=int, help="number of seeds of every setting, instead of that in the file")
    parser.add_argument(
        "--first", type=int, default=1, help="the first seed (default 1); other seeds serve to tune policies"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="simulations at a time (default: the number of cores)"
    )
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="only these; default all")
    chosen = parser.parse_args()
    for name in ("jobs", "first", "seeds"):
        value = getattr(chosen, name)
        if value is not None and value < 1:
            parser.error(f"--{name}: expected at least 1")
    return chosen


def main():
    chosen = options()
    try:
        with open(chosen.file, encoding="utf-8") as file:
            groups = groups_of(json.load(file), chosen.groups, chosen.seeds, chosen.first)
        runs = run_all(chosen.skua, [s for g in groups for s in g.settings], chosen.jobs)
    except (OSError, ValueError, Wrong, Failed) as e:
        print(f"experiments: {e}", file=sys.stderr)
        return 1
    version = f"version {machine.project_version()}, commit {machine.commit()}"
    text = write_page(groups, runs, f"{datetime.date.today()}, {version}")
    if chosen.out == "-":
        sys.stdout.write(text)
    else:
        with open(chosen.out, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"experiments: wrote {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

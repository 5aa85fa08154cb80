# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua lulesh` on 8 and 27 places, started in one way: lulesh_places.py PROGRAM START. Exit code 77: that way is not installed."""

import sys

from support.known import Case
from support.matrix import Combination, missing

program, start = sys.argv[1:]
if why := missing(start, program):
    print(f"skipped: {why}")
    sys.exit(77)


def check(places, workers, size, iterations):
    """The energy is among the known ones: `verified` says that it is right."""
    case = Case(f"lulesh --size {size} --iterations {iterations}", iterations=iterations, elements=places * size**3)
    how = Combination(program, start, places, workers)
    if fault := how.fault(case, 240, None):
        sys.exit(f"FAILED: {how.shown(case.arguments)}: {fault}")


check(8, 1, 5, 10)
if start == "inproc":
    check(27, 1, 5, 50)
if start in ("inproc", "fork"):
    check(8, 2, 5, 100)
    # Domains of one element are all boundary; the sequential program knows the answer.
    tiny = Combination(program, start, 8, 1)
    fault = tiny.fault(Case("lulesh --size 1 --iterations 10 --compare", elements=8), 240, None)
    code, _, err = Combination(program, start, 2, 1).run(["lulesh", "--size", "3"], 240)
    if code != 2 or "expected a cube (1, 8, 27" not in err or err.count("\n") != 1:
        fault = fault or f"two places: exit code {code}: {err}"
    if fault:
        sys.exit(f"FAILED: {start}: {fault}")

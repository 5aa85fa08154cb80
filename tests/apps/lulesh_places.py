# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua lulesh` on 8 and 27 places, started in one way: lulesh_places.py PROGRAM START.

Exit code 77: that way is not installed."""

import sys

from support.known import Case
from support.matrix import Combination, missing
from support.program import Failed, arguments, expect, run_scenarios, scenario

program, start = arguments()
if why := missing(start, program):
    print(f"skipped: {why}")
    sys.exit(77)


def check(places, workers, size, iterations):
    """Checks that the energy is a known one: `verified` says that it is right."""
    case = Case(f"lulesh --size {size} --iterations {iterations}", iterations=iterations, elements=places * size**3)
    combination = Combination(program, start, places, workers)
    if fault := combination.fault(case, 240, None):
        raise Failed(f"{combination.shown(case.arguments)}: {fault}")


@scenario
def eight_places():
    check(8, 1, 5, 10)


def eight_places_of_two_workers():
    check(8, 2, 5, 100)


def domains_of_one_element():
    """All elements are boundary; the sequential program computes the expected answer."""
    tiny = Combination(program, start, 8, 1)
    fault = tiny.fault(Case("lulesh --size 1 --iterations 10 --compare", elements=8), 240, None)
    expect(not fault, fault)


def two_places_are_no_cube():
    code, _, err = Combination(program, start, 2, 1).run(["lulesh", "--size", "3"], 240)
    expect(
        code == 2 and "expected a cube (1, 8, 27" in err and err.count("\n") == 1,
        f"two places: exit code {code}: {err}",
    )


def twenty_seven_places():
    check(27, 1, 5, 50)


if start in ("inproc", "fork"):
    scenario(eight_places_of_two_workers)
    scenario(domains_of_one_element)
    scenario(two_places_are_no_cube)
if start == "inproc":
    scenario(twenty_seven_places)
run_scenarios()

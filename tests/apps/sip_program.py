# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua sip`: embeddings and their counts by every coordination and on several places, limits,
wrong files."""

import os
import resource
import sys

from support.patterns import PATH, PETERSEN, complete, cycle, grid, pair
from support.program import answer, expect, has_sanitizer, refused, run, run_scenarios, scenario
from support.scratch import file, folder
from support.searches import COORDINATIONS, refuses_bad_search_options

# With the number of embeddings, and of induced ones. Most have the names of known pairs, so the
# program knows the counts as well.
PAIRS = [
    (pair("c5_in_petersen", cycle(5), PETERSEN), 120, 120),
    (pair("p10_hampath_petersen", PATH, PETERSEN), 240, 0),
    (pair("c10_hamcycle_petersen", cycle(10), PETERSEN), 0, 0),
    (pair("c16_hamcycle_grid4x4", cycle(16), grid(4, 4)), 192, 0),
    (pair("unnamed", cycle(4), grid(4, 4)), 72, 72),
    (pair("larger", cycle(11), PETERSEN), 0, 0),
]


@scenario
def counts_by_every_coordination():
    for graphs, count, induced in PAIRS:
        for coordination in COORDINATIONS:
            for option, expected in ([], count), (["--induced"], induced):
                counted = answer("sip", *graphs, *option, "--count", *coordination, "--workers", 2, "--compare")
                expect(counted["result"]["count"] == expected, f"{graphs} {option} {coordination}: {counted['result']}")
                expect(
                    counted["stats"]["nodes"] == counted["stats"]["sequential_nodes"],
                    f"{graphs}: {counted['stats']}",
                )
                count_found = answer("sip", *graphs, *option, *coordination, "--workers", 2)["result"]
                expect(
                    count_found["found"] == (expected != 0) and count_found["complete"],
                    f"{graphs} {option} {coordination}: {count_found}",
                )
        for places in (2, 3):
            document = answer("sip", *graphs, "--count", "--places", places, "--coordination", "depth_bounded")
            expect(document["result"]["count"] == count, f"{graphs}, {places} places: {document['result']}")
            document = answer("sip", *graphs, "--places", places, "--workers", 1)
            expect(document["result"]["found"] == (count != 0), f"{graphs}, {places} places: {document['result']}")


small = PAIRS[0][0]


@scenario
def text():
    done = run("sip", *small)
    expect("embedding of c5_in_petersen.pattern in c5_in_petersen.target: " in done.stdout, f"text: {done}")
    expect("every pair of images checked" in done.stdout, f"text: {done}")
    done = run("sip", *PAIRS[2][0])
    expect("no embedding of " in done.stdout and "the known count agrees" in done.stdout, f"none: {done}")


@scenario
def many_open_nodes():
    """A path of 300 vertices in a complete graph has 300 levels of 300 children, whose domains have
    12 KB each: 1 GB in total, of which a search may have a small part."""
    graphs = pair("long_path", (300, cycle(300)[1][:299]), complete(300))
    for coordination in COORDINATIONS:
        found = answer("sip", *graphs, *coordination, "--workers", 2)["result"]["found"]
        expect(found, f"{coordination}: {found}")
        largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        expect(largest < 400 or has_sanitizer(sys.argv[1]), f"{coordination}: {largest} MiB")


@scenario
def a_search_that_was_stopped():
    stopped = answer("sip", *PAIRS[2][0], "--node-limit", "1")["result"]
    expect(not stopped["found"], f"stopped: {stopped}")


@scenario
def wrong_options_are_refused():
    refused("cannot be opened", "sip", small[0], os.path.join(folder, "missing.lad"))
    refused("expected a file, found a directory", "sip", folder, small[1])
    refused("TARGET", "sip", small[0])
    refused(":1: expected a number of vertices", "sip", file("bad.lad", "no\n"), small[1])
    refuses_bad_search_options("sip", *small)


run_scenarios()

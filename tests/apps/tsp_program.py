# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua tsp`: known optima, any number of workers and cutoff, the limit, files in every format,
wrong files."""

import os

from support.program import answer, expect, refused, run, run_scenarios, scenario
from support.scratch import file, folder

# The random instance of each size, and its shortest tour.
RANDOM = {5: 14, 6: 17, 7: 20, 8: 15, 9: 23, 10: 32, 11: 30, 12: 23, 13: 27, 14: 25, 15: 25, 16: 30, 17: 23, 18: 26,
          19: 30, 20: 31}


@scenario
def known_optima():
    for size, length in RANDOM.items():
        document = answer("tsp", "--random", size)
        expect(
            document["result"]["length"] == length and document["result"]["cities"] == size,
            f"random {size}: {document['result']}",
        )
        expect(
            sorted(document["result"]["tour"]) == list(range(1, size + 1)),
            f"random {size}: {document['result']['tour']}",
        )


@scenario
def every_cutoff():
    for workers in (1, 2, 3):
        for cutoff in (0, 1, 4, 9, 13):
            document = answer("tsp", "--random", 13, "--cutoff", cutoff, "--workers", workers, "--compare")
            stats = document["stats"]
            expect(document["result"]["length"] == 27, f"cutoff {cutoff}: {document['result']}")
            expect(
                stats["tasks_spawned"] == stats["tasks_ran"] and stats["tasks_never_started"] == 0,
                f"tasks: {stats}",
            )
            if workers == 1:
                expect(stats["nodes"] == stats["sequential_nodes"],
                       f"cutoff {cutoff}: one worker walks the tree of the sequential program: {stats}")


@scenario
def optima_that_are_not_known():
    """Without a known optimum: a table of subsets up to 18 cities, the sequential program above."""
    for size in (3, 4, 11, 18, 19):
        text = run("tsp", "--random", size, "--seed", 5).stdout
        method = "the sequential program" if size > 18 else "dynamic programming"
        expect(method in text and "verified" in text, f"random {size}: {text!r}")


@scenario
def tours_that_are_short_enough():
    """A tour that is short enough ends the search; no task is lost."""
    for limit in (60, 40, 30, 23, 22, 0):
        for workers in (1, 2):
            document = answer("tsp", "--random", 17, "--at-most", limit, "--workers", workers)
            result, stats = document["result"], document["stats"]
            expect(result["at_most"] == limit, f"at most {limit}: {result}")
            expect(
                result["length"] <= limit if result["cancelled"] else result["length"] == 23,
                f"at most {limit}: {result}",
            )
            expect(result["cancelled"] == (limit >= 23), f"at most {limit}: {result}")
            expect(
                stats["tasks_ran"] + stats["tasks_never_started"] == stats["tasks_spawned"],
                f"at most {limit}: {stats}",
            )
    early = answer("tsp", "--random", 20, "--at-most", 45, "--workers", 1)["stats"]
    whole = answer("tsp", "--random", 20, "--workers", 1)["stats"]
    expect(early["nodes"] < whole["nodes"] / 10, f"stopping early saves work: {early} {whole}")


@scenario
def a_watched_search():
    """The first place sees at some moment that a tour is short enough; the search may have ended before."""
    for limit in (60, 23, 0):
        for where in (["--workers", 2], ["--places", 2, "--workers", 1]):
            document = answer("tsp", "--random", 17, "--at-most", limit, "--watch", *where)
            result, stats = document["result"], document["stats"]
            expect(result["length"] <= limit if result["cancelled"] else result["length"] == 23, f"watched: {result}")
            expect(limit >= 23 or not result["cancelled"], f"watched, limit {limit}: {result}")
            expect(
                stats["tasks_ran"] + stats["tasks_never_started"] == stats["tasks_spawned"],
                f"watched, limit {limit}: {stats}",
            )
    early = answer("tsp", "--random", 25, "--at-most", 60, "--watch", "--workers", 1)
    whole = answer("tsp", "--random", 25, "--workers", 1)["stats"]
    expect(early["result"]["cancelled"] and early["stats"]["nodes"] < whole["nodes"], f"{early} {whole}")


def explicit(kind, numbers, dimension=4):
    return (f"NAME: four\nTYPE: TSP\nCOMMENT: by hand\nDIMENSION: {dimension}\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
            f"EDGE_WEIGHT_FORMAT: {kind}\nEDGE_WEIGHT_SECTION\n{numbers}\nEOF\n")


# Distances 12 3 4 / 5 6 / 7: the tours are 1-2-3-4 (28), 1-2-4-3 (28) and 1-3-2-4 (18).
FORMATS = {
    "FULL_MATRIX": "0 12 3 4 12 0 5 6 3 5 0 7 4 6 7 0",
    "UPPER_ROW": "12 3 4 5 6 7",
    "LOWER_ROW": "12 3 5 4 6 7",
    "UPPER_COL": "12 3 5 4 6 7",
    "LOWER_COL": "12 3 4 5 6 7",
    "UPPER_DIAG_ROW": "0 12 3 4 0 5 6 0 7 0",
    "LOWER_DIAG_ROW": "0 12 0 3 5 0 4 6 7 0",
    "UPPER_DIAG_COL": "0 12 0 3 5 0 4 6 7 0",
    "LOWER_DIAG_COL": "0 12 3 4 0 5 6 0 7 0",
}


@scenario
def explicit_distances():
    for kind, numbers in FORMATS.items():
        for spread in (numbers, numbers.replace(" ", "\n"), numbers.replace(" ", " \t ")):
            document = answer("tsp", file(f"{kind}.tsp", explicit(kind, spread)), "--compare")
            expect(document["result"]["length"] == 18, f"{kind}: {document['result']}")
            expect(set(map(frozenset, zip(document["result"]["tour"], document["result"]["tour"][1:])))
                   < set(map(frozenset, [(1, 3), (3, 2), (2, 4), (4, 1)])), f"{kind}: {document['result']}")


SQUARE = ("NAME : square\nTYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : {}\nNODE_COORD_SECTION\n"
          "3 1.5e1 15\n1 0 0\n4 0 15.0\n2 +15 0\nEOF\n")


@scenario
def coordinates():
    for kind, length in (("EUC_2D", 60), ("CEIL_2D", 60), ("ATT", 20)):
        document = answer("tsp", file("square.tsp", SQUARE.format(kind)))
        expect(document["result"]["length"] == length, f"square {kind}: {document['result']}")
    windows = answer("tsp", file("windows.tsp", SQUARE.format("EUC_2D").replace("\n", "\r\n")))
    expect(windows["result"]["length"] == 60, "a file with Windows line ends")
    unended = answer("tsp", file("unended.tsp", SQUARE.format("EUC_2D").replace("EOF\n", "")))
    expect(unended["result"]["length"] == 60, "a file without EOF")


HEAD = "NAME: bad\nTYPE: TSP\nDIMENSION: 3\n"
BAD = {
    "empty.tsp": ("", ":1: expected the distances or coordinates of the cities, found the end of the file"),
    "no-section.tsp": (
        HEAD + "EOF\n",
        ":4: expected the distances or coordinates of the cities, found the end of the file",
    ),
    "words.tsp": ("hello world\n", ":1: expected KEYWORD : VALUE, or a section, found 'hello world'"),
    "atsp.tsp": ("TYPE: ATSP\n", ":1: expected TYPE TSP, a symmetric problem, found 'ATSP'"),
    "small.tsp": ("DIMENSION: 2\n", ":1: expected from 3 to 64 cities, found '2'"),
    "large.tsp": ("DIMENSION: 65\n", ":1: expected from 3 to 64 cities, found '65'"),
    "huge.tsp": ("DIMENSION: 99999999999999999999999\n", ":1: expected from 3 to 64 cities, found '999"),
    "type.tsp": (
        HEAD + "EDGE_WEIGHT_TYPE: MAN_2D\n",
        ":4: expected EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, GEO or EXPLICIT",
    ),
    "no-dimension.tsp": (
        "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n",
        ":2: expected DIMENSION before the first section",
    ),
    "no-type.tsp": (
        HEAD + "NODE_COORD_SECTION\n1 0 0\n",
        ":4: expected EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT or GEO before",
    ),
    "mixed.tsp": (
        HEAD + "EDGE_WEIGHT_TYPE: EUC_2D\nEDGE_WEIGHT_SECTION\n",
        ":5: expected EDGE_WEIGHT_TYPE EXPLICIT before",
    ),
    "format.tsp": (explicit("DIAGONAL", "1"), ":7: expected EDGE_WEIGHT_FORMAT FULL_MATRIX, or UPPER_"),
    "short.tsp": (explicit("UPPER_ROW", "1 2 3 4 5"), ":9: expected a whole distance from 0 to 100000000, found 'EOF'"),
    "cut.tsp": (explicit("UPPER_ROW", "1 2 3").split("EOF")[0], ": expected a number, found the end of the file"),
    "negative.tsp": (
        explicit("UPPER_ROW", "1 -2 3 4 5 6"),
        ":8: expected a whole distance from 0 to 100000000, found '-2'",
    ),
    "fraction.tsp": (
        explicit("UPPER_ROW", "1 2.5 3 4 5 6"),
        ":8: expected a whole distance from 0 to 100000000, found '2.5'",
    ),
    "nan.tsp": (
        explicit("UPPER_ROW", "1 nan 3 4 5 6"),
        ":8: expected a whole distance from 0 to 100000000, found 'nan'",
    ),
    "far.tsp": (explicit("UPPER_ROW", "1 100000001 3 4 5 6"), ":8: expected a whole distance from 0 to 100000000"),
    "skew.tsp": (
        explicit("FULL_MATRIX", "0 1 2 3 9 0 1 2 3 4 0 1 2 3 4 0"),
        ":8: expected a symmetric matrix, found different distances between cities 1 and 2",
    ),
    "twice.tsp": (
        HEAD + "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n1 1 1\n3 2 2\n",
        ":7: expected each city once",
    ),
    "range.tsp": (
        HEAD + "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n4 0 0\n",
        ":6: expected a city from 1 to 3, found '4'",
    ),
    "infinite.tsp": (
        HEAD + "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 inf\n",
        ":6: expected a coordinate, found 'inf'",
    ),
    "apart.tsp": (
        HEAD + "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1e9 0\n3 0 1\n",
        "expected distances up to 100000000",
    ),
    "fixed.tsp": (HEAD + "FIXED_EDGES_SECTION\n1 2\n-1\n", ":4: expected a problem without fixed edges"),
    "binary.tsp": (bytes(range(256)) * 40, ": expected "),
    "zeros.tsp": (b"\0" * 100000, ":1: expected a line of text, found one of more than 65536 bytes"),
}


@scenario
def wrong_files_are_refused():
    for name, (content, expected) in BAD.items():
        path = file(name, content)
        refused(expected, "tsp", path)
        refused(f"skua tsp: {path}:", "tsp", path)


@scenario
def wrong_options_are_refused():
    refused("cannot be opened: No such file or directory", "tsp", os.path.join(folder, "missing.tsp"))
    refused("expected a file, found a directory", "tsp", folder)
    refused("--random", "tsp", "--random", 2)
    refused("--random", "tsp", "--random", 65)
    refused("--random", "tsp", file("square.tsp", SQUARE.format("EUC_2D")), "--random", 10)
    refused("--cutoff", "tsp", "--cutoff", -1)
    refused("--at-most", "tsp", "--at-most", -1)
    refused("--watch requires --at-most", "tsp", "--watch")
    refused("--watch excludes --coordination", "tsp", "--at-most", 30, "--watch", "--coordination", "automatic")


@scenario
def published_files():
    data = os.environ.get("SKUA_DATA")
    if data:
        for name, length in (("burma14", 3323), ("gr17", 2085), ("ulysses16", 6859)):
            document = answer("tsp", os.path.join(data, "tsp", name + ".tsp"), "--compare")
            expect(document["result"]["length"] == length, f"{name}: {document['result']}")
    else:
        print("skipped: the files of TSPLIB (SKUA_DATA is not set)")


run_scenarios()

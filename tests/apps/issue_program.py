# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application issue: a row for each shape of arguments, also for chosen ones, local and remote;
refused options."""

from support.program import answer, expect, refused, run_scenarios, scenario

NUMBERS = [(0, 0), (1, 8), (2, 16), (4, 32), (8, 64)]
VECTORS = [(1, 8), (2, 16), (4, 32), (8, 64), (1, 64), (1, 512), (1, 4096), (1, 32768), (1, 65536)]


def shapes(document):
    return [(row["arguments"], row["bytes"]) for row in document["rows"]]


@scenario
def a_row_for_each_shape():
    for places in (1, 2):
        document = answer("issue", "--places", places, "--jobs", 50, "--batches", 3, "--compare")["result"]
        expect(shapes(document) == NUMBERS + VECTORS, f"{places} places: {document}")
        expect(document["kinds"] == 5 * ["numbers"] + 9 * ["vector"], f"{places} places: {document}")
        for row in document["rows"]:
            expect(
                all((row[key] is not None) == (places > 1) for key in row if key.startswith("far_")),
                f"{places} places: {row}",
            )
            expect(row["spawn_run_ns"] >= row["spawn_ns"] > 0 and row["std_async_ns"] > 0, f"{places} places: {row}")


@scenario
def any_number_of_vectors():
    counts = list(range(1, 17))
    for places in (1, 2):
        options = ("--places", places, "--jobs", 3, "--batches", 1)
        document = answer("issue", *options, "--vectors", ",".join(map(str, counts)), "--compare")["result"]
        expect(shapes(document) == [(count, 8 * count) for count in counts], f"{places} places: {document}")
        document = answer("issue", *options, "--vectors", "1,3,16", "--elements", "17,1200000")["result"]
        rows = [(count, 8 * elements) for count in (1, 3, 16) for elements in (17, 1200000)]
        expect(shapes(document) == rows, f"{places} places: {document}")
        expect(document["kinds"] == 6 * ["vector"], f"{places} places: {document}")
        document = answer("issue", *options, "--elements", "1,1000000")["result"]
        expect(shapes(document) == [(1, 8), (1, 8000000)], f"{places} places: {document}")
        for row in document["rows"]:
            expect(row["far_async_get_ns"] is None if places == 1 else row["far_async_get_ns"] > 0, f"{row}")


@scenario
def wrong_options_are_refused():
    refused("--jobs", "issue", "--jobs", 0)
    refused("--jobs", "issue", "--jobs", 2001)
    refused("--batches", "issue", "--batches", 0)
    refused("--vectors", "issue", "--vectors", 0)
    refused("--vectors", "issue", "--vectors", "2,17")
    refused("--vectors", "issue", "--vectors", "two")
    refused("--elements", "issue", "--elements", 0)
    refused("--elements", "issue", "--elements", "1,4000001")
    refused(
        "--elements: expected at least 4, one for each of 4 vectors, found 3",
        "issue",
        "--vectors",
        "1,4",
        "--elements",
        3,
    )


run_scenarios()

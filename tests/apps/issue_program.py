# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application issue: a row for each shape of arguments, local and remote; refused options."""

from support.program import answer, expect, refused, run_scenarios, scenario

SHAPES = [(0, 0), (1, 8), (2, 16), (4, 32), (8, 64), (1, 8), (1, 64), (1, 512), (1, 4096), (1, 32768), (1, 65536)]


@scenario
def a_row_for_each_shape():
    for places in (1, 2):
        document = answer("issue", "--places", places, "--jobs", 50, "--batches", 3, "--compare")["result"]
        expect([(row["arguments"], row["bytes"]) for row in document["rows"]] == SHAPES, f"{places} places: {document}")
        expect(document["kinds"] == 5 * ["numbers"] + 6 * ["vector"], f"{places} places: {document}")
        for row in document["rows"]:
            expect(
                all((row[key] is not None) == (places > 1) for key in row if key.startswith("far_")),
                f"{places} places: {row}",
            )
            expect(row["spawn_run_ns"] >= row["spawn_ns"] > 0 and row["std_async_ns"] > 0, f"{places} places: {row}")


@scenario
def wrong_options_are_refused():
    refused("--jobs", "issue", "--jobs", 0)
    refused("--jobs", "issue", "--jobs", 2001)
    refused("--batches", "issue", "--batches", 0)


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application issue: a row for each shape of arguments, here and far, and what it refuses."""

from support.program import answer, expect, refused

SHAPES = [(0, 0), (1, 8), (2, 16), (4, 32), (8, 64), (1, 8), (1, 64), (1, 512), (1, 4096), (1, 32768), (1, 65536)]

for places in (1, 2):
    found = answer("issue", "--places", places, "--jobs", 50, "--batches", 3, "--compare")["result"]
    expect([(row["arguments"], row["bytes"]) for row in found["rows"]] == SHAPES, f"{places} places: {found}")
    expect(found["kinds"] == 5 * ["numbers"] + 6 * ["vector"], f"{places} places: {found}")
    for row in found["rows"]:
        expect(all((row[key] is not None) == (places > 1) for key in row if key.startswith("far_")), f"{places} places: {row}")
        expect(row["spawn_run_ns"] >= row["spawn_ns"] > 0 and row["std_async_ns"] > 0, f"{places} places: {row}")

refused("--jobs", "issue", "--jobs", 0)
refused("--jobs", "issue", "--jobs", 2001)
refused("--batches", "issue", "--batches", 0)

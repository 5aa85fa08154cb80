# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application gups: no update is lost, in either way and with any look-ahead, and the table is the same; what it refuses."""

from support.program import answer, expect, refused

for scale in (4, 9, 14):
    hashes = set()
    for by in ("atomics", "tasks"):
        for places, workers in ((1, 1), (1, 3), (2, 2), (3, 1)):
            found = answer("gups", "-n", scale, "--by", by, "--places", places, "--workers", workers, "--compare")
            expect(found["result"]["errors"] == 0, f"{found['result']}")
            expect(found["result"]["updates"] == 4 * 2**scale, f"{found['result']}")
            hashes.add(found["result"]["hash"])
    expect(len(hashes) == 1, f"scale {scale}: several tables: {hashes}")
for ahead in (1, 2, 3, 100, 4096):
    for by in ("atomics", "tasks"):
        answer("gups", "-n", 8, "--by", by, "--places", 2, "--workers", 2, "--look-ahead", ahead)

refused("--scale", "gups", "-n", 3)
refused("--scale", "gups", "-n", 32)
refused("--by", "gups", "--by", "messages")
refused("--look-ahead", "gups", "--look-ahead", 0)
refused("more memory than there is", "gups", "-n", 20, "--skua-memory=1M")

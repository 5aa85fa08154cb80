# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application gups: no update is lost, in both ways and with any look-ahead, and the table is
the same; refused options."""

from support.program import answer, expect, refused, run_scenarios, scenario


@scenario
def no_update_is_lost():
    for scale in (4, 9, 14):
        hashes = set()
        for method in ("atomics", "tasks"):
            for places, workers in ((1, 1), (1, 3), (2, 2), (3, 1)):
                document = answer(
                    "gups", "-n", scale, "--by", method, "--places", places, "--workers", workers, "--compare"
                )
                expect(document["result"]["errors"] == 0, f"{document['result']}")
                expect(document["result"]["updates"] == 4 * 2**scale, f"{document['result']}")
                hashes.add(document["result"]["hash"])
        expect(len(hashes) == 1, f"scale {scale}: several tables: {hashes}")


@scenario
def look_ahead():
    for ahead in (1, 2, 3, 100, 4096):
        for method in ("atomics", "tasks"):
            answer("gups", "-n", 8, "--by", method, "--places", 2, "--workers", 2, "--look-ahead", ahead)


@scenario
def wrong_options_are_refused():
    refused("--scale", "gups", "-n", 3)
    refused("--scale", "gups", "-n", 32)
    refused("--by", "gups", "--by", "messages")
    refused("--look-ahead", "gups", "--look-ahead", 0)
    refused("more global memory: place 0 has no room", "gups", "-n", 20, "--skua-memory=1M")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application pingpong: a row for each size with the baselines, at one place and at two;
refused options."""

from support.program import answer, expect, refused, run_scenarios, scenario


@scenario
def a_row_for_each_size():
    for places in (1, 2):
        document = answer("pingpong", "--places", places, "--rounds", 20, "--largest", 32768, "--compare")["result"]
        expect([row["bytes"] for row in document["rows"]] == [8, 64, 512, 4096, 32768], f"{places} places: {document}")
        for row in document["rows"]:
            expect(all(number > 0 for number in row.values()), f"{places} places: {row}")
        expect(document["partner"] == places - 1, f"{places} places: {document}")


@scenario
def another_partner():
    document = answer("pingpong", "--places", 3, "--partner", 1, "--rounds", 10, "--largest", 8)["result"]
    expect(document["partner"] == 1 and document["rows"][0]["socket_us"] is None, f"{document}")


@scenario
def wrong_options_are_refused():
    refused("--largest: expected a multiple of 8, found 12", "pingpong", "--largest", 12)
    refused("--largest", "pingpong", "--largest", 0)
    refused("--rounds", "pingpong", "--rounds", 0)
    refused("--partner: expected a place below 1, found 1", "pingpong", "--partner", 1)


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The application pingpong: a row for each size with the baselines, at one place and at two, and what it refuses."""

from support.program import answer, expect, refused

for places in (1, 2):
    found = answer("pingpong", "--places", places, "--rounds", 20, "--largest", 32768, "--compare")["result"]
    expect([row["bytes"] for row in found["rows"]] == [8, 64, 512, 4096, 32768], f"{places} places: {found}")
    for row in found["rows"]:
        expect(all(number > 0 for number in row.values()), f"{places} places: {row}")
    expect(found["partner"] == places - 1, f"{places} places: {found}")
found = answer("pingpong", "--places", 3, "--partner", 1, "--rounds", 10, "--largest", 8)["result"]
expect(found["partner"] == 1 and found["rows"][0]["socket_us"] is None, f"{found}")

refused("--largest: expected a multiple of 8, found 12", "pingpong", "--largest", 12)
refused("--largest", "pingpong", "--largest", 0)
refused("--rounds", "pingpong", "--rounds", 0)
refused("--partner: expected a place below 1, found 1", "pingpong", "--partner", 1)

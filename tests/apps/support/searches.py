# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks for all applications on the search layer: coordinations, and their options when they are wrong."""

from support.program import refused

COORDINATIONS = [
    [],
    ["--coordination", "sequential"],
    ["--coordination", "depth_bounded"],
    ["--coordination", "depth_bounded", "--depth", "4"],
    ["--coordination", "budget", "--budget", "10"],
    ["--coordination", "budget", "--backtracks", "10"],
    ["--coordination", "stack_stealing"],
    ["--coordination", "stack_stealing", "--chunked"],
    ["--coordination", "ordered", "--depth", "1"],
    ["--coordination", "ordered", "--by-discrepancy"],
]


def refuses_bad_search_options(*arguments):
    """`arguments`: an application and its required arguments."""
    refused("--coordination: ", *arguments, "--coordination", "fast")
    refused("--depth is an option of depth_bounded and ordered, not of automatic", *arguments, "--depth", "2")
    refused(
        "--budget is an option of budget, not of sequential",
        *arguments,
        "--coordination",
        "sequential",
        "--budget",
        "9"
    )
    refused("--chunked is an option of stack_stealing", *arguments, "--coordination", "ordered", "--chunked")
    refused(
        "--by-discrepancy is an option of ordered, not of depth_bounded",
        *arguments,
        "--coordination",
        "depth_bounded",
        "--by-discrepancy"
    )
    refused("--depth", *arguments, "--coordination", "ordered", "--depth", "-1")
    refused("--budget", *arguments, "--coordination", "budget", "--budget", "0")
    refused("--backtracks is an option of budget, not of automatic", *arguments, "--backtracks", "9")
    refused("--backtracks", *arguments, "--coordination", "budget", "--backtracks", "0")
    both = ["--budget", "9", "--backtracks", "9"]
    refused("--budget excludes --backtracks", *arguments, "--coordination", "budget", *both)
    refused("--time-limit", *arguments, "--time-limit", "soon")
    refused("--node-limit", *arguments, "--node-limit", "0")

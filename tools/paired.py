# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Ratios of paired measurements with 95 % intervals, and quartiles."""

import math
import statistics

# Student's t, two-sided 95 %, by degrees of freedom from 1.
T = [
    12.706,
    4.303,
    3.182,
    2.776,
    2.571,
    2.447,
    2.365,
    2.306,
    2.262,
    2.228,
    2.201,
    2.179,
    2.160,
    2.145,
    2.131,
    2.120,
    2.110,
    2.101,
    2.093,
    2.086,
]
T += [2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042]


def student(degrees):
    return T[degrees - 1] if degrees <= len(T) else 1.96 + 2.46 / degrees


def mean_ratio(ratios):
    """Geometric mean, with the lower and upper end of its interval: Student's t of the logarithms."""
    logs = [math.log(r) for r in ratios]
    mean = statistics.fmean(logs)
    half = student(len(logs) - 1) * statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else 0
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def quartiles(values):
    """The lower one, the median, and the upper one."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    return tuple(statistics.quantiles(values, n=4, method="inclusive"))

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians, and 95 % intervals of paired differences (same seed)."""

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


def median(runs, name):
    return statistics.median(r[name] for r in runs)


def quartiles(runs, name):
    values = [r[name] for r in runs]
    if len(values) == 1:
        return values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def ratio(runs, alternatives, name="seconds"):
    """Geometric mean of `runs` over `others`, seed by seed, with the lower and upper end of its interval."""
    logs = [math.log(a[name] / b[name]) for a, b in zip(runs, alternatives)]
    mean = statistics.fmean(logs)
    half = student(len(logs) - 1) * statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else 0
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)

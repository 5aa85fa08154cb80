# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians, and 95 % intervals of paired differences (same seed)."""

import pathlib
import statistics
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

import paired  # noqa: E402


def median(runs, name):
    return statistics.median(r[name] for r in runs)


def quartiles(runs, name):
    low, _, high = paired.quartiles([r[name] for r in runs])
    return low, high


def ratio(runs, alternatives, name="seconds"):
    """Geometric mean of `runs` over `alternatives`, seed by seed, with the ends of its interval."""
    return paired.mean_ratio([a[name] / b[name] for a, b in zip(runs, alternatives)])

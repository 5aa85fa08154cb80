# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers of the page as text."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

from paired import mean_ratio, quartiles  # noqa: E402


def time(seconds):
    for scale, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * scale >= 0.9995 or unit == "µs":
            return f"{seconds * scale:.3g} {unit}" if seconds * scale < 999.5 else f"{seconds * scale:,.0f} {unit}"
    return ""


def quantity(x, unit):
    if x is None:
        return ""
    if unit == "s":
        return time(x)
    if unit == "%":
        return f"{100 * x:.1f} %"
    number = f"{x:,.0f}" if abs(x) >= 999.5 else f"{x:.3g}"
    return f"{number} {unit}".rstrip()


def with_quartiles(value, variants):
    low, middle, high = quartiles(value.numbers(variants))
    return f"**{quantity(middle, value.unit)}** ({quantity(low, value.unit)} to {quantity(high, value.unit)})"


def percent(x):
    return f"{100 * x:+.1f}".replace("-", "−")


def result(comparison, variants):
    """The result of a comparison, and how far below linear it is."""
    middle, low, high = mean_ratio(comparison.ratios(variants))
    if comparison.kind != "speed_up":
        return f"**{percent(middle - 1)} %** ({percent(low - 1)} to {percent(high - 1)})", ""
    below = ""
    if comparison.linear:
        n = comparison.linear
        below = f"{percent(1 - middle / n)} % ({percent(1 - high / n)} to {percent(1 - low / n)})"
    return f"**{middle:.2f}** ({low:.2f} to {high:.2f})", below


def point(what, variants):
    """Middle, low and high of a point of a plot: of a value its quartiles, of a comparison its
    interval."""
    if hasattr(what, "ratios"):
        middle, low, high = mean_ratio(what.ratios(variants))
        return (middle, low, high) if what.kind == "speed_up" else tuple(100 * (x - 1) for x in (middle, low, high))
    low, middle, high = quartiles(what.numbers(variants))
    return middle, low, high


def variability(numbers):
    """Equation 4.2 of the YewPar dissertation."""
    return max(numbers) / min(numbers) - 1


def variabilities(numbers, inputs):
    """That of the runs of each input. The runs of an input follow one another, the same number of each."""
    runs = len(numbers) // inputs
    return [variability(numbers[i : i + runs]) for i in range(0, runs * inputs, runs)]

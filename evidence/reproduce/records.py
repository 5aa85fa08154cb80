# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types of a declared experiment.

An experiment has rows. A row has variants: commands that run in turns, and whose runs are compared
turn by turn. A simulated row has simulations as variants; a turn is a seed then."""

import shlex
from dataclasses import dataclass, field
from typing import Callable

# Options that change the length of a run at most, not the program: `--at-most` alone only changes a
# constant that each improvement is compared with.
INERT = {("tsp", "--at-most"): "--watch"}  # unless this option is also there


@dataclass(frozen=True)
class Command:
    arguments: str
    environment: tuple = ()  # pairs of name and value
    through: str = ""  # the command that starts it, from the root of the project
    program: str = "skua"  # or another in the same folder, which prints JSON with the same keys

    @property
    def text(self):
        words = [f"{k}={shlex.quote(v)}" for k, v in self.environment]
        return " ".join([*words, *self.through.split(), self.program, self.arguments])

    @property
    def is_simulated(self):
        return self.arguments.startswith("sim ") and "--real" not in self.arguments.split()

    def essence(self):
        """Equal for two commands that run the same code."""
        words = shlex.split(self.arguments)
        options = {}
        for i, word in enumerate(words):
            if word.startswith("-") and word != "--compare":
                value = words[i + 1] if i + 1 < len(words) and not words[i + 1].startswith("-") else ""
                options[word] = value
        free = [w for i, w in enumerate(words) if not w.startswith("-") and (i == 0 or not words[i - 1] in options)]
        environment = dict(self.environment)
        if options.get("--places", "1") == "1":  # there is no policy
            for name in ("--policy", "--amount"):
                options.pop(name, None)
            for name in ("SKUA_STEAL", "SKUA_STEAL_AMOUNT"):
                environment.pop(name, None)
        for (app, option), with_option in INERT.items():
            if free[:1] == [app] and with_option not in options:
                options.pop(option, None)
        settings = tuple(sorted(options.items())), tuple(sorted(environment.items()))
        return self.program, self.through, tuple(free), *settings


@dataclass(frozen=True)
class Value:
    """A number of each run of a variant. With an amount the number is amount / seconds, a rate."""

    variant: str
    key: str = "seconds"
    unit: str = "s"
    amount: float = 0
    label: str = ""

    def numbers(self, variants):
        numbers = variants[self.variant]["values"][self.key]
        return [self.amount / x for x in numbers] if self.amount else numbers


@dataclass(frozen=True)
class Comparison:
    """Kinds: speed_up, base over other (of rates: other over base); change, other over base, less
    one; gain, base over other, less one (equation 4.1 of the YewPar dissertation)."""

    base: Value
    other: Value
    kind: str
    linear: int = 0  # the ideal speed-up, if the distance from it counts
    paper: str = ""  # the paper's number and where it stands

    def ratios(self, variants):
        pairs = zip(self.base.numbers(variants), self.other.numbers(variants))
        is_inverse = self.kind == "change" or bool(self.base.amount)
        return [b / a if is_inverse else a / b for a, b in pairs]


@dataclass(frozen=True)
class Row:
    name: str
    variants: dict  # name -> tuple of commands
    comparisons: tuple = ()
    turns: int = 10
    at_once: bool = False  # the variants of a turn run at the same time
    read: Callable = None  # output -> {key: number}; default: the times
    cost: float = 1  # seconds of a turn on a machine of two cores, for the estimate

    @property
    def is_simulated(self):
        return all(c.is_simulated for commands in self.variants.values() for c in commands)


@dataclass(frozen=True)
class Line:
    """One line of a plot: points of x and what stands there, a Value or a Comparison of a row."""

    label: str
    row: str
    points: tuple


def speed_up_line(row):
    """Over the number with which the name of each variant begins: its speed-up over the first variant."""
    first = Value(next(iter(row.variants)))
    points = tuple((int(v.split()[0]), Comparison(first, Value(v), "speed_up")) for v in row.variants)
    return Line(row.name, row.name, points)


@dataclass(frozen=True)
class Plot:
    file: str  # in the folder of pictures
    title: str
    x: str
    y: str
    lines: tuple
    ideal: bool = False  # a line with y = x
    marks: tuple = ()  # points of the paper: (x, y, text)


@dataclass(frozen=True)
class Table:
    """Medians and quartiles of many keys: a row of the page for each of these, a column for each
    Value."""

    row: str
    header: tuple
    lines: tuple  # (label…, Value…)


@dataclass(frozen=True)
class Experiment:
    name: str
    paper: str
    title: str
    place: str  # where the paper has it
    method: str  # metric and baseline
    sizes: tuple  # (what, the paper's, ours)
    rows: Callable  # quick -> [Row]
    plots: Callable = lambda rows: ()
    tables: Callable = lambda rows, kept: ()
    remark: str = ""
    is_variable: bool = False  # shows the variability of equation 4.2
    is_long: bool = False  # only runs when it is named, or with `all`
    few: str = ""  # why there are fewer than ten runs
    kind: str = field(default="real")


FEWEST_TURNS = 10


def same_program(row, comparisons):
    """Pairs of variants that are compared and run the same code."""

    def essence(name):
        return tuple(c.essence() for c in row.variants[name])

    for c in comparisons:
        if c.base.variant != c.other.variant:
            if essence(c.base.variant) == essence(c.other.variant):
                yield c.base.variant, c.other.variant
        elif c.base.key == c.other.key:
            yield c.base.variant, c.other.variant


def compared(row, plots):
    """The comparisons of a row, and those of the lines that show it."""
    comparisons = list(row.comparisons)
    for plot in plots:
        for line in plot.lines:
            if line.row == row.name:
                points = [what for _, what in line.points if isinstance(what, Comparison)]
                comparisons += [c for c in points if c.base != c.other]  # the first point is the baseline
    return comparisons

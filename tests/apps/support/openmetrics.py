# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A strict reader of OpenMetrics text 1.0.0: what the specification demands of metric families,
samples, labels and numbers. Source: the OpenMetrics specification, version 1.0.0."""

import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"({NAME})(?:\{{((?:{LABEL})(?:,{LABEL})*)?\}})? (\S+)\Z")
NUMBER = re.compile(r"(?:[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]Inf|NaN)\Z")
SUFFIX = {"counter": "_total", "gauge": "", "info": "_info"}


class Damaged(Exception):
    """The text breaks a rule."""


def demand(condition, line, rule):
    if not condition:
        raise Damaged(f"{rule}: {line!r}")


def parse(text):
    """{sample name: {sorted label pairs: number}}; raises Damaged."""
    demand(text.endswith("# EOF\n"), text[-40:], "ends with # EOF and a line feed")
    families, samples, family, kind = set(), {}, None, None
    for line in text.removesuffix("# EOF\n").splitlines():
        demand(line and line.strip() == line, line, "no empty line, no blanks around a line")
        if line.startswith("# TYPE "):
            _, _, family, kind = line.split(" ")
            demand(re.fullmatch(NAME, family), line, "name of a family")
            demand(family not in families, line, "a family occurs once")
            demand(kind in SUFFIX, line, "known type")
            demand(not (kind == "counter" and family.endswith("_total")), line, "no family ends with _total")
            families.add(family)
        elif line.startswith("# HELP ") or line.startswith("# UNIT "):
            demand(line.split(" ")[2] == family, line, "metadata belongs to the family before it")
            if line.startswith("# UNIT "):
                demand(family.endswith("_" + line.split(" ")[3]), line, "the name ends with its unit")
        else:
            demand(not line.startswith("#"), line, "no other comments")
            match = SAMPLE.match(line)
            demand(match, line, "form of a sample")
            name, labels, number = match.groups()
            demand(name == family + SUFFIX[kind], line, "samples stand with their family, with its suffix")
            pairs = re.findall(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"', labels or "")
            demand(len({key for key, _ in pairs}) == len(pairs), line, "label names are unique")
            demand(NUMBER.match(number), line, "a number")
            value = float(number)
            demand(kind != "counter" or value >= 0, line, "a counter is not negative")
            demand(kind != "info" or value == 1, line, "the value of an info is 1")
            key = tuple(sorted(pairs))
            demand(key not in samples.setdefault(name, {}), line, "a sample occurs once")
            samples[name][key] = value
    return samples

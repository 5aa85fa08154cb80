# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The raw data: every number of every run, with the command, the program and the load of others.

    format    2
    quick     true if the inputs were small ones
    sessions  for each start of the tool: date, commit, version, program (its hash), machine
    rows      EXPERIMENT/ROW -> variants -> NAME -> commands, values (KEY -> a number for each turn),
              and turns: session and others (their share of the processors) of each turn; the
              values of variants that do not run at once also have others
"""

import json
import os

FORMAT = 2


class Unusable(Exception):
    pass


def empty(quick=False):
    return {"format": FORMAT, "quick": quick, "sessions": [], "rows": {}}


def read(path, quick=False):
    """The data, and a note if there was something else; without a file there are none."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except FileNotFoundError:
        return empty(quick), ""
    except ValueError as e:
        raise Unusable(f"{path}: expected JSON: {e}") from e
    if data.get("format") != FORMAT:
        return empty(quick), f"{path} has an earlier format: everything is measured anew"
    if data["quick"] != quick:
        kinds = ("a whole measurement", "a quick one")
        raise Unusable(f"{path}: expected {kinds[quick]}, found {kinds[data['quick']]}: give another folder with --out")
    return data, ""


def text(data):
    """The JSON text: a line for each list of numbers."""

    def line(indent, key, value, last):
        return f"{indent}{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}{'' if last else ','}"

    def each(items):
        items = list(items)
        return ((k, v, i + 1 == len(items)) for i, (k, v) in enumerate(items))

    lines = ["{", f' "format": {data["format"]},', f' "quick": {json.dumps(data["quick"])},', ' "sessions": [']
    for i, session in enumerate(data["sessions"]):
        comma = "" if i + 1 == len(data["sessions"]) else ","
        lines.append(f"  {json.dumps(session, ensure_ascii=False)}{comma}")
    lines += [" ],", ' "rows": {']
    for name, row, last_row in each(data["rows"].items()):
        lines.append(f"  {json.dumps(name, ensure_ascii=False)}: {{")
        lines.append('   "variants": {')
        for variant, kept, last_variant in each(row["variants"].items()):
            lines.append(f"    {json.dumps(variant, ensure_ascii=False)}: {{")
            lines.append(line("     ", "commands", kept["commands"], False))
            lines.append('     "values": {')
            lines += [line("      ", k, v, last) for k, v, last in each(kept["values"].items())]
            lines.append("     }\n    }" + ("" if last_variant else ","))
        lines.append("   },")
        lines.append(line("   ", "turns", row["turns"], True))
        lines.append("  }" + ("" if last_row else ","))
    return "\n".join(lines + [" }", "}"]) + "\n"


def write(path, data):
    """Replaces the file at once, so an interrupted run leaves the old one or the new one."""
    new = path + ".new"
    with open(new, "w", encoding="utf-8") as file:
        file.write(text(data))
    os.replace(new, path)


def row_name(experiment, row):
    return f"{experiment.name}/{row.name}"


def turns_made(data, experiment, row):
    """The number of turns that all variants have."""
    kept = data["rows"].get(row_name(experiment, row))
    if kept is None:
        return 0
    counts = [len(v) for x in kept["variants"].values() for v in (x["values"].values() or [()])]
    return min([len(kept["turns"]), *counts])


def commands_of(row):
    """By variant. Of many instances only the first and the last: the others differ in their
    numbers."""

    def shortened(texts):
        return texts if len(texts) < 3 else [texts[0], f"# and {len(texts) - 2} instances between", texts[-1]]

    return {name: shortened([c.text for c in commands]) for name, commands in row.variants.items()}


def has_commands_of(kept, row):
    return {name: v["commands"] for name, v in kept["variants"].items()} == commands_of(row)


def is_current(data, row, kept, program):
    """False if the commands of a row or the program have changed since."""
    if not has_commands_of(kept, row):
        return False
    return all(data["sessions"][t["session"]]["program"] == program for t in kept["turns"])


def fresh_row(row):
    return {"variants": {n: {"commands": c, "values": {}} for n, c in commands_of(row).items()}, "turns": []}


def add(kept, variant, values):
    """Adds one run of a variant."""
    columns = kept["variants"][variant]["values"]
    for key, x in values.items():
        columns.setdefault(key, []).append(x if x is None or isinstance(x, int) else float(f"{x:.6g}"))

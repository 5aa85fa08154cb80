# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks the page of the source papers' experiments, its raw data, and the declared commands.

- No two variants that are compared are the same program, and each row has at least ten turns or says
  why not.
- The page and its pictures are exactly what evidence/reproduce writes from evidence/reproduction.json, so each
  number can be traced to a run.
- Nothing was measured with a version that is more than one release older than the project, or with the
  small inputs of --quick, or with fewer turns than declared.

Raw data of the format before 2 have none of this: until the experiments are measured anew, only the
declared commands are checked."""

import json
import pathlib
import re
import sys

import tree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "evidence" / "reproduce"))

import experiments  # noqa: E402  pylint: disable=wrong-import-position
import page  # noqa: E402  pylint: disable=wrong-import-position
import raw  # noqa: E402  pylint: disable=wrong-import-position
from records import FEWEST_TURNS, compared, same_program  # noqa: E402  pylint: disable=wrong-import-position

PAGE, DATA = "evidence/reproduction.md", "evidence/reproduction.json"
HISTORY, PROJECT = "CHANGELOG.md", "CMakeLists.txt"
DECLARATIONS = "evidence/reproduce"
MOST_RELEASES = 1  # between the version that was measured and the project


def releases(root):
    """All versions of the changelog, the newest first, with that of the project."""
    found = re.findall(r"^## .*?(\d+\.\d+\.\d+)", (root / HISTORY).read_text(), re.MULTILINE)
    project = re.search(r"\bVERSION (\d+\.\d+\.\d+)$", (root / PROJECT).read_text(), re.MULTILINE).group(1)
    return list(dict.fromkeys([project, *found]))


def check_declarations(every, fault):
    for experiment in every:
        rows = experiment.rows(False)
        plots = experiment.plots(rows)
        for row in rows:
            name = raw.row_name(experiment, row)
            for pair in same_program(row, compared(row, plots)):
                fault(f"{name}: {pair[0]} and {pair[1]} are the same program")
            if row.turns < FEWEST_TURNS and not experiment.few:
                fault(f"{name}: expected at least {FEWEST_TURNS} turns, found {row.turns}")


def check_data(data, every, versions, fault):
    if data["quick"]:
        fault("expected a whole measurement, found one with the small inputs of --quick")
        return
    declared = {raw.row_name(e, row): (e, row) for e in every for row in e.rows(False)}
    for name, kept in data["rows"].items():
        if name not in declared:
            fault(f"{name}: no such row is declared")
            continue
        experiment, row = declared[name]
        if not raw.has_commands_of(kept, row):
            fault(f"{name}: was measured with other commands: ./dev reproduce {experiment.name}")
        if raw.turns_made(data, experiment, row) < row.turns:
            fault(f"{name}: expected {row.turns} turns, found {raw.turns_made(data, experiment, row)}")
        for version in sorted({data["sessions"][t["session"]]["version"] for t in kept["turns"]}):
            age = versions.index(version) if version in versions else len(versions)
            if age > MOST_RELEASES:
                fault(f"{name}: measured with version {version}, the project is {versions[0]}: measure it anew")


def check_page(root, data, every, report):
    text, pictures = page.made(data, every)
    files = {root / PAGE: text, **{root / "evidence" / "pictures" / name: svg for name, svg in pictures.items()}}
    for path, expected in files.items():
        if not path.is_file():
            report.fault(path, 1, "is missing: ./dev reproduce writes it")
            continue
        lines, wanted = path.read_text(encoding="utf-8").split("\n"), expected.split("\n")
        differing = [i for i, pair in enumerate(zip(lines, wanted), 1) if pair[0] != pair[1]]
        if lines != wanted:
            line = (differing or [min(len(lines), len(wanted))])[0]
            report.fault(path, line, f"is not what evidence/reproduce writes from {DATA}")


def main():
    root = tree.arguments(__doc__.split("\n", maxsplit=1)[0]).parse_args().root.resolve()
    report = tree.Report("reproduction", root)
    every = experiments.ALL
    check_declarations(every, lambda text: report.fault(root / DECLARATIONS, 1, text))
    data = json.loads((root / DATA).read_text(encoding="utf-8"))
    if data.get("format") != raw.FORMAT:
        report.finish(f"the declared commands; {DATA} has an earlier format and waits for a new measurement")
    check_data(data, every, releases(root), lambda text: report.fault(root / DATA, 1, text))
    check_page(root, data, every, report)
    report.finish(f"{len(data['rows'])} rows, {len(every)} experiments")


if __name__ == "__main__":
    main()

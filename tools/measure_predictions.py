# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares predictions with real runs: each application runs on one worker, on two workers and at
two places, in turns; then it is recorded, and `skua sim replay` predicts the last two.

    python3 tools/measure_predictions.py --skua build/release/bin/skua [--page docs/reference/prediction.md]

With --page the table goes into that page, between the lines <!-- accuracy --> and
<!-- end of accuracy -->. The machine must be quiet: the load of others is printed."""

import argparse
import datetime
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

# name, arguments, whether its tasks may leave their place
APPLICATIONS = (
    ("uts", "--tree T1L", True),
    ("queens", "15", True),
    ("semigroups", "38 --coordination budget --budget 20000", True),
    ("kclique", "30 --graph random:200,0.82,1", True),  # there is none, so no incumbent cuts the search
    ("sip", "--count cycle.lad graph.lad", True),
    ("pi", "--n 2000000000", True),
    ("tsp", "--random 23", True),
    ("bc", "-n 12", False),
    ("fib", "40", False),
    ("quicksort", "--n 20000000", False),
    ("lulesh", "--size 40 --iterations 150", False),
)


class Failed(Exception):
    pass


def write_graphs(folder):
    """Writes the files of `sip` in LAD format: a cycle of 9 vertices, and a random graph of 52."""
    write_lad(folder / "cycle.lad", {v: {(v + 1) % 9, (v - 1) % 9} for v in range(9)})
    random.seed(1)
    edges = [(v, w) for v in range(52) for w in range(v) if random.random() < 0.15]
    write_lad(folder / "graph.lad", {v: {a + b - v for a, b in edges if v in (a, b)} for v in range(52)})


def write_lad(path, neighbours):
    lines = [" ".join(map(str, [len(others), *sorted(others)])) for others in neighbours.values()]
    path.write_text("\n".join([str(len(neighbours)), *lines, ""]), encoding="utf-8")


def run(command, folder, **environment):
    variables = dict(os.environ, **environment)
    done = subprocess.run(command, capture_output=True, text=True, env=variables, cwd=folder, check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def busy_share(seconds):
    """The share of all processors that was busy in this time."""

    def read():
        numbers = [int(n) for n in pathlib.Path("/proc/stat").read_text(encoding="utf-8").split("\n")[0].split()[1:]]
        return sum(numbers) - numbers[3] - numbers[4], sum(numbers)

    busy, total = read()
    time.sleep(seconds)
    later_busy, later_total = read()
    return (later_busy - busy) / max(1, later_total - total)


class Measurement:
    def __init__(self, skua, application, turns, folder):
        self.folder = folder
        name, arguments, self.is_movable = application
        self.words = [skua, name, *arguments.split()]
        self.title = f"`{name} {arguments}`"
        machines = [("1", "1"), ("2", "1")] + ([("1", "2")] if self.is_movable else [])
        self.real = {machine: [] for machine in machines}
        for _ in range(turns):
            for workers, places in machines:
                document = run([*self.words, "--workers", workers, "--places", places, "--quiet", "--json"], folder)
                self.real[workers, places].append(document["seconds"])
        self.predict(skua)

    def predict(self, skua):
        self.predicted = {}
        file = str(self.folder / "record")
        # The time that an application prints leaves out the preparation of its input.
        timed = run([*self.words, "--quiet", "--json"], self.folder, SKUA_RECORD=file)
        for workers, places in (("1", "1"), *(m for m in self.real if m != ("1", "1"))):
            words = [skua, "sim", "replay", file, "--workers", workers, "--places", places, "--json"]
            self.predicted[workers, places] = run(words, self.folder)["predictions"][0]["seconds"]
        self.recorded = timed["seconds"]

    def row(self):
        one = statistics.median(self.real["1", "1"])
        cells = [self.title, f"{one:.2f} s", f"{100 * (self.recorded / one - 1):+.0f} %"]
        for machine in (("2", "1"), ("1", "2")):
            if machine not in self.real:
                cells += ["–", "–", "–"]
                continue
            real = one / statistics.median(self.real[machine])
            predicted = self.predicted["1", "1"] / self.predicted[machine]
            cells += [f"{predicted:.2f}", f"{real:.2f}", f"{100 * (predicted / real - 1):+.0f} %"]
        return "| " + " | ".join(cells) + " |"


HEAD = (
    "| application | one worker | recorded | two workers: predicted | real | error |"
    " two places: predicted | real | error |\n|---|---|---|---|---|---|---|---|---|"
)


def put_into_page(page, text):
    begin, end = "<!-- accuracy -->", "<!-- end of accuracy -->"
    content = pathlib.Path(page).read_text(encoding="utf-8")
    head, _, rest = content.partition(begin)
    _, _, tail = rest.partition(end)
    pathlib.Path(page).write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skua", required=True, help="the program")
    parser.add_argument("--turns", type=int, default=7, help="runs of each kind; default 7")
    parser.add_argument("--page", help="put the table into this page")
    parser.add_argument("--only", help="the applications, with commas between")
    arguments = parser.parse_args()
    load = busy_share(2)
    print(f"others use {100 * load:.0f} % of the processors", file=sys.stderr)
    chosen = [a for a in APPLICATIONS if arguments.only is None or a[0] in arguments.only.split(",")]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        write_graphs(pathlib.Path(folder))
        skua = os.path.abspath(arguments.skua)  # the programs run in that folder
        for application in chosen:
            rows.append(Measurement(skua, application, arguments.turns, pathlib.Path(folder)).row())
            print(rows[-1], file=sys.stderr)
    text = "\n".join([HEAD, *rows])
    if arguments.page:
        today = datetime.date.today().isoformat()
        note = f"Measured {today} on {os.cpu_count()} processors, medians of {arguments.turns} runs; others used"
        put_into_page(arguments.page, f"{note}\n{100 * load:.0f} % of the processors before.\n\n{text}")
    else:
        print(text)


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(f"measure_predictions: {failure}")

#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which plausible single changes of the code do the tests notice?

Changes are drawn at random, evenly over the layers of the folders, and all are compiled at once,
each under a switch. Then one at a time is switched on, and the tests that reach it are run: those of
its own layer first, the quickest first. What no test notices is printed with its line. The same
command goes on where it was stopped, until the commit changes.
"""

import argparse
import json
import random
import re
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

from changes import Change, changes_of
from tree import MOST_CHANGES, Test, Tree, layer_of

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = ROOT / "tests" / "equivalent_changes.txt"
SECONDS_OF_TESTS = 60  # of one change, without those of the test that notices it


def say(text):
    print(f"mutate: {text}", flush=True)


def known_equivalents():
    lines = EQUIVALENT.read_text().splitlines()
    return {line.rsplit(" | ", 1)[0] for line in lines if line and not line.startswith("#")}


def draw(tree, folders, count, seed):
    """Returns {number: change}: a layer in turn, one of its files by size, one of its changes. No two
    overlap."""
    dice = random.Random(seed)
    layers = {}
    for path in tree.output("git", "-C", tree.root, "ls-files", *folders).split():
        if path.endswith((".cpp", ".hpp")):
            layers.setdefault(layer_of(path), []).append(path)
    if not layers:
        raise SystemExit(f"mutate: no C++ source is in {' '.join(folders)}")
    wanted = {}
    for at in range(count):
        layer = sorted(layers)[at % len(layers)]
        sizes = [(tree.root / path).stat().st_size for path in layers[layer]]
        path = dice.choices(layers[layer], sizes)[0]
        wanted[path] = wanted.get(path, 0) + 1
    drawn = []
    with ProcessPoolExecutor() as pool:
        for path, found in zip(wanted, pool.map(changes_of, [tree.root] * len(wanted), wanted)):
            dice.shuffle(found)
            mine = []
            for change in found:
                if len(mine) < wanted[path] and all(change.end <= m.begin or m.end <= change.begin for m in mine):
                    mine.append(change)
            drawn += mine
    return dict(enumerate(drawn, 1))


class Batch:
    """The drawn changes, their tests, and the results so far; kept in a file."""

    def __init__(self, tree, folders, count, seed):
        self.tree, self.file = tree, tree.folder / "batch.json"
        self.what = {"commit": tree.head, "folders": folders, "count": count, "seed": seed}
        known = json.loads(self.file.read_text()) if self.file.exists() else {}
        if known.get("what") == self.what:
            self.changes = {int(number): Change(**change) for number, change in known["changes"].items()}
            self.tests = [Test(**test) for test in known["tests"]]
            self.results = {int(number): result for number, result in known["results"].items()}
            return
        say("drawing the changes")
        tree.restore()
        # Some do not compile, some only the compiler evaluates.
        drawn = draw(tree, folders, min(count + count // 4, MOST_CHANGES), seed)
        say(f"building the tests with {len(drawn)} changes (about 20 minutes)")
        kept = sorted(tree.plant(drawn))
        random.Random(seed).shuffle(kept)
        self.changes = {number: drawn[number] for number in kept[:count]}
        tests, self.results = tree.tests(), {}
        say(f"which of {len(tests)} tests reach which changes")
        with ThreadPoolExecutor(2) as pool:
            self.tests = [test for test, passed in zip(tests, pool.map(tree.measure, tests)) if passed]
        self.write()

    def write(self):
        kept = {
            "what": self.what, "changes": {number: asdict(change) for number, change in self.changes.items()},
            "tests": [asdict(test) for test in self.tests], "results": self.results,
        }
        self.file.write_text(json.dumps(kept))

    def reaching(self, number):
        layer = layer_of(self.changes[number].path)
        own = ("test_sched ",) if layer in ("core", "sync", "instruments") else (f"test_{layer} ", f"{layer}.")
        found = [test for test in self.tests if number in test.reached]
        return sorted(found, key=lambda test: (not test.name.startswith(own), test.seconds))

    def verdict(self, number):
        """Returns what noticed the change, or None. A test that fails once and then passes has not."""
        until = time.monotonic() + SECONDS_OF_TESTS
        for test in self.reaching(number):
            if time.monotonic() + test.seconds > until:
                continue
            for _ in range(2):
                printed, seconds = self.tree.run(test, 20 + 5 * test.seconds, PLANTED_CHANGE=str(number))
                if seconds is not None:
                    break
                if printed is None:
                    return f"{test.name}, which does not end"
            else:
                failed = re.findall(r"^\[  FAILED  \] (\S+?),? ", printed, re.M)
                return " ".join([test.name, *dict.fromkeys(failed)])
        return None

    def try_one(self, number):
        began = time.monotonic()
        by = self.verdict(number)
        return number, by, time.monotonic() - began

    def try_all(self, equivalents):
        for number, change in self.changes.items():
            if number not in self.results and change.key() in equivalents:
                self.results[number] = {"outcome": "equivalent", "by": None}
        waiting = [number for number in self.changes if number not in self.results]
        pool = ThreadPoolExecutor(3)
        try:
            for done in as_completed(pool.submit(self.try_one, number) for number in waiting):
                number, by, seconds = done.result()
                self.results[number] = {"outcome": "noticed" if by else "survived", "by": by}
                self.write()
                change = self.changes[number]
                outcome = f"noticed by {by}" if by else "survived"
                print(f"{len(self.results):4} {seconds:4.0f} s  {change.path}:{change.line}: "
                      f"{change.old} -> {change.new}: {outcome}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)

    def print_table(self):
        keys = ("noticed", "survived", "equivalent")
        layers = {"all": dict.fromkeys(keys, 0)}
        for number, result in self.results.items():
            layer = layer_of(self.changes[number].path)
            layers.setdefault(layer, dict.fromkeys(keys, 0))[result["outcome"]] += 1
            layers["all"][result["outcome"]] += 1
        print("\n| layer | noticed | survived | equivalent | score |\n|---|---|---|---|---|")
        for layer in [*sorted(layers.keys() - {"all"}), "all"]:
            row = layers[layer]
            counted = row["noticed"] + row["survived"]
            score = f"{100 * row['noticed'] / counted:.0f} %" if counted else "-"
            print(f"| {layer} | {' | '.join(str(row[key]) for key in keys)} | {score} |")


def main():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="*", default=["src"], help="folders of the tree (src)")
    parser.add_argument("-n", type=int, default=30, help="changes to try (30)")
    parser.add_argument("--seed", type=int, default=1, help="of the drawing (1)")
    arguments = parser.parse_args()
    folders = [folder.rstrip("/") for folder in arguments.folder]

    say(f"{arguments.n} changes in {' '.join(folders)}, seed {arguments.seed}")
    batch = Batch(Tree(ROOT), folders, arguments.n, arguments.seed)
    batch.try_all(known_equivalents())
    survivors = [number for number, result in batch.results.items() if result["outcome"] == "survived"]
    if survivors:
        print(f"\nNo test noticed these. Write a test, or a line with a reason in {EQUIVALENT.relative_to(ROOT)}:")
    for number in survivors:
        reached = "" if batch.reaching(number) else "  (no test runs it)"
        print(f"{batch.changes[number].key()}{reached}")
    batch.print_table()


if __name__ == "__main__":
    # A shell lets programs in the background ignore it, and tests would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("mutate: stopped; what was tried is kept") from None

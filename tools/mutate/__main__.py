#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which plausible single changes of the code do the tests notice?

Changes are drawn at random, evenly over the layers of the folders. Each is built by itself; the
suites of tests that run its line run on it, the layer's own and the quickest first, then the tests
that start several processes. What no test notices is printed with its line. The results add up in
build/mutate/results.json until the commit changes.
"""

import argparse
import json
import random
import re
import signal
import sys
import time
from pathlib import Path

from changes import changes_of
from tree import Coverage, Tree, layer_of

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = ROOT / "tests" / "equivalent_changes.txt"
SECONDS_OF_SUITES = 300
# After the suites of one process, for code that runs in processes of its own: programs to build,
# and the tests of ctest that run them.
PROCESSES = {
    "launch": (["launch_program", "skua-run"], r"^launch\."),
    "apps": (["skua"], r"^apps\."),
    "cli": (["skua"], r"^apps\."),
    "src": (["multi_program", "skua-run"], r"^multi\.suite\."),
    "include": (["multi_program", "skua-run"], r"^multi\.suite\."),
}


def say(text):
    if sys.stdout.isatty():
        print(f"\r\033[K{text}", end="", flush=True)
    else:
        print(text, flush=True)


def known_equivalents():
    lines = EQUIVALENT.read_text().splitlines()
    return {line.rsplit(" | ", 1)[0] for line in lines if line and not line.startswith("#")}


class Trial:
    """Makes one change at a time in the tree, and asks the tests."""

    def __init__(self, tree, coverage):
        self.tree, self.coverage = tree, coverage

    def verdict(self, change):
        """Returns what noticed the change, "does not compile", or None."""
        file = self.tree.root / change.path
        source = file.read_bytes()
        file.write_bytes(change.apply(source))
        try:
            return self.by_suites(change) or self.by_processes(change)
        finally:
            file.write_bytes(source)

    def by_suites(self, change):
        until = time.monotonic() + SECONDS_OF_SUITES
        built = set()
        for program, suite, seconds in self.coverage.covering(change.path, change.line):
            if program not in built and not self.tree.compiles(program):
                return "does not compile"
            built.add(program)
            if self.tree.run(program, suite, 20 + 10 * seconds) is None:
                return f"{program.removeprefix('bin/')} {suite}"
            if time.monotonic() > until:
                break
        return None

    def by_processes(self, change):
        programs, tests = PROCESSES[Path(change.path).parts[0]]
        if not self.tree.compiles(*programs):
            return "does not compile"
        printed = self.tree.output(
            "ctest", "--test-dir", self.tree.build, "-R", tests, "-j3", "--stop-on-failure", "--timeout", 180,
            check=False,
        )
        failed = re.search(r"^\s+\d+ - (\S+) \((?!Skipped|Disabled)", printed, re.M)
        return failed[1] if failed else None


def draw(tree, coverage, folders, count, seed):
    """Yields changes: a layer in turn, one of its lines, a change of this line."""
    dice = random.Random(seed)
    layers = {}
    for path, lines in coverage.lines.items():
        if any(path.startswith(folder.rstrip("/") + "/") for folder in folders):
            layers.setdefault(layer_of(path), []).extend((path, line) for line in lines)
    if not layers:
        raise SystemExit(f"mutate: no source that a test program compiles is in {' '.join(folders)}")
    changes, drawn = {}, set()
    while len(drawn) < count:
        for layer in sorted(layers):
            for _ in range(200):
                path, line = dice.choice(layers[layer])
                if path not in changes:
                    changes[path] = changes_of(tree.root, path)
                here = [change for change in changes[path] if change.line == line and change not in drawn]
                if here:
                    change = dice.choice(here)
                    drawn.add(change)
                    yield layer, change
                    break
            if len(drawn) >= count:
                return


def print_table(results):
    layers = {}
    for result in results.values():
        row = layers.setdefault(result["layer"], {"noticed": 0, "survived": 0, "equivalent": 0})
        row[result["outcome"]] += 1
    print(f"\n{'layer':14} {'noticed':>8} {'survived':>9} {'equivalent':>11} {'score':>7}")
    layers["all"] = {key: sum(row[key] for row in layers.values()) for key in ("noticed", "survived", "equivalent")}
    for layer, row in layers.items():
        counted = row["noticed"] + row["survived"]
        score = f"{100 * row['noticed'] / counted:.0f} %" if counted else "-"
        print(f"{layer:14} {row['noticed']:8} {row['survived']:9} {row['equivalent']:11} {score:>7}")


def main():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="*", default=["src"], help="folders of the tree (src)")
    parser.add_argument("-n", type=int, default=30, help="changes to try (30)")
    parser.add_argument("--seed", type=int, default=None, help="of the drawing (by the clock)")
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else int(time.time())

    say("building the test programs for their coverage (once per commit: about 20 minutes)")
    tree = Tree(ROOT)
    coverage = Coverage(tree, say)
    trial, equivalents = Trial(tree, coverage), known_equivalents()
    file = tree.build.parent / "results.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    results = known.get("results", {}) if known.get("commit") == tree.head else {}

    print(f"mutate: {arguments.n} changes in {' '.join(arguments.folder)}, seed {seed}")
    tried = 0
    for layer, change in draw(tree, coverage, arguments.folder, 50 * arguments.n, seed):
        if tried == arguments.n:
            break
        if change.key() in results:
            continue
        began = time.monotonic()
        by = "equivalent" if change.key() in equivalents else trial.verdict(change)
        if by == "does not compile":
            continue
        tried += 1
        outcome = "equivalent" if by == "equivalent" else "noticed" if by else "survived"
        results[change.key()] = {"layer": layer, "line": change.line, "outcome": outcome, "by": by}
        file.write_text(json.dumps({"commit": tree.head, "results": results}, indent=1))
        seconds = time.monotonic() - began
        print(f"{tried:4} {seconds:4.0f} s  {outcome:10} {change.path}:{change.line}: {change.old} -> {change.new}"
              f"{f'  ({by})' if by else ''}", flush=True)
    survivors = [key for key, result in results.items() if result["outcome"] == "survived"]
    if survivors:
        print(f"\nNo test noticed these. Write a test, or a line with a reason in {EQUIVALENT.relative_to(ROOT)}:")
        print("\n".join(survivors))
    print_table(results)


if __name__ == "__main__":
    # A shell lets programs in the background ignore it, and tests would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("mutate: stopped; what was tried is kept") from None

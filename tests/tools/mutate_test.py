#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The changes that `./dev mutate` finds in a small source, and what they do when they are switched on."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = """
static_assert(1 < 2);
int table[3];
void act();
bool is_set();
template <class T> T clamp(T value, T bound) {
  if (value < bound) return value;
  act();
  for (int i = 0; i != 3; ++i) act();
  if (is_set()) return bound + 1;
  return bound;
}
"""
EXPECTED = {
    (7, "<", "<="), (7, "value < bound", "false && (value < bound)"),
    (8, "act()", "(void)0"),
    (9, "0", "(0 + 1)"), (9, "!=", "=="), (9, "3", "(3 + 1)"), (9, "act()", "(void)0"),
    (10, "is_set()", "false && (is_set())"), (10, "is_set()", "!(is_set())"), (10, "+", "-"), (10, "1", "(1 + 1)"),
}
# The planted source behaves like the original, and with a number like the change of that number.
CALLER = """
#include <cstdio>
namespace planted {
int chosen = 0;
template <int number> bool is_on() { return chosen == number; }
}
#include "planted.hpp"
int acts = 0;
void act() { ++acts; }
bool is_set() { return false; }
int main(int, char** arguments) {
  std::sscanf(arguments[1], "%d", &planted::chosen);
  int const value = clamp(5, 5);
  std::printf("%d %d", value, acts);
}
"""
EXPECTED_OUTPUT = {
    ("", ""): "5 4", ("<", "<="): "5 0", ("3", "(3 + 1)"): "5 5", ("is_set()", "!(is_set())"): "6 4",
}
PROGRAM = """
import pathlib, sys
sys.path.insert(0, sys.argv[1])
from changes import changes_of, with_planted
folder = pathlib.Path(sys.argv[2])
changes = changes_of(folder, "small.hpp")
for change in changes:
    print(change.line, change.old, change.new, sep=";")
apart = {}
for number, change in sorted(enumerate(changes, 1), key=lambda pair: (pair[1].end - pair[1].begin, -pair[0])):
    if all(change.end <= other.begin or other.end <= change.begin for other in apart.values()):
        apart[number] = change
(folder / "planted.hpp").write_bytes(with_planted((folder / "small.hpp").read_bytes(), apart))
print(*apart)
"""


def main():
    python = "/usr/bin/python3"
    if subprocess.run([python, "-c", "import clang.cindex"], capture_output=True, check=False).returncode != 0:
        print("skipped: python3-clang-19 is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "small.hpp").write_text(SOURCE)
        Path(folder, "caller.cpp").write_text(CALLER)
        *lines, apart = output(python, "-c", PROGRAM, ROOT / "tools" / "mutate", folder).splitlines()
        changes = [tuple(line.split(";")) for line in lines]
        found = {(int(line), old, new) for line, old, new in changes}
        assert found == EXPECTED, f"missing: {EXPECTED - found}, unexpected: {found - EXPECTED}"
        program = Path(folder, "program")
        output("g++", "-std=c++20", "-o", program, Path(folder, "caller.cpp"))
        planted = {("", ""): 0} | {changes[int(number) - 1][1:]: number for number in apart.split()}
        tried = {change: output(program, planted[change]) for change in EXPECTED_OUTPUT.keys() & planted.keys()}
        assert len(tried) > 3, tried
        for change, printed in tried.items():
            assert printed == EXPECTED_OUTPUT[change], f"{change}: {printed}"
    return 0


def output(*command):
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())

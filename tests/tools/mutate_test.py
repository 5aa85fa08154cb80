#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The changes that `./dev mutate` finds in a small source."""

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
PROGRAM = """
import pathlib, sys
sys.path.insert(0, sys.argv[1])
from changes import changes_of
for change in changes_of(pathlib.Path(sys.argv[2]), "small.hpp"):
    print(change.line, change.old, change.new, sep=";")
"""


def main():
    python = "/usr/bin/python3"
    if subprocess.run([python, "-c", "import clang.cindex"], capture_output=True, check=False).returncode != 0:
        print("skipped: python3-clang-19 is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "small.hpp").write_text(SOURCE)
        done = subprocess.run(
            [python, "-c", PROGRAM, ROOT / "tools" / "mutate", folder], capture_output=True, text=True, check=True
        )
    found = {(int(line), old, new) for line, old, new in (text.split(";") for text in done.stdout.splitlines())}
    assert found == EXPECTED, f"missing: {EXPECTED - found}, unexpected: {found - EXPECTED}"
    return 0


if __name__ == "__main__":
    sys.exit(main())

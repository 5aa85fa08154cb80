# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What the tests of packages share."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "build" / "package"
PROJECT = ROOT / "tests" / "consume" / "find_package"
SKIPPED = 77
SMALL_TREE = ["uts", "-a", "3", "-d", "5", "-r", "19"]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def fail(text):
    print(f"FAILED: {text}")
    sys.exit(1)


def expect(condition, text):
    if not condition:
        fail(text)


def run(command, **settings):
    """Runs it to success; its output."""
    done = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **settings,
    )
    expect(done.returncode == 0, f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def step(text):
    print(f"{text}", flush=True)

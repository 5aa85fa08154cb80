# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the instructions that a program executes, by the parts of the library that they belong to.

Usage: python3 tools/instructions.py PROGRAM ARGUMENT... --json

The program runs in valgrind's callgrind, with all processes that it starts, about fifty times slower
than alone. An instruction belongs to the source file that it was compiled from, even if it was
inlined elsewhere, so the program needs its line numbers (-g1). Copies are those of memory, with its
allocation. Prints what the program prints as JSON, with `instructions`: part -> count. Places are
those of one process (--skua-transport=inproc): valgrind 3.19 does not know how to watch another.
Exit code 77: skipped, with the reason."""

import collections
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

SKIPPED = 77

# The first pattern that the source file matches, or else the object, names the part. Files of the
# project are relative to its root, wherever it was when they were compiled.
OF_THE_PROJECT = re.compile(r"^.*/(?=(src|include/skua|apps|cli)/)")
PATTERNS = (
    ("serialisation", r"(src|include/skua|include/skua/detail)/wire/|include/skua/detail/remote/travel"),
    ("messages", r"(src|include/skua/detail)/(remote|transport|steal|system)/"),
    ("tasks", r"(src|include/skua)/"),
    ("program", r"(apps|cli)/|.*(blas|lapack)"),
    ("start", r".*(ld-linux|/CLI/|basic_string|char_traits|std_function)"),  # loading, and reading the options
    ("copies", r".*(/libc\.|/libstdc|memmove|memset|malloc|new_allocator|stl_vector|stl_uninitialized)"),
)
PATTERNS = tuple((name, re.compile(pattern)) for name, pattern in PATTERNS)
PARTS = ("program", "copies", "serialisation", "messages", "tasks", "start")
NAME = re.compile(r"\((\d+)\)(?: (.*))?$")


def part_of(file, obj):
    for path in (OF_THE_PROJECT.sub("", file), obj):
        for name, pattern in PATTERNS:
            if pattern.match(path):
                return name
    return "program"


class Profile:
    """What one process executed: the file that callgrind wrote."""

    def __init__(self, lines):
        self.names = {"file": {}, "object": {}}
        self.file = self.obj = ""
        self.counts = collections.Counter()  # (file, object) -> instructions
        is_call = False
        for line in lines:
            key, _, value = line.rstrip("\n").partition("=")
            if key in ("fl", "fi", "fe"):
                self.file = self.name("file", value)
            elif key in ("cfi", "cfl"):
                self.name("file", value)
            elif key == "ob":
                self.obj = self.name("object", value)
            elif key == "cob":
                self.name("object", value)
            elif key == "calls":
                is_call = True  # the next line has the cost of the callee
            elif line[:1].isdigit() or line[:1] in "+-*":
                if not is_call:
                    self.counts[self.file, self.obj] += int(line.split()[1])
                is_call = False

    def name(self, kind, text):
        number, name = NAME.match(text).groups()
        if name is not None:
            self.names[kind][number] = name
        return self.names[kind][number]


def counted(folder):
    """The instructions of all processes, by part."""
    counts = dict.fromkeys(PARTS, 0)
    for path in sorted(pathlib.Path(folder).glob("callgrind.*")):
        with path.open(encoding="utf-8", errors="replace") as lines:
            for (file, obj), n in Profile(lines).counts.items():
                counts[part_of(file, obj)] += n
    return counts


def main(arguments):
    if not arguments:
        print(__doc__.splitlines()[2], file=sys.stderr)
        return 2
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed")
        return SKIPPED
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # removes the folder, ends valgrind
    with tempfile.TemporaryDirectory() as folder:
        valgrind = ["valgrind", "-q", "--tool=callgrind", "--trace-children=yes", "--fair-sched=yes"]
        valgrind.append(f"--callgrind-out-file={folder}/callgrind.%p")
        ended = subprocess.run([*valgrind, *arguments], stdout=subprocess.PIPE, text=True, check=False)
        if ended.returncode != 0:
            return ended.returncode
        print(json.dumps({**json.loads(ended.stdout), "instructions": counted(folder)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

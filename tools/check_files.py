# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks what every file of the tree must have: licence lines, size, spelling, name, and `#pragma once` in headers."""

import pathlib
import re

import tree

COPYRIGHT = "SPDX-FileCopyrightText: 2026 The Skua authors"
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
MOST_LINES = 400
# Formats without comments, data, and the licence itself.
NO_LICENCE_LINES = {".json", ".clq", ".lad", ".png", ".svg", ".csv", ".seed", ".gitignore", "LICENSE"}
SIZED = {".cpp", ".hpp", ".S", ".py", ".cmake", ".sh", "CMakeLists.txt", "dev"}
NAME = re.compile(r"^[a-z0-9_]+(\.[a-z0-9_]+)*$")  # of the name without its suffix
OUR_SPELLING = re.compile(r"fiber", re.IGNORECASE)
# Names given by others: sanitizer and valgrind interfaces.
THEIR_NAMES = re.compile(r"\b__(?:tsan|sanitizer|asan)_\w*fiber\w*")


def kind(path):
    """The suffix, or the whole name of a file that has none."""
    return path.name if path.name == "CMakeLists.txt" or not path.suffix else path.suffix


def exceptions(path):
    """The files of size_exceptions.txt, each with its own limit."""
    limits = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if len(words) == 2 and words[1].isdigit():
            limits[words[0]] = int(words[1])
        elif words:
            raise SystemExit(f"{path}:{number}: expected PATH LINES")
    return limits


def check(path, root, limits, report):
    data = path.read_bytes()
    if b"\0" in data:
        return
    name = path.relative_to(root).as_posix()
    lines = data.decode("utf-8", "replace").splitlines()

    if kind(path) not in NO_LICENCE_LINES and data:
        head = lines[:4]
        if not any(COPYRIGHT in line for line in head) or not any(LICENCE in line for line in head):
            report.fault(path, 1, "the two SPDX lines are not at the top")
    if path.suffix == ".hpp" and "#pragma once" not in lines:
        report.fault(path, 1, "a header without `#pragma once`")
    if path.suffix in (".cpp", ".hpp", ".S", ".py") and not NAME.match(path.stem):
        report.fault(path, 1, "file names are snake_case")

    limit = limits.get(name, MOST_LINES)
    if kind(path) in SIZED and len(lines) > limit:
        report.fault(path, limit + 1, f"{len(lines)} lines, at most {limit}: split it, or give the reason in size_exceptions.txt")
    for number, line in enumerate(lines, 1):
        if OUR_SPELLING.search(THEIR_NAMES.sub("", line)):
            report.fault(path, number, "the word is spelt `fibre` here")
        if line != line.rstrip() and path.suffix != ".md":
            report.fault(path, number, "white space at the end of the line")


def main():
    options = tree.arguments(__doc__).parse_args()
    root = options.root.resolve()
    report = tree.Report("files", root)
    limits = exceptions(pathlib.Path(__file__).parent / "size_exceptions.txt")
    # This check and its test have to name the word they forbid.
    own = {"tools/check_files.py", "tests/tools/check_files_test.py"}
    files = [path for path in tree.tracked(root) if path.relative_to(root).as_posix() not in own]
    for path in files:
        check(path, root, limits, report)
    report.finish(f"{len(files)} files")


if __name__ == "__main__":
    main()

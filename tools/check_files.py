# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks what every file of the tree must have: licence lines, size, spelling, name, and `#pragma once` in headers.

Lines of code have at most 120 columns, comments and prose in Markdown 100. Tables, code blocks and
lines with a link in Markdown may be longer, and so may the sentences of `// expect:` and the files of
line_exceptions.txt.
"""

import pathlib
import re

import tree

COPYRIGHT = "SPDX-FileCopyrightText: 2026 The Skua authors"
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
MOST_LINES = 400
# Formats without comments (changelog, copyright and format are Debian's), data, and the licence itself.
NO_LICENCE_LINES = {".json", ".clq", ".lad", ".svg", ".csv", ".seed", ".gitignore", "LICENSE"}
NO_LICENCE_LINES |= {"changelog", "copyright", "format"}
SIZED = {".cpp", ".hpp", ".S", ".py", ".cmake", ".sh", "CMakeLists.txt", "dev"}
MOST_CODE, MOST_PROSE = 120, 100  # columns
PROSE = {".md": None, ".cpp": "//", ".hpp": "//", ".S": "//", ".py": "#", ".cmake": "#", ".sh": "#", ".txt": "#"}
LINK = re.compile(r"\]\(|^\[[^]]+\]: |https?://")
NAME = re.compile(r"^[a-z0-9_]+(\.[a-z0-9_]+)*$")  # of the name without its suffix
OUR_SPELLING = re.compile(r"fiber", re.IGNORECASE)
# Names of others: the interfaces of sanitizers and valgrind.
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


def names_in(path):
    """The files named in line_exceptions.txt."""
    return {line.strip() for line in path.read_text().splitlines() if line.strip() and line[0] != "#"}


def long_lines(path, lines):
    """The lines with too many columns: (line, columns, limit)."""
    mark = PROSE.get(path.suffix, "#" if path.name == "dev" else "")
    in_block = False
    for number, line in enumerate(lines, 1):
        text = line.lstrip()
        if path.suffix == ".md":
            is_fence = text.startswith(("```", "~~~"))
            in_block ^= is_fence
            exempt = in_block or is_fence or line.startswith("    ") or text.startswith(("|", "<")) or LINK.search(line)
            limit = MOST_PROSE
        else:
            exempt = "SPDX-" in line or "// expect: " in line
            limit = MOST_PROSE if mark and text.startswith(mark) else MOST_CODE
        if len(line) > limit and not exempt:
            yield number, len(line), limit


def check(path, root, limits, report):
    data = path.read_bytes()
    if b"\0" in data:
        return []
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
        report.fault(
            path, limit + 1, f"{len(lines)} lines, at most {limit}: split it, or give the reason in size_exceptions.txt"
        )
    for number, line in enumerate(lines, 1):
        if OUR_SPELLING.search(THEIR_NAMES.sub("", line)):
            report.fault(path, number, "the word is spelt `fibre` here")
        if line != line.rstrip() and path.suffix != ".md":
            report.fault(path, number, "white space at the end of the line")
    if kind(path) in SIZED or path.suffix == ".md":
        return list(long_lines(path, lines))
    return []


def main():
    options = tree.arguments(__doc__.splitlines()[0]).parse_args()
    root = options.root.resolve()
    report = tree.Report("files", root)
    limits = exceptions(pathlib.Path(__file__).parent / "size_exceptions.txt")
    # This check must name the word that it forbids.
    files = [path for path in tree.tracked(root) if path.relative_to(root).as_posix() != "tools/check_files.py"]
    may_be_long = names_in(pathlib.Path(__file__).parent / "line_exceptions.txt")
    for path in files:
        long = check(path, root, limits, report)
        if path.relative_to(root).as_posix() in may_be_long:
            continue
        for line, columns, limit in long:
            report.fault(path, line, f"{columns} columns, at most {limit}")
    report.finish(f"{len(files)} files")


if __name__ == "__main__":
    main()

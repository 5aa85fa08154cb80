# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks the labels of invariants, and the names of files in comments and documents.

A label is the name of a protocol and a number: RING-2. A comment line that begins with a label and two spaces
defines it; every other mention cites it. Each label has one definition, each protocol one file, and its numbers run
from 1. The section *Invariants* of ARCHITECTURE.md lists the labels of all protocols of include/ and src/.
A file x.hpp, x.cpp or x.md that a comment or a document names must exist.
"""

import collections
import re

import tree

LABEL = re.compile(r"(?<![\w-])([A-Z]{2,}(?:-[A-Z]+)*)-(\d+)(?![\w-]|\.\d)")
DEFINITION = re.compile(r"//[/!]*\s*([A-Z]{2,}(?:-[A-Z]+)*)-(\d+)  \S")
OLD_LABEL = re.compile(r"\(([A-Z]\d{1,2}(?:(?:, |–)[A-Z]\d{1,2})*)\)")
NO_LABELS = {"UTF", "SHA", "FIPS", "TR"}  # names of others with a number
FILE = re.compile(r"(?<![\w./*>{}…-])((?:[a-z][\w-]*/)*[a-z]\w*\.(?:hpp|cpp|md))(?![\w(*])")
EXAMPLES = {"src/steal/policies/opposite.cpp"}  # files that a document tells the reader to write
FOLDERS = ("include", "src", "launch", "tests", "bench", "apps", "cli", "examples")
PROTOCOLS = ("include", "src")  # their labels must stand in the table
TABLE = "ARCHITECTURE.md"
ROW = re.compile(r"^\| ([A-Z][A-Z-]*-\d+)(?: to ([A-Z][A-Z-]*-\d+))? \|.*\| `([^`]+)` \|$")


def comments(path):
    """The comment lines of a C++ file: (line, text from the slashes on)."""
    text = path.read_text()
    without = tree.without_comments(text).splitlines()
    for number, line in enumerate(text.splitlines(), 1):
        code = without[number - 1]
        if line != code:
            start = next(i for i, (a, b) in enumerate(zip(line, code)) if a != b)
            yield number, line[start:]


def prose(path):
    """The lines of a document without its code blocks, except those of plain text."""
    fence = ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("```"):
            fence = "" if fence else line
        elif fence in ("", "```text"):
            yield number, line


class Check:
    def __init__(self, report, root):
        self.report, self.root = report, root
        self.defined = collections.defaultdict(list)  # (protocol, number) -> places
        self.cited = []
        self.named = []

    def line(self, path, number, text):
        definition = DEFINITION.match(text)
        if definition:
            self.defined[(definition[1], int(definition[2]))].append((path, number))
            text = text[definition.end() - 1:]
        for protocol, index in LABEL.findall(text):
            if protocol not in NO_LABELS:
                self.cited.append((path, number, (protocol, int(index))))
        for old in OLD_LABEL.findall(text):
            self.report.fault(path, number, f"({old}): a label is the name of its protocol and a number, as in RING-2")
        self.named += [(path, number, name) for name in FILE.findall(text)]

    def labels(self):
        for path, number, label in self.cited:
            if label not in self.defined:
                self.report.fault(path, number, f"{name_of(label)} is defined nowhere")
        files = {}
        for label, places in sorted(self.defined.items()):
            path, number = places[0]
            for other, line in places[1:]:
                self.report.fault(other, line, f"{name_of(label)} is already defined at {self.short(path)}:{number}")
            protocol, index = label
            if files.setdefault(protocol, path) != path:
                self.report.fault(path, number, f"{protocol} is the protocol of {self.short(files[protocol])}")
            if index > 1 and (protocol, index - 1) not in self.defined:
                self.report.fault(path, number, f"{name_of(label)}, but there is no {protocol}-{index - 1}")

    def table(self):
        path = self.root / TABLE
        rows, heading = {}, 1
        lines = path.read_text().splitlines() if path.exists() else []
        for number, line in enumerate(lines, 1):
            if line == "## Invariants":
                heading = number
            match = ROW.match(line)
            if not match:
                continue
            first, last = split(match[1]), split(match[2] or match[1])
            own = sorted(index for protocol, index in self.defined if protocol == first[0])
            if first[0] != last[0] or not own or (first[1], last[1]) != (own[0], own[-1]):
                known = f"{name_of((first[0], own[0]))} to {name_of((first[0], own[-1]))}" if own else "no such label"
                self.report.fault(path, number, f"{match[1]} to {match[2] or match[1]}: expected {known}")
            elif (stated := self.short(self.defined[first][0][0])) != match[3]:
                self.report.fault(path, number, f"{first[0]} is stated in {stated}, not in {match[3]}")
            if first[0] in rows:
                self.report.fault(path, number, f"{first[0]} has a second row")
            rows[first[0]] = number
        for protocol in sorted({protocol for protocol, _ in self.defined} - rows.keys()):
            stated = self.defined[min(label for label in self.defined if label[0] == protocol)][0][0]
            if self.short(stated).split("/")[0] in PROTOCOLS:
                self.report.fault(path, heading, f"the table has no row for {protocol} ({self.short(stated)})")

    def files(self, names):
        ends = {"/".join(parts[i:]) for parts in (name.split("/") for name in names) for i in range(len(parts))}
        for path, number, name in self.named:
            if name not in ends and name not in EXAMPLES and not (path.parent / name).exists():
                self.report.fault(path, number, f"there is no file {name}")

    def short(self, path):
        return path.relative_to(self.root).as_posix()


def name_of(label):
    return f"{label[0]}-{label[1]}"


def split(text):
    protocol, _, index = text.rpartition("-")
    return protocol, int(index)


def main():
    options = tree.arguments(__doc__.splitlines()[0]).parse_args()
    root = options.root.resolve()
    check = Check(tree.Report("labels", root), root)
    for path in tree.sources(root, *FOLDERS, suffixes=(".cpp", ".hpp")):
        for number, text in comments(path):
            check.line(path, number, text)
    pages = [*(root / "docs").rglob("*.md"), *(root / "src").rglob("*.md"), *(root / "launch").glob("*.md")]
    documents = [root / TABLE, *sorted(pages)]
    for path in documents:
        if path.exists():
            for number, text in prose(path):
                check.line(path, number, text)
    check.labels()
    check.table()
    check.files([path.relative_to(root).as_posix() for path in tree.tracked(root)])
    check.report.finish(f"{len(check.defined)} labels, {len(check.cited)} citations, {len(check.named)} file names")


if __name__ == "__main__":
    main()

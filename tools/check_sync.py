# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks that every atomic operation which names a memory order says what it pairs with, or why it may be relaxed.

The comment stands on a line of the operation's statement or directly above it:
  // sync: LABEL -> function     releases to a function that acquires
  // sync: LABEL <- function     acquires from a function that releases
  // sync: LABEL <-> function    one half of a store-buffering pair
  // relaxed: reason             only for operations whose orders are all relaxed
Several pairs are separated by semicolons; several functions by commas. Every label needs both ends, and every named
function must exist in the code.
"""

import collections
import re

import tree

CALL = re.compile(
    r"(?:(?:\.|->)\s*(?:load|store|exchange|compare_exchange_weak|compare_exchange_strong|fetch_\w+|wait|test|"
    r"test_and_set|clear)|\batomic_(?:thread|signal)_fence)\s*\("
)
ORDER = re.compile(r"(?:memory_order(?:_|::)|\b)(relaxed|consume|acquire|release|acq_rel|seq_cst)\b")
NAMED = re.compile(r"\bmemory_order(?:_|::)(?:relaxed|consume|acquire|release|acq_rel|seq_cst)\b")
ALIAS = re.compile(r"\b(?:constexpr|using)\b[^;{}()]*$")
COMMENT = re.compile(r"//+\s*(sync|relaxed):\s*(.*?)\s*$")
PAIR = re.compile(r"^([A-Za-z][\w.-]*)\s+(->|<-|<->)\s+(.+)$")
FUNCTION = re.compile(r"^~?[A-Za-z_][\w:~]*(?:\(\))?$|^operator\S+$")


def end_of_call(code, start):
    """The offset after the parenthesis that closes the one before `start`."""
    depth, position = 1, start
    while position < len(code) and depth:
        depth += {"(": 1, ")": -1}.get(code[position], 0)
        position += 1
    return position


class Operation:
    def __init__(self, first, last, orders):
        self.first, self.last, self.orders = first, last, orders


def operations(code):
    """The operations that name an order: calls first, then orders passed to anything else."""
    line_of = lambda position: code.count("\n", 0, position)
    results, covered = [], []
    for call in CALL.finditer(code):
        end = end_of_call(code, call.end())
        orders = set(ORDER.findall(code[call.end():end]))
        covered.append((call.start(), end))
        if orders:
            results.append(Operation(line_of(call.start()), line_of(end - 1), orders))
    for name in NAMED.finditer(code):
        inside = any(start <= name.start() < end for start, end in covered)
        statement = code[:name.start()]
        if not inside and not ALIAS.search(statement[-200:]):
            results.append(Operation(line_of(name.start()), line_of(name.start()), set(ORDER.findall(name.group()))))
    return results


def comments_of(operation, lines, code_lines):
    """The `sync`/`relaxed` comments on the lines of its statement and in the comment lines directly above."""
    first, last = operation.first, operation.last
    while first > 0 and (before := code_lines[first - 1].strip()) and before[-1] not in ";{}:" and before[0] != "#":
        first -= 1
    while last + 1 < len(lines) and (code := code_lines[last].strip()) and code[-1] not in ";{}:":
        last += 1
    chosen = list(range(first, last + 1))
    above = first - 1
    while above >= 0 and lines[above].strip().startswith("//") and not code_lines[above].strip():
        chosen.append(above)
        above -= 1
    return [(position, *match.groups()) for position in chosen if (match := COMMENT.search(lines[position]))]


class Check:
    def __init__(self, report):
        self.report = report
        self.ends = collections.defaultdict(dict)
        self.named = {}
        self.words = set()
        self.count = 0

    def file(self, path):
        text = path.read_text()
        code = tree.code_only(text)
        lines, code_lines = text.splitlines(), code.splitlines()
        self.words.update(re.findall(r"~?[A-Za-z_]\w*", code))
        for operation in operations(code):
            self.count += 1
            self.operation(path, operation, comments_of(operation, lines, code_lines))

    def operation(self, path, operation, comments):
        where = operation.first + 1
        if not comments:
            self.report.fault(
                path,
                where,
                f"an operation with order {', '.join(sorted(operation.orders))} has no comment"
                " `// sync: …` or `// relaxed: …`",
            )
            return
        if operation.orders != {"relaxed"} and all(kind == "relaxed" for _, kind, _ in comments):
            self.report.fault(
                path, where, f"`// relaxed:` on an operation with order {', '.join(sorted(operation.orders))}"
            )
        for position, kind, text in comments:
            if kind == "sync":
                self.pairs(path, position + 1, text)
            elif not text:
                self.report.fault(path, position + 1, "`// relaxed:` needs a reason")

    def pairs(self, path, line, text):
        for part in text.split(";"):
            match = PAIR.match(part.strip())
            if not match:
                self.report.fault(
                    path, line, f"cannot read `sync: {part.strip()}`: expected LABEL ->, <- or <-> function"
                )
                return
            label, arrow, functions = match.groups()
            self.ends[label].setdefault(arrow, set()).add((path, line))
            for function in re.split(r"\s*,\s*", functions.strip()):
                if FUNCTION.match(function):
                    self.named[(path, line, function)] = function.removesuffix("()").split("::")[-1]
                else:
                    self.report.fault(path, line, f"`{function}` is not the name of a function")

    def both_ends(self):
        for label, arrows in sorted(self.ends.items()):
            for arrow, partner in (("->", "<-"), ("<-", "->")):
                if arrow in arrows and partner not in arrows:
                    path, line = min(arrows[arrow])
                    self.report.fault(path, line, f"label {label} has `{arrow}` but nowhere `{partner}`")
            if len(arrows.get("<->", ("both", "ends"))) < 2:
                path, line = min(arrows["<->"])
                self.report.fault(path, line, f"label {label} has `<->` only here: its other half is missing")
        for (path, line, function), word in sorted(self.named.items()):
            if word not in self.words and not word.startswith("operator"):
                self.report.fault(path, line, f"there is no function `{function}`")


def main():
    options = tree.arguments(__doc__.splitlines()[0]).parse_args()
    root = options.root.resolve()
    check = Check(tree.Report("sync", root))
    for path in tree.sources(root, "src", "include", suffixes=(".cpp", ".hpp")):
        check.file(path)
    check.both_ends()
    check.report.finish(f"{check.count} operations, {len(check.ends)} labels")


if __name__ == "__main__":
    main()

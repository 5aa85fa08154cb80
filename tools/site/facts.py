# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What the tables of docs/reference.md say of each name: what it throws, where it may be called, whether it
suspends."""

import re

import check_reference

CELL = re.compile(r"(?<!\\)\|")
HEADER = re.compile(r"`((?:\w+/)*\w+\.hpp)`")
NAME = re.compile(r"^(?:(\w+)(?:<.*?>)?::)?(?:\w+::)*(\w+)")
COLUMNS = {"throws": "Throws", "from": "Called from", "suspends": "Suspends"}
FROM = {
    "task": "a task",
    "any": "a task, or an external thread",
    "free": "anywhere, needs no runtime",
}
NOTHING = {"", "–"}


def cells(line):
    return [cell.strip() for cell in CELL.split(re.sub(r"`[^`]*`", lambda m: m[0].replace("|", "\0"), line))[1:-1]]


def section_headers(root, text):
    """The headers that the first paragraph of a section names, with what umbrella headers among them include."""
    headers = set(HEADER.findall(text.split("\n|", 1)[0]))
    for name in list(headers):
        path = root / "include" / "skua" / name
        if path.is_file() and path.name in ("memory.hpp", "sync.hpp", "collective.hpp", "algorithm.hpp"):
            headers |= set(check_reference.INCLUDE.findall(path.read_text()))
    return headers


def rows(root):
    """(headers, names in the first cell, {column: text}) of each row of the page."""
    page = (root / "docs" / "reference.md").read_text()
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        headers = section_headers(root, section)
        columns, previous = [], {}
        for line in section.splitlines():
            if not line.startswith("|"):
                columns = []
                continue
            row = cells(line)
            if not columns:
                columns, previous = row, {}
                continue
            if set("".join(row)) <= set("-: "):
                continue
            facts = {}
            for column, cell in zip(columns[1:], row[1:]):
                cell = cell.replace("\0", "|")
                facts[column] = previous.get(column, cell) if cell == "as above" else cell
            previous = facts
            yield headers, re.findall(r"`([^`]+)`", row[0]), facts


def matches(name, code, sections):
    """Whether the code span of a row means the public name."""
    found = NAME.match(code.strip())
    if not found or name.rpartition("::")[2] != found[2]:
        return False
    scope = name.rpartition("::")[0].rpartition("::")[2]
    return scope == found[1] if found[1] else scope in sections


def of_names(root, names):
    """{name: {column: text}} for the public names, given as {name: header without include/skua/}."""
    result = {}
    for headers, codes, facts in rows(root):
        for code in codes:
            here = [n for n, header in names.items() if header in headers]
            free = [n for n in here if matches(n, code, ("", "search", "sim", "trace", "collective"))]
            inside = [n for n in here if matches(n, code, {s.rpartition("::")[2] for s in here})]
            for name in free or inside:
                result.setdefault(name, facts)
    return result


def shown(facts):
    """The lines of a list for a page."""
    lines = []
    for column, label in COLUMNS.items():
        cell = facts.get(column, "")
        if cell in NOTHING:
            continue
        if column == "from":
            cell = FROM.get(cell, cell)
        lines.append(f"- {label}: {cell}.")
    return lines

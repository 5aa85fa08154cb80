# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""docs/coming_from.md: the code of each row of its tables stands in a test of tests/docs.

Each code span of the second cell stands in one TEST, of whatever section, or in the types that such
a test uses; `…` stands for any code, and the namespace skua:: is left out. A row without an equal has
the word *none* there.
"""

import collections
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import tree  # noqa: E402

PAGE = ROOT / "docs" / "coming_from.md"
TESTS = ROOT / "tests" / "docs"
TEST = re.compile(r"^(?=TEST\()", re.MULTILINE)
CELLS = re.compile(r"^\| (.*) \| (.*) \| (.*) \|$")
SPAN = re.compile(r"`([^`]+)`")

Row = collections.namedtuple("Row", "key code difference")


def rows_of(page):
    """The rows of all tables, in order; `code` holds the code spans of the second cell."""
    rows = []
    section, in_table = "", False
    for line in page.splitlines():
        if line.startswith("## "):
            section = line[3:].replace("`", "")
        if not line.startswith("|"):
            in_table = False
        elif line.startswith("|---"):
            in_table = True
        elif in_table:
            theirs, ours, difference = CELLS.match(line).groups()
            spans = SPAN.findall(ours)
            if bool(spans) == (ours == "none") or SPAN.sub("", ours).strip(", ") not in ("", "none"):
                raise ValueError(f"the second cell is code or none: {line}")
            rows.append(Row(f"{section}: {theirs.replace('`', '')}", spans, difference))
    return rows


def dense(text):
    """Code without spaces and without skua::."""
    return re.sub(r"\s+", "", re.sub(r"\bskua::", "", text))


def contains(text, span):
    return re.search(".*?".join(re.escape(part) for part in dense(span).split("…")), dense(text)) is not None


def faults(page, sources):
    parts = [tree.without_comments(part) for source in sources for part in TEST.split(source)]
    return [
        f"in no test: {row.key}: {span}"
        for row in rows_of(page)
        for span in row.code
        if not any(contains(part, span) for part in parts)
    ]


SMALL_PAGE = """
## `<a>`

| <a> | Skua | difference |
|---|---|---|
| `go(f)` | `spawn(f)`, `finish([&] { … })` | none |
| `stop` | none | wait |
"""
SMALL_TEST = """
TEST(a, go) {
  skua::finish([&] {
    skua::spawn(f);  // now
  });
}
"""


class Checker(unittest.TestCase):
    def test_a_row_whose_code_is_tested(self):
        self.assertEqual(faults(SMALL_PAGE, [SMALL_TEST]), [])

    def test_code_that_no_test_has(self):
        wanted = ["in no test: <a>: go(f): spawn(f)"]
        for other in ("skua::spawn(g)", "// skua::spawn(f)"):
            self.assertEqual(faults(SMALL_PAGE, [SMALL_TEST.replace("skua::spawn(f)", other)]), wanted)
        apart = SMALL_TEST.replace("    skua::spawn(f);", "  });\n}\nTEST(a, b) {\n  auto _ = ([&] {")
        self.assertEqual(faults(SMALL_PAGE, [apart]), wanted)

    def test_the_second_cell_is_code_or_none(self):
        with self.assertRaises(ValueError):
            faults(SMALL_PAGE.replace("| none |", "| something |"), [])


class ComingFrom(unittest.TestCase):
    def test_every_row_is_tested(self):
        sources = [path.read_text() for path in sorted(TESTS.glob("*_test.cpp"))]
        self.assertEqual(faults(PAGE.read_text(), sources), [])

    def test_each_system_has_a_table(self):
        sizes = collections.Counter(row.key.split(": ")[0] for row in rows_of(PAGE.read_text()))
        self.assertEqual(len(sizes), 11)
        for system, number in sizes.items():
            self.assertIn(number, range(8, 21), system)

    def test_every_difference_is_stated(self):
        for row in rows_of(PAGE.read_text()):
            self.assertTrue(row.difference.strip(), row.key)


if __name__ == "__main__":
    unittest.main()

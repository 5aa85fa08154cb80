# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""docs/coming_from.md: each row of its tables has one test in tests/docs, which contains the code of the row.

A test is marked by a comment `// row: SYSTEM: CONSTRUCT`: the heading of the section, and the first cell of
the row without its backquotes. The code spans of the second cell stand in the text up to the next mark;
`…` stands for any code, and the namespace skua:: is left out. A row whose second cell is *none* has no test.
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
MARK = re.compile(r"^// row: (.+)$", re.MULTILINE)
TEST = re.compile(r"^TEST\(", re.MULTILINE)
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


def marked(source):
    """The marks of a source, each with the code up to the next one."""
    parts = MARK.split(source)
    return [(key, tree.without_comments(text)) for key, text in zip(parts[1::2], parts[2::2])]


def contains(text, span):
    return re.search(".*?".join(re.escape(part) for part in dense(span).split("…")), dense(text)) is not None


def faults(page, sources):
    rows, tests, found = rows_of(page), {}, []
    for source in sources:
        for key, text in marked(source):
            if key in tests:
                found.append(f"two tests: {key}")
            if len(TEST.findall(text)) != 1:
                found.append(f"not one TEST: {key}")
            tests[key] = text
    keys = collections.Counter(row.key for row in rows)
    found += [f"two rows: {key}" for key, number in keys.items() if number > 1]
    found += [f"a test without a row: {key}" for key in tests if key not in keys]
    for row in rows:
        if not row.code:
            found += [f"a test of a row without code: {row.key}"] if row.key in tests else []
        elif row.key not in tests:
            found.append(f"no test: {row.key}")
        else:
            found += [f"not in its test: {row.key}: {span}" for span in row.code if not contains(tests[row.key], span)]
    return found


SMALL_PAGE = """
## `<a>`

| <a> | Skua | difference |
|---|---|---|
| `go(f)` | `spawn(f)`, `finish([&] { … })` | none |
| `stop` | none | wait |
"""
SMALL_TEST = """
// row: <a>: go(f)
TEST(a, go) {
  skua::finish([&] {
    skua::spawn(f);  // now
  });
}
"""


class Checker(unittest.TestCase):
    def test_a_row_with_its_test(self):
        self.assertEqual(faults(SMALL_PAGE, [SMALL_TEST]), [])

    def test_a_row_without_a_test(self):
        self.assertEqual(faults(SMALL_PAGE, []), ["no test: <a>: go(f)"])
        self.assertIn("a test without a row: <a>: gone",
                      faults(SMALL_PAGE, [SMALL_TEST, SMALL_TEST.replace("go(f)", "gone")]))

    def test_code_that_has_changed(self):
        for other in ("skua::spawn(g)", "// skua::spawn(f)"):
            self.assertEqual(faults(SMALL_PAGE, [SMALL_TEST.replace("skua::spawn(f)", other)]),
                             ["not in its test: <a>: go(f): spawn(f)"])

    def test_two_of_a_kind(self):
        self.assertEqual(faults(SMALL_PAGE, [SMALL_TEST, SMALL_TEST]), ["two tests: <a>: go(f)"])
        self.assertIn("not one TEST: <a>: go(f)", faults(SMALL_PAGE, [SMALL_TEST + "TEST(a, b) {}\n"]))
        self.assertIn("two rows: <a>: stop", faults(SMALL_PAGE + SMALL_PAGE.splitlines()[-1] + "\n", [SMALL_TEST]))

    def test_none_has_no_test(self):
        self.assertEqual(faults(SMALL_PAGE, [SMALL_TEST, "// row: <a>: stop\nTEST(a, stop) {}\n"]),
                         ["a test of a row without code: <a>: stop"])
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

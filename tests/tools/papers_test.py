# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""docs/papers.md: what its rows cite exists, and each row has a verdict.

A row has six cells: its number, what the paper has, Skua's form, where it is, the test that shows it, and
the verdict.

- Every name and option in the code spans of Skua's form is a word of the sources or of docs/options.md.
- *Where* and *test* are lists of files, separated by `; `. After a file and a colon come names: words of
  that file, or tests in it (`suite.name` of GoogleTest, the name of a case for all transports, a function
  of a Python script). A dash stands for nothing.
- A verdict is one of VERDICTS; those that need a reason have one after a colon. What works has a file and
  a test, what is partial has a file.
- The rows of a paper are numbered from 1, and the table of numbers cites rows that exist.
"""

import collections
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import tree  # noqa: E402

PAGE = ROOT / "docs" / "papers.md"
NOTHING = "–"
VERDICTS = {"works": False, "works differently": True, "partial": True, "missing": True, "not needed": True}
WITH_TEST = {"works", "works differently"}
WITH_FILE = WITH_TEST | {"partial"}
PAPERS = "AYHF"
NUMBER = re.compile(rf"^([{PAPERS}])(\d+)$")
SPAN = re.compile(r"`([^`]+)`")
CITATION = re.compile(r"^`([\w/.-]+)`(?:: (`[^`]+`(?:, `[^`]+`)*))?$")
WORDS = re.compile(r"--[a-z][\w-]+|[A-Za-z_]\w{2,}")
FILE = re.compile(r"\b(?:examples|docs|apps|tests|src|include)/[\w/]+\.\w+")
SOURCES = {".cpp", ".hpp", ".py"}
FOLDERS = ("include", "src", "apps", "launch", "bench", "examples")
TESTS_WITHOUT_NAMES = re.compile(r"^(?:examples/\w+\.cpp|tests/compile_fail/\w+\.cpp|tests/mpi/.+)$")

Row = collections.namedtuple("Row", "number paper skua where test verdict")


def rows_of(page):
    """The rows of all tables whose head begins with `row`."""
    rows, in_table = [], False
    for line in page.splitlines():
        if not line.startswith("|"):
            in_table = False
        elif line.startswith("| row |"):
            in_table = True
        elif in_table and not line.startswith("|---"):
            rows.append(Row(*[cell.strip() for cell in line.strip("|").split(" | ")]))
    return rows


def numbers_cited(page):
    """The row numbers in the last table, whose last cell is a list of rows and of ranges."""
    found = []
    table = page.split("## Numbers", 1)[-1]
    for line in table.splitlines():
        cells = line.strip("| ").split(" | ")
        if not line.startswith("|") or len(cells) != 4 or cells[-1] == "rows":
            continue
        found += re.findall(r"\w+", cells[-1].replace(" to ", ", "))
    return found


class Tree:
    """What the page may cite: the text of each file, and the words of all sources."""

    def __init__(self, files):
        self.files = files  # path: text
        self.words = set()
        for path, text in files.items():
            if path.startswith(FOLDERS) or path == "docs/options.md":
                self.words.update(WORDS.findall(text))

    def has(self, path):
        return path in self.files

    def has_word(self, path, name):
        code = tree.without_comments(self.files[path]) if path.endswith("pp") else self.files[path]
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code) is not None

    def has_test(self, path, name):
        text = self.files[path]
        if path.endswith(".py"):
            return re.search(rf"^ *def {name}\(", text, re.MULTILINE) is not None
        suite, _, case = name.rpartition(".")
        if not suite:
            return re.search(rf"^PLACE_CASE\({case}\)", text, re.MULTILINE) is not None
        return re.search(rf"^TEST(?:_F|_P)?\({suite}, {case}\)", text, re.MULTILINE) is not None


def real_tree():
    """The files that git knows or would add, without the page itself."""
    files = {}
    for path in tree.tracked(ROOT):
        if path != PAGE and (path.suffix in SOURCES or path.suffix in (".sh", ".md")):
            files[path.relative_to(ROOT).as_posix()] = path.read_text(errors="replace")
    return Tree(files)


def citations(cell):
    """(file, names) for each file of a cell; ValueError if the cell has another form."""
    found = []
    for part in cell.split("; ") if cell != NOTHING else []:
        match = CITATION.match(part)
        if not match:
            raise ValueError(part)
        found.append((match.group(1), SPAN.findall(match.group(2) or "")))
    return found


def faults_of_citations(row, files):
    for kind, cell in (("where", row.where), ("test", row.test)):
        try:
            cited = citations(cell)
        except ValueError as wrong:
            yield f"{kind} has another form: {wrong}"
            continue
        for path, names in cited:
            if not files.has(path):
                yield f"no file {path}"
            elif kind == "where":
                yield from (f"no {name} in {path}" for name in names if not files.has_word(path, name))
            elif not names and not TESTS_WITHOUT_NAMES.match(path):
                yield f"no test is named in {path}"
            else:
                yield from (f"no test {name} in {path}" for name in names if not files.has_test(path, name))


def faults_of_verdict(row):
    verdict, reason = re.match(r"([a-z ]*)(.*)", row.verdict).groups()
    verdict = verdict.strip()
    if verdict not in VERDICTS:
        yield f"no verdict: {row.verdict}"
        return
    if VERDICTS[verdict] and not re.match(r": \S", reason):
        yield f"no reason: {row.verdict}"
    if verdict in WITH_TEST and row.test == NOTHING:
        yield "no test"
    if verdict in WITH_FILE and row.where == NOTHING:
        yield "no file"


def faults_of_form(row, files):
    """Names in Skua's form that no source has."""
    for span in SPAN.findall(row.skua):
        if FILE.fullmatch(span):
            if not files.has(span):
                yield f"no file {span}"
            continue
        yield from (f"no source has {word}" for word in WORDS.findall(span) if word not in files.words)


def faults(page, files):
    rows, found = rows_of(page), []
    for row in rows:
        if not NUMBER.match(row.number) or not row.paper:
            found.append(f"{row.number}: not a row")
        for fault in (*faults_of_form(row, files), *faults_of_citations(row, files), *faults_of_verdict(row)):
            found.append(f"{row.number}: {fault}")
    numbers = [row.number for row in rows]
    for paper in PAPERS:
        own = sorted(int(number[1:]) for number in numbers if number.startswith(paper))
        if own != list(range(1, len(own) + 1)):
            found.append(f"{paper}: the numbers are not 1 to {len(own)}, each once: {own}")
    return found + [f"{number}: cited, but not a row" for number in numbers_cited(page) if number not in numbers]


SMALL_PAGE = """
| row | in the paper | in Skua | where | test | verdict |
|---|---|---|---|---|---|
| A1 | go | `spawn(p)`, `--quick` | `include/a.hpp`: `spawn`, `on` | `tests/a_test.cpp`: `a.go`, `case_go` | works |
| A2 | wait | `examples/w.cpp` | `include/a.hpp` | `tests/a.py`: `waits`; `examples/w.cpp` | works differently: soon |
| A3 | stop | – | – | – | missing: a user must wait |

## Numbers

| figure | in the paper | here | rows |
|---|---|---|---|
| A, figure 1 | 3 % | measured | A1 to A3 |
"""
SMALL_TREE = {
    "include/a.hpp": "void spawn(on_word on);  // --quick",
    "examples/w.cpp": "",
    "tests/a_test.cpp": "TEST(a, go) {}\nPLACE_CASE(case_go) {}\n",
    "tests/a.py": "def waits():\n    pass\n",
}


class Checker(unittest.TestCase):
    def expect(self, fault, old="", new="", files=None):
        self.assertIn(fault, faults(SMALL_PAGE.replace(old, new, 1), Tree(files or SMALL_TREE)))

    def test_a_page_that_is_right(self):
        self.assertEqual(faults(SMALL_PAGE, Tree(SMALL_TREE)), [])

    def test_a_file_that_is_gone(self):
        for path in ("include/a.hpp", "tests/a_test.cpp", "tests/a.py", "examples/w.cpp"):
            rest = {key: text for key, text in SMALL_TREE.items() if key != path}
            self.assertTrue([x for x in faults(SMALL_PAGE, Tree(rest)) if x.endswith(f"no file {path}")], path)

    def test_a_test_that_is_gone(self):
        self.expect("A1: no test a.went in tests/a_test.cpp", "a.go", "a.went")
        self.expect("A1: no test case_went in tests/a_test.cpp", "case_go", "case_went")
        self.expect("A2: no test wait in tests/a.py", "`waits`", "`wait`")
        self.expect("A2: no test is named in tests/a.py", "`tests/a.py`: `waits`", "`tests/a.py`")
        self.expect("A1: no test", "`tests/a_test.cpp`: `a.go`, `case_go`", NOTHING)

    def test_a_name_that_is_gone(self):
        self.expect("A1: no async in include/a.hpp", "`include/a.hpp`: `spawn`", "`include/a.hpp`: `async`")
        self.expect("A1: no source has async", "`spawn(p)`", "`async(p)`")
        self.expect("A1: no source has --slow", "--quick", "--slow")

    def test_a_verdict_that_is_none(self):
        self.expect("A1: no verdict: ", "| works |", "|  |")
        self.expect("A1: no verdict: perhaps", "| works |", "| perhaps |")
        self.expect("A3: no reason: missing", ": a user must wait", "")
        self.expect("A3: no file", "missing", "partial")
        self.expect("A3: no test", "missing: a user must wait", "works")

    def test_numbers(self):
        self.expect("A: the numbers are not 1 to 3, each once: [1, 1, 3]", "| A2 |", "| A1 |")
        self.expect("A4: cited, but not a row", "A1 to A3", "A1 to A4")
        self.expect("A1: where has another form: include/a.hpp", "`include/a.hpp`: `spawn`, `on`", "include/a.hpp")


class Papers(unittest.TestCase):
    def test_what_is_cited_exists(self):
        self.assertEqual(faults(PAGE.read_text(), real_tree()), [])

    def test_every_paper_has_its_rows(self):
        sizes = collections.Counter(row.number[0] for row in rows_of(PAGE.read_text()))
        self.assertEqual(set(sizes), set(PAPERS))
        self.assertGreater(min(sizes.values()), 35)
        self.assertGreater(len(numbers_cited(PAGE.read_text())), 25)


if __name__ == "__main__":
    unittest.main()

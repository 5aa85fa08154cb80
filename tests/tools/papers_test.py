# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""docs/inside/papers.md: what its rows cite exists.

The cells *where* and *test* of a row are lists of files. After a file and a colon come names: words of that
file, or tests in it (`suite.name` of GoogleTest, the name of a case for all transports, a Python function)."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CITATION = re.compile(r"`([\w/.-]+\.\w+)`(?:: (`[^`]+`(?:, `[^`]+`)*))?")


def faults(page, text_of):
    for line in page.splitlines():
        cells = line.strip("| ").split(" | ")
        if not re.fullmatch(r"[AYHF]\d+", cells[0]) or len(cells) != 6:
            continue
        for path, names in CITATION.findall(f"{cells[3]}; {cells[4]}"):
            text = text_of(path)
            if text is None:
                yield f"{cells[0]}: no file {path}"
            for name in re.findall(r"`([^`]+)`", names) if text is not None else ():
                case = name.replace(".", ", ")
                if not re.search(rf"(?<!\w){re.escape(case if f'({case})' in text else name)}(?!\w)", text):
                    yield f"{cells[0]}: no {name} in {path}"
        verdict = cells[5].split(":")[0].split(";")[0].strip()
        if verdict not in ("works", "works differently", "partial", "missing", "not needed"):
            yield f"{cells[0]}: no verdict: {verdict}"


def text_in_tree(path):
    return (ROOT / path).read_text(errors="replace") if (ROOT / path).is_file() else None


class Papers(unittest.TestCase):
    def test_what_is_cited_exists(self):
        page = (ROOT / "docs" / "inside" / "papers.md").read_text()
        self.assertGreater(len(re.findall(r"^\| [AYHF]\d+ \|", page, re.MULTILINE)), 140)
        self.assertEqual(list(faults(page, text_in_tree)), [])

    def test_what_is_gone_is_noticed(self):
        row = "| A1 | go | `go` | `a.hpp`: `go` | `a_test.cpp`: `a.go`; `b.py`: `stops` | works |"
        files = {"a.hpp": "void go();", "a_test.cpp": "TEST(a, go) {}", "b.py": "def stops():"}
        self.assertEqual(list(faults(row, files.get)), [])
        for path, text in files.items():
            self.assertEqual(list(faults(row, {**files, path: None}.get)), [f"A1: no file {path}"])
            self.assertEqual(len(list(faults(row, {**files, path: text.replace("o", "0")}.get))), 1)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""docs/start.md and docs/learn: the C++ of a page is that of its program, and its pictures exist.

docs/learn/NAME.md shows lines of examples/learn/NAME.cpp: each block of C++ equals lines of that
file that follow one another, but for the indentation of all of them. A block that shows a mistake
has a line with `// wrong`."""

import pathlib
import re
import textwrap
import unittest

from documents import CPP_FENCE

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LEARN = ROOT / "docs" / "learn"
PROGRAMS = ROOT / "examples" / "learn"
PICTURES = ROOT / "docs" / "pictures"


def is_region(block, source):
    """Whether the lines of the block are consecutive lines of the source, at any one indentation."""
    lines, block = source.splitlines(), block.splitlines()
    for first in range(len(lines) - len(block) + 1):
        piece = "\n".join(lines[first : first + len(block)])
        if textwrap.dedent(piece).splitlines() == block:
            return True
    return False


def pages():
    yield ROOT / "docs" / "start.md"
    for page in sorted(LEARN.glob("*.md")):
        if page.stem != "README":
            yield page


class Learn(unittest.TestCase):
    def test_a_region(self):
        source = "a {\n  b;\n\n  c;\n}\n"
        for block in ("a {\n", "b;\n\nc;\n", "  b;\n", source):
            self.assertEqual(is_region(block, source), block != "  b;\n", block)
        self.assertFalse(is_region("b;\nc;\n", source))

    def test_the_code_is_that_of_the_program(self):
        for page in pages():
            source = (PROGRAMS / f"{page.stem}.cpp").read_text()
            blocks = [block for block in CPP_FENCE.findall(page.read_text()) if "// wrong" not in block]
            self.assertGreater(len(blocks), 0, page.name)
            for block in blocks:
                self.assertTrue(is_region(block, source), f"{page.name}: not in examples/learn:\n{block}")
            self.assertIn("int main(", "".join(blocks), page.name)

    def test_every_program_has_a_page_and_is_listed(self):
        table = (ROOT / "examples" / "README.md").read_text()
        self.assertEqual({path.stem for path in PROGRAMS.glob("*.cpp")}, {page.stem for page in pages()})
        for path in PROGRAMS.glob("*.cpp"):
            self.assertIn(f"](learn/{path.name})", table)

    def test_pictures_of_tools_are_light_and_dark(self):
        for page in pages():
            links = re.findall(r'"\.\./pictures/(\w+)_(light|dark)\.png"', page.read_text())
            names = {name for name, _ in links}
            self.assertEqual(sorted(links), sorted((name, form) for name in names for form in ("light", "dark")))
            for name, form in links:
                self.assertTrue((PICTURES / f"{name}_{form}.png").is_file(), name)


if __name__ == "__main__":
    unittest.main()

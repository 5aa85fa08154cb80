# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The pictures of the coordinations: the example makes one of each, well-formed, small, with every
node once.

The same holds for those of docs/pictures, which docs/reference/coordinations.md shows."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs"
NAMES = ["automatic", "budget", "chunked", "depth_bounded", "ordered", "sequential", "stack_stealing"]
FILES = [f"coordination_{name}.svg" for name in NAMES]
NODES = 240
MOST_BYTES = 60_000
TAG = "{http://www.w3.org/2000/svg}"
NODE = re.compile(r"node (\d+): worker \d+, part (\d+), look (\d+)")
PARTS = re.compile(rf"{NODES} nodes in (\d+) parts?, \d+ ms$")


class Pictures(unittest.TestCase):
    program = None

    def look_at(self, path):
        """Checks a picture; returns the number of parts."""
        self.assertLess(path.stat().st_size, MOST_BYTES, path.name)
        root = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(root.tag, TAG + "svg")
        names = [NODE.fullmatch(box.findtext(TAG + "title")) for box in root.iter(TAG + "rect") if len(box)]
        ids, parts, looks = ([int(node[i]) for node in names] for i in (1, 2, 3))
        self.assertEqual(ids, list(range(NODES)), path.name)
        self.assertEqual(sorted(looks), list(range(1, NODES + 1)), path.name)
        output = int(PARTS.search(root.findtext(TAG + "title"))[1])
        self.assertEqual(set(parts), set(range(1, output + 1)), path.name)
        return output

    def test_the_program_makes_them(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([self.program, folder], check=True, timeout=100)
            folder = pathlib.Path(folder)
            self.assertEqual(sorted(path.name for path in folder.iterdir()), FILES)
            parts = {name: self.look_at(folder / file) for name, file in zip(NAMES, FILES)}
        # Three that do not depend on the time of steal requests. The tree has 1, 4, 10 nodes in its
        # first levels.
        self.assertEqual(parts["sequential"], 1)
        self.assertEqual(parts["depth_bounded"], 1 + 4 + 10)
        self.assertEqual(parts["ordered"], 1 + 10)

    def test_those_of_the_page(self):
        self.assertEqual(sorted(path.name for path in (DOCS / "pictures").glob("coordination_*.svg")), FILES)
        page = (DOCS / "reference" / "coordinations.md").read_text()
        for file in FILES:
            self.look_at(DOCS / "pictures" / file)
            self.assertIn(f"](../pictures/{file})", page)


if __name__ == "__main__":
    Pictures.program = sys.argv.pop(1)
    unittest.main()

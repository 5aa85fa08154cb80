# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""tools/instructions.py: which part of the library an instruction belongs to, and callgrind's files."""

import pathlib
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "instructions.py"
sys.path.insert(0, str(TOOL.parent))

import instructions  # noqa: E402

# A function of the program that calls one of the library, into which a third was inlined.
CALLGRIND = """# callgrind format
version: 1
events: Ir

ob=(1) /somewhere/skua
fl=(1) /home/src/skua/apps/queens/search.cpp
fn=(1) search
10 500
+3 20
cfi=(2) /home/src/skua/src/core/steal.cpp
cfn=(2) steal
calls=7 40
* 9999
fl=(2)
fn=(2)
40 30
fi=(3) /home/src/skua/include/skua/wire/writer.hpp
-5 4
fe=(2)
41 6
cob=(2) /usr/lib/libc.so.6
cfi=(4) ???
cfn=(3) memcpy
calls=1 0
42 9999

ob=(2)
fl=(4)
fn=(3)
0 100

totals: 660
"""


class Instructions(unittest.TestCase):
    def test_a_profile_is_counted_by_part(self):
        with tempfile.TemporaryDirectory() as folder:
            for process in (1, 2):
                (pathlib.Path(folder) / f"callgrind.{process}").write_text(CALLGRIND)
            counts = instructions.counted(folder)
        expected = {"program": 1040, "tasks": 72, "serialisation": 8, "copies": 200}
        self.assertEqual(counts, {**dict.fromkeys(instructions.PARTS, 0), **expected})


if __name__ == "__main__":
    unittest.main()

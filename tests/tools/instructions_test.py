# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""tools/instructions.py: which part of the library an instruction belongs to, and callgrind's files."""

import os
import pathlib
import subprocess
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

    def test_files_of_each_part(self):
        for file, part in {
            "src/wire/writer.cpp": "serialisation",
            "include/skua/detail/remote/travel.hpp": "serialisation",
            "src/transport/ring.cpp": "messages",
            "src/remote/node.cpp": "messages",
            "include/skua/detail/core/push.hpp": "tasks",
            "apps/lu/tile_kernels.cpp": "program",
            "/usr/include/c++/12/bits/stl_algo.h": "program",
            "/usr/include/c++/12/bits/stl_vector.h": "copies",
            "./malloc/malloc.c": "copies",
            "/usr/include/CLI/App.hpp": "start",
        }.items():
            path = file if file.startswith((".", "/")) else f"/home/src/apps/skua/{file}"
            self.assertEqual(instructions.part_of(path, "/somewhere/skua"), part, file)
        self.assertEqual(instructions.part_of("???", "/usr/lib/libopenblas.so.0"), "program")
        self.assertEqual(instructions.part_of("???", "/usr/lib/libstdc++.so.6"), "copies")
        self.assertEqual(instructions.part_of("./elf/dl-lookup.c", "/usr/lib/ld-linux-x86-64.so.2"), "start")

    def test_what_it_needs(self):
        def ended(*arguments, **environment):
            command = [sys.executable, str(TOOL), *arguments]
            return subprocess.run(
                command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
            )

        self.assertEqual(ended().returncode, 2)
        self.assertIn("Usage: python3 tools/instructions.py PROGRAM", ended().stderr)
        skipped = ended("true", PATH="/nowhere")
        self.assertEqual((skipped.returncode, skipped.stdout), (77, "skipped: valgrind is not installed\n"))


if __name__ == "__main__":
    unittest.main()

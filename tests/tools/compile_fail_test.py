# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "cmake" / "compile_fail.cmake"


def run(text):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "a.cpp"
        source.write_text(text)
        command = ["cmake", "-DCOMPILER=g++", f"-DINCLUDE={folder}", f"-DSOURCE={source}", "-P", str(SCRIPT)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return result.returncode == 0, " ".join(result.stderr.split())


class CompileFail(unittest.TestCase):
    def test_rejected_with_the_sentence(self):
        self.assertEqual(run('// expect: no coffee\nstatic_assert(false, "no coffee today");\n'), (True, ""))

    def test_accepted(self):
        self.assertIn("compiles, but must not", run("// expect: no coffee\nint x;\n")[1])

    def test_rejected_for_another_reason(self):
        self.assertIn("but not with: no coffee", run("// expect: no coffee\nint x = y;\n")[1])

    def test_flags(self):
        text = '#if FULL == 1\n#error no coffee\n#endif\n// expect: no coffee\n'
        self.assertEqual(run("// flags: -DFULL=1\n" + text), (True, ""))
        self.assertIn("compiles, but must not", run("// flags: -DFULL=0\n" + text)[1])

    def test_one_error(self):
        text = '// expect: no coffee\nstatic_assert(false, "no coffee today");\nint x = y;\n'
        self.assertIn("rejected with 2 errors instead of one", run(text)[1])
        self.assertEqual(run("// further errors: y is not known either\n" + text), (True, ""))

    def test_where_the_compiler_stops(self):
        text = "// expect: no coffee\n#error no coffee\n#include <the line above says why>\nint x = y;\n"
        self.assertEqual(run(text), (True, ""))


if __name__ == "__main__":
    unittest.main()

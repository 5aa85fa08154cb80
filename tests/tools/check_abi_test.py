# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""tools/check_abi.py on small shared libraries, with and without a planted change."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "check_abi.py"
OLD = "struct point { int x; }; int length(point const& p) { return p.x; }\n"


def run(*arguments):
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


class Abi(unittest.TestCase):
    def test_wrong_arguments(self):
        self.assertEqual(run("--nonsense")[0], 1)
        self.assertIn("expected two shared libraries", run("one.so")[2])

    @unittest.skipUnless(shutil.which("abidiff"), "abidiff is not installed")
    def test_changes(self):
        with tempfile.TemporaryDirectory() as folder:

            def library(name, text, soname="libp.so.1"):
                path = pathlib.Path(folder) / name
                command = ["g++", "-g", "-shared", "-fPIC", "-x", "c++", "-", f"-Wl,-soname,{soname}", "-o", str(path)]
                subprocess.run(command, input=text, text=True, check=True, timeout=60)
                return path

            old = library("old.so", OLD)
            self.assertEqual(run(old, library("same.so", OLD))[:2], (0, "abi: compatible\n"))
            self.assertEqual(run(old, library("more.so", OLD + "int more() { return 1; }\n"))[0], 0)
            for name, text in (
                ("wider", OLD.replace("int x;", "long y; int x;")),
                ("gone", OLD.replace("length", "size")),
            ):
                code, output, _ = run(old, library(f"{name}.so", text))
                self.assertEqual(code, 1, name)
                self.assertIn("raise the minor version", output)
            other = library("other.so", OLD.replace("length", "size"), "libp.so.2")
            self.assertEqual(run(old, other)[0], 0)
            self.assertIn("there is no such file", run(old, "missing.so")[2])


if __name__ == "__main__":
    unittest.main()

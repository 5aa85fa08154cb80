# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "run_aarch64.py"


def run(text, path=None):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "a_test.cpp"
        source.write_text(text)
        environment = {**os.environ, "PATH": path or os.environ["PATH"]}
        command = [sys.executable, str(TOOL), str(source), folder + "/a_test"]
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)


class Aarch64(unittest.TestCase):
    def test_says_what_is_missing(self):
        result = run("", path="/nowhere")
        self.assertEqual((result.returncode, result.stdout.split(":")[0]), (77, "skipped"))

    @unittest.skipUnless(shutil.which("aarch64-linux-gnu-g++") and shutil.which("qemu-aarch64"), "no cross compiler")
    def test_a_failure_is_one(self):
        self.assertEqual(run("int main() { return sizeof(void*) == 8 ? 0 : 1; }").returncode, 0)
        self.assertEqual(run("int main() { return 3; }").returncode, 1)
        self.assertEqual(run("int main() { return x; }").returncode, 1)


if __name__ == "__main__":
    unittest.main()

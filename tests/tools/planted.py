# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A small tree in a temporary folder, on which a check of tools/ is run with and without a planted fault."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / "tools"


class PlantedTree(unittest.TestCase):
    """Subclasses name the check and call `passes` or `fails` with the files of a tree."""

    check = ""
    options = ()

    def run_on(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            command = [sys.executable, str(TOOLS / f"check_{self.check}.py"), "--root", folder, *self.options]
            return subprocess.run(command, capture_output=True, text=True, timeout=120)

    def passes(self, files):
        result = self.run_on(files)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def fails(self, files, *sentences):
        result = self.run_on(files)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        for sentence in sentences:
            self.assertIn(sentence, result.stdout)

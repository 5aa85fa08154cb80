# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import subprocess
import sys
import tempfile
import unittest

from planted import TOOLS

LOWER = "namespace skua::base { int seven(); }\n"
UPPER = "namespace skua::sched { int eight(); }\n"


class Links(unittest.TestCase):
    def check(self, **layers):
        """Compiles a source for each layer and runs the check on the objects."""
        with tempfile.TemporaryDirectory() as folder:
            for layer, text in layers.items():
                objects = pathlib.Path(folder) / "src" / "CMakeFiles" / f"skua_{layer}.dir"
                objects.mkdir(parents=True)
                command = ["g++", "-x", "c++", "-c", "-", "-o", str(objects / "all.o")]
                subprocess.run(command, input=text, text=True, check=True)
            command = [sys.executable, str(TOOLS / "check_links.py"), folder]
            return subprocess.run(command, capture_output=True, text=True, timeout=60)

    def test_downwards(self):
        result = self.check(base=LOWER + "int skua::base::seven() { return 7; }\n",
                            core=LOWER + UPPER + "int skua::sched::eight() { return skua::base::seven() + 1; }\n")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_upwards(self):
        result = self.check(base=LOWER + UPPER + "int skua::base::seven() { return skua::sched::eight() - 1; }\n",
                            core=UPPER + "int skua::sched::eight() { return 8; }\n")
        self.assertEqual(result.returncode, 1)
        self.assertIn("links: base needs skua::sched::eight(), which core defines", result.stdout)

    def test_a_table_of_functions(self):
        table = "namespace skua::sched { extern int const sync_room; }\n"
        result = self.check(core=table + UPPER + "int skua::sched::eight() { return sync_room; }\n",
                            sync=table + "int const skua::sched::sync_room = 8;\n")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_nothing_built(self):
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("build the target skua_library first", result.stderr)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The programs of docs/start.md and docs/learn print what their pages show.

A page shows the output of its program in the block below a line that ends with `prints:`. In that
block `…` stands for any text, such as a number that differs from run to run. A simulated run is the
same each time."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "docs"
SHOWN = re.compile(r"prints:\n\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SETTINGS = ("SKUA_PLACES", "SKUA_WORKERS", "SKUA_TRANSPORT", "SKUA_SIM", "SKUA_STATS")


class Output(unittest.TestCase):
    folder = None

    def run_program(self, name, **variables):
        environment = {key: value for key, value in os.environ.items() if key not in SETTINGS}
        done = subprocess.run(
            [self.folder / name], env=environment | variables, capture_output=True, text=True, timeout=100
        )
        self.assertEqual(done.returncode, 0, f"{name}: {done}")
        return done.stdout, done.stderr

    def test_the_pages_show_it(self):
        pages = [DOCS / "start.md", *sorted((DOCS / "learn").glob("*.md"))]
        names = {page.stem for page in pages if page.stem != "README"}
        self.assertGreaterEqual(names, {"start", "tasks", "futures", "places", "global_memory", "search", "simulator"})
        for page in pages:
            if page.stem == "README":
                continue
            blocks = SHOWN.findall(page.read_text())
            self.assertEqual(len(blocks), 1, page.name)
            expected = ".+".join(re.escape(part) for part in blocks[0].split("…"))
            self.assertRegex(self.run_program(page.stem, SKUA_WORKERS="2")[0], rf"\A{expected}\Z", page.name)

    def test_a_simulated_run_is_the_same_each_time(self):
        runs = [self.run_program("simulator", SKUA_SIM="places=16,workers=2,seed=7,report=1") for _ in range(2)]
        self.assertEqual(runs[0], runs[1])
        self.assertIn("at 16 places", runs[0][0])
        self.assertIn("of 32 workers", runs[0][0])
        self.assertIn("fingerprint", runs[0][1])


if __name__ == "__main__":
    Output.folder = pathlib.Path(sys.argv.pop(1))
    unittest.main()

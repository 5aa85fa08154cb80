# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The reproduction: every experiment runs (small inputs, one run), and the page in docs follows
from the raw data beside it."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "tools" / "reproduce"
sys.path.insert(0, str(TOOL))

import experiments  # noqa: E402
from page import write_page  # noqa: E402
from papers import PAPERS  # noqa: E402

# Given by the build, but not in a run by hand.
SKUA = (
    sys.argv.pop(1)
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-")
    else str(ROOT / "build" / "release" / "bin" / "skua")
)


def reproduce(*arguments):
    return subprocess.run(
        [sys.executable, str(TOOL), *arguments], capture_output=True, text=True, timeout=280, check=False
    )


class Reproduction(unittest.TestCase):
    def test_every_experiment_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = reproduce("--skua", SKUA, "--quick", "--out", folder)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            page = (pathlib.Path(folder) / "reproduction.md").read_text()
            raw = json.loads((pathlib.Path(folder) / "reproduction.json").read_text())
        self.assertEqual(set(raw), {e.name for e in experiments.ALL})
        for experiment in experiments.ALL:
            self.assertIn(f"### {experiment.title}", page)
            self.assertTrue(raw[experiment.name]["runs"], experiment.name)
            widths = {len(row) for row in raw[experiment.name]["table"]["rows"]}
            self.assertEqual(widths, {len(raw[experiment.name]["table"]["header"])}, experiment.name)
        self.assertNotIn("Not run yet", page)

    def test_the_page_is_made_from_the_raw_data(self):
        raw = json.loads((ROOT / "docs" / "reproduction.json").read_text())
        with tempfile.TemporaryDirectory() as folder:
            page_text = pathlib.Path(write_page(folder, experiments.ALL, raw)).read_text()

        def without_machine(text):
            return [line for line in text.splitlines() if " cores (" not in line]

        self.assertEqual(without_machine(page_text), without_machine((ROOT / "docs" / "reproduction.md").read_text()))

    def test_each_paper_has_experiments(self):
        self.assertEqual({e.paper for e in experiments.ALL}, set(PAPERS))

    def test_bad_input_is_one_line(self):
        ended = reproduce("--skua", SKUA, "fig99")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("unknown experiment 'fig99'", ended.stderr.splitlines()[-1])
        with tempfile.TemporaryDirectory() as folder:
            ended = reproduce("--skua", "/nowhere/skua", "--quick", "--out", folder, "yewpar_one_worker")
            self.assertEqual(ended.returncode, 1)
            self.assertEqual(len([line for line in ended.stderr.splitlines() if line.startswith("reproduce:")]), 1)


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The experiments of the simulator: a small file gives a page, the same each time."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "evidence" / "experiments"
sys.path.insert(0, str(TOOL))

from settings import groups_of  # noqa: E402

# Given by the build, but not in a run by hand.
SKUA = (
    sys.argv.pop(1)
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-")
    else str(ROOT / "build" / "release" / "bin" / "skua")
)
SETTING = {"name": "a tree", "workload": "uts", "options": "--depth 4", "paper": "100", "target": 1}
COMMON = {
    "workers": 2,
    "worlds": "near",
    "places": [2, 3],
    "policies": ["random", "lifeline(1,2)", "adaptive"],
    "seeds": 3,
}
SMALL = {
    "worlds": {"near": {"options": "--latency 1us"}},
    "groups": [
        {"name": "one", "title": "One", "kind": "speed_ups", **COMMON, "settings": [SETTING]},
        {"name": "two", "title": "Two", "kind": "gains", **COMMON, "settings": [SETTING]},
    ],
}


def experiments(*arguments):
    return subprocess.run(
        [sys.executable, str(TOOL), "--skua", SKUA, *arguments],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


class Experiments(unittest.TestCase):
    def test_the_same_file_gives_the_same_page(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "small.json"
            file.write_text(json.dumps(SMALL))
            pages = []
            for jobs in ("1", "3"):
                ended = experiments("--file", str(file), "--out", "-", "--jobs", jobs)
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                pages.append(ended.stdout)
            only = experiments("--file", str(file), "--out", "-", "two").stdout
        self.assertEqual(pages[0], pages[1])
        self.assertIn("## One", pages[0])
        self.assertIn("1: met", pages[0])
        self.assertRegex(pages[0], r"\n\*\*Made\*\* 20\d\d-\d\d-\d\d, version [\d.]+, commit \w+")
        self.assertIn("## Two", only)
        self.assertNotIn("## One", only)

    def test_the_file_in_docs_can_be_read(self):
        for group in groups_of(json.loads((ROOT / "evidence" / "experiments.json").read_text())):
            self.assertIn(f"\n## {group.title}\n", (ROOT / "evidence" / "experiments.md").read_text())



if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The comparison with reality: its command runs. The state of this machine does not matter."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "evidence" / "reality"

# Given by the build, but not in a run by hand.
SKUA = (
    sys.argv.pop(1)
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-")
    else str(ROOT / "build" / "release" / "bin" / "skua")
)


def reality(*arguments):
    return subprocess.run(
        [sys.executable, str(TOOL), *arguments], capture_output=True, text=True, timeout=280, check=False
    )


class Reality(unittest.TestCase):
    def test_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "raw.json"
            ended = reality("--skua", SKUA, "--quick", "--json", str(file), "queens")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            raw = json.loads(file.read_text())
        self.assertEqual([(r["case"], r["places"]) for r in raw["cases"]], [("queens", 1), ("queens", 2)])
        for row in raw["cases"]:
            self.assertEqual((len(row["real_runs"]), len(row["simulated_runs"])), (3, 3))

    def test_two_hosts(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "raw.json"
            ended = reality("--skua", SKUA, "--quick", "--hosts", "mpich", "--json", str(file), "queens")
            if ended.returncode != 0 and "skipped: " in ended.stderr:
                self.skipTest(ended.stderr.strip().partition("skipped: ")[2])
            self.assertEqual(ended.returncode, 0, ended.stderr)
            raw = json.loads(file.read_text())
        self.assertEqual([(r["case"], r["places"]) for r in raw["cases"]], [("queens", 1), ("queens", 2)])
        self.assertEqual({r["places"] for r in raw["cases"][1]["real_runs"]}, {2})

    def test_bad_input_is_one_line(self):
        self.assertIn("case 'reads' needs --hosts", reality("--skua", "skua", "reads").stderr.splitlines()[-1])
        self.assertIn("unknown case 'chess'", reality("--skua", SKUA, "chess").stderr.splitlines()[-1])
        ended = reality("--skua", "/nowhere/skua", "--quick")
        self.assertEqual((ended.returncode, ended.stderr.count("\n")), (1, 1))


if __name__ == "__main__":
    unittest.main()

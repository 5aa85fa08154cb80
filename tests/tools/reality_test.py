# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The comparison with reality: its arithmetic on invented runs, and that its command runs. The
state of this machine does not matter."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "evidence" / "reality"
sys.path.insert(0, str(TOOL))

from model import STANDARD, Model, solve  # noqa: E402
from table import lines, quantile, row_of  # noqa: E402

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


def runs(seconds, messages):
    return [
        {"seconds": s, "messages": m, "steals_asked": m, "loots": 1, "processor_seconds": s}
        for s, m in zip(seconds, messages)
    ]


class Straight:
    """A machine whose simulated time is a straight line."""

    def simulated(self, program, places, settings, seeds):
        near = next(
            float(w[:-2])
            for w in settings.split()
            if w.endswith("ns") and settings.split()[settings.split().index(w) - 1] == "--near"
        )
        return [{"seconds": 1e-3 + 2000 * near * 1e-9}]


class Arithmetic(unittest.TestCase):
    def test_quartiles(self):
        self.assertEqual(quantile([4, 1, 3, 2, 5], 0.5), 3)
        self.assertEqual(quantile([1, 2], 0.25), 1.25)

    def test_agreement(self):
        real = runs([1.0, 1.1, 0.9], [10, 20, 30])
        row = row_of("some", 2, real, runs([1.05] * 3, [22] * 3))
        self.assertTrue(row["agrees"] and row["messages"]["inside"] and row["loots"]["inside"])
        far = row_of("some", 2, real, runs([1.2] * 3, [40] * 3))
        self.assertFalse(far["agrees"] or far["messages"]["inside"])
        text = lines([row, far])
        self.assertEqual(len(text), 4)
        self.assertNotIn("!", text[1])
        self.assertIn("1.200 !", text[2])

    def test_the_link_of_two_hosts_is_a_latency(self):
        self.assertIn("--node 2 --near 300.0ns", Model(dict(STANDARD)).settings())
        between_hosts = Model(dict(STANDARD), across_hosts=True).settings()
        self.assertIn("--node 1 --latency 30000.0ns", between_hosts)
        self.assertEqual([text.count("mpi=1") for text in (between_hosts, Model(dict(STANDARD)).settings())], [1, 0])

    def test_a_setting_is_found(self):
        solution = Model(dict(STANDARD))
        self.assertAlmostEqual(solve(Straight(), solution, "any", 2, "near", 1e-7, 2e-6, 3e-3), 1e-6, 9)

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

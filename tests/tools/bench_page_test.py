# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The page of benchmarks: it says what its data say, and nothing is written of a busy machine, of a
case that failed, or with a cell that has no figure. The program is a script that prints invented
figures."""

import json
import pathlib
import stat
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import bench_page  # noqa: E402

PROGRAM = """#!/usr/bin/env python3
import json, sys
out = next(a.split("=", 1)[1] for a in sys.argv if a.startswith("--benchmark_out="))
run = {"name": "ring/at_median", "run_name": "ring/at", "run_type": "aggregate", "aggregate_name": "median"}
runs = [dict(run, us=2.0), dict(run, aggregate_name="min", us=1.0), dict(run, aggregate_name="max", us=4.0)]
runs += [{"name": "ring/at/tbb", "run_name": "ring/at/tbb", "us": 3.0}]
json.dump({"benchmarks": EXTRA + runs}, open(out, "w"))
print("met    ring/at            us                        2   target: at most 5", file=sys.stderr)
sys.exit(CODE)
"""


class Loads:
    """Stands for machine.Load: each run of the program has the next share."""

    def __init__(self, *shares):
        self.shares = list(shares)
        self.count = 0

    def __call__(self):
        self.count += 1
        return self

    def others(self):
        return self.shares[self.count - 1]


class Measuring(unittest.TestCase):
    def measure(self, loads, extra="[]", code="0"):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "bench"
            program.write_text(PROGRAM.replace("EXTRA", extra).replace("CODE", code))
            program.chmod(stat.S_IRWXU)
            with mock.patch.object(bench_page.machine, "Load", loads):
                return bench_page.measure(str(program), "ring/at", log=lambda line: None)

    def test_a_quiet_run_is_kept(self):
        figures, targets, load = self.measure(Loads(0.01))
        self.assertEqual(figures, {"ring/at": {"us": [2.0, 1.0, 4.0]}, "ring/at/tbb": {"us": [3.0, 3.0, 3.0]}})
        self.assertEqual(targets, {"us": ["most", "5"]})
        self.assertEqual(load, 0.01)

    def test_a_disturbed_run_is_repeated_up_to_five_times(self):
        loads = Loads(0.2, 0.051, 0.05)
        self.assertEqual(self.measure(loads)[2], 0.05)
        self.assertEqual(loads.count, 3)
        loads = Loads(*[0.3] * 4, 0.06, 0)
        with self.assertRaisesRegex(bench_page.Refused, "ring/at: other programs used 6.0 % .* each of 5 runs"):
            self.measure(loads)
        self.assertEqual(loads.count, 5)

    def test_a_failed_or_skipped_case_is_refused(self):
        with self.assertRaisesRegex(bench_page.Refused, "ring/at: met"):
            self.measure(Loads(0), code="1")
        skipped = '[{"name": "ring/at", "error_occurred": True, "error_message": "skipped: one processor"}]'
        with self.assertRaisesRegex(bench_page.Refused, "ring/at: skipped: one processor"):
            self.measure(Loads(0), extra=skipped)


class Page(unittest.TestCase):
    def test_the_pages_are_what_the_data_say(self):
        published = json.loads(bench_page.DATA.read_text())
        for path, text in bench_page.pages(published).items():
            self.assertEqual(path.read_text(), text, f"python3 tools/bench_page.py writes {path.name}")
        self.assertEqual(bench_page.DATA.read_text(), bench_page.compact(published))
        self.assertLessEqual(max(published["others"].values()), bench_page.LOUD)

    def test_a_figure_that_is_missing_is_refused(self):
        data = json.loads(bench_page.DATA.read_text())
        del data["gcc"]["uts/T1"]["ratio"]
        with self.assertRaisesRegex(bench_page.Refused, "uts/T1: there is no figure ratio"):
            bench_page.tables(data)


if __name__ == "__main__":
    unittest.main()

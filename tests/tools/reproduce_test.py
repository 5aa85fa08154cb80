# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The reproduction: every experiment runs (small inputs, two runs), a second start runs nothing, and a
failure is one line."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "evidence" / "reproduce"
sys.path.insert(0, str(TOOL))

import experiments  # noqa: E402
import machine  # noqa: E402
import measure  # noqa: E402
import page  # noqa: E402
import raw  # noqa: E402
from progress import Progress  # noqa: E402
from records import Command, Row  # noqa: E402

# Given by the build, but not in a run by hand.
SKUA = (
    sys.argv.pop(1)
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-")
    else str(ROOT / "build" / "release" / "bin" / "skua")
)


def command(*arguments):
    return [sys.executable, str(TOOL), "--skua", SKUA, *arguments]


def reproduce(*arguments):
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=250, check=False)


def skipped_rows(errors):
    """The lines about what needs root and an MPI, or valgrind."""
    names = ("futures_one_sided", "futures_profile")
    starts = tuple(f"reproduce: skipped {name}/" for name in names)
    return [line for line in errors.splitlines() if line.startswith(starts)]


def data_of(folder):
    return json.loads((pathlib.Path(folder) / "reproduction.json").read_text())


class Reproduction(unittest.TestCase):
    def test_every_experiment_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = reproduce("--quick", "--out", folder, "all")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            skipped = skipped_rows(ended.stderr)
            text = (pathlib.Path(folder) / "reproduction.md").read_text()
            data = data_of(folder)
            pictures = sorted(p.name for p in (pathlib.Path(folder) / "pictures").iterdir())
            again = reproduce("--quick", "--out", folder, "all")
            self.assertEqual((again.returncode, skipped_rows(again.stderr)), (0, skipped))
            if not skipped:
                self.assertEqual(again.stderr, "")
            self.assertEqual(data_of(folder), data)
        self.assertEqual("Not measured yet" in text, bool(skipped))
        for experiment in experiments.ALL:
            self.assertIn(f"### {experiment.title}\n", text)
            for row in experiment.rows(True):
                if any(f" {raw.row_name(experiment, row)}: " in line for line in skipped):
                    continue
                self.assertGreaterEqual(raw.turns_made(data, experiment, row), 1, (experiment.name, row.name))
        for name in pictures:
            self.assertIn(f"(pictures/{name})", text)
        self.assertEqual(len(data["sessions"]), 1)
        self.assertEqual(data["sessions"][0]["version"], machine.project_version())
        made, drawn = page.made(data, experiments.ALL)
        self.assertEqual(made, text)
        self.assertEqual(sorted(drawn), pictures)

    def test_a_failure_is_one_line_and_keeps_the_rest(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "raw.json")
            measurer = measure.Measurer(SKUA, raw.empty(), path, {"program": ""}, Progress(0), 1)
            row = Row("bad", {"a": (Command("queens none"),)})
            script = pathlib.Path(folder) / "skips.sh"
            script.write_text("echo 'skipped: no root'\nexit 77\n")
            skips = Row("skips", {"a": (Command("1", through=f"sh {script}"),)})
            name = raw.row_name(experiments.ALL[0], skips)
            for before in ({}, {name: {"variants": {}, "turns": []}}):
                measurer.data["rows"] = dict(before)
                with self.assertRaisesRegex(measure.Skipped, "^no root$"):
                    measurer.measure(experiments.ALL[0], skips, 1)
                self.assertEqual(measurer.data["rows"], before)
            elsewhere = Row("elsewhere", {"a": (Command("1", program="skua-none"),)})
            with self.assertRaisesRegex(measure.Skipped, "/skua-none does not exist"):
                measurer.measure(experiments.ALL[0], elsewhere, 1)
            with self.assertRaisesRegex(measure.Failed, "`skua queens none` ended with exit code 2: .*none"):
                measurer.measure(experiments.ALL[0], row, 1)


if __name__ == "__main__":
    unittest.main()

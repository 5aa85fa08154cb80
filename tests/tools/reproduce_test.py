# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The reproduction: every experiment runs (small inputs, two runs), a second start runs nothing, an
interrupt keeps what there is; and the figures of the page."""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "evidence" / "reproduce"
sys.path.insert(0, str(TOOL))

import experiments  # noqa: E402
import figures  # noqa: E402
import machine  # noqa: E402
import measure  # noqa: E402
import page  # noqa: E402
import raw  # noqa: E402
from papers import PAPERS  # noqa: E402
from progress import Progress, clock  # noqa: E402
from records import Command, Comparison, Row, Value  # noqa: E402

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

    def test_an_interrupt_keeps_what_is_there(self):
        with tempfile.TemporaryDirectory() as folder:
            arguments = ("--quick", "--out", folder, "futures")
            with subprocess.Popen(
                command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            ) as started:
                deadline = time.monotonic() + 60
                json_file = pathlib.Path(folder) / "reproduction.json"
                while not json_file.exists() and started.poll() is None and time.monotonic() < deadline:
                    time.sleep(0.01)
                started.send_signal(signal.SIGINT)
                _, errors = started.communicate(timeout=60)
            if started.returncode == 0:
                self.skipTest("the run ended before the signal")
            self.assertEqual(started.returncode, 130, errors)
            self.assertIn("reproduce: interrupted; the same command continues", errors)
            before = data_of(folder)
            self.assertTrue(before["rows"])
            self.assertIn("Not measured yet", (pathlib.Path(folder) / "reproduction.md").read_text())
            self.assertEqual(reproduce(*arguments).returncode, 0)
            after = data_of(folder)
        for name, row in before["rows"].items():
            for variant, kept in row["variants"].items():
                for key, numbers in kept["values"].items():
                    self.assertEqual(after["rows"][name]["variants"][variant]["values"][key][: len(numbers)], numbers)

    def test_what_another_program_has_measured_is_measured_anew(self):
        with tempfile.TemporaryDirectory() as folder:
            arguments = ("--quick", "--out", folder, "habanero_hybrid")
            self.assertEqual(reproduce(*arguments).returncode, 0)
            data = data_of(folder)
            data["sessions"][0]["program"] = "another"
            raw.write(str(pathlib.Path(folder) / "reproduction.json"), data)
            self.assertIn("sample sort", reproduce("--plan", *arguments).stdout)
            self.assertEqual(reproduce(*arguments).returncode, 0)
            self.assertEqual([s["program"] != "another" for s in data_of(folder)["sessions"]], [True])

    def test_each_paper_has_experiments(self):
        self.assertEqual({e.paper for e in experiments.ALL}, set(PAPERS))
        self.assertEqual(experiments.selected([]), [e for e in experiments.ALL if not e.is_long])
        self.assertEqual({e.paper for e in experiments.selected(["yewpar", "futures_issue"])}, {"yewpar", "futures"})

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


class Figures(unittest.TestCase):
    VARIANTS = {
        "a": {"values": {"seconds": [1.0, 2.0, 4.0], "sequential": [3.0, 6.0, 12.0]}},
        "b": {"values": {"seconds": [0.5, 1.0, 2.0]}},
    }

    def test_kinds(self):
        def text(*arguments, **settings):
            return figures.result(Comparison(*arguments, **settings), self.VARIANTS)

        a, b = Value("a"), Value("b")
        self.assertEqual(text(a, b, "speed_up", 2), ("**2.00** (2.00 to 2.00)", "+0.0 % (+0.0 to +0.0)"))
        self.assertEqual(text(a, b, "gain")[0], "**+100.0 %** (+100.0 to +100.0)")
        self.assertEqual(text(a, b, "change")[0], "**−50.0 %** (−50.0 to −50.0)")
        self.assertEqual(text(Value("a", "sequential"), b, "speed_up")[0], "**6.00** (6.00 to 6.00)")
        rates = [Value(v, "seconds", "GB/s", 8) for v in ("a", "b")]
        self.assertEqual(text(*rates, "speed_up")[0], "**2.00** (2.00 to 2.00)")
        self.assertEqual(figures.with_quartiles(rates[0], self.VARIANTS), "**4 GB/s** (3 GB/s to 6 GB/s)")

    def test_quantities(self):
        texts = {1.5: "1.5 s", 0.0123: "12.3 ms", 0.9999: "1 s", 4.2e-6: "4.2 µs", 2e-9: "0.002 µs", 1234.5: "1,234 s"}
        for seconds, text in texts.items():
            self.assertEqual(figures.time(seconds), text)
        self.assertEqual(figures.quantity(12345, "ns"), "12,345 ns")
        self.assertEqual(figures.quantity(0.125, "%"), "12.5 %")
        self.assertAlmostEqual(figures.variability([2, 3, 2.5]), 0.5)
        # Inputs that take different times are not compared with one another.
        self.assertEqual(figures.variabilities([2, 3, 10, 10, 400, 600], 3), [0.5, 0.0, 0.5])
        self.assertEqual([clock(s) for s in (5, 65, 3725)], ["0:05", "1:05", "1:02:05"])


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import contextlib
import io
import pathlib
import sys
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "soak"))

import soak  # noqa: E402  pylint: disable=wrong-import-position
from experiments.machine import Failure  # noqa: E402  pylint: disable=wrong-import-position

PAGE = (ROOT / "docs" / "inside" / "reliability.md").read_text(encoding="utf-8")


class Clock:
    """Trials that take as long as they say."""

    def __init__(self):
        self.now = 0.0

    def experiment(self, seconds, tries=1, fails=lambda rng: False, **fields):
        def trial(_, rng):
            self.now += seconds
            if fails(rng):
                raise Failure("on purpose")
            return tries

        return soak.Experiment(trial, **fields)


def rotate(clock, experiments, **settings):
    """The rows, and the printed text."""
    arguments = argparse.Namespace(
        **({"minutes": 5, "trials": None, "seed": 7, "programs": "bin", "sanitizer": False} | settings)
    )
    rows = {name: soak.Row() for name in experiments}
    output = io.StringIO()
    with mock.patch.object(soak, "EXPERIMENTS", experiments), mock.patch.object(
        soak.time, "monotonic", lambda: clock.now
    ), contextlib.redirect_stdout(output):
        soak.Soak(None, arguments, soak.Screen(), rows).run()
    return rows, output.getvalue()


class Rotation(unittest.TestCase):
    def test_each_experiment_has_its_share_of_the_time(self):
        clock = Clock()
        rows, _ = rotate(
            clock,
            {
                "slow": clock.experiment(30),
                "many": clock.experiment(2, 20, per_hour=11_000),
                "rare": clock.experiment(5, most_per_hour=40),
            },
            minutes=60,
        )
        self.assertGreaterEqual(rows["many"].tries, 10_000)
        self.assertGreater(rows["slow"].trials, 50)
        self.assertIn(rows["rare"].trials, (39, 40))

    def test_the_seed_that_is_printed_repeats_the_failure(self):
        clock = Clock()

        def experiments():
            return {"a": clock.experiment(1, fails=lambda rng: rng.random() < 0.1)}

        rows, output = rotate(clock, experiments(), trials=100)
        self.assertGreater(rows["a"].failures, 0)
        self.assertIn("--only a --trials 1 --seed ", output)
        for line in output.splitlines():
            if "repeat:" in line:
                again, _ = rotate(clock, experiments(), trials=1, seed=int(line.split("--seed ")[1]))
                self.assertEqual(again["a"].failures, 1)


class Page(unittest.TestCase):
    def test_it_explains_every_experiment_and_every_fuzzer(self):
        for name in soak.EXPERIMENTS:
            self.assertIn(f"\n| `{name}` | ", PAGE)
        for source in (ROOT / "tests" / "fuzz").glob("*_fuzz.cpp"):
            self.assertIn(f"`fuzz_{source.stem.removesuffix('_fuzz')}`", PAGE)


if __name__ == "__main__":
    unittest.main()

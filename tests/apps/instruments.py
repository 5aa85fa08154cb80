# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instruments change nothing: with one worker every application has the same answer, and the same
counts of nodes, tasks and steals, with and without a trace, statistics and check mode."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from support.cases import EVERY_APPLICATION
from support.program import after_scenario, expect, run_scenarios
from scenarios import scenario_for

# Only an exact count of the scheduler's tasks needs the detailed statistics themselves.
TASKS = {"SKUA_STATS": "detailed"}
TRACED = {"SKUA_TRACE": "{folder}/trace"}
INSTRUMENTS = {
    "trace, stats": {"SKUA_STATS": "on", **TRACED},
    "check": {"SKUA_CHECK": "1"},
    "check, trace, stats=detailed": {"SKUA_CHECK": "1", **TRACED, **TASKS},
}
# These divide themselves by the clock.
LOOPS = ("bc", "lu", "quicksort", "samplesort", "lulesh", "stencil", "gups", "bale", "pi")
COUNTS = ("nodes", "prunes", "backtracks", "cuts", "improvements", "steals", "stolen", "tasks", "tasks_spawned")


def counts(words, settings, folder):
    """The answer and the counts of a run in which no spare worker, which a busy machine may need, has stolen."""
    environment = {name: value.format(folder=folder) for name, value in settings.items()}
    for _ in range(20):
        done = subprocess.run(
            [sys.argv[1], *words.split(), "--json"], capture_output=True, text=True, timeout=300, check=False,
            env={**os.environ, "SKUA_WORKERS": "1", **environment},
        )
        expect(done.returncode == 0, f"{words}, {settings}: {done}")
        found = json.loads(done.stdout)
        if found["stats"]["steals"] == 0:
            break
    stats = {name: found["stats"][name] for name in COUNTS if name in found["stats"]}
    result = {name: value for name, value in found["result"].items() if not isinstance(value, float)}
    return result, stats


# The result of issue is times.
@scenario_for(*[words for words in EVERY_APPLICATION if not words.startswith("issue")])
def is_the_same_with_each_instrument(words):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="skua_instruments_"))
    after_scenario(shutil.rmtree, folder, True)
    plain = counts(words, {}, folder)
    detailed = counts(words, TASKS, folder)
    for name, settings in INSTRUMENTS.items():
        found = counts(words, settings, folder)
        expected = detailed if "detailed" in name else plain
        if words.split()[0] in LOOPS:
            for _, stats in (found, expected):
                stats.pop("tasks", None)
        expect(found == expected, f"{words}: with {name} {found}, without {expected}")


run_scenarios()

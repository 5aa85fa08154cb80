# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import copy
import dataclasses
import sys
import unittest

from planted import TOOLS, PlantedTree

sys.path[:0] = [str(TOOLS), str(TOOLS / "reproduce")]

import check_reproduction  # noqa: E402
import experiments  # noqa: E402
import instructions  # noqa: E402
import page  # noqa: E402
import raw  # noqa: E402
from records import Command, Comparison, Row, Value, compared, same_program  # noqa: E402

SESSION = {
    "date": "2026-01-02",
    "version": "0.2.0",
    "commit": "0123456789",
    "program": "cafe",
    "processor": "a processor",
    "cores": 2,
    "memory": "8 GiB",
    "system": "Linux",
}
HISTORY = "# Changelog\n\n## Unreleased (0.3.0)\n\n## 0.2.0\n\n## 0.1.0\n"
PROJECT = "project(\n  skua\n  VERSION 0.3.0\n)\n"
PARTS = ("init", "user", "issue", "execute", "pack", "wait", "idle", "finalise", "rest")


def invented(row, variant, turn):
    """Values of a run that never was, different for each turn and variant."""
    x = 1 + 0.01 * turn + 0.1 * list(row.variants).index(variant)
    if row.is_simulated:
        return {"seconds": x, "speed_up": 1 / x, "idle": 0.1, "beyond": -0.01}
    if row.read is not None:
        names = ("future_us", "task_us", "socket_us", "memory_us", "spawn_ns", "async_ns", "far_spawn_ns")
        line = {name: x for name in (*names, "far_async_ns", "call_ns", "std_async_ns")}
        return row.read(
            {
                "seconds": x,
                "result": {"rounds": 100, "kinds": ["numbers"], "rows": [{**line, "bytes": 8, "arguments": 1}]},
                "instructions": dict.fromkeys(instructions.PARTS, turn + 1),
                "stats": {"breakdown": {"places": [{p: x for p in PARTS}, {p: 2.5 for p in PARTS}]}},
            }
        )
    return {"seconds": x, "sequential": 1.1 * x, "processor": x}


def measurement():
    data = raw.empty()
    data["sessions"].append(dict(SESSION))
    for experiment in experiments.ALL:
        for row in experiment.rows(False):
            kept = data["rows"][raw.row_name(experiment, row)] = raw.fresh_row(row)
            for turn in range(row.turns):
                for variant in row.variants:
                    raw.add(kept, variant, invented(row, variant, turn))
                kept["turns"].append({"session": 0} if row.is_simulated else {"session": 0, "others": 0.01})
    return data


DATA = measurement()


def tree_of(data, **changed):
    text, pictures = page.made(data, experiments.ALL)
    files = {"evidence/reproduction.md": text, "evidence/reproduction.json": raw.text(data)}
    files.update({f"evidence/pictures/{name}": svg for name, svg in pictures.items()})
    return {**files, "CHANGELOG.md": HISTORY, "CMakeLists.txt": PROJECT, **changed}


class Reproduction(PlantedTree):
    check = "reproduction"

    def test_a_tree_in_order(self):
        self.assertIn("ok", self.passes(tree_of(DATA)))

    def test_a_number_of_the_page_that_is_in_no_run(self):
        files = tree_of(DATA)
        number = files["evidence/reproduction.md"].split("\n")
        line = next(i for i, text in enumerate(number) if text.startswith("| N-queens |") and "**" in text)
        number[line] = number[line].replace("**", "**9", 1)
        sentence = f"evidence/reproduction.md:{line + 1}: is not what"
        self.fails({**files, "evidence/reproduction.md": "\n".join(number)}, sentence)

    def test_a_picture_of_other_data(self):
        files = tree_of(DATA)
        name = "evidence/pictures/apgas_places.svg"
        self.fails({**files, name: files[name].replace('cx="', 'cx="1', 1)}, f"{name}:")
        del files[name]
        self.fails(files, f"{name}:1: is missing")

    def test_an_old_measurement(self):
        data = copy.deepcopy(DATA)
        data["sessions"][0]["version"] = "0.1.0"
        self.fails(tree_of(data), "apgas_scaling/UTS: measured with version 0.1.0, the project is 0.3.0")
        data["sessions"][0]["version"] = "0.0.9"
        self.fails(tree_of(data), "measured with version 0.0.9")

    def test_a_quick_measurement_is_no_result(self):
        self.fails(tree_of({**DATA, "quick": True}), "expected a whole measurement, found one with the small inputs")

    def test_too_few_runs(self):
        data = copy.deepcopy(DATA)
        data["rows"]["apgas_scaling/UTS"]["turns"].pop()
        self.fails(tree_of(data), "apgas_scaling/UTS: expected 10 turns, found 9")

    def test_commands_that_have_changed_since(self):
        data = copy.deepcopy(DATA)
        data["rows"]["apgas_scaling/UTS"]["variants"]["2 places"]["commands"] = ["skua uts --tree T1"]
        self.fails(tree_of(data), "apgas_scaling/UTS: was measured with other commands: ./dev reproduce apgas_scaling")

    def test_data_of_the_earlier_format(self):
        files = {"evidence/reproduction.json": '{"apgas_scaling": {}}\n', "evidence/reproduction.md": "# Old\n"}
        self.assertIn("waits for a new measurement", self.passes(files))


def row_of(first, second, turns=10, **environments):
    variants = {
        "a": (Command(first, tuple(environments.get("a", {}).items())),),
        "b": (Command(second, tuple(environments.get("b", {}).items())),),
    }
    return Row("row", variants, (Comparison(Value("a"), Value("b"), "gain"),), turns)


class SameProgram(unittest.TestCase):
    def same(self, *arguments, **environments):
        row = row_of(*arguments, **environments)
        return bool(list(same_program(row, compared(row, ()))))

    def test_the_same_command(self):
        self.assertTrue(self.same("queens 9 --places 2 --workers 1", "queens 9 --workers 1 --places 2"))
        self.assertTrue(self.same("queens 9 --workers 2", "queens 9 --workers 2 --compare"))
        self.assertFalse(self.same("queens 9 --workers 1", "queens 9 --workers 2"))

    def test_a_policy_with_one_place(self):
        policies = {"a": {"SKUA_STEAL": "random"}, "b": {"SKUA_STEAL": "adaptive"}}
        self.assertTrue(self.same("queens 9 --places 1", "queens 9 --places 1", **policies))
        self.assertFalse(self.same("queens 9 --places 4", "queens 9 --places 4", **policies))
        self.assertTrue(self.same("sim uts --places 1 --policy random", "sim uts --places 1 --policy adaptive"))

    def test_an_option_that_changes_nothing(self):
        self.assertTrue(self.same("tsp --random 9 --places 2", "tsp --random 9 --at-most 0 --places 2"))
        self.assertFalse(self.same("tsp --random 9", "tsp --random 9 --at-most 0 --watch"))

    def test_the_declared_rows(self):
        faults = []
        experiment = experiments.ALL[0]
        same = row_of("queens 9", "queens 9", turns=3)
        wrong = dataclasses.replace(experiment, rows=lambda quick: [same], plots=lambda rows: ())
        check_reproduction.check_declarations([wrong], faults.append)
        name = f"{experiment.name}/row"
        self.assertEqual(
            faults, [f"{name}: a and b are the same program", f"{name}: expected at least 10 turns, found 3"]
        )
        faults.clear()
        check_reproduction.check_declarations(experiments.ALL, faults.append)
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Programs print what the pages show, in README.md and docs: each block of output is run here, or NOT_RUN says why not.

- docs/start.md and docs/learn show the output of their program below a line that ends with `prints:`. In that
  block `…` stands for any text, such as a number that differs from run to run.
- A transcript is an indented block with commands behind `$ `, each above its output. A simulated run is the same each
  time, so its output is compared as it stands; in that of another run any time may stand for a time. With --write
  the transcripts of simulated runs become what the programs print now.
- The table of settings in docs/learn/simulator.md has the figures of a run for each row."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
DOCS = ROOT / "docs"
SHOWN = re.compile(r"prints:\n\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TEXT = re.compile(r"^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?:^    .*\n)(?:^    .*\n|^\n(?=    ))*", re.MULTILINE)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
PRINTED = re.compile(r"(?:\$|skua:|skua-run:|soak:|bc:|\d+/\d+ Test) ")
TIME = re.compile(r"\d[\d.,]*(?= (?:ns|µs|ms|s)\b)")
ROW = re.compile(r"^\| `(places=[^`]*)`[^|]*\| ([\d.]+ ms) \| (\d+ %) \|$", re.MULTILINE)
SETTINGS = ("SKUA_PLACES", "SKUA_WORKERS", "SKUA_TRANSPORT", "SKUA_SIM", "SKUA_STATS")
MEASURED = "one measured run: all of it is times, or follows from them"
OF_A_PROCESS = "needs a process that hangs, is killed or is watched; the test of that feature has its words"
PROJECT = "the project of skua new, which the test of skua new builds and runs"
# (page, part of the block): why it is not run here
NOT_RUN = {
    ("docs/reference/cluster.md", "was killed by signal 9"): OF_A_PROCESS,
    ("docs/reference/debugging.md", "$ kill -USR1"): OF_A_PROCESS,
    ("docs/reference/debugging.md", "skua: SEGV in reader"): OF_A_PROCESS,
    ("docs/reference/debugging.md", "$ gdb -p"): OF_A_PROCESS,
    ("docs/reference/ends.md", "the run did not end within its grace period"): OF_A_PROCESS,
    ("docs/inside/reliability.md", "soak: scopes: exit code 1"): "an error that was planted",
    ("docs/reference/watching.md", "bc:  42 %"): OF_A_PROCESS,
    ("docs/reference/watching.md", "skua, pid 9505"): OF_A_PROCESS,
    ("README.md", "29 % of the workers' time"): MEASURED,
    ("docs/learn/does_not_scale.md", "What to read first"): MEASURED,
    ("docs/learn/does_not_scale.md", "What changed"): MEASURED,
    ("docs/reference/report.md", "skua: 5.02 s, 1 place"): MEASURED,
    ("docs/reference/search.md", " level 0   root"): "a drawing",
    ("docs/start.md", "skua::spawn(skua::any, place_queens"): "code, shortened",
    ("docs/start.md", "1/2 Test #1"): PROJECT,
    ("docs/start.md", "$ SKUA_WORKERS=1 build/hello 14"): PROJECT,
    ("docs/start.md", "$ SKUA_STATS=on"): PROJECT,
}


def pages():
    return [ROOT / "README.md", *sorted(p for p in DOCS.rglob("*.md"))]


def blocks(text):
    """The blocks of output: transcripts without their indentation, and the fences of text."""
    outside = re.sub(r"^```.*?^```$", lambda m: "\n" * m.group().count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    found = [re.sub(r"^    ", "", m.group(), flags=re.MULTILINE) for m in INDENTED.finditer(outside)]
    return [block for block in found if PRINTED.match(block)] + TEXT.findall(text)


def is_exempt(page, block):
    return any(path == page.relative_to(ROOT).as_posix() and part in block for path, part in NOT_RUN)


def pattern(text, is_simulated):
    """What the output has to match."""
    masked = text if is_simulated else TIME.sub("…", text)
    return ".+".join(re.escape(part) for part in masked.split("…"))


class Output(unittest.TestCase):
    folder = None

    def run_program(self, *words, **variables):
        environment = {key: value for key, value in os.environ.items() if key not in SETTINGS}
        done = subprocess.run(words, env=environment | variables, capture_output=True, text=True, timeout=250)
        self.assertEqual(done.returncode, 0, f"{words}: {done}")
        return done.stdout, done.stderr

    def transcript(self, command):
        """Runs a command of a page; what it prints, and whether that is simulated."""
        words = shlex.split(command.replace("\\\n", " "), comments=True)
        variables = {}
        while "=" in words[0]:
            name, _, value = words.pop(0).partition("=")
            variables[name] = value
        places = {"skua": self.folder.parent.parent, "skua-run": self.folder.parent.parent}
        program = {"build/hello": "start"}.get(words[0], words[0].removeprefix("./"))
        words[0] = places.get(program, self.folder) / program
        words = [self.folder / "start" if word == "build/hello" else word for word in words]
        return "".join(self.run_program(*words, **variables)), "SKUA_SIM" in variables or words[1:2] == ["sim"]

    def test_each_block_is_run_or_says_why_not(self):
        used = set()
        for page in pages():
            name, text = page.relative_to(ROOT).as_posix(), page.read_text()
            shown = SHOWN.findall(text)
            for block in blocks(text):
                reasons = [key for key in NOT_RUN if key[0] == name and key[1] in block]
                used.update(reasons)
                is_run = block in shown or COMMAND.search(block) is not None
                self.assertTrue(reasons or is_run, f"{name}: what prints this?\n{block}")
        self.assertEqual(set(NOT_RUN) - used, set(), "a reason without its block")

    def test_programs_print_what_their_pages_show(self):
        found = [DOCS / "start.md", *sorted(p for p in (DOCS / "learn").glob("*.md") if p.stem != "README")]
        names = {page.stem for page in found}
        self.assertGreaterEqual(names, {"start", "tasks", "futures", "places", "global_memory", "search", "simulator"})
        for page in found:
            shown = SHOWN.findall(page.read_text())
            self.assertEqual(len(shown), 1, page.name)
            printed = self.run_program(self.folder / page.stem, SKUA_WORKERS="2")[0]
            self.assertRegex(printed, rf"\A{pattern(shown[0], True)}\Z", page.name)

    def test_transcripts_are_what_is_printed(self):
        for page in pages():
            for block in blocks(page.read_text()):
                for command, shown in [] if is_exempt(page, block) else COMMAND.findall(block):
                    if shown:
                        printed, is_simulated = self.transcript(command)
                        printed = re.sub(r" +$", "", printed, flags=re.MULTILINE)
                        self.assertRegex(printed, rf"\A{pattern(shown, is_simulated)}\Z", f"{page.name}: {command}")

    def test_the_table_of_settings_is_measured(self):
        page = (DOCS / "learn" / "simulator.md").read_text()
        other = re.search(r"seed 4\s+gives ([\d.]+ ms)", page)
        rows = [(s, t, share) for s, t, share in ROW.findall(page)]
        self.assertEqual(len(rows), 5)
        for settings, time, share in [*rows, ("places=64,seed=4", other[1], "")]:
            sim = f"workers=1,seed=1,{settings}" if "seed" not in settings else f"workers=1,{settings}"
            printed = self.run_program(self.folder / "simulator", SKUA_SIM=sim)[0]
            self.assertIn(f"\n{time} for ", printed, settings)
            self.assertIn(f": {share}", printed, settings)

    def test_a_simulated_run_is_the_same_each_time(self):
        simulator = self.folder / "simulator"
        runs = [self.run_program(simulator, SKUA_SIM="places=16,workers=2,seed=7,report=1") for _ in range(2)]
        self.assertEqual(runs[0], runs[1])
        self.assertIn("at 16 places", runs[0][0])
        self.assertIn("of 32 workers", runs[0][0])
        self.assertIn("fingerprint", runs[0][1])


def write():
    """The transcripts of simulated runs as they are printed now."""
    case = Output()
    for page in pages():
        text = page.read_text()
        for block in blocks(text):
            for command, shown in [] if is_exempt(page, block) else COMMAND.findall(block):
                printed, is_simulated = case.transcript(command) if shown else ("", False)
                if is_simulated:
                    old, new = (re.sub(r"^(?=.)", "    ", x, flags=re.MULTILINE) for x in (shown, printed))
                    text = text.replace(old, re.sub(r" +$", "", new, flags=re.MULTILINE))
        page.write_text(text)


if __name__ == "__main__":
    Output.folder = pathlib.Path(sys.argv.pop(1))
    if "--write" in sys.argv:
        write()
    else:
        unittest.main()

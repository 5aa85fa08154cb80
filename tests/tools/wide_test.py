# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""tools/wide.sh with small inputs: the page is complete, wrong answers and bad input are reported, and
an archive runs by itself. The argument is the program skua-wide."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "wide.sh"
PROGRAM = sys.argv.pop()


class Kit(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def run_kit(self, code, *arguments, script=SCRIPT):
        result = subprocess.run(["bash", script, *arguments], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        page = self.folder / "wide.html"
        return page.read_text() if page.exists() else result.stderr

    def test_the_archive_makes_a_complete_page(self):
        self.run_kit(0, "pack", "kit.tar.gz", "--program", PROGRAM)
        subprocess.run(["tar", "-xzf", "kit.tar.gz"], cwd=self.folder, check=True)
        for seconds in ("15", "90"):  # a busy machine needs more
            page = self.run_kit(0, "--seconds", seconds, script=self.folder / "skua-wide" / "wide.sh")
            if "the time was over" not in page:
                break
        lines = [line.split("\t") for line in page.split("\n")]
        rows = {(line[1], line[2]): line[3:] for line in lines if line[0] == "row"}
        for name in "fib uts nqueens saxpy stencil sort scopes wake_one wake_all".split():
            for runtime in subprocess.run([PROGRAM], capture_output=True, text=True).stdout.split("\n")[1].split():
                workers, operations, *seconds, runs, load = map(float, rows[name, runtime])
                self.assertTrue(workers >= 1 and operations >= 1 and min(seconds) > 0 and runs >= 1 and load >= 0)
        self.assertIn("fact\tProcessor\t", page)
        self.assertNotIn("WRONG ANSWER:", page)
        self.assertTrue(page.endswith("</html>\n"))

    def test_a_wrong_answer_is_a_failure(self):
        page = self.run_kit(1, "--program", PROGRAM, "--seconds", "1", "--only", "wrong")
        self.assertIn("WRONG ANSWER: wrong with skua, workers: 1.", page)

    def test_bad_input_is_one_line(self):
        for code, *arguments in ((2, "--seconds", "0"), (2, "--only", "fob"), (2, "--out"), (1, "--out", "no/a.html")):
            self.assertRegex(self.run_kit(code, *arguments), r"^wide: .*\n$")
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()

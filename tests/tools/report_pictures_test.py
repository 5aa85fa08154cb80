# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""tools/report_pictures.py: it measures the program of docs/learn/does_not_scale.md and makes a picture.

Usage: report_pictures_test.py FOLDER, that of a build."""

import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = sys.argv.pop() if len(sys.argv) > 1 else str(ROOT / "build" / "release")
PICTURE = "does_not_scale_mended"


@unittest.skipUnless(shutil.which("chromium"), "skipped: chromium is not installed")
class ReportPictures(unittest.TestCase):
    def test_it_measures_and_makes_a_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, str(ROOT / "tools" / "report_pictures.py"), "--build", BUILD, "--out", folder,
                       "--repeat", "1", "--only", "mended"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            times = re.findall(r"^version (\d): 1 worker [\d.]+ s, 2 workers", done.stdout, re.MULTILINE)
            self.assertEqual(times, ["1", "2", "3"])
            self.assertEqual(done.stdout.count("movable"), 3)
            names = sorted(path.name for path in pathlib.Path(folder).iterdir())
            self.assertEqual(names, [f"{PICTURE}_dark.png", f"{PICTURE}_light.png"])
            sizes = []
            for name in names:
                data = (pathlib.Path(folder) / name).read_bytes()
                self.assertTrue(data.startswith(b"\x89PNG"), name)
                sizes.append(struct.unpack(">II", data[16:24]))
            self.assertEqual(sizes[0], sizes[1])
            self.assertGreater(sizes[0][1], 100)
            light, dark = ((pathlib.Path(folder) / name).read_bytes() for name in reversed(names))
            self.assertNotEqual(light, dark)

    def test_a_folder_without_programs_is_one_line(self):
        command = [sys.executable, str(ROOT / "tools" / "report_pictures.py"), "--build", "/nonexistent"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("expected a program", done.stderr)


if __name__ == "__main__":
    unittest.main()

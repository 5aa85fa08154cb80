# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The recipes of packaging/: their versions are that of the project, their options exist, the tarball has the tree and
is the same each time, and a wheel that other machines cannot load is refused."""

import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGING = ROOT / "packaging"
sys.path += [str(PACKAGING), str(ROOT / "tests" / "package")]

import package
import play
import wheel_file


class Recipes(unittest.TestCase):
    def test_one_version(self):
        number = re.escape(package.version())
        self.assertRegex((PACKAGING / "debian/changelog").read_text(), rf"^skua \({number}-\d+\) ")
        name = ".".join(package.version().split(".")[:2])
        self.assertIn(f"\nPackage: libskua{name}\n", (PACKAGING / "debian/control").read_text())
        self.assertIn(f"\nversion: {package.version()}\n", (ROOT / "CITATION.cff").read_text())

    def test_options_exist(self):
        """An option that CMakeLists.txt does not have would be ignored with a warning."""
        build = "".join(path.read_text() for path in [ROOT / "CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake")])
        known = set(re.findall(r"(?:option|set)\((\w+)", build))
        recipes = [p for p in PACKAGING.rglob("*") if p.is_file() and p.suffix in (".py", ".cmake", "")]
        names = set(re.findall(r"SKUA_[A-Z_]+", "".join(path.read_text() for path in recipes)))
        self.assertGreater(len(names - {"SKUA_PLACES"}), 6)
        self.assertLessEqual(names - {"SKUA_PLACES"}, known)


class Played(unittest.TestCase):
    """The commands that tests/package/play.py takes from the documents."""

    def test_commands_and_reasons(self):
        commands = {page: play.steps_of((ROOT / page).read_text(encoding="utf-8")) for page in play.PAGES}
        self.assertIn("./dev run", commands["README.md"])
        self.assertIn("build/hello 5000000", commands["docs/start.md"])
        self.assertIn("./dev package wheel", commands["docs/installing.md"])
        for start in play.NOT_PLAYED:
            all_commands = sum(commands.values(), [])
            self.assertTrue(any(isinstance(c, str) and c.startswith(start) for c in all_commands), f"stale: {start}")

    def test_a_new_command_is_played(self):
        page = "Run `./new\n--thing`, not `skua new`:\n\n    $ ./a b  # why\n    output\n\n```text\n./c\n```\n    ./d\n"
        self.assertEqual(play.steps_of(page), ["./new --thing", "./a b", "./d"])
        self.assertEqual(play.steps_of("```cpp\nint a;\n```\n\n```cpp\nint b;\n```\n"), [("cpp", "int a;\n")])


class Tarball(unittest.TestCase):
    def test_it_has_the_tree_and_is_the_same_each_time(self):
        before = package.OUT, os.environ.get("SOURCE_DATE_EPOCH")
        os.environ["SOURCE_DATE_EPOCH"] = "1700000000"
        try:
            with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
                digests = []
                for folder in (first, second):
                    package.OUT = pathlib.Path(folder)
                    (path,) = package.make_tarball()
                    digests.append(hashlib.sha256(path.read_bytes()).hexdigest())
                self.assertEqual(*digests)
                with tarfile.open(path) as archive:
                    names = archive.getnames()
                    executable = archive.getmember(f"skua-{package.version()}/dev").mode
        finally:
            package.OUT = before[0]
            os.environ.pop("SOURCE_DATE_EPOCH")
            if before[1]:
                os.environ["SOURCE_DATE_EPOCH"] = before[1]
        prefix = f"skua-{package.version()}/"
        self.assertEqual(executable, 0o755)
        self.assertTrue(all(name.startswith(prefix) for name in names))
        for name in ("CMakeLists.txt", "LICENSE", "include/skua/skua.hpp", "packaging/debian/control"):
            self.assertIn(prefix + name, names)
        self.assertFalse([name for name in names if "/build/" in name or "/.git/" in name])


class Wheel(unittest.TestCase):
    def test_libraries_that_other_machines_lack_are_refused(self):
        compiler = subprocess.run(["which", "g++"], capture_output=True, text=True).stdout.strip()
        if not compiler:
            self.skipTest("there is no g++")
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder) / "tree"
            (tree / "bin").mkdir(parents=True)
            command = [compiler, "-x", "c++", "-", "-o", str(tree / "bin/tool")]
            source = "#include <iostream>\nint main() { std::cout << 1; }\n"
            subprocess.run(command, input=source, text=True, check=True, timeout=60)
            with self.assertRaisesRegex(SystemExit, "needs libstdc"):
                wheel_file.write(tree, pathlib.Path(folder), "1.2.3", ROOT / "LICENSE", 1700000000)
            command += ["-static-libstdc++", "-static-libgcc"]
            subprocess.run(command, input=source, text=True, check=True, timeout=60)
            path = wheel_file.write(tree, pathlib.Path(folder), "1.2.3", ROOT / "LICENSE", 1700000000)
            self.assertRegex(path.name, r"manylinux_2_\d+_")


if __name__ == "__main__":
    unittest.main()

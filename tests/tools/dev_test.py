# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*arguments, path=None, installs=True):
    environment = {key: value for key, value in os.environ.items() if key != "DEV_NO_INSTALL"}
    if not installs:
        environment["DEV_NO_INSTALL"] = "1"
    if path:
        environment["PATH"] = path
    command = [shutil.which("bash"), str(ROOT / "dev"), *arguments]
    result = subprocess.run(
        command, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, timeout=60
    )
    return result.returncode, result.stdout, result.stderr


class Dev(unittest.TestCase):
    def test_help_names_every_command(self):
        code, output, _ = run("help")
        self.assertEqual(code, 0)
        for command in ("setup", "run", "build", "test", "bench", "check", "sanitize", "package", "docs", "format"):
            self.assertIn(f"\n  {command} ", output)

    def test_mistakes_are_one_line(self):
        for arguments, sentence in (
            (["frob"], "unknown command 'frob'"),
            (["test", "--fast"], "got '--fast'"),
            (["sanitize", "msan"], "got 'msan'"),
            (["build", "fastest"], "unknown preset 'fastest'"),
            (["docs", "html"], "docs: expected no argument, got 'html'"),
            (["package", "rpm"], "package: expected tarball, debian, wheel or --test, got 'rpm'"),
        ):
            code, output, err = run(*arguments)
            self.assertEqual((code, output), (1, ""))
            self.assertIn(sentence, err)
            self.assertEqual(err.count("\n"), 1)

    def test_another_system_is_told_what_to_install(self):
        with tempfile.TemporaryDirectory() as folder:
            for tool in ("dirname", "readlink"):
                os.symlink(shutil.which(tool), pathlib.Path(folder) / tool)
            code, _, err = run("run", path=folder)
        self.assertEqual((code, err.count("\n")), (1, 1))
        self.assertIn("not a Debian system: install the equivalents of 'g++ cmake", err)

    def test_without_rights_it_says_what_to_ask_for(self):
        with tempfile.TemporaryDirectory() as folder:
            for tool in ("dirname", "readlink", "grep"):
                os.symlink(shutil.which(tool), pathlib.Path(folder) / tool)
            for tool, code in (("dpkg-query", 1), ("apt-get", 1), ("sudo", 1)):
                fake = pathlib.Path(folder) / tool
                fake.write_text(f"#!{shutil.which('sh')}\nexit {code}\n")
                fake.chmod(0o755)
            # Root needs no sudo, so only an ordinary user gets this message; for root apt-get
            # fails.
            for tool in ("env", "sh", "mktemp", "tail", "rm"):
                os.symlink(shutil.which(tool), pathlib.Path(folder) / tool)
            code, _, err = run("run", path=folder)
        self.assertEqual(code, 1)
        self.assertIn(
            "could not install: g++ cmake" if os.geteuid() == 0 else "ask for 'apt-get install g++ cmake", err
        )

    def test_a_check_without_clang_format_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            for tool in ("dirname", "readlink"):
                os.symlink(shutil.which(tool), pathlib.Path(folder) / tool)
            python = pathlib.Path(folder) / "python3"
            python.write_text(f"#!{shutil.which('sh')}\nexit 0\n")
            python.chmod(0o755)
            code, _, err = run("check", path=folder, installs=False)
        self.assertEqual((code, err), (1, "dev: format: not checked: clang-format-19 is not installed\n"))

    def test_help_of_a_program_that_is_there_builds_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(ROOT / "tools", pathlib.Path(folder) / "tools")
            shutil.copy(ROOT / "dev", folder)
            program = pathlib.Path(folder) / "build/release/bin/skua"
            program.parent.mkdir(parents=True)
            program.write_text('#!/bin/sh\necho "help: $*"\n')
            program.chmod(0o755)
            done = subprocess.run(["bash", f"{folder}/dev", "run", "tsp", "--help"], capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), ("help: tsp --help\n", ""))


if __name__ == "__main__":
    unittest.main()

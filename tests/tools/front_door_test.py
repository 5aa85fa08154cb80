# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The settings of tools around the repository agree with those of the build: CITATION.cff, .editorconfig, the
hooks of pre-commit."""

import configparser
import pathlib
import re
import shutil
import subprocess
import unittest

try:
    import yaml
except ImportError:
    yaml = None

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
needs_yaml = unittest.skipIf(yaml is None, "skipped: python3-yaml is not installed")


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def load(name):
    return yaml.safe_load(text_of(name))


class Versions(unittest.TestCase):
    def test_the_citation_has_the_version_of_the_project(self):
        project = re.search(r"^project\(\s*skua\s+VERSION (\S+)", text_of("CMakeLists.txt"), re.MULTILINE).group(1)
        cited = re.search(r"^version: (\S+)$", text_of("CITATION.cff"), re.MULTILINE).group(1)
        self.assertEqual(cited, project)


class Editor(unittest.TestCase):
    def setUp(self):
        self.sections = configparser.ConfigParser()
        self.sections.read_string("[top]\n" + text_of(".editorconfig"))

    def test_it_agrees_with_clang_format(self):
        every = self.sections["*"]
        if shutil.which("clang-format-19"):
            command = ["clang-format-19", "--dump-config", "--assume-filename=a.cpp"]
            settings = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60).stdout
        else:  # what the style Google says, and our own lines
            self.assertIn("BasedOnStyle: Google", text_of(".clang-format"))
            settings = "IndentWidth: 2\nUseTab: Never\n" + text_of(".clang-format")

        def setting(name):
            return re.search(rf"^{name}: +(\S+)$", settings, re.MULTILINE).group(1)

        self.assertEqual(every["max_line_length"], setting("ColumnLimit"))
        self.assertEqual(every["indent_size"], setting("IndentWidth"))
        self.assertEqual(every["indent_style"] == "space", setting("UseTab") == "Never")

    def test_it_agrees_with_the_check_of_files(self):
        code, prose = re.search(r"MOST_CODE, MOST_PROSE = (\d+), (\d+)", text_of("tools/check_files.py")).groups()
        self.assertEqual(self.sections["*"]["max_line_length"], code)
        self.assertEqual(self.sections["*.md"]["max_line_length"], prose)


@needs_yaml
class Tools(unittest.TestCase):
    def test_the_hooks_are_the_quick_checks(self):
        repositories = load(".pre-commit-config.yaml")["repos"]
        self.assertEqual([entry["repo"] for entry in repositories], ["local"], "nothing is downloaded")
        hooks = repositories[0]["hooks"]
        self.assertTrue(all(hook["language"] == "system" for hook in hooks))
        body = re.search(r"^quick_checks\(\) \{[^\n]*\n(.*?)^\}$", text_of("dev"), re.MULTILINE | re.DOTALL).group(1)
        names = re.search(r"for check in ([\w ]+);", body).group(1).split()
        commands = {f"python3 tools/check_{name}.py" for name in names}
        commands |= {line.strip() for line in re.findall(r"^  (python3 tools/check_[^$\"\n]+)$", body, re.MULTILINE)}
        commands.add("clang-format-19 -i")
        self.assertEqual({hook["entry"] for hook in hooks}, commands)
        for hook in hooks:
            self.assertEqual(hook.get("pass_filenames", True), hook["id"] == "format", hook["id"])

    def test_no_yaml_is_broken(self):
        command = ["git", "ls-files", "*.yml", "*.yaml", "*.cff"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        for name in listed.stdout.split():
            self.assertIsInstance(load(name), dict, name)


if __name__ == "__main__":
    unittest.main()

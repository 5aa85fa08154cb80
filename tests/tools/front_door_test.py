# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The files that a visitor of the repository and the tools around it read: CITATION.cff, the editor's
and clang-tidy's settings, the hooks of pre-commit, the workflow, the forms of issues."""

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

# The Citation File Format 1.2.0.
CFF_REQUIRED = {"cff-version", "message", "title", "authors"}
CFF_KEYS = CFF_REQUIRED | {
    "abstract", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license", "license-url",
    "preferred-citation", "references", "repository", "repository-artifact", "repository-code", "type", "url",
    "version",
}
CFF_PERSON = {"affiliation", "alias", "email", "family-names", "given-names", "name-particle", "name-suffix", "orcid"}
CFF_ENTITY = {"name", "alias", "address", "city", "country", "email", "website", "region", "orcid", "location"}

# The forms of GitHub: which attributes an element must have.
FORM_ELEMENTS = {"markdown": {"value"}, "textarea": {"label"}, "input": {"label"}, "dropdown": {"label", "options"},
                 "checkboxes": {"label", "options"}}


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def load(name):
    return yaml.safe_load(text_of(name))


def cff_faults(document):
    """Why this is not a valid CITATION.cff; empty if it is."""
    if not isinstance(document, dict):
        return ["not a mapping"]
    faults = [f"{key} is missing" for key in sorted(CFF_REQUIRED - set(document))]
    faults += [f"unknown key {key}" for key in sorted(set(document) - CFF_KEYS)]
    for key in ("message", "title", "abstract", "version", "license"):
        if key in document and not (isinstance(document[key], str) and document[key].strip()):
            faults.append(f"{key} is not a text")
    if document.get("cff-version") != "1.2.0":
        faults.append("cff-version is not the text 1.2.0")
    if document.get("type", "software") not in ("software", "dataset"):
        faults.append("type is neither software nor dataset")
    # One identifier of the SPDX list: the format has neither expressions nor exceptions.
    if not re.fullmatch(r"[A-Za-z0-9.+-]+", str(document.get("license", "MIT"))):
        faults.append("license is not one identifier")
    authors = document.get("authors")
    if not isinstance(authors, list) or not authors:
        faults.append("authors is not a list with an entry")
    else:
        for author in authors:
            keys = set(author) if isinstance(author, dict) else {"?"}
            if not (keys and keys <= CFF_PERSON) and not ("name" in keys and keys <= CFF_ENTITY):
                faults.append(f"an author is neither a person nor an entity: {author}")
    keywords = document.get("keywords", ["one"])
    if not isinstance(keywords, list) or not keywords or not all(isinstance(word, str) for word in keywords):
        faults.append("keywords is not a list of texts")
    elif len(set(keywords)) != len(keywords):
        faults.append("keywords repeat")
    return faults


@needs_yaml
class Citation(unittest.TestCase):
    def test_it_is_valid(self):
        self.assertEqual(cff_faults(load("CITATION.cff")), [])

    def test_faults_are_found(self):
        for key, value, fault in (
            ("authors", [], "authors is not"),
            ("authors", [{"nom": "x"}], "an author is neither"),
            ("cff-version", 1.2, "cff-version"),
            ("version", 0.1, "version is not a text"),
            ("license", "Apache-2.0 WITH LLVM-exception", "license is not one"),
            ("licence", "MIT", "unknown key licence"),
            ("type", "library", "type is neither"),
            ("keywords", ["a", "a"], "keywords repeat"),
        ):
            faults = cff_faults(load("CITATION.cff") | {key: value})
            self.assertTrue(any(fault in line for line in faults), f"{key}: {faults}")
        without = load("CITATION.cff")
        del without["message"]
        self.assertEqual(cff_faults(without), ["message is missing"])


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
    def test_clang_tidy(self):
        settings = load(".clang-tidy")
        checks = [check.strip() for check in settings["Checks"].split(",")]
        self.assertEqual(checks[0], "-*", "only the checks that are listed")
        self.assertEqual(checks[1:], sorted(set(checks[1:])))
        self.assertGreater(len(checks), 10)

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


@needs_yaml
class Forge(unittest.TestCase):
    def test_the_workflow(self):
        # YAML 1.1 reads the key `on` as true.
        workflow = load(".github/workflows/test.yml")
        self.assertIn("pull_request", workflow.get("on", workflow.get(True)))
        self.assertIs(workflow["concurrency"]["cancel-in-progress"], True)
        self.assertEqual(workflow["permissions"], {"contents": "read"})
        for job in workflow["jobs"].values():
            self.assertIn("timeout-minutes", job)
            commands = [step["run"] for step in job["steps"] if "run" in step]
            self.assertTrue(any("./dev test" in command for command in commands), commands)
            for step in job["steps"]:
                self.assertNotEqual("run" in step, "uses" in step, step)
            cached = [step["with"]["path"] for step in job["steps"] if "actions/cache" in step.get("uses", "")]
            self.assertTrue(any(f"$GITHUB_WORKSPACE/{path}" in c for path in cached for c in commands), cached)

    def test_the_forms(self):
        folder = ROOT / ".github" / "ISSUE_TEMPLATE"
        forms = [path for path in sorted(folder.glob("*.yml")) if path.name != "config.yml"]
        self.assertGreaterEqual(len(forms), 2)
        self.assertIn("blank_issues_enabled", load(".github/ISSUE_TEMPLATE/config.yml"))
        for path in forms:
            form = load(path.relative_to(ROOT))
            self.assertTrue(form["name"] and form["description"], path.name)
            ids = [element["id"] for element in form["body"] if "id" in element]
            self.assertEqual(len(ids), len(set(ids)), path.name)
            self.assertTrue(any(element.get("validations", {}).get("required") for element in form["body"]), path.name)
            for element in form["body"]:
                self.assertLessEqual(FORM_ELEMENTS[element["type"]], set(element["attributes"]), path.name)

    def test_no_other_yaml_is_broken(self):
        listed = subprocess.run(["git", "ls-files", "*.yml", "*.yaml"], cwd=ROOT, capture_output=True, text=True)
        for name in listed.stdout.split():
            self.assertIsInstance(load(name), dict, name)


class Pages(unittest.TestCase):
    def test_the_contributor_finds_them(self):
        page = text_of("CONTRIBUTING.md")
        for name in (".editorconfig", ".clang-tidy", ".pre-commit-config.yaml", "SECURITY.md", "CITATION.cff"):
            self.assertTrue((ROOT / name).exists(), name)
            self.assertIn(name, page)


if __name__ == "__main__":
    unittest.main()

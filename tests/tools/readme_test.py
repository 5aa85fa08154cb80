# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The statements of the documents: the example of the README is the compiled one, the layer picture
is layers.txt, every link has a target, and every case of the benchmark table and every command
exists."""

import pathlib
import re
import sys
import unittest

from documents import CPP_FENCE

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import peer_picture  # noqa: E402

README = (ROOT / "README.md").read_text()
DOCUMENTS = [
    ROOT / name
    for name in (
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "apps/README.md",
        "cli/README.md",
        "examples/README.md",
    )
]
DOCUMENTS += sorted((ROOT / "docs").rglob("*.md"))
FOLDERS = sorted((ROOT / "src").glob("*/README.md")) + [ROOT / "launch" / "README.md"]
DOCUMENTS += FOLDERS
TO_BE_WRITTEN = {"src/steal/policies/opposite.cpp"}  # by the reader of docs/extending
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def layers_of(text):
    """`name: others` of every line that starts with one of the prefixes."""
    return {line.split(":")[0].split()[-1]: set(line.split(":")[1].split()) for line in text}


def defines(source, name):
    """Does the source define or declare a function, an object or a type of this name?"""
    function = rf"(?m)^[ \t]*(?!return\b|throw\b|else\b|co_)(?:[\w:<>,*&\[\]]+[ \t]+)+[*&]?(?:[\w<>]+::)*{name}\("
    return re.search(rf"{function}|\b{name}(?:\[\])? *[={{]|(?:struct|class|enum) {name}\b", source)


class Readme(unittest.TestCase):
    def test_the_example_is_the_compiled_one(self):
        source = (ROOT / "examples" / "readme.cpp").read_text()
        marked = re.search(r"^// \[readme\]\n(.*?)^// \[readme\]$", source, re.DOTALL | re.MULTILINE)
        example = CPP_FENCE.findall(README)
        self.assertEqual(example[0], marked.group(1))
        self.assertLessEqual(example[0].count("\n"), 30)

    def test_the_commands_exist(self):
        dev = (ROOT / "dev").read_text()
        for command in set(re.findall(r"\./dev (\w+)", README)):
            self.assertRegex(dev, rf"(?m)^do_{command}\(\)", command)

    def test_every_example_is_listed(self):
        table = (ROOT / "examples" / "README.md").read_text()
        for path in (ROOT / "examples").glob("*.cpp"):
            self.assertIn(f"]({path.name})", table)

    def test_every_application_is_in_the_table(self):
        table = (ROOT / "apps" / "README.md").read_text()
        for folder in (ROOT / "apps").iterdir():
            if folder.is_dir() and folder.name != "common":
                self.assertIn(f"]({folder.name}/README.md)", table)

    def test_every_command_is_in_the_table(self):
        table = (ROOT / "cli" / "README.md").read_text()
        for folder in (ROOT / "cli").iterdir():
            if folder.is_dir() and folder.name != "driver":
                self.assertIn(f"]({folder.name}/README.md)", table)

    def test_the_benchmark_cases_exist(self):
        page = (ROOT / "docs" / "measured" / "benchmarks.md").read_text()
        table = page.split("<!-- benchmark table -->")[1].split("<!-- end of benchmark table -->")[0]
        cases = re.findall(r"`(\w+/\w+)`", table)
        source = "".join(path.read_text() for path in (ROOT / "bench").glob("*.cpp"))
        self.assertGreater(len(cases), 15)
        for case in cases:
            self.assertIn(f'"{case}"', source)


class Documents(unittest.TestCase):
    def test_links_lead_to_files(self):
        for document in DOCUMENTS:
            text = re.sub(r"`[^`\n]+`", "", document.read_text())
            for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
                if "://" not in target:
                    self.assertTrue((document.parent / target).exists(), f"{document.name}: {target}")

    def test_files_named_in_the_architecture_exist(self):
        text = (ROOT / "ARCHITECTURE.md").read_text() + "".join(path.read_text() for path in DOCUMENTS[8:])
        folders = "include|src|launch|tests|tools|apps|cli|bench|docs|examples"
        for name in set(re.findall(rf"`((?:{folders})/[\w/.]+\.\w+)`", text)):
            self.assertTrue("NAME" in name or name in TO_BE_WRITTEN or (ROOT / name).exists(), name)

    def test_the_functions_of_the_walks_are_defined_there(self):
        """A row of docs/inside/reading.md: a file, then functions in it; or `function` in, or (, `file`."""
        cited = []
        for line in (ROOT / "docs" / "inside" / "reading.md").read_text().splitlines():
            row = re.match(r"\| (?:[^|]+\? \| )?`([\w/]+\.[ch]pp)` \| ([^|]*) \|", line)
            if row:
                names = re.findall(r"`(\w+)`", re.split(r" in `|; ", row.group(2))[0])
                cited += [(row.group(1), name) for name in names]
            prose = re.findall(r"`(\w+)` (?:\(|in )`((?:src|include|launch)/[\w/]+\.[ch]pp)`", line)
            cited += [(path, name) for name, path in prose]
        for path, name in cited:
            self.assertTrue(defines((ROOT / path).read_text(), name), f"{path} does not define {name}")
        self.assertGreater(len(cited), 150)

    def test_the_headers_of_the_glossary_exist(self):
        for line in (ROOT / "docs" / "inside" / "glossary.md").read_text().splitlines():
            for path in re.findall(r"`([\w/]+/[\w.]+)`", line.split("|")[-2] if line.count("|") > 4 else ""):
                folder = ROOT if path.startswith(("src/", "apps/")) else ROOT / "include" / "skua"
                self.assertTrue((folder / path).exists(), path)

    def test_every_layer_has_a_page_that_names_all_its_files(self):
        for folder in (ROOT / "src").iterdir():
            self.assertTrue(not folder.is_dir() or (folder / "README.md").exists(), folder)
        for page in FOLDERS:
            text = page.read_text()
            spans = re.findall(r"`(?:[\w]+/)*([\w*]+)(?:\.[ch]pp)?`", text)
            names = "|".join(span.replace("*", r"\w*") for span in spans)
            for path in page.parent.iterdir():
                if path.suffix in (".cpp", ".hpp"):
                    self.assertRegex(path.stem, rf"^(?:{names})$", page)

    def test_the_picture_of_the_peers_is_that_of_the_table(self):
        """After a measurement: python3 tools/peer_picture.py."""
        drawn = peer_picture.picture(peer_picture.PAGE.read_text())
        self.assertEqual(peer_picture.PICTURE.read_text(), drawn)
        self.assertGreaterEqual(drawn.count("<rect"), 6)
        self.assertIn(f"]({peer_picture.PICTURE.relative_to(ROOT)})", README)

    def test_invariants_are_stated_where_the_architecture_says(self):
        text = (ROOT / "ARCHITECTURE.md").read_text()
        rows = re.findall(r"^\| ([A-Z-]+-\d)(?: to ([A-Z-]+-\d))? \| [^|]* \| ([^|]*) \|$", text, re.MULTILINE)
        self.assertGreater(len(rows), 10)
        for first, last, files in rows:
            for name in re.findall(r"`([^`]+)`", files):
                stated = (ROOT / name).read_text()
                for label in filter(None, (first, last)):
                    self.assertRegex(stated, rf"\b{label}\b", name)

    def test_the_layer_picture_is_layers_txt(self):
        table = (ROOT / "tools" / "layers.txt").read_text().splitlines()
        real = layers_of([line for line in table if line.startswith("layer ")])
        text = (ROOT / "ARCHITECTURE.md").read_text()
        picture = next(block for language, block in FENCE.findall(text) if language == "layers")
        self.assertEqual(layers_of(picture.strip().splitlines()), real)


if __name__ == "__main__":
    unittest.main()

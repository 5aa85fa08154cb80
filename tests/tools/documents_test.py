# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The statements of the documents: their C++ is that of programs which the tests run, lists are complete, links lead
somewhere, and what a page cites exists."""

import pathlib
import re
import subprocess
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
PAGES += [path for folder in ("apps", "cli", "docs", "examples", "launch", "src")
          for path in sorted((ROOT / folder).rglob("*.md"))]
CPP = re.compile(r"^```cpp\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
CITATION = re.compile(r"`([\w/.-]+\.\w+)`(?:: (`[^`]+`(?:, `[^`]+`)*))?")


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def is_part(block, source):
    """Whether the lines of the block are consecutive lines of the source, at any one indentation."""
    block, lines = block.splitlines(), source.splitlines()
    pieces = ("\n".join(lines[i:i + len(block)]) for i in range(len(lines) - len(block) + 1))
    return any(textwrap.dedent(piece).splitlines() == block for piece in pieces)


def programs_of(page):
    """The sources whose lines a page shows; None: it shows no program of the tree."""
    if page == ROOT / "README.md":
        return [ROOT / "examples" / "readme.cpp"]
    if page == DOCS / "start.md" or page.parent == DOCS / "learn":
        return [ROOT / "examples" / "learn" / f"{page.stem}.cpp"]
    if page.parent == DOCS / "howto":
        return [(page.parent / link).resolve() for link in LINK.findall(page.read_text()) if link.endswith(".cpp")]
    return None


def anchor(heading):
    """The anchor that a heading gets in a page."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")


def anchors_of(text):
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    return {anchor(heading) for heading in headings} | set(re.findall(r'<a id="([^"]+)">', text))


def defines(source, name):
    """Does the source define or declare a function, an object or a type of this name?"""
    function = rf"(?m)^[ \t]*(?!return\b|throw\b|else\b|co_)(?:[\w:<>,*&\[\]]+[ \t]+)+[*&]?(?:[\w<>]+::)*{name}\("
    return re.search(rf"{function}|\b{name}(?:\[\])? *[={{]|(?:struct|class|enum) {name}\b", source)


class Programs(unittest.TestCase):
    def test_a_part_of_a_source(self):
        source = "a {\n  b;\n\n  c;\n}\n"
        for block in ("a {\n", "b;\n\nc;\n", source):
            self.assertTrue(is_part(block, source), block)
        for block in ("  b;\n", "b;\nc;\n", "d;\n"):
            self.assertFalse(is_part(block, source), block)

    def test_what_a_page_shows_is_run(self):
        """A block that shows a mistake has a line with `// wrong`."""
        shown = set()
        for page in PAGES:
            programs = programs_of(page)
            for block in CPP.findall(page.read_text()) if programs else ():
                if "// wrong" not in block:
                    found = [path for path in programs if is_part(block, path.read_text())]
                    self.assertTrue(found, f"{page.name}: in none of its programs:\n{block}")
                    shown.update(found)
        folders = ("learn", "howto")
        self.assertEqual({p for f in folders for p in (ROOT / "examples" / f).glob("*.cpp")} - shown, set())


class Lists(unittest.TestCase):
    def test_each_file_is_listed(self):
        for page, folder, pattern in (
            ("examples/README.md", "examples", "*.cpp"),
            ("examples/README.md", "examples", "learn/*.cpp"),
            ("apps/README.md", "apps", "*/README.md"),
            ("cli/README.md", "cli", "*/README.md"),
        ):
            for path in (ROOT / folder).glob(pattern):
                self.assertIn(f"]({path.relative_to(ROOT / folder)})", text_of(page))

    def test_each_recipe_is_listed(self):
        listed = [link for link in LINK.findall(text_of("docs/howto/README.md")) if "#" in link]
        recipes = [f"{path.name}#{anchor(heading)}" for path in (DOCS / "howto").glob("*.md") if path.stem != "README"
                   for heading in re.findall(r"^## (.*)$", FENCE.sub("", path.read_text()), re.MULTILINE)]
        self.assertEqual(sorted(listed), sorted(recipes))

    def test_the_page_of_a_layer_names_its_files(self):
        folders = [folder for folder in (ROOT / "src").iterdir() if folder.is_dir()] + [ROOT / "launch"]
        for folder in folders:
            spans = re.findall(r"`(?:[\w]+/)*([\w*]+)(?:\.[ch]pp)?`", (folder / "README.md").read_text())
            names = "|".join(span.replace("*", r"\w*") for span in spans)
            for path in [*folder.glob("*.cpp"), *folder.glob("*.hpp")]:
                self.assertRegex(path.stem, rf"^(?:{names})$", folder)

    def test_the_layers_of_the_architecture_are_those_of_the_check(self):
        def layers(lines):
            return {line.split(":")[0].split()[-1]: set(line.split(":")[1].split()) for line in lines}

        table = [line for line in text_of("tools/layers.txt").splitlines() if line.startswith("layer ")]
        picture = re.search(r"^```layers\n(.*?)^```$", text_of("ARCHITECTURE.md"), re.DOTALL | re.MULTILINE)[1]
        self.assertEqual(layers(picture.strip().splitlines()), layers(table))

    def test_the_commands_of_dev_exist(self):
        for command in set(re.findall(r"\./dev (\w+)", text_of("README.md"))):
            self.assertRegex(text_of("dev"), rf"(?m)^do_{command}\(\)")


class Links(unittest.TestCase):
    def check(self, page, link):
        name, _, part = link.partition("#")
        target = (page.parent / name) if name else page
        self.assertTrue(target.exists(), f"{page.relative_to(ROOT)}: {link}")
        if part and target.suffix == ".md":
            self.assertIn(part, anchors_of(target.read_text()), f"{page.relative_to(ROOT)}: {link}")

    def test_each_leads_to_a_file_and_a_heading(self):
        for page in PAGES:
            for link in LINK.findall(re.sub(r"`[^`\n]+`", "", FENCE.sub("", page.read_text()))):
                if "://" not in link and not link.startswith("mailto:"):
                    self.check(page, link)

    def test_those_of_an_installation_lead_to_its_documents(self):
        command = ["cmake", "-P", str(ROOT / "cmake" / "skua_documents.cmake")]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        names = {(ROOT / name) for name in done.stderr.strip().split(";")}
        self.assertGreater(len(names), 150)
        known = names | {parent for name in names for parent in name.parents}
        for page in (name for name in names if name.suffix == ".md"):
            for link in LINK.findall(re.sub(r"`[^`\n]+`", "", page.read_text())):
                if ":/" not in link and not link.startswith("#"):
                    self.assertIn((page.parent / link.partition("#")[0]).resolve(), known, f"{page.name}: {link}")
        sources = "".join(p.read_text() for f in ("apps", "cli", "launch", "src") for p in (ROOT / f).rglob("*.cpp"))
        named = {ROOT / name for name in re.findall(r"docs/[\w/]+\.md", sources)}
        self.assertGreater(len(named), 5)
        self.assertLessEqual(named, names)


class Citations(unittest.TestCase):
    def test_the_benchmark_cases_exist(self):
        table = text_of("docs/measured/benchmarks.md").split("<!-- benchmark table -->")[1]
        cases = re.findall(r"`(\w+/\w+)`", table.split("<!-- end of benchmark table -->")[0])
        source = "".join(path.read_text() for path in (ROOT / "bench").rglob("*.[ch]pp"))
        self.assertGreater(len(cases), 15)
        for case in cases:
            group, name = case.split("/")
            words = [word for word in re.split(r"\d+", name) if word]  # of a name that a program puts together
            is_composed = f'"{group}/"' in source and all(f'"{word}"' in source for word in words)
            self.assertTrue(is_composed or f'"{case}"' in source, case)

    def test_the_functions_of_the_walks_are_defined_there(self):
        """A row of docs/inside/reading.md: a file, then functions in it; or `function` in, or (, `file`."""
        cited = []
        for line in text_of("docs/inside/reading.md").splitlines():
            row = re.match(r"\| (?:[^|]+\? \| )?`([\w/]+\.[ch]pp)` \| ([^|]*) \|", line)
            if row:
                cited += [(row[1], name) for name in re.findall(r"`(\w+)`", re.split(r" in `|; ", row[2])[0])]
            prose = re.findall(r"`(\w+)` (?:\(|in )`((?:src|include|launch)/[\w/]+\.[ch]pp)`", line)
            cited += [(path, name) for name, path in prose]
        for path, name in cited:
            self.assertTrue(defines(text_of(path), name), f"{path} does not define {name}")
        self.assertGreater(len(cited), 150)

    def test_the_headers_of_the_glossary_exist(self):
        for line in text_of("docs/inside/glossary.md").splitlines():
            for path in re.findall(r"`([\w/]+/[\w.]+)`", line.split("|")[-2] if line.count("|") > 4 else ""):
                folder = ROOT if path.startswith(("src/", "apps/")) else ROOT / "include" / "skua"
                self.assertTrue((folder / path).exists(), path)

    def test_what_the_rows_of_the_papers_cite_exists(self):
        """The cells *where* and *test* of a row list files. After a file and a colon come words of that file, or tests
        in it: `suite.name` of GoogleTest, the name of a case for all transports, a Python function."""
        rows = [line.strip("| ").split(" | ") for line in text_of("docs/inside/papers.md").splitlines()
                if re.match(r"\| [AYHF]\d+ \|", line)]
        self.assertGreater(len(rows), 140)
        for cells in rows:
            for path, names in CITATION.findall(f"{cells[3]}; {cells[4]}"):
                text = (ROOT / path).read_text(errors="replace")
                for name in re.findall(r"`([^`]+)`", names):
                    case = name.replace(".", ", ")
                    words = re.escape(case if f"({case})" in text else name)
                    self.assertRegex(text, rf"(?<!\w){words}(?!\w)", f"{cells[0]}: {path}")


if __name__ == "__main__":
    unittest.main()

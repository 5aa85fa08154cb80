# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The web site of ./dev docs: it builds without a warning, its links lead somewhere, it needs no network, every public
name has text, and its words are spelt correctly."""

import importlib.util
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tools" / "site"), str(ROOT / "tools")]

import check_reference  # noqa: E402
import doxygen  # noqa: E402
import tree  # noqa: E402

SITE = ROOT / "build" / "site"
PAGE = re.compile(r"<(?:code|pre|span)\b|\b(id|href|src)=\"([^\"]*)\"")
LOADS = re.compile(r"<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=\"([^\"]*)\"|<link\b[^>]*>")


def lacking():
    """What the machine lacks for a build of the site; empty: nothing."""
    for program in ("doxygen", "sphinx-build"):
        if not shutil.which(program):
            return f"{program} is not installed"
    with open(shutil.which("sphinx-build"), encoding="utf-8") as script:
        python = script.readline().removeprefix("#!").split()
    for module in ("myst_parser", "furo", "sphinx_copybutton"):
        if subprocess.run([*python, "-c", f"import {module}"], capture_output=True, check=False).returncode:
            return f"the Python module {module} is not installed"
    return ""


LACKING = lacking()


@unittest.skipIf(LACKING, f"skipped: {LACKING}")
class Built(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = subprocess.run(
            [sys.executable, str(ROOT / "tools" / "site")], capture_output=True, text=True, timeout=280, check=False
        )
        html = SITE / "html"
        cls.pages = {p.relative_to(html).as_posix(): p.read_text() for p in html.rglob("*.html")}
        cls.own = {path: text for path, text in cls.pages.items() if not path.startswith("api/")}  # not Doxygen's
        cls.names = doxygen.addresses(ElementTree.parse(html / "names.xml").getroot())

    def test_it_builds_without_a_warning(self):
        self.assertEqual(self.result.returncode, 0, self.result.stdout + self.result.stderr)
        self.assertIn("site: open file://", self.result.stdout)
        self.assertNotIn("WARNING", self.result.stderr)

    def test_every_link_has_a_target(self):
        ids = {path: {m[2] for m in PAGE.finditer(text) if m[1] == "id"} for path, text in self.pages.items()}
        missing = []
        for path, text in self.own.items():
            for match in PAGE.finditer(text):
                if match[1] not in ("href", "src") or match[2] in ("", "#") or "://" in match[2]:
                    continue
                link, _, anchor = urllib.parse.unquote(match[2]).partition("#")
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link.partition("?")[0])) if link \
                    else path
                known = target in self.pages or (SITE / "html" / target).is_file()
                if not known or (anchor and anchor not in ids.get(target, ())):
                    missing.append(f"{path}: {match[2]}")
        self.assertEqual(missing, [])
        self.assertGreater(len(self.pages), 150)

    def test_no_page_loads_anything_from_the_network(self):
        for path, text in self.pages.items():
            for match in LOADS.finditer(text):
                # A link element with an address elsewhere would be a style, a font or an icon.
                address = match[1] or "".join(re.findall(r'href="([^"]*)"', match[0]))
                self.assertNotRegex(address, r"^(?:\w+:)?//", path)
        for file in (SITE / "html" / "_static").rglob("*.css"):
            self.assertNotRegex(file.read_text(), r"url\(['\"]?(?:https?:)?//|@import", file)

    def test_scripts_and_search_need_no_server(self):
        static = SITE / "html" / "_static"
        self.assertNotRegex((static / "scripts" / "furo.js").read_text(), r"(?m)^import ")
        self.assertIn("prefers-color-scheme", (static / "styles" / "furo.css").read_text())
        index = (SITE / "html" / "searchindex.js").read_text()
        self.assertTrue(index.startswith("Search.setIndex("))
        for word in ("shared_array", "spawn", "checkpoint"):
            self.assertIn(word, index)

    def test_names_in_documents_lead_to_their_entries(self):
        for name in ("finish", "future::get", "search::maximise", "shared_array", "run.hpp", "memory/copy.hpp"):
            self.assertIn(name, self.names)
        self.assertIn(f'href="../api/{self.names["finish"]}"', self.pages["howto/loops.html"])
        self.assertIn(f'href="../api/{self.names["memory/copy.hpp"]}"', self.pages["reference/index.html"])
        self.assertGreater(len([path for path, text in self.own.items() if '/api/' in text]), 40)

    def test_the_search_has_excerpts_without_a_server(self):
        texts = (SITE / "html" / "_static" / "texts.js").read_text()
        self.assertIn('"howto/loops.html": "', texts)
        self.assertIn("there is no grain to choose", texts.lower())
        self.assertIn('src="_static/texts.js"', self.pages["search.html"])
        self.assertNotIn("texts.js", self.pages["index.html"])


class Comments(unittest.TestCase):
    def test_every_public_name_has_text(self):
        """A comment above one of its declarations, or behind it; one above a group is that of the whole group."""
        texts = {h: h.read_text() for h in check_reference.public_headers(ROOT)}
        lists = check_reference.lists_of(texts.values())
        commented, missing = set(), {}
        for header, text in texts.items():
            lines = text.splitlines()
            for name, line in check_reference.Parser(check_reference.with_lists(text, lists)).run():
                first = line - 1
                while first > 0 and lines[first - 1].strip() and not lines[first - 1].strip().startswith("///"):
                    first -= 1
                is_commented = lines[first - 1].strip().startswith("///") or "///<" in lines[line - 1]
                if is_commented or re.match(r"\s*(?:SKUA_\w+\(|using std::)", lines[line - 1]):
                    commented.add(name)
                else:
                    missing.setdefault(name, f"{header.relative_to(ROOT)}:{line}: {name} has no comment")
        self.assertEqual([text for name, text in missing.items() if name not in commented], [])
        self.assertGreater(len(commented), 500)


class Staged(unittest.TestCase):
    def test_a_label_that_has_moved_is_noticed(self):
        """Sphinx would keep the links to it on pages that have not changed."""
        specification = importlib.util.spec_from_file_location("site_main", ROOT / "tools" / "site" / "__main__.py")
        site_main = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(site_main)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            first = {"a.md": "(x)=\n\n(y)=\n", "b.md": "[x](x)\n"}
            self.assertFalse(site_main.write(first, folder))
            self.assertFalse(site_main.write({**first, "c.md": "(z)=\n"}, folder))
            self.assertTrue(site_main.write({"a.md": "(y)=\n", "b.md": "[x](x)\n", "c.md": "(x)=\n"}, folder))


class Documents(unittest.TestCase):
    @unittest.skipUnless(shutil.which("codespell"), "skipped: codespell is not installed")
    def test_spelling(self):
        documents = [p for p in tree.tracked(ROOT) if p.suffix == ".md" and ROOT / "build" not in p.parents]
        words = ROOT / "docs" / "site" / "words.txt"
        command = ["codespell", "--ignore-words", str(words), *map(str, documents)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stdout.replace(f"{ROOT}/", ""))


if __name__ == "__main__":
    unittest.main()

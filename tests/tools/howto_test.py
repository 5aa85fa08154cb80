# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""docs/howto: each C++ fragment is a region of a program in examples/howto, which the tests run.

A recipe is a section of a page. The comment `// [run a loop in parallel]` begins the region of the recipe
"Run a loop in parallel", `// [end]` ends it; a recipe with several fragments has several regions of that name.
With --write the fragments of the pages become those of the programs.
"""

import collections
import pathlib
import re
import sys
import textwrap
import unittest

from documents import CPP_FENCE

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ROOT / "docs" / "howto"
PROGRAMS = ROOT / "examples" / "howto"
REGION = re.compile(r"^ *// \[(?!end\])([^]\n]+)\]\n(.*?)^ *// \[end\]$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")

Region = collections.namedtuple("Region", "program text")


def key(heading):
    """The name of the regions of a recipe."""
    name = heading.replace("`", "")
    return name[0].lower() + name[1:]


def anchor(heading):
    """The anchor that a heading gets in a page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def regions():
    """The regions of all programs: name -> those of that name, in order."""
    found = collections.defaultdict(list)
    for path in sorted(PROGRAMS.glob("*.cpp")):
        for name, text in REGION.findall(path.read_text()):
            found[name].append(Region(path.name, textwrap.dedent(text)))
    return found


def recipes(page):
    """The sections of a page: heading and text. A `#` in a code block is not a heading."""
    outside = re.sub(r"^```.*?^```$", lambda m: "\0" * len(m.group()), page, flags=re.DOTALL | re.MULTILINE)
    starts = [m.start() for m in re.finditer(r"^## ", outside, re.MULTILINE)]
    for start, end in zip(starts, starts[1:] + [len(page)]):
        heading, _, text = page[start + 3:end].partition("\n")
        yield heading, text


def all_recipes():
    for path in sorted(PAGES.glob("*.md")):
        if path.name != "README.md":
            for heading, text in recipes(path.read_text()):
                yield path, heading, text


def with_fragments(page, of_name):
    """The page with the fragments of the programs."""
    for heading, text in recipes(page):
        fragments = iter(of_name[key(heading)])
        page = page.replace(text, CPP_FENCE.sub(lambda _: f"```cpp\n{next(fragments).text}```", text))
    return page


class Howto(unittest.TestCase):
    def test_each_fragment_is_a_region_of_a_program(self):
        of_name = regions()
        shown = set()
        for path, heading, text in all_recipes():
            fragments = CPP_FENCE.findall(text)
            self.assertEqual(fragments, [region.text for region in of_name[key(heading)]], f"{path.name}: {heading}")
            if fragments:
                shown.add(key(heading))
                program = of_name[key(heading)][0].program
                self.assertIn(f"(../../examples/howto/{program})", path.read_text(), f"{path.name} names its programs")
        self.assertEqual(set(name for name, texts in of_name.items() if texts), shown, "each region is shown")

    def test_a_region_is_marked_at_both_ends(self):
        for path in PROGRAMS.glob("*.cpp"):
            marks = re.findall(r"^ *// \[([^]\n]+)\]$", path.read_text(), re.MULTILINE)
            self.assertEqual(["end"] * (len(marks) // 2), marks[1::2], path.name)
            self.assertNotIn("end", marks[0::2], path.name)

    def test_the_index_has_each_recipe(self):
        index = (PAGES / "README.md").read_text()
        listed = [target for target in LINK.findall(index) if "#" in target]
        expected = [f"{path.name}#{anchor(heading)}" for path, heading, _ in all_recipes()]
        self.assertEqual(sorted(listed), sorted(expected))

    def test_anchors_in_the_pages_exist(self):
        for path in PAGES.glob("*.md"):
            for target in LINK.findall(path.read_text()):
                name, mark, part = target.partition("#")
                if mark and "://" not in name:
                    page = (path.parent / name if name else path).read_text()
                    headings = [anchor(h) for h in re.findall(r"^#+ (.*)$", page, re.MULTILINE)]
                    self.assertIn(part, headings, f"{path.name}: {target}")

    def test_a_wrong_fragment_is_noticed_and_rewritten(self):
        of_name = {"run it": [Region("a.cpp", "run();\n")]}
        page = "# Page\n\n## Run it\n\n```cpp\nwalk();\n```\n\n## Stop it\n\nText.\n"
        self.assertEqual(
            with_fragments(page, collections.defaultdict(list, of_name)), page.replace("walk();", "run();")
        )


if __name__ == "__main__":
    if "--write" in sys.argv:
        for path in sorted(PAGES.glob("*.md")):
            path.write_text(with_fragments(path.read_text(), regions()))
    else:
        unittest.main()

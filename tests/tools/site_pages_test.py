# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The parts of tools/site, on small trees: links, lists, navigation, addresses of names."""

import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tools" / "site"), str(ROOT / "tools")]

import doxygen  # noqa: E402
import pages  # noqa: E402

LICENCE = "<!-- SPDX-FileCopyrightText: 2026 The Skua authors -->\n"
FILES = {
    "docs/site/index.md": "# Skua\n\n[Start](start.md)\n\n<!-- sections: start.md learn.md|none.md ../absent.md -->\n",
    "docs/site/start.md": "# Start\n\n- [Tasks](../tasks.md)\n",
    "docs/site/learn.md": "# Learn\n\n<!-- pages: ../learn/second.md\n../learn/*.md -->\n",
    "docs/learn/first.md": LICENCE + "\n# First\n\nThe first page. It has [a link](../tasks.md#order).\n",
    "docs/learn/second.md": "# Second\n\nThe second page, of `a.b`. More.\n",
    "docs/tasks.md": (
        "# Tasks\n\nSee [first](learn/first.md), [the code](../src/a.cpp), [data](../data.json), [here](#order),\n"
        "`[no link](x)`, [web](https://example.org) and [`src`](../src).\n\n## Order\n\n"
        "```layers\n[no link](y.md)\n```\n\n![picture](pictures/p.svg)\n"
    ),
    "docs/search.md": '# Search\n\n<a id="mark"></a>Text.\n\n[mark](search.md#mark)\n',
    "docs/pictures/p.svg": "<svg/>",
    "src/a.cpp": "int main() {}\n",
    "data.json": "[" + "1," * 40_000 + "1]",
}


def site(files):
    folder = tempfile.TemporaryDirectory()
    root = pathlib.Path(folder.name)
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    made = pages.Site(root)
    made.folder = folder
    made.arrange()
    return made


class Pages(unittest.TestCase):
    def setUp(self):
        self.site = site(FILES)

    def tearDown(self):
        self.site.folder.cleanup()

    def test_names_become_links(self):
        self.site.address_of = lambda code, page: "n.html#a1" if code in ("finish", "spawn(f)") else None
        self.site.texts["docs/reference/coming_from.md"] = ""
        for page, up, is_link in (("docs/tasks.md", "", True), ("docs/reference/coming_from.md", "../", False)):
            text = (f"# `finish`\n\n`finish`, `other`, [`finish`]({up}tasks.md)\n\n"
                    "| `finish` | `spawn(f)` |\n\n    `finish`\n")
            link = f'<a href="{up}api/n.html#a1">`{{}}`</a>'
            row = link.format("finish") if is_link else "`finish`"
            self.assertEqual(
                self.site.rewrite(text, page, page.removeprefix("docs/")),
                f"# `finish`\n\n{link.format('finish')}, `other`, [`finish`]({up}tasks.md)\n\n"
                f"| {row} | {link.format('spawn(f)')} |\n\n    `finish`\n",
            )

    def test_links_lead_to_pages_listings_or_nowhere(self):
        text = self.site.page("docs/tasks.md")
        self.assertIn("[first](learn/first.md)", text)
        self.assertIn("[the code](source/src/a.cpp.md)", text)
        self.assertIn(", `data`,", text)  # too long for a page
        self.assertIn("[here](#order)", text)
        self.assertIn("`[no link](x)`, [web](https://example.org) and `src`.", text)
        self.assertIn("```text\n[no link](y.md)\n```", text)
        self.assertIn("![picture](pictures/p.svg)", text)
        self.assertEqual(self.site.pictures, {"docs/pictures/p.svg"})
        self.assertIn("[a link](../tasks.md#order)", self.site.page("docs/learn/first.md"))

    def test_a_picture_in_two_forms(self):
        picture = ('<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="../pictures/dark.png">\n'
                   '  <img alt="a plot:\nspeed-up" src="../pictures/light.png">\n</picture>\n')
        made = site({**FILES, "docs/learn/third.md": f"# Third\n\n{picture}\n```html\n{picture}```\n",
                     "docs/pictures/light.png": "", "docs/pictures/dark.png": ""})
        text = made.page("docs/learn/third.md")
        for form in ("light", "dark"):
            words = f'```{{image}} ../pictures/{form}.png\n:class: picture-{form}\n:alt: "a plot: speed-up"\n```\n'
            self.assertIn(words, text)
        self.assertEqual(text.count("<picture>"), 1)  # that of the fragment
        self.assertEqual(made.pictures, {"docs/pictures/light.png", "docs/pictures/dark.png"})
        made.folder.cleanup()

    def test_a_file_has_a_page_with_its_text(self):
        self.site.page("docs/tasks.md")
        self.assertEqual(self.site.listings, {"src/a.cpp": "source/src/a.cpp.md"})
        self.assertIn("```{code-block} cpp\n:linenos:\n\nint main() {}\n```", self.site.listing("src/a.cpp"))

    def test_a_list_has_each_document_once_with_its_first_sentence(self):
        text = self.site.page("docs/site/learn.md")
        self.assertEqual(text.count("second.md"), 1)
        self.assertIn("- [Second](second.md): The second page, of `a.b`.\n"
                      "- [First](first.md): The first page.\n", text)

    def test_a_list_leaves_out_what_says_nothing(self):
        self.assertEqual(pages.first_sentence("# A\n\nProgram: [a.cpp](../a.cpp). More.\n"), "")
        self.assertEqual(pages.first_sentence("# A\n\n| a |\n|---|\n"), "")
        self.assertEqual(pages.first_sentence("# A\n\nSee [b](b.md): x. More.\n"), "See b: x.")

    def test_navigation(self):
        index = self.site.page("docs/site/index.md")
        self.assertIn("[Start](start/index.md)", index)
        self.assertIn("```{toctree}\n:hidden:\n\nstart/index\nlearn/index\n```", index)
        self.assertIn("\nsecond\nfirst\n", self.site.page("docs/site/learn.md"))
        self.assertFalse(self.site.page("docs/tasks.md").startswith("---"))
        self.assertTrue(self.site.page("docs/search.md").startswith("---\norphan: true\n---\n"))

    def test_a_marked_place(self):
        text = self.site.page("docs/search.md")
        self.assertIn("(at-docs-search-md-mark)=\nText.", text)
        self.assertIn("[mark](at-docs-search-md-mark)", text)

    def test_comments_of_licences_are_left_out(self):
        self.assertTrue(self.site.page("docs/learn/first.md").startswith("# First\n"))


class Names(unittest.TestCase):
    def test_addresses(self):
        tags = ElementTree.fromstring(
            "<tagfile><compound kind='file'><name>copy.hpp</name><path>/a/include/skua/memory/</path>"
            "<filename>copy_8hpp.html</filename></compound><compound kind='namespace'><name>skua</name>"
            "<filename>n.html</filename><member><name>finish</name><anchorfile>n.html</anchorfile>"
            "<anchor>a1</anchor></member></compound><compound kind='class'><name>skua::future</name>"
            "<filename>f.html</filename></compound></tagfile>"
        )
        self.assertEqual(
            doxygen.addresses(tags),
            {"memory/copy.hpp": "copy_8hpp.html", "finish": "n.html#a1", "future": "f.html"},
        )


if __name__ == "__main__":
    unittest.main()

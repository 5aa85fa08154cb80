# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The documents of the tree made into the pages of the site: where each lies there, and where its links lead.

A document stays as it is for readers of the repository. A section page of docs/site lists the pages of its section:
by links, and by a comment `<!-- pages: ../learn/*.md -->`, which becomes a list of all documents that match."""

import fnmatch
import os
import posixpath
import re

import tree

SITE = "docs/site/"
FENCE = re.compile(r"^(```+|~~~+)[^\n]*\n.*?^\1[ \t]*$", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"(?P<link>!?\[(?:[^\[\]`]|`[^`\n]*`)*\]\([^()\s]+\))|(?P<code>(`+)(?:(?!\3).)*?\3)", re.DOTALL)
LINK = re.compile(r"(!?)\[(.*)\]\(([^()\s]+)\)", re.DOTALL)
LANGUAGE = re.compile(r"^(```+)(\w+)", re.MULTILINE)
SPDX = re.compile(r"\A(?:<!-- SPDX-[^\n]*-->\n)+\n*")
LIST = re.compile(r"^<!-- (pages|sections): ((?:(?!-->).)+) -->$", re.DOTALL | re.MULTILINE)
MARK = re.compile(r'^<a id="([\w-]+)"></a>', re.MULTILINE)
LANGUAGES = {
    ".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".sh": "bash", ".cmake": "cmake", ".json": "json", ".yml": "yaml",
    ".yaml": "yaml", ".txt": "text", ".cff": "yaml",
}
NAMES = {"CMakeLists.txt": "cmake", "dev": "bash", "LICENSE": "text"}
KNOWN = {"cpp", "bash", "sh", "cmake", "text", "python", "json", "console", "yaml", "ini", "xml", "c", "diff"}
OVERVIEW = "All on one page"  # in a list, a page that has the title of its section
LONGEST_LISTING = 60_000
# Tables of the names that other systems use: the number of their cells in a row.
CELLS_OF_OTHERS = {"docs/reference/coming_from.md": 1, "docs/inside/papers.md": 2}


def site_path(path):
    """Where a document lies in the site."""
    if path == SITE + "index.md":
        return "index.md"
    if path.startswith(SITE):
        return path.removeprefix(SITE).removesuffix(".md") + "/index.md"
    return path.removeprefix("docs/")


def anchor_label(path, anchor):
    """The label of a place that a document marks with <a id="…"></a>."""
    return "at-" + re.sub(r"\W+", "-", f"{path}-{anchor}").lower()


def title_of(text):
    match = re.search(r"^# (.+)$", SPDX.sub("", text), re.MULTILINE)
    return match[1].strip() if match else ""


def first_sentence(text):
    """The first sentence below the title, without links; none if it leads to a program, not to the subject."""
    body = SPDX.sub("", text)
    if not body.startswith("# "):
        body = body.partition("\n# ")[2]
    paragraphs = [p for p in body.split("\n\n")[1:] if p and p[0] not in "#|`<-!" and not p.startswith("    ")]
    if not paragraphs or re.match(r"\w+: \[[^\]]*\]\([^)]*\.cpp\)", paragraphs[0]):
        return ""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(paragraphs[0].split()))
    return re.split(r"(?<=[\w`)][.?]) ", plain + " ", maxsplit=1)[0].strip().rstrip(":")


class Site:
    """All documents of the tree, by their path in the repository."""

    def __init__(self, root):
        self.root = root
        self.files = {p.relative_to(root).as_posix() for p in tree.tracked(root)}
        names = [p for p in self.files if p.endswith(".md") and not p.startswith((".", "build/"))]
        self.texts = {p: (root / p).read_text() for p in sorted(names)}
        self.pages = {p: site_path(p) for p in self.texts}
        self.listings = {}  # path in the repository -> path in the site
        self.pictures = set()
        self.children = {}  # site path -> site paths of the pages below it
        self.claimed = {}
        self.names = {}  # header without include/skua/ -> its page, below api/
        self.address_of = lambda code, page: None  # that of the entry of a public name, in the text of a page

    # --- links ------------------------------------------------------------------------------------

    def target(self, page, link):
        """The file of the tree to which the link of a document leads, and the anchor; None for other links."""
        path, _, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:"):
            return None, ""
        full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        return (f"{full}/README.md" if f"{full}/README.md" in self.pages else full), anchor

    def listed(self, path):
        """The page with the text of a file of the tree; None if it has none."""
        file = self.root / path
        if path not in self.files or file.stat().st_size > LONGEST_LISTING:
            return None
        if file.suffix not in LANGUAGES and file.name not in NAMES:
            return None
        return self.listings.setdefault(path, f"source/{path}.md")

    def pictured(self, path, at):
        """Where a picture lies, seen from a page of the site."""
        self.pictures.add(path)
        where = self.pages.get(path, path.removeprefix("docs/"))
        return posixpath.relpath(where, posixpath.dirname(at) or ".")

    def entry(self, words, address, at):
        """A link to a page of Doxygen, which Sphinx does not know."""
        return f'<a href="{posixpath.relpath("api", posixpath.dirname(at) or ".")}/{address}">{words}</a>'

    def name(self, match, page, at):
        """A code span; a link if it is a public name. Headings and indented code have no links."""
        line = match.string[match.string.rfind("\n", 0, match.start()) + 1:match.start()]
        others = line.startswith("|") and line.count(" | ") < CELLS_OF_OTHERS.get(page, 0)
        address = self.address_of(match["code"].strip("`"), self.texts.get(page, ""))
        is_plain = others or not address or line.startswith(("#", "    "))
        return match[0] if is_plain else self.entry(match[0], address, at)

    def rewrite(self, text, page, at):
        """The text of a document with the links that it needs as the page at the path `at` of the site."""
        def replaced(match):
            if not match["link"]:
                return self.name(match, page, at)
            bang, words, link = LINK.fullmatch(match["link"]).groups()
            path, anchor = self.target(page, link)
            if path is None:
                return match[0]
            if bang:
                return f"![{words}]({self.pictured(path, at)})"
            if anchor and f'<a id="{anchor}"></a>' in self.texts.get(path, ""):
                return f"[{words}]({anchor_label(path, anchor)})"
            if path.removeprefix("include/skua/") in self.names:
                return self.entry(words, self.names[path.removeprefix("include/skua/")], at)
            where = self.pages.get(path) or self.listed(path)
            if where is None:
                return words if "`" in words else f"`{words}`"
            if where == at and anchor:
                return f"[{words}](#{anchor})"
            relative = posixpath.relpath(where, posixpath.dirname(at) or ".")
            return f"[{words}]({relative}{'#' + anchor if anchor else ''})"

        parts, last = [], 0
        for fence in FENCE.finditer(text):
            parts.append(SPAN.sub(replaced, text[last:fence.start()]))
            parts.append(LANGUAGE.sub(lambda m: m[0] if m[2] in KNOWN else f"{m[1]}text", fence[0]))
            last = fence.end()
        return "".join(parts) + SPAN.sub(replaced, text[last:])

    # --- navigation -------------------------------------------------------------------------------

    def matching(self, page, patterns):
        """The documents that match one of the patterns, relative to a page. `a|b`: a, else b."""
        found = []
        for alternatives in patterns.split():
            for pattern in alternatives.split("|"):
                full = posixpath.normpath(posixpath.join(posixpath.dirname(page), pattern))
                some = sorted(p for p in self.pages if p.endswith(".md") and fnmatch.fnmatchcase(p, full))
                found += [p for p in some if p not in found and p != page]
                if some:
                    break
        return found

    def list_of(self, page, patterns):
        """The Markdown list of the documents that match."""
        lines = []
        for path in self.matching(page, patterns):
            sentence = first_sentence(self.texts[path])
            link = posixpath.relpath(path, posixpath.dirname(page))
            title = title_of(self.texts[path])
            title = OVERVIEW if title == title_of(self.texts[page]) else title
            lines.append(f"- [{title}]({link})" + (f": {sentence}" if sentence else ""))
        return "\n".join(lines)

    def expanded(self, page):
        """The text of a section page with its lists."""
        return LIST.sub(lambda m: self.list_of(page, m[2]) if m[1] == "pages" else "", self.texts[page])

    def claim(self, parent, paths):
        for path in paths:
            if path not in self.claimed:
                self.claimed[path] = parent
                self.children.setdefault(parent, []).append(path)

    def arrange(self):
        """Puts each document below its section: where a section page names it first, or a README of its folder."""
        index = SITE + "index.md"
        self.claimed[index] = ""
        sections = [p for kind, names in LIST.findall(self.texts[index]) if kind == "sections"
                    for p in self.matching(index, names)]
        self.claim(index, sections)
        parents = list(sections)
        for parent in parents:
            if parent.startswith(SITE):
                text = self.expanded(parent)
                links = [self.target(parent, LINK.fullmatch(m["link"])[3])[0] for m in SPAN.finditer(text) if m["link"]]
                self.claim(parent, [p for p in links if p in self.pages])
            elif parent.endswith("/README.md"):
                folder = posixpath.dirname(parent)
                inside = [p for p in self.pages if p.startswith(f"{folder}/") and p != parent]
                self.claim(parent, [p for p in inside if p.count("/") == parent.count("/")
                                    or (p.count("/") == parent.count("/") + 1 and p.endswith("/README.md"))])
            parents += [p for p in self.children.get(parent, []) if p not in parents]

    def contents(self, parent):
        """The hidden table of contents of a page."""
        at = self.pages[parent]
        entries = []
        for path in self.children.get(parent, []):
            entry = posixpath.relpath(self.pages[path], posixpath.dirname(at) or ".").removesuffix(".md")
            same = title_of(self.texts.get(path, "")) == title_of(self.texts[parent])
            entries.append(f"{OVERVIEW} <{entry}>" if same else entry)
        if not entries:
            return ""
        return "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(entries) + "\n```\n"

    # --- writing ----------------------------------------------------------------------------------

    def page(self, path):
        """The Markdown of a document in the site."""
        text = SPDX.sub("", self.expanded(path))
        text = MARK.sub(lambda m: f"({anchor_label(path, m[1])})=\n", text)
        text = self.rewrite(text, path, self.pages[path]) + self.contents(path)
        return text if path in self.claimed else f"---\norphan: true\n---\n{text}"

    def listing(self, path):
        """The page with the text of a file."""
        text = (self.root / path).read_text()
        language = NAMES.get(posixpath.basename(path)) or LANGUAGES[os.path.splitext(path)[1]]
        fence = "`" * max([3, *(len(run) + 1 for run in re.findall(r"`{3,}", text))])
        return (f"---\norphan: true\n---\n# {posixpath.basename(path)}\n\n`{path}`\n\n"
                f"{fence}{{code-block}} {language}\n:linenos:\n\n{text.rstrip()}\n{fence}\n")

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Writes a page for each public header: every name with its declarations, its comment, and what the tables of
docs/reference.md say of it."""

import dataclasses
import re

import check_reference
import doxygen
import facts

NAMESPACES = ("search", "sim", "trace", "collective", "exit_code")
DEFINE = re.compile(r"^#define (SKUA_\w+)\(name\) (.*)$", re.MULTILINE)
CALL = re.compile(r"^[ \t]*(SKUA_\w+)\((\w+)\)", re.MULTILINE)
LISTED = re.compile(r"\bEACH\((\w+)\)\s*/\*\s*(.*?)\s*\*/")
WORD = re.compile(
    r"(?P<link>\[(?:[^\[\]`]|`[^`]*`)*\]\([^()]*\))|`(?P<code>[^`]*)`"
    r"|(?<![\w`:\\])(?P<word>(?:[a-z]|\\_)(?:\w|\\_|::)*\w)(?!\.hpp)(?!\w)(?P<call>\(\))?"
)
CODE_NAME = re.compile(r"(?:skua::)?((?:\w+::)*\w+)(?:\(.*\))?")


def short(name):
    """The name without its namespace, as check_reference.py has it."""
    first, _, rest = name.partition("::")
    return rest if rest and first in NAMESPACES else name


def label(name):
    return "api-" + re.sub(r"[\W_]+", "-", name).strip("-").lower()


def public_names(root):
    """{(header, name without namespace): line} of the names that check_reference.py finds."""
    texts = {h.relative_to(root).as_posix(): h.read_text() for h in check_reference.public_headers(root)}
    lists = check_reference.lists_of(texts.values())
    names = {}
    for header, text in texts.items():
        for name, line in check_reference.Parser(check_reference.with_lists(text, lists)).run():
            names.setdefault((header, name), line)
    return names, texts


def comment_above(lines, line):
    """The documentation comment above a line of a header."""
    found = []
    for text in reversed(lines[:line - 1]):
        if not text.strip().startswith("///"):
            break
        found.insert(0, text.strip()[3:].strip())
    return " ".join(found)


def from_source(header, name, line, texts):
    """The declaration of a name that Doxygen does not have: a name of std, or a member that a list declares."""
    lines = texts[header].splitlines()
    last = name.rpartition("::")[2]
    code = lines[line - 1].strip()
    call = CALL.match(lines[line - 1])
    if call:
        meanings, kinds = {}, {}
        for text in texts.values():
            kinds.update(DEFINE.findall(text))
            for macro, body in check_reference.LIST.findall(text):
                if macro == call[1]:
                    meanings.update(LISTED.findall(body))
        signature = re.sub(r"\bname\b", last, kinds.get(call[2], f"{last};"))
        return doxygen.Declaration(name, "variable", signature, doxygen.escaped(meanings.get(last, "")), header, line)
    if code.startswith("using std::"):
        text = comment_above(lines, line) or f"The name of the standard library: `std::{last}`."
        return doxygen.Declaration(name, "using", code, text, header, line)
    return doxygen.Declaration(name, "variable", code, comment_above(lines, line), header, line)


def page_header(header, texts):
    """The public header whose page has the names of a header: of one in detail/, the first that includes it."""
    seen = [header]
    for current in seen:
        if "/detail/" not in current:
            return current
        line = f"#include <{current.removeprefix('include/')}>"
        seen += [h for h in texts if h not in seen and line in texts[h]]
    return header


class Reference:
    """The pages of the reference. `rewrite(text, page)` makes the links of a document into those of a page."""

    def __init__(self, root, xml, examples):
        self.root = root
        self.public, self.texts = public_names(root)
        self.examples = examples
        self.groups = self.collect(doxygen.read(xml))
        headers = {n: self.page_of(n).removeprefix("include/skua/") for n in self.groups}
        self.facts = facts.of_names(root, headers)
        self.labels = {n: label(n) for n, group in self.groups.items() if group[0].kind != "enumerator"}

    def collect(self, declarations):
        """{name: declarations} of the public names, constructors and operators as `Class::operators`."""
        groups, shown = {}, set()
        classes = {d.name: d.header for d in declarations
                   if d.kind in ("class", "struct") and (d.header, short(d.name)) in self.public}
        constructors = {name.rpartition("::")[2] for name in classes}
        for d in declarations:
            key = (d.header, short(d.name))
            if key in self.public:
                shown.add(key)
                groups.setdefault(d.name, []).append(d)
            elif d.scope in classes and not d.deleted:
                own = d.last == d.scope.rpartition("::")[2]
                if own or d.last.startswith("operator"):
                    groups.setdefault(f"{d.scope}::operators", []).append(d)
                elif d.text and d.last not in constructors and (classes[d.scope], short(d.name)) not in self.public:
                    # An inherited member: Doxygen lists it in the class, with its own place.
                    groups.setdefault(d.name, []).append(dataclasses.replace(d, header=classes[d.scope]))
        spaces = {(d.header, short(d.scope)): d.scope for d in declarations if d.scope}
        for (header, name), line in self.public.items():
            if (header, name) not in shown:
                scope = spaces.get((header, name.rpartition("::")[0]), name.rpartition("::")[0])
                full = f"{scope}::{name.rpartition('::')[2]}" if scope else name
                groups.setdefault(full, []).append(from_source(header, name, line, self.texts))
        # The page of a name is that of its first declaration: if possible one outside detail/.
        for group in groups.values():
            group.sort(key=lambda d: "/detail/" in d.header)
        # The constructor of a class has the name of the class: it stands with the operators.
        for name in list(groups):
            scope, _, last = name.rpartition("::")
            if scope and scope.rpartition("::")[2] == last and scope in groups:
                groups.setdefault(f"{scope}::operators", []).extend(groups.pop(name))
        return dict(sorted(groups.items(), key=lambda item: (item[1][0].header, item[1][0].line)))

    def page_of(self, name):
        return page_header(self.groups[name][0].header, self.texts)

    def headers(self):
        """The public headers that have a page, sorted."""
        return sorted({self.page_of(name) for name in self.groups})

    def text_of(self, name):
        """All that the reference says of a name but its declarations."""
        own = [d.text for d in self.groups[name] if d.text]
        meaning = self.facts.get(name, {})
        return own or [t for c, t in meaning.items() if c not in facts.COLUMNS and t]

    def linked(self, text, name):
        """The text with a link at each public name in it."""
        scopes = [name] if name in self.groups else []
        while "::" in name:
            name = name.rpartition("::")[0]
            scopes.append(name)
        scopes.append("")

        def link(match):
            if match["link"]:
                return match[0]
            if match["code"] is not None:
                name_in_code = CODE_NAME.fullmatch(match["code"])
                plain, shown = name_in_code[1] if name_in_code else "", match["code"]
            else:
                plain = match["word"].replace("\\", "")
                shown = plain + (match["call"] or "")
                if "_" not in plain and "::" not in plain and not match["call"]:
                    return match[0]
            for scope in scopes:
                target = f"{scope}::{plain}".removeprefix("::").removeprefix("skua::")
                if target in self.labels and target != scopes[0]:
                    return f"[`{shown}`]({self.labels[target]})"
            return match[0]

        return WORD.sub(link, text)

    def label_in(self, code, page):
        """The label of the name that a code span of a document means, or None. A word alone is a name if the
        document calls it skua:: somewhere."""
        found = CODE_NAME.fullmatch(code)
        if not found or found[1] not in self.labels:
            return None
        is_clear = code.startswith("skua::") or re.search(r"[_(]|::", code)
        return self.labels[found[1]] if is_clear or re.search(rf"\bskua::{found[1]}\b", page) else None

    def blocks(self, declarations):
        """Declarations and text in turn: one without a comment belongs to the comment before it."""
        result = []
        for d in declarations:
            if result and (not d.text or d.text == result[-1][1]):
                result[-1][0].append(d.signature)
            else:
                result.append(([d.signature], d.text))
        return result

    def entry(self, name, rewrite):
        declarations = self.groups[name]
        scope, _, last = name.rpartition("::")
        inner = scope in self.groups
        title = f"Constructors and operators of {short(scope)}" if last == "operators" else name
        lines = [f"({label(name)})=", f"{'###' if inner else '##'} {doxygen.escaped(title)}", ""]
        for signatures, text in self.blocks(declarations):
            lines += ["```cpp", "\n".join(signatures), "```", ""]
            if text:
                lines += [self.linked(text, name), ""]
        row = self.facts.get(name, {})
        if not any(d.text for d in declarations):
            lines += [self.linked(rewrite(t), name) + "\n" for c, t in row.items() if c not in facts.COLUMNS and t]
        lines += [self.linked(rewrite(line), name) for line in facts.shown(row)]
        used = self.uses(name)
        if used:
            lines.append("- Examples: " + ", ".join(rewrite(f"[{p.rpartition('/')[2]}](../{p})") for p in used) + ".")
        return lines + [""]

    def uses(self, name):
        """The three shortest examples that use a name outside classes."""
        if "::" in name and name.partition("::")[0] not in NAMESPACES:
            return []
        pattern = re.compile(rf"\bskua::{name}\b(?!::)")
        found = [(text.count("\n"), path) for path, text in self.examples.items() if pattern.search(text)]
        return [path for _, path in sorted(found)[:3]]

    def enumerators(self, name):
        """An enumerator stands in a list with a separate anchor, below its enumeration."""
        lines = []
        for d in (self.groups[n][0] for n in self.groups if self.groups[n][0].kind == "enumerator"):
            if d.scope == name:
                text = f": {self.linked(d.text, name)}" if d.text else ""
                lines.append(f'- <span id="{label(d.name)}"></span>`{d.signature}`{text}')
        return lines + [""] if lines else []

    def page(self, header, rewrite):
        """The Markdown of the page of a header."""
        include = header.removeprefix("include/")
        introduction = re.match(r"(?://[^\n]*\n)*", self.texts[header])[0].splitlines()
        prose = "\n".join(line[2:].strip() for line in introduction if "SPDX-" not in line)
        lines = [f"# {include.removeprefix('skua/')}", "", self.linked(doxygen.escaped(prose), ""), ""]
        lines += ["```cpp", f"#include <{include}>", "```", ""]
        names = [n for n in self.groups if self.page_of(n) == header]
        for name in self.ordered(names):
            if self.groups[name][0].kind == "enumerator":
                continue
            lines += self.entry(name, rewrite) + self.enumerators(name)
        return "\n".join(lines)

    def ordered(self, names):
        """The members of a class behind it, its constructors and operators first."""
        def key(name):
            outer = name
            while outer.rpartition("::")[0] in self.groups:
                outer = outer.rpartition("::")[0]
            first = self.groups[outer][0]
            return ("/detail/" in first.header, first.header, first.line, outer, name != outer,
                    not name.endswith("::operators"), self.groups[name][0].line)

        return sorted(names, key=key)

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks that docs/reference/names.md mentions every public name: of namespaces, classes and enumerations.

Public are the names that the headers below include/skua declare outside the internal namespaces. A name counts as
mentioned if it stands inside a code span; a member, if its class stands inside a code span of the same section.
"""

import re

import tree

INTERNAL_NAMESPACES = {"algorithm", "base", "detail", "memory", "observe", "remote", "sched", "start", "wire"}
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.']*|::|->|<=>|<<|>=|<=|==|!=|&&|\|\||\.\.\.|\S")
INCLUDE = re.compile(r"^#include <skua/([\w/]+\.hpp)>", re.MULTILINE)
NO_FUNCTION = {"requires", "noexcept", "decltype", "alignas", "explicit", "__attribute__", "sizeof", "if", "operator"}
CLASSES = {"class", "struct", "union"}
PAIRS = {"(": ")", "[": "]", "{": "}"}
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
WORD = re.compile(r"[A-Za-z_]\w*")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
# A list of members: #define SKUA_LIST(EACH) EACH(name) EACH(name). A class has them where it calls
# SKUA_LIST(WHAT).
LIST = re.compile(r"^#define (SKUA_\w+)\(EACH\)((?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE)
LISTED = re.compile(r"\bEACH\((\w+)\)")
SPECIFIERS = {"inline", "static", "constexpr", "virtual", "explicit", "mutable"}


def lists_of(texts):
    """The names in each list of members, by the name of its macro."""
    return {match[1]: LISTED.findall(match[2]) for text in texts for match in LIST.finditer(text)}


def with_lists(text, lists):
    """The text in which a call of a list is replaced by a declaration of each member, on the same line."""
    for macro, names in lists.items():
        members = " ".join(f"int {name};" for name in names)
        text = re.sub(rf"^([ \t]*){macro}\(\w+\)", lambda m: m[1] + members, text, flags=re.MULTILINE)
    return text


def tokens_of(text):
    """(token, line) of C++ code without preprocessor lines, comments and literals."""
    code = DIRECTIVE.sub(lambda m: tree.blank(m.group()), tree.code_only(text))
    line, at, result = 1, 0, []
    for match in TOKEN.finditer(code):
        line += code.count("\n", at, match.start())
        at = match.start()
        result.append((match.group(), line))
    return result


def close(tokens, i):
    """The index behind the bracket that closes the one at i."""
    depth = 0
    for j in range(i, len(tokens)):
        if tokens[j][0] in PAIRS:
            depth += 1
        elif tokens[j][0] in PAIRS.values():
            depth -= 1
            if depth == 0:
                return j + 1
    return len(tokens)


def close_angle(words, i):
    """The index behind the > that closes the < at i; brackets inside are skipped."""
    depth = 0
    while i < len(words):
        if words[i] in PAIRS:
            i = close([(w, 0) for w in words], i)
            continue
        depth += (words[i] == "<") - (words[i] == ">")
        i += 1
        if depth == 0:
            return i
    return len(words)


class Parser:
    """Collects (name, line) of one header; `name` is Class::member for members."""

    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.found = []

    def run(self):
        self.scope(0, len(self.tokens), (), None)
        return self.found

    def add(self, name, line, inside):
        if inside and inside[-1] == name:  # a constructor
            return
        self.found.append(("::".join((*inside, name)), line))

    def scope(self, i, end, inside, access):
        """The declarations from i to end. `access` is None in a namespace; private members are passed over."""
        while i < end:
            word = self.tokens[i][0]
            if word == ";":
                i += 1
            elif access is not None and word in ("public", "private", "protected") and self.tokens[i + 1][0] == ":":
                access, i = word, i + 2
            else:
                i = self.declaration(i, end, inside, access)

    def header(self, i, end):
        """The words of a declaration up to its body, initialiser or semicolon, and the index of that."""
        words, expression = [], False
        while i < end:
            word = self.tokens[i][0]
            if word == "operator":
                j = next(k for k in range(i + 2, end) if self.tokens[k][0] == "(")
                words += [w for w, _ in self.tokens[i:j]]
                i = j
                continue
            if word == "template" and self.tokens[i + 1][0] == "<":
                j = i + 1 + close_angle([w for w, _ in self.tokens[i + 1:end]], 0)
                words += [w for w, _ in self.tokens[i:j]]
                i = j
                continue
            if word == "requires":
                expression = True
            if word in (";", "="):
                break
            if word == "{":
                # The braces of a requires-expression belong to the header.
                behind_parameters = words[-1:] == [")"] and self.is_expression(words)
                if not (expression and (words[-1:] == ["requires"] or behind_parameters)):
                    break
                i = close(self.tokens, i)
                expression = False
                words.append("}")
                continue
            if word in PAIRS:
                j = close(self.tokens, i)
                words += [w for w, _ in self.tokens[i:j]]
                i = j
                continue
            words.append(word)
            i += 1
        return words, i

    @staticmethod
    def is_expression(words):
        """Whether the words end with `requires (...)` whose requires follows another one: a requires-expression."""
        depth = 0
        for k in range(len(words) - 1, -1, -1):
            depth += (words[k] == ")") - (words[k] == "(")
            if depth == 0:
                return words[k - 1] == "requires" and k >= 2 and words[k - 2] in ("requires", "&&", "||")
        return False

    def declaration(self, i, end, inside, access):
        line = self.tokens[i][1]
        words, body = self.header(i, end)
        open_brace = body < end and self.tokens[body][0] == "{"
        after = close(self.tokens, body) if open_brace else self.behind(body, end)
        plain = self.without_prefix(words)
        if not plain or plain[0] in ("friend", "static_assert", "extern"):
            return after
        if plain[0] == "namespace":
            names = [w for w in plain[1:] if w != "::"]
            if open_brace and not any(n in INTERNAL_NAMESPACES for n in names):
                self.scope(body + 1, after - 1, (), None)
            return after
        if access in ("private", "protected"):
            return self.end_of_class(plain, after)
        if plain[0] == "enum":
            return self.enumeration(plain, body, after, open_brace, inside, line)
        if plain[0] in CLASSES and open_brace:
            named = self.without_prefix(plain[1:])
            if named[1:2] == ["::"]:  # specialises a template of another namespace
                return self.end_of_class(plain, after)
            self.add(named[0], line, inside)
            self.scope(body + 1, after - 1, (*inside, named[0]), "private" if plain[0] == "class" else "public")
            return self.end_of_class(plain, after)
        if plain[0] in CLASSES and not open_brace and len(plain) == 2:
            return after  # a forward declaration
        name = self.declared(plain)
        inherits = inside and plain[0] == "using" and self.tokens[body][0] == ";"
        if name and not inherits:
            self.add(name, line, inside)
        return after

    def behind(self, i, end):
        """Behind the semicolon of a declaration whose initialiser begins at i."""
        while i < end and self.tokens[i][0] != ";":
            i = close(self.tokens, i) if self.tokens[i][0] in PAIRS else i + 1
        return i + 1

    def end_of_class(self, plain, after):
        return after + 1 if plain[0] in CLASSES and after < len(self.tokens) and self.tokens[after][0] == ";" else after

    def enumeration(self, plain, body, after, open_brace, inside, line):
        names = [w for w in plain[1:] if w not in ("class", "struct")]
        if names and WORD.fullmatch(names[0]):
            self.add(names[0], line, inside)
        expected = True
        for word, where in self.tokens[body + 1:after - 1] if open_brace else ():
            if expected and WORD.fullmatch(word) and names:
                self.add(word, where, (*inside, names[0]))
            expected = word == ","
        return after + 1

    @staticmethod
    def without_prefix(words):
        """Without template parameters, their constraints and attributes."""
        i = 0
        while i < len(words):
            if words[i] == "template" and words[i + 1:i + 2] == ["<"]:
                i = close_angle(words, i + 1)
            elif words[i] == "requires":
                i = Parser.behind_constraint(words, i + 1)
            elif words[i] == "[":
                i = close([(w, 0) for w in words], i)
            elif words[i].startswith("SKUA_") or words[i] in SPECIFIERS:
                i += 1
            else:
                break
        return words[i:]

    @staticmethod
    def behind_constraint(words, i):
        """Behind a constraint: operands in parentheses, requires-expressions or names, joined by && and ||."""
        while i < len(words):
            if words[i] == "requires":
                i += 1
                if words[i:i + 1] == ["("]:
                    i = close([(w, 0) for w in words], i)
                i += words[i:i + 1] == ["}"]
            elif words[i] == "(":
                i = close([(w, 0) for w in words], i)
            else:
                while i < len(words) and (WORD.fullmatch(words[i]) or words[i] in ("::", "!")):
                    i += 1
                    if words[i:i + 1] == ["<"]:
                        i = close_angle(words, i)
                        if words[i:i + 1] != ["::"]:
                            break
                    elif words[i:i + 1] != ["::"] and words[i - 1] not in ("::", "!"):
                        break
            if words[i:i + 1] not in (["&&"], ["||"]):
                return i
            i += 1
        return i

    @staticmethod
    def declared(plain):
        """The name that a function, variable, alias or concept declares here; None for operators and destructors."""
        if plain[0] in ("using", "typedef"):
            names = [w for w in plain[1:] if WORD.fullmatch(w)]
            return names[-1] if names and "namespace" not in plain else None
        if plain[0] == "concept":
            return plain[1]
        if "operator" in plain or "~" in plain[:1]:
            return None
        i, last = 0, None
        while i < len(plain):
            word = plain[i]
            if word == "<" and last is not None:
                i = close_angle(plain, i)
                continue
            if word == "(":
                if last is not None and last not in NO_FUNCTION:
                    return last if plain[i - 2:i - 1] != ["::"] else None  # defined outside its class or namespace
                i = close([(w, 0) for w in plain], i)
                continue
            if word == ":" or word == "[":
                return last
            if WORD.fullmatch(word):
                last = word
            i += 1
        return last


def public_headers(root):
    """All public headers, but of the collective operations only those that their umbrella header includes."""
    folder = root / "include" / "skua"
    umbrella = folder / "collective.hpp"
    operations = INCLUDE.findall(umbrella.read_text()) if umbrella.is_file() else []
    headers = sorted(folder.rglob("*.hpp"))
    return [h for h in headers if h.parent.name != "collective" or h.relative_to(folder).as_posix() in operations]


def sections(text):
    """For each section of the page the words inside its code spans."""
    return [set(WORD.findall(" ".join(CODE.findall(part)))) for part in re.split(r"^## ", text, flags=re.MULTILINE)]


def main():
    root = tree.arguments(__doc__.splitlines()[0]).parse_args().root.resolve()
    report = tree.Report("reference", root)
    page = root / "docs" / "reference" / "names.md"
    parts = sections(page.read_text()) if page.is_file() else []
    names = 0
    texts = {header: header.read_text() for header in public_headers(root)}
    lists = lists_of(texts.values())
    for header, text in texts.items():
        seen = set()
        for name, line in Parser(with_lists(text, lists)).run():
            path = set(name.split("::"))
            if name in seen:
                continue
            seen.add(name)
            if not any(path <= words for words in parts):
                report.fault(header, line, f"docs/reference/names.md does not mention {name}")
        names += len(seen)
    report.finish(f"{names} public names")


if __name__ == "__main__":
    main()

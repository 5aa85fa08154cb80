# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plausible single changes of a source file, found in clang's syntax tree."""

import re
from dataclasses import dataclass

import clang.cindex as clang

OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "&&": "||", "||": "&&", "+": "-", "-": "+",
}
KIND = clang.CursorKind
STATEMENTS = (KIND.CALL_EXPR, KIND.BINARY_OPERATOR, KIND.COMPOUND_ASSIGNMENT_OPERATOR, KIND.UNARY_OPERATOR)
BRANCHES = (KIND.IF_STMT, KIND.FOR_STMT, KIND.WHILE_STMT, KIND.CXX_FOR_RANGE_STMT)
# A change of what only a compiler or a reader sees proves nothing.
SKIPPED = (KIND.STATIC_ASSERT, KIND.ENUM_CONSTANT_DECL)
SWITCH = "$switch$"


@dataclass(frozen=True)
class Change:
    """On the line with this text, `old` becomes `new`. Bytes [begin, end) of the file become
    `planted`, which holds both: SWITCH stands for the condition that chooses the new one. A change is
    known by its line's text, since the number of the line moves when other lines do."""

    path: str
    line: int
    begin: int
    end: int
    text: str
    old: str
    new: str
    planted: str

    def key(self):
        return f"{self.path} | {self.text} | {self.old} -> {self.new}"


class Finder:
    """The changes of one file."""

    def __init__(self, root, path):
        self.file, self.path = str(root / path), path
        self.source = (root / path).read_bytes()
        self.flags = ["-xc++", "-std=c++20", f"-I{root}/include", f"-I{root}/src", f"-I{root}", "-w"]
        self.found = []
        self.unit = clang.Index.create().parse(self.file, self.flags)
        self.visit(self.unit.cursor, None, is_last=False, in_body=False)

    def visit(self, cursor, parent, is_last, in_body):
        if cursor.kind in SKIPPED:
            return
        if cursor.kind == KIND.VAR_DECL and b"constexpr" in self.between(cursor).split(b"=")[0]:
            return
        if parent is None:
            children = [c for c in cursor.get_children() if self.is_here(c)]
        else:
            children = list(cursor.get_children())
        if in_body and self.is_here(cursor):
            self.examine(cursor, children, parent, is_last)
        in_body = in_body or cursor.kind == KIND.COMPOUND_STMT
        for child in children:
            self.visit(child, cursor, child == children[-1], in_body)

    def is_here(self, cursor):
        file = cursor.location.file
        return file is not None and file.name == self.unit.spelling

    def between(self, cursor):
        return self.source[cursor.extent.start.offset : cursor.extent.end.offset]

    def examine(self, cursor, children, parent, is_last):
        text = self.between(cursor).decode()
        if cursor.kind == KIND.BINARY_OPERATOR and len(children) == 2:
            gap = (children[0].extent.end.offset, children[1].extent.start.offset)
            operator = self.source[gap[0] : gap[1]].decode().strip()
            if operator in OPERATORS:
                new = OPERATORS[operator]
                left, right = (self.between(child).decode() for child in children)
                planted = f"({SWITCH} ? (({left}) {new} ({right})) : (({left}) {operator} ({right})))"
                self.add(cursor, operator, new, planted)
        elif cursor.kind == KIND.IF_STMT and children and children[0].kind.is_expression():
            if text.startswith("if ("):  # not `if constexpr`
                condition = self.between(children[0]).decode()
                self.add(children[0], condition, f"false && ({condition})", f"(!{SWITCH} && ({condition}))")
                if children[0].kind != KIND.BINARY_OPERATOR:
                    self.add(children[0], condition, f"!({condition})", f"({SWITCH} != static_cast<bool>({condition}))")
        elif cursor.kind == KIND.INTEGER_LITERAL and len(text) < 8:
            self.add(cursor, text, f"({text} + 1)", f"({SWITCH} ? {text} + 1 : {text})")
        elif cursor.kind == KIND.CXX_BOOL_LITERAL_EXPR:
            self.add(cursor, text, "false" if text == "true" else "true", f"({SWITCH} != {text})")
        elif cursor.kind == KIND.BREAK_STMT and parent.kind != KIND.CASE_STMT:
            self.drop(cursor)
        is_branch = is_last and parent.kind in BRANCHES
        is_call = cursor.kind in STATEMENTS or cursor.kind == KIND.UNEXPOSED_EXPR
        if (parent.kind == KIND.COMPOUND_STMT or is_branch) and is_call:
            self.drop(cursor)

    def drop(self, cursor):
        """A whole statement goes, unless it declares something or only wraps another."""
        text = self.between(cursor).decode()
        if self.source[cursor.extent.end.offset :].startswith(b";"):
            self.add(cursor, text, "(void)0", f"{{ if (!{SWITCH}) {{ {text}; }} }}", more=1)

    def add(self, cursor, old, new, planted, more=0):
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset + more
        first = self.source.rfind(b"\n", 0, begin) + 1
        text = self.source[first : self.source.find(b"\n", begin)].decode().strip()
        # Not a change that the model tests plant themselves, nor what cannot be written twice.
        if not old or any(word in planted for word in ("mutated(", "//", "#")):
            return
        lines = self.source[begin:end].count(b"\n")  # the numbers of the lines after it stay
        planted = re.sub(r"\s*\n\s*", " ", planted) + "\n" * lines
        old, new = " ".join(old.split()), " ".join(new.split())
        change = Change(self.path, cursor.location.line, begin, end, text, old, new, planted)
        if change not in self.found:
            self.found.append(change)


def changes_of(root, path):
    return Finder(root, path).found


def with_planted(source, numbered):
    """The source with these changes, {number: change}, each under its own switch."""
    for number, change in sorted(numbered.items(), key=lambda item: -item[1].begin):
        planted = change.planted.replace(SWITCH, f"planted::is_on<{number}>()")
        source = source[: change.begin] + planted.encode() + source[change.end :]
    return source

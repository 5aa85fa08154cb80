# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plausible single changes of a source file, found in clang's syntax tree."""

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


@dataclass(frozen=True)
class Change:
    """Bytes [begin, end) of the file become `new`. A change is known by its line's text, since the
    number of the line moves when other lines do."""

    path: str
    line: int
    begin: int
    end: int
    text: str
    old: str
    new: str

    def key(self):
        return f"{self.path} | {self.text} | {self.old} -> {self.new}"

    def apply(self, source):
        return source[: self.begin] + self.new.encode() + source[self.end :]


class Finder:
    """The changes of one file, by number of their line."""

    def __init__(self, root, path):
        self.path = path
        self.source = (root / path).read_bytes()
        self.found = []
        flags = ["-xc++", "-std=c++20", f"-I{root}/include", f"-I{root}/src", f"-I{root}", "-w"]
        self.unit = clang.Index.create().parse(str(root / path), flags)
        self.visit(self.unit.cursor, None, is_last=False, in_body=False)

    def visit(self, cursor, parent, is_last, in_body):
        if cursor.kind in SKIPPED:
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

    def examine(self, cursor, children, parent, is_last):
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        if cursor.kind == KIND.BINARY_OPERATOR and len(children) == 2:
            gap = (children[0].extent.end.offset, children[1].extent.start.offset)
            between = self.source[gap[0] : gap[1]]
            operator = between.decode().strip()
            if operator in OPERATORS:
                at = gap[0] + between.index(operator.encode())
                self.add(cursor, at, at + len(operator), OPERATORS[operator])
        elif cursor.kind == KIND.IF_STMT and children and children[0].kind.is_expression():
            at, to = children[0].extent.start.offset, children[0].extent.end.offset
            condition = self.source[at:to].decode()
            self.add(children[0], at, to, f"false && ({condition})")
            if children[0].kind != KIND.BINARY_OPERATOR:
                self.add(children[0], at, to, f"!({condition})")
        elif cursor.kind == KIND.INTEGER_LITERAL and end - begin < 8:
            self.add(cursor, begin, end, f"({self.source[begin:end].decode()} + 1)")
        elif cursor.kind == KIND.CXX_BOOL_LITERAL_EXPR:
            self.add(cursor, begin, end, "false" if self.source[begin:end] == b"true" else "true")
        elif cursor.kind == KIND.BREAK_STMT and parent.kind != KIND.CASE_STMT:
            self.add(cursor, begin, end, "(void)0")
        self.drop(cursor, parent, is_last, begin, end)

    def drop(self, cursor, parent, is_last, begin, end):
        """A whole statement goes, unless it declares something or only wraps another."""
        is_branch = is_last and parent.kind in BRANCHES
        is_call = cursor.kind in STATEMENTS or cursor.kind == KIND.UNEXPOSED_EXPR
        ends_here = self.source[end : end + 1] == b";"
        if (parent.kind == KIND.COMPOUND_STMT or is_branch) and is_call and ends_here:
            self.add(cursor, begin, end, "(void)0")

    def add(self, cursor, begin, end, new):
        line = cursor.location.line
        first = self.source.rfind(b"\n", 0, begin) + 1
        last = self.source.find(b"\n", begin)
        text = self.source[first:last].decode().strip()
        old = " ".join(self.source[begin:end].decode().split())
        if "mutated(" in old:  # a change that the model tests plant themselves
            return
        change = Change(self.path, line, begin, end, text, old, " ".join(new.split()))
        if old and change not in self.found:
            self.found.append(change)


def changes_of(root, path):
    return Finder(root, path).found

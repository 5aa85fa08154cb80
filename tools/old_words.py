# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Finds names that contain a word which the glossary has retired: a part of check_words.py.

The left column of the table *Internal names that have changed* of docs/glossary.md has the old words. No
identifier of C++, label of a synchronisation comment, planted fault or file name of the folders below may
contain one. `crew` is in `crew`, `crew_size`, `the_crew` and `crews`, not in `screw`. A word that ends with
`…` is the beginning of a name. old_words.txt has the exceptions.
"""

import re

import tree

FOLDERS = ("src", "include", "launch", "apps", "tests")
GLOSSARY = "docs/glossary.md"
HEADING = "## Internal names that have changed"
EXCEPTIONS = "tools/old_words.txt"
IDENTIFIER = re.compile(r"\b[A-Za-z_]\w*")
LABELS = re.compile(r"//+\s*sync:\s*(.*)")
FAULT = re.compile(r'\bmutated\(\s*"([^"]+)"')
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[^\n]*", re.MULTILINE)
EXCEPTION = re.compile(r"^([\w:…]+)(?: (\S+))?: (\S.*)$")


def retired(text):
    """The old words of the table of the glossary, each with its row: {word: what stands for it now}."""
    words = {}
    for line in text.partition(HEADING)[2].splitlines():
        for change in (line.split("|")[2] if line.startswith("| ") and "→" in line else "").split(";"):
            old, _, new = change.partition("→")
            for name in re.findall(r"`([^`]+)`", old):
                word = name.partition("(")[0].rpartition("::")[2].strip("_")
                words[word] = re.sub(r"\s+", " ", new.replace("`", "").strip())
    return words


def pattern(word):
    """What finds the word in a name: at its beginning if the word ends with an ellipsis, else anywhere."""
    if word.endswith("…"):
        return re.compile(rf"^{re.escape(word.rstrip('…'))}")
    return re.compile(rf"(?:^|_){re.escape(word)}s?(?:_|\d|$)")


class Exceptions:
    """The lines `WORD: reason` and `WORD NAME: reason` of old_words.txt."""

    def __init__(self, path):
        self.ordinary, self.names, self.unused = set(), set(), {}
        for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
            if not line.strip() or line.startswith("#"):
                continue
            match = EXCEPTION.match(line)
            if not match:
                raise SystemExit(f"{path}:{number}: expected WORD: REASON or WORD NAME: REASON")
            if match[2]:
                self.names.add((match[1], match[2]))
                self.unused[(match[1], match[2])] = number
            else:
                self.ordinary.add(match[1])

    def allow(self, word, name):
        self.unused.pop((word, name), None)
        return (word, name) in self.names


def names_of(text):
    """The names of a C++ file: (offset, name). Labels and planted faults are written as identifiers."""
    for match in IDENTIFIER.finditer(INCLUDE.sub(lambda m: tree.blank(m.group()), tree.code_only(text))):
        yield match.start(), match.group()
    for match in LABELS.finditer(text):
        for part in match[1].split(";"):
            yield match.start(), part.strip().partition(" ")[0].lower().replace("-", "_")
    for match in FAULT.finditer(text):
        for part in match[1].split("."):
            yield match.start(), part


def check(root, report):
    """Reports each name with an old word; returns the number of words that are looked for."""
    glossary = root / GLOSSARY
    words = retired(glossary.read_text()) if glossary.exists() else {}
    exceptions = Exceptions(root / EXCEPTIONS)
    patterns = {word: pattern(word) for word in words if word not in exceptions.ordinary}
    known = {}  # name -> the old word in it, or ""

    def word_in(name):
        if name not in known:
            found = [w for w, p in patterns.items() if p.search(name) and not exceptions.allow(w, name)]
            known[name] = found[0] if found else ""
        return known[name]

    for path in tree.tracked(root):
        short = path.relative_to(root).as_posix()
        if short.split("/")[0] not in FOLDERS:
            continue
        if word := word_in(path.name.partition(".")[0]):
            report.fault(path, 1, f"`{word}` in the name of the file: {words[word]} (glossary.md)")
        if path.suffix in (".cpp", ".hpp"):
            text, seen = path.read_text("utf-8", "replace"), set()
            for offset, name in names_of(text):
                if (word := word_in(name)) and name not in seen:
                    seen.add(name)
                    line = text.count("\n", 0, offset) + 1
                    report.fault(path, line, f"`{word}` in `{name}`: {words[word]} (glossary.md)")
    for word in sorted(exceptions.ordinary - words.keys()):
        report.faults.append(f"{EXCEPTIONS}: `{word}` is no old word of the glossary")
    for (word, name), number in exceptions.unused.items():
        report.faults.append(f"{EXCEPTIONS}:{number}: no name `{name}` contains `{word}` any more")
    return len(patterns)

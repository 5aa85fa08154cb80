# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks where functions are defined, and that no text of the library follows the locale.

Functions: a header predicts where they are.

A function that X.hpp declares, or a member of a class of X.hpp, is defined in X.hpp or in X.cpp. Where a class is too
large for one file, X_part.cpp; and X.cpp gathers the few functions of headers X_part.hpp.
tools/split_headers.txt lists the exceptions, with how many functions each has. A line there that is too large is a
fault as well: so the list only becomes shorter.
"""

import collections
import re

import tree

CLASS = re.compile(r"\b(?:class|struct|union)\s+(?:alignas\([^)]*\)\s*)?(\w+)(?:\s+final)?\s*(?::[^;{]*)?\{")
ARGUMENTS = r"\((?:[^;{}]|\{\})*\)"
DECLARATION = re.compile(
    r"^(?!\s)(?:\[\[nodiscard\]\] |SKUA_COLD |SKUA_NOINLINE |extern |inline |constexpr )*"
    r"[\w:<>,&* ]+?[ &*](\w+)" + ARGUMENTS + r"\s*(?:const)?\s*(?:noexcept)?\s*;",
    re.MULTILINE,
)
DEFINITION = re.compile(
    r'^(?!\s|namespace|using|struct|class|enum|template|static|#|extern "C"|.*__attribute__)'
    r"(?:[\w:<>,&*\[\] ]+?[ &*])??((?:\w+::)*)(~?\w+)\((?:[^;{}]|\{\})*?\)[^;{}()]*(?:\([^)]*\)[^;{}]*)?\{",
    re.MULTILINE,
)
# Formats and functions that follow the locale of the program (base/number_text.hpp).
LOCALE = re.compile(
    r'"[^"\n]*(?<!%)%[-+#0]*[\d*]*(?:\.[\d*]+)?l?[aefgAEFG]|\b(?:strto(?:f|d|ld)|sto(?:f|d|ld)|atof|o?stringstream)\b'
)
UNNAMED = re.compile(r"^namespace \{$", re.MULTILINE)


def without_unnamed_namespaces(text):
    """The text with unnamed namespaces as empty lines; their braces are counted."""
    parts, position = [], 0
    for match in UNNAMED.finditer(text):
        if match.start() < position:
            continue
        end, depth = match.end(), 1
        while depth > 0 and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        parts.append(text[position : match.start()] + "\n" * text[match.start() : end].count("\n"))
        position = end
    return "".join(parts) + text[position:]


def predicts(header, source):
    return f"{source.stem}_".startswith(f"{header.stem}_") or header.stem.startswith(f"{source.stem}_")


def declarations(headers):
    """The headers that define a class of a name, and those that declare a function of a name."""
    classes, functions = collections.defaultdict(set), collections.defaultdict(set)
    for header in headers:
        text = tree.code_only(header.read_text())
        for match in CLASS.finditer(text):
            classes[match[1]].add(header)
        for match in DECLARATION.finditer(text):
            functions[match[1]].add(header)
    return classes, functions


def elsewhere(root):
    """(source, header) -> the functions that the header declares and the source defines without being predicted."""
    classes, functions = declarations(tree.sources(root, "include", "src", suffixes=(".hpp",)))
    found = collections.defaultdict(list)
    for source in tree.sources(root, "src", suffixes=(".cpp",)):
        text = without_unnamed_namespaces(tree.code_only(source.read_text()))
        for match in DEFINITION.finditer(text):
            owner = match[1].rstrip(":").split("::")[-1]
            headers = classes.get(owner, ()) if owner else functions.get(match[2], ())
            same_layer = [h for h in headers if source.parent.name in h.parts] or sorted(headers)
            if same_layer and not any(predicts(h, source) for h in headers):
                key = (source.relative_to(root).as_posix(), sorted(same_layer)[0].relative_to(root).as_posix())
                found[key].append(f"{owner}::{match[2]}" if owner else match[2])
    return found


def main():
    parser = tree.arguments(__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the exceptions as they are now")
    options = parser.parse_args()
    root = options.root.resolve()
    report = tree.Report("sources", root)
    found = elsewhere(root)
    if options.list:
        for (source, header), names in sorted(found.items()):
            print(f"{len(names):2} {source} {header}")
        return
    path = root / "tools" / "split_headers.txt"
    allowed = {}
    for number, line in enumerate(path.read_text().splitlines() if path.is_file() else (), 1):
        words = line.split("#")[0].split()
        if words:
            allowed[(words[1], words[2])] = (int(words[0]), number)
    for (source, header), names in found.items():
        most = allowed.get((source, header), (0, 0))[0]
        if len(names) > most:
            report.fault(
                root / source, 1, f"defines {', '.join(names)} of {header}: move them to the source that it predicts"
            )
    for pair, (most, number) in allowed.items():
        if len(found.get(pair, ())) < most:
            report.fault(path, number, f"{' '.join(pair)} has {len(found.get(pair, ()))} now: lower the number")
    for source in tree.sources(root, "include", "src", suffixes=(".hpp", ".cpp")):
        for number, line in enumerate(source.read_text().splitlines(), 1):
            if match := LOCALE.search(line.split("//")[0]):
                text = f"{match[0]} follows the locale: use base/number_text.hpp or base/parse.hpp"
                report.fault(source, number, text)
    report.finish(f"{len(allowed)} exceptions with {sum(most for most, _ in allowed.values())} functions")


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks that docs/reference has the options, variables and steal policies of the source; --write writes it.

The sources: for stealing.md the table of src/steal/policies.cpp; for options.md that of
src/core/settings.cpp and the fields of include/skua/options.hpp; the options that
launch/option_table.cpp adds; and for a variable that other code reads, a comment beside that code:
`// env SKUA_NAME: meaning` (`#` in Python)."""

import itertools
import re

import tree

DOCUMENT = "docs/reference/options.md"
TABLE, FIELDS, LAUNCHER = "src/core/settings.cpp", "include/skua/options.hpp", "launch/option_table.cpp"
STEALING, POLICIES = "docs/reference/stealing.md", "src/steal/policies.cpp"
READERS = ("src", "launch", "apps", "cli", "bench", "tests")

TEXT = """<!-- SPDX-FileCopyrightText: 2026 The Skua authors -->
<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->
<!-- Written by tools/check_options.py from the source; edit that, then: python3 tools/check_options.py --write -->

# Options

## Of the library

Each can be given in code (a member of `skua::options`), in the environment, or as an argument of a program that passes its own to
`skua::run`. An argument wins over the environment, the environment over code. A variable that is empty counts as not set. A
misspelt option or variable is an error; its text names a known one with a similar name, if there is one.

{library}

Yes and no are `on` and `off` (also 1, yes, true and 0, no, false); numbers of bytes may end in k, M or G. `skua::options` has one more
member, `print_stats`: the argument and the variable set it together with `stats`, code may ask for one without the other.

## Of skua-run

They stand before the program; `SKUA_PLACES` and `SKUA_WORKERS` in the environment mean `-n` and `-t`. More: [from one process to a
cluster](cluster.md).

{launcher}

## Further variables

{variables}
"""


class Source:
    """The files of a tree, and the faults found in them."""

    def __init__(self, root, report):
        self.root, self.report = root, report

    def read(self, name):
        return (self.root / name).read_text()

    def fault(self, name, offset, text):
        self.report.fault(self.root / name, self.read(name).count("\n", 0, offset) + 1, text)


def cell(text):
    return text.replace("|", "\\|")


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(cell, row)) + " |" for row in rows])


# A string of C++, which may be written as several.
STRING = r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*'


def content(strings):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', strings))


def split_default(text):
    """Meaning and default of `meaning (default something)`; parentheses may be nested in the default."""
    position = text.find(" (default")
    return (
        (text[:position], text[position + 2 :].removesuffix(")").removeprefix("default").lstrip(" :"))
        if position >= 0
        else (text, "")
    )


def plain(text):
    """A default as a value that can be compared, or None if it is a sentence."""
    shift = re.fullmatch(r"1u? << (\d+)", text)
    amount = re.fullmatch(r"(\d+)([kMG]?)", text)
    if shift:
        return 1 << int(shift.group(1))
    if amount:
        return int(amount.group(1)) << {"": 0, "k": 10, "M": 20, "G": 30}[amount.group(2)]
    return {"on": True, "true": True, "off": False, "false": False, "stats_level::off": False}.get(text)


def fields(source):
    """The members of skua::options: name to (default, offset)."""
    text = source.read(FIELDS)
    begin = text.index("struct options {")
    matches = re.finditer(r"^  [\w:]+ (\w+)(?: = ([^;]+)|\{\});", text[begin:], re.MULTILINE)
    return {m.group(1): (m.group(2) or "", begin + m.start()) for m in matches}


def policies(source):
    """The rows of the table of policies: name, arguments, victim."""
    rows = re.findall(rf'^    \{{"(\w+)",\s*"([^"]*)",\s*"[^"]*",\s*({STRING}),', source.read(POLICIES), re.MULTILINE)
    return [(name, arguments, content(victim)) for name, arguments, victim in rows]


def stealing(source):
    """The page of stealing with the rows of its first table made from the policies."""
    names = [(f"`{name}`" + (f", `{name}{arguments}`" if arguments else ""), victim)
             for name, arguments, victim in policies(source)]
    table = markdown(("`SKUA_STEAL`", "the place that a thief asks"), names)
    return re.sub(r"^\| `SKUA_STEAL` \|.*?(?=\n\n)", lambda _: table, source.read(STEALING), flags=re.DOTALL | re.MULTILINE)


def library(source):
    """The rows of the table of the library, compared with the members that they set."""
    text = source.read(TABLE)
    begin = text.index("table = std::to_array<row>({")
    length = text.index("\n});", begin) - begin
    rows = list(re.finditer(r'\{"([a-z-]+)",\s*(' + STRING + "),", text[begin:begin + length]))
    members, used, table = fields(source), set(), []
    for row, after in zip(rows, [*rows[1:], None]):
        end = after.start() if after else length
        names = ", ".join(name + arguments for name, arguments, _ in policies(source))
        meaning, default = split_default(content(row.group(2)).replace("{policies}", names))
        set_here = re.findall(r"\boptions\.(\w+) = ", text[begin + row.end():begin + end])
        for member in set_here:
            used.add(member)
            in_code = plain(members.get(member, ("", 0))[0])
            if in_code is not None and plain(default) is not None and in_code != plain(default):
                source.fault(TABLE, begin + row.start(), f"the default of {row.group(1)} is {default} here and "
                                                         f"{members[member][0]} in {FIELDS}")
        variable = "`SKUA_" + row.group(1).upper().replace("-", "_") + "`" if set_here or row.group(1) != "help" else ""
        code = f"`{set_here[0]}`" if set_here else ""
        table.append((f"`--skua-{row.group(1)}`", variable, code, default, meaning))
    for member, (_, offset) in members.items():
        if member not in used:
            source.fault(FIELDS, offset, f"no row of {TABLE} sets {member}")
    return markdown(("argument", "variable", "in code", "default", "meaning"), table)


def launcher(source):
    table = []
    for statement in re.findall(r"app\.add_(?:option|flag)\((.*?)\);", source.read(LAUNCHER), re.DOTALL):
        name, *_, meaning = re.match(r'"([^"]+)",\s*(.*?)(' + STRING + ")", statement, re.DOTALL).groups()
        value = re.search(r'type_name\("(\w+(?:=\w+)?)"', statement)
        meaning, default = split_default(content(meaning))
        table.append((f"`{name} {value.group(1)}`" if value else f"`{name}`", default, meaning))
    return markdown(("option", "default", "meaning"), table)


def explained(source):
    """The variables that have an `env` comment: name to (meaning, file, offset)."""
    matches = {}
    for path in tree.sources(source.root, *READERS, suffixes=(".cpp", ".hpp", ".py")):
        text = path.read_text()
        for m in re.finditer(r"^ *(?://|#) env (SKUA_\w+): (.*(?:\n *(?://|#) (?!env ).*)*)", text, re.MULTILINE):
            name = path.relative_to(source.root).as_posix()
            if m.group(1) in matches:
                source.fault(name, m.start(), f"{m.group(1)} is explained here and in {matches[m.group(1)][1]}")
            matches[m.group(1)] = (re.sub(r"\n *(?://|#) ", " ", m.group(2)), name, m.start())
    return matches


def variables(source):
    """Checks that every variable that the library accepts is explained, and the reverse; returns
    their table."""
    text = source.read(TABLE)
    begin = text.index("foreign{")
    allowed = re.findall(r'"(SKUA_\w+)"', text[begin:text.index("}", begin)])
    explanations = explained(source)
    for name in allowed:
        if name not in explanations:
            source.fault(TABLE, begin, f"nothing explains {name}: write `// env {name}: meaning` where it is read")
    for name, (_, file, offset) in explanations.items():
        if name not in allowed:
            source.fault(file, offset, f"{name} is unknown to {TABLE}: the library refuses it")
    return markdown(("variable", "meaning"), [(f"`{name}`", explanations[name][0]) for name in sorted(explanations)])


def main():
    parser = tree.arguments(__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"write {DOCUMENT} and the table of {STEALING}")
    options = parser.parse_args()
    root = options.root.resolve()
    report = tree.Report("options", root)
    source = Source(root, report)
    page = TEXT.format(library=library(source), launcher=launcher(source), variables=variables(source))
    for name, expected in ((DOCUMENT, page), (STEALING, stealing(source))):
        path = root / name
        matches = path.read_text() if path.exists() else ""
        if options.write:
            path.write_text(expected)
        elif matches != expected:
            pairs = zip(matches.splitlines(), expected.splitlines())
            same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
            report.fault(path, same + 1, "not what the source says: run python3 tools/check_options.py --write")
    report.finish(f"{page.count('| `')} options and variables")


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Counts pronouns that stand for an actor (who, nobody, ...) in comments of C++, in Markdown and in help texts.

A comment names its actor: the owner, the thief, a waiter, the task. The limit is one such pronoun per
1,000 words over the whole tree. Help texts may have none. Prose in Markdown is everything but code blocks, code in
backquotes and the addresses of links.
"""

import collections
import re

import tree

PRONOUNS = re.compile(r"\b(who|whom|whoever|whose|nobody|somebody|everybody|anybody|thereby|whence)\b", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z][\w'’-]*")
LIMIT = 1.0  # per 1,000 words
# Calls whose string literals are shown by --help.
CPP_HELP = re.compile(
    r"\b(?:add_option|add_flag|add_subcommand|add_option_function|add_flag_callback|description|footer)\s*\("
)
PYTHON_HELP = re.compile(r"\badd_argument\s*\(")
# Sources all of whose literals belong to a table of options.
OPTION_TABLES = {"src/core/settings.cpp", "launch/option_table.cpp"}
CPP_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
PYTHON_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|' r"'(?:[^'\\\n]|\\.)*'")


def comments(text):
    """The comments of C++ text, as (line, text) for each line of each."""
    for token in tree.TOKEN.finditer(text):
        if token.group("line") or token.group("block"):
            first = text.count("\n", 0, token.start()) + 1
            for number, line in enumerate(token.group().split("\n"), first):
                if "SPDX-" not in line:
                    yield number, line


def prose(text):
    """The prose of Markdown, as (line, text)."""
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(("```", "~~~")):
            in_code = not in_code
        elif not in_code and not line.startswith(("    ", "<!--")):
            yield number, re.sub(r"\]\([^)\s]*\)", "]", re.sub(r"`[^`]*`", "", line))


def statements(text, calls):
    """The calls that match, each up to its closing parenthesis, as (line, text)."""
    for call in calls.finditer(text):
        depth, end = 1, call.end()
        while end < len(text) and depth:
            literal = CPP_LITERAL.match(text, end)
            if literal:
                end = literal.end()
                continue
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield text.count("\n", 0, call.start()) + 1, text[call.start():end]


def help_texts(name, text):
    """The literals that --help shows, as (line, text)."""
    literal = PYTHON_LITERAL if name.endswith(".py") else CPP_LITERAL
    if name in OPTION_TABLES:
        parts = [(1, text)]
    else:
        parts = statements(text, PYTHON_HELP if name.endswith(".py") else CPP_HELP)
    for first, part in parts:
        for found in literal.finditer(part):
            yield first + part.count("\n", 0, found.start()), found.group()


class Check:
    def __init__(self, root, report):
        self.root, self.report = root, report
        self.words, self.pronouns = collections.Counter(), collections.Counter()
        self.places = []

    def file(self, path):
        name = path.relative_to(self.root).as_posix()
        text = path.read_text("utf-8", "replace")
        folder = name.split("/")[0] if "/" in name else "."
        lines = prose(text) if path.suffix == ".md" else comments(text) if path.suffix in (".cpp", ".hpp", ".S") else ()
        for number, line in lines:
            self.words[folder] += len(WORD.findall(line))
            for pronoun in PRONOUNS.findall(line):
                self.pronouns[folder] += 1
                self.places.append(f"{name}:{number}: `{pronoun}`: name the actor")
        if path.suffix in (".cpp", ".hpp", ".py"):
            for number, line in help_texts(name, text):
                for pronoun in PRONOUNS.findall(line):
                    self.report.fault(path, number, f"`{pronoun}` in a help text: name the actor")


def main():
    parser = tree.arguments(__doc__.splitlines()[0])
    parser.add_argument("--strict", action="store_true", help="exit with 1 when there are faults")
    parser.add_argument("--places", action="store_true", help="print each place")
    options = parser.parse_args()
    root = options.root.resolve()
    report = tree.Report("words", root)
    check = Check(root, report)
    # This check has to name the words.
    own = {"tools/check_words.py"}
    for path in tree.tracked(root):
        if path.suffix in (".md", ".cpp", ".hpp", ".S", ".py") and path.relative_to(root).as_posix() not in own:
            check.file(path)
    if options.places:
        print("\n".join(check.places))
    for folder in sorted(check.words):
        rate = 1000 * check.pronouns[folder] / max(1, check.words[folder])
        print(f"{folder:12} {check.words[folder]:7} words {check.pronouns[folder]:5} pronouns {rate:6.1f} per 1,000")
    words, pronouns = sum(check.words.values()), sum(check.pronouns.values())
    rate = 1000 * pronouns / max(1, words)
    if rate > LIMIT:
        report.faults.append(f"{rate:.1f} pronouns per 1,000 words, at most {LIMIT:.0f}: see --places")
    report.finish(f"{words} words, {pronouns} pronouns, {rate:.2f} per 1,000", strict=options.strict)


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Counts turns of translated English in comments of C++, in Markdown and in help texts.

Each of the ten expressions below is right in some sentence, but a text with many of them is not what an
English-speaking engineer writes. The limit is a rate over the whole tree. Help texts may have none. Prose in Markdown
is everything but code blocks, code in backquotes and the addresses of links.
"""

import collections
import re

import tree

# An expression, and what to write instead.
TURNS = [(re.compile(expression), advice) for expression, advice in (
    (r"\b(?:True|False|Null|Nothing): ", "write \"Returns true if\""),
    (r"\bmeanwhile\b", "write \"in the meantime\" or \"since then\", or leave it out"),
    (r"\bof (?:its|their) own\b", "write \"its own\" or \"a separate\""),
    (r"\bgo(?:es)? on\b", "write \"continue\" or \"resume\""),
    (r"(?<!here )\b(?:is|are) (?:no(?! longer)|none)\b", "write \"is not a\""),
    (r", too\b", "write \"also\" before the verb"),
    (r"\b(?:a|the|last|each|no) looks?\b(?!-)", "write \"check\", \"scan\" or \"search\""),
    (r"\balso (?:if|when|with|in|after|at)\b", "write \"even if\" or \"even with\""),
    (r"\b(?:than|of|from|for|to) what\b", "name the thing"),
    (r"\banother [a-z ]+ than\b", "write \"other than\""),
)]
WORD = re.compile(r"[A-Za-z][\w'’-]*")
LIMIT = 1.0  # per 10,000 words
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


def turns(line):
    """The turns in a line, as (text, advice)."""
    for expression, advice in TURNS:
        for found in expression.findall(line):
            yield found.strip(), advice


class Check:
    def __init__(self, root, report):
        self.root, self.report = root, report
        self.words, self.turns = collections.Counter(), collections.Counter()
        self.places = []

    def file(self, path):
        name = path.relative_to(self.root).as_posix()
        text = path.read_text("utf-8", "replace")
        folder = name.split("/")[0] if "/" in name else "."
        lines = prose(text) if path.suffix == ".md" else comments(text) if path.suffix in (".cpp", ".hpp", ".S") else ()
        for number, line in lines:
            self.words[folder] += len(WORD.findall(line))
            for turn, advice in turns(line):
                self.turns[folder] += 1
                self.places.append(f"{name}:{number}: `{turn}`: {advice}")
        if path.suffix in (".cpp", ".hpp", ".py"):
            for number, line in help_texts(name, text):
                for turn, advice in turns(line):
                    self.report.fault(path, number, f"`{turn}` in a help text: {advice}")


def main():
    parser = tree.arguments(__doc__.splitlines()[0])
    parser.add_argument("--strict", action="store_true", help="exit with 1 when there are faults")
    parser.add_argument("--places", action="store_true", help="print each place")
    options = parser.parse_args()
    root = options.root.resolve()
    report = tree.Report("words", root)
    check = Check(root, report)
    for path in tree.tracked(root):
        if path.suffix in (".md", ".cpp", ".hpp", ".S", ".py"):
            check.file(path)
    if options.places:
        print("\n".join(check.places))
    for folder in sorted(check.words):
        rate = 10000 * check.turns[folder] / max(1, check.words[folder])
        print(f"{folder:12} {check.words[folder]:7} words {check.turns[folder]:5} turns {rate:6.1f} per 10,000")
    words, number = sum(check.words.values()), sum(check.turns.values())
    rate = 10000 * number / max(1, words)
    if rate > LIMIT:
        report.faults.append(f"{rate:.1f} turns per 10,000 words, at most {LIMIT:.0f}: see --places")
    report.finish(f"{words} words, {number} turns, {rate:.2f} per 10,000", strict=options.strict)


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Finds variables, members and parameters whose name is a preposition, a pronoun or a participle.

A name says what the thing is: `settings`, not `of`. At most one such declaration per 1,000 lines of
code is allowed over the whole tree. `from`, `to`, `at`, `in` and `out` may be parameters, and so may
`other`, as in `operator==(T const& other)`. `left` is allowed in a file that declares `right`, and
`from` beside `to`. Functions are not checked: `estimates.of(place)` reads well. Names of the public
interface stay as they are: PUBLIC lists them.

It also finds letters that name a type of the library in include, launch and src: at most one in 1,000 lines. A letter
may be a count, an index, a type parameter or the symbol of a formula.
"""

import collections
import re

import tree

LIMIT = 1.0  # per 1,000 lines of code
LETTERS = 2.5  # of them for types of the library, per 1,000 lines
# Folders in which no letter names a type of the library, and how the types are found.
LIBRARY = ("include", "launch", "src")
TYPE = re.compile(r"\b(?:struct|class|enum(?: class)?|union)\s+([a-z]\w*)\s*(?:final\s*)?[:{;]")
NAMES = set("""
  of in at to from out by with without upon into
  all both each some such other others more most
  what who whom whose how here there mine ours theirs its it them
  made left known found wanted said asked given told seen taken got gone kept held sent heard shown
""".split())
AS_PARAMETER = {"from", "to", "at", "in", "out", "other"}
# Names that are fine in a file that also declares the other one.
PAIRS = {"left": "right", "from": "to", "to": "from"}
# Fields that programs read: a new name would break them.
PUBLIC = {
    ("include/skua/stats.hpp", "asked"): "far_statistics::asked, beside `refused`",
    ("include/skua/sim.hpp", "asked"): "sim::summary::asked, the same count in virtual time",
}
DIRECTIVE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.']*|::|->|&&|\|\||<<=?|[-+*/%^&|=!<>]=|[^\s\w]")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*$")
# Keywords that may stand before an expression, so that an identifier after one of them is not a
# declaration.
BEFORE_EXPRESSION = set("""
  return case else do throw new delete goto using namespace typename class struct enum union template operator sizeof
  co_return co_await co_yield not and or if while switch for public private protected friend break continue default
  requires concept this nullptr true false noexcept override final
""".split())
CONTROL = {"for", "if", "while", "switch", "catch"}
ENDS = {"=", ";", ",", ")", ":", "[", "]", "{", "("}


class Token:
    def __init__(self, match):
        self.word, self.start, self.end = match.group(), match.start(), match.end()


class Scope:
    """An open bracket, the token before it, and whether the current statement in it declares something."""

    def __init__(self, bracket="", before=""):
        self.bracket, self.before = bracket, before
        self.declares = False

    def is_parameter_list(self):
        return self.bracket == "(" and self.before not in CONTROL


def ends_type(tokens, i):
    """Whether a type may end with this token. The formatted code has no space before the > of a template."""
    word = tokens[i].word
    if word == ">":
        return tokens[i].start == tokens[i - 1].end
    return bool(IDENTIFIER.match(word)) and word not in BEFORE_EXPRESSION


def end_of_type(tokens, i):
    """The last token of the type before the declarator at i, or None. The formatted code writes T& x, but a & x."""
    i -= 1
    while i > 0 and tokens[i].word in ("&", "*", "&&", "const"):
        if tokens[i].word != "const" and tokens[i].start != tokens[i - 1].end:
            return None
        i -= 1
    return i if i >= 0 and ends_type(tokens, i) else None


def end_of_parameters(tokens, i):
    """The token after the parenthesis that closes the one at i, or an empty word."""
    depth = 0
    while i < len(tokens):
        depth += {"(": 1, ")": -1}.get(tokens[i].word, 0)
        i += 1
        if depth == 0:
            break
    return tokens[i].word if i < len(tokens) else ""


def before_bracket(tokens, i):
    """The token before the bracket [ that is open at i."""
    while i > 0 and tokens[i].word != "[":
        i -= 1
    return tokens[i - 1].word if i else ""


def type_name(tokens, i):
    """The name of the type before the declarator at i, without its template arguments, or an empty word."""
    i = end_of_type(tokens, i)
    if i is None:
        return ""
    depth = 0
    while i > 0 and (depth or tokens[i].word == ">"):
        depth += {">": 1, "<": -1}.get(tokens[i].word, 0)
        i -= 1
    return tokens[i].word


def is_declared(tokens, i, scope):
    """Whether the identifier at i is declared here, other than as a function or a type."""
    if scope.bracket == "[":
        return before_bracket(tokens, i) in ("auto", "const", "&", "&&")  # a structured binding
    if i and tokens[i - 1].word == "," and scope.declares and not scope.is_parameter_list():
        return True  # one more of the same declaration
    last = end_of_type(tokens, i)
    if last is None:
        return False
    if scope.before in ("if", "while", "switch") and tokens[i + 1].word == ")":
        return False
    if tokens[i + 1].word != "(" or tokens[i - 1].word == "const":
        return True
    # `auto x(3);` is a variable; a function that returns auto has a body or says its result.
    return tokens[last].word == "auto" and end_of_parameters(tokens, i + 1) not in ("->", "{", "noexcept", "const")


def declarations(code):
    """Every name that the code declares, but for functions and types: (name, offset, is a parameter, type)."""
    tokens = [Token(match) for match in TOKEN.finditer(DIRECTIVE.sub(lambda match: tree.blank(match.group()), code))]
    stack = [Scope()]
    for i, token in enumerate(tokens):
        if token.word in ("(", "[", "{"):
            stack.append(Scope(token.word, tokens[i - 1].word if i else ""))
        elif token.word in (")", "]", "}"):
            if len(stack) > 1:
                stack.pop()
            if token.word == "}":
                stack[-1].declares = False
        elif token.word == ";" or token.word == "," and stack[-1].is_parameter_list():
            stack[-1].declares = False
        elif IDENTIFIER.match(token.word) and token.word not in BEFORE_EXPRESSION:
            if i + 1 < len(tokens) and tokens[i + 1].word in ENDS and is_declared(tokens, i, stack[-1]):
                stack[-1].declares = True
                yield token.word, token.start, stack[-1].is_parameter_list(), type_name(tokens, i)


def main():
    parser = tree.arguments(__doc__.splitlines()[0])
    parser.add_argument("--strict", action="store_true", help="exit with 1 when there are too many")
    parser.add_argument("--quiet", action="store_true", help="print the numbers only")
    options = parser.parse_args()
    root = options.root.resolve()
    report = tree.Report("names", root)
    lines, places = collections.Counter(), collections.Counter()
    types, letters = set(), []
    for path in tree.tracked(root):
        if path.suffix not in (".cpp", ".hpp"):
            continue
        name = path.relative_to(root).as_posix()
        folder = name.split("/")[0] if "/" in name else "."
        code = tree.code_only(path.read_text("utf-8", "replace"))
        lines[folder] += sum(1 for line in code.splitlines() if line.strip())
        declared_here = list(declarations(code))
        names = {word.rstrip("_") for word, _, _, _ in declared_here}
        if folder in LIBRARY:
            types.update(TYPE.findall(code))
        for word, offset, parameter, of_type in declared_here:
            if folder in LIBRARY and len(word) == 1:
                letters.append((f"{name}:{code.count(chr(10), 0, offset) + 1}", word, of_type))
            plain = word.rstrip("_")
            if plain not in NAMES or parameter and plain in AS_PARAMETER or PAIRS.get(plain) in names:
                continue
            if (name, word) in PUBLIC:
                continue
            places[folder] += 1
            if not options.quiet:
                print(f"{name}:{code.count(chr(10), 0, offset) + 1}: `{word}` is not a noun: say what it is")
    for folder in sorted(lines):
        rate = 1000 * places[folder] / max(1, lines[folder])
        print(f"{folder:12} {lines[folder]:7} lines {places[folder]:5} names {rate:6.1f} per 1,000")
    total, number = sum(lines.values()), sum(places.values())
    rate = 1000 * number / max(1, total)
    if rate > LIMIT:
        report.faults.append(f"{rate:.1f} names that are not nouns per 1,000 lines of code, at most {LIMIT:.0f}")
    letters = [(place, word, of_type) for place, word, of_type in letters if of_type in types]
    if not options.quiet:
        for place, word, of_type in letters:
            print(f"{place}: `{word}` names a {of_type}: say what it is")
    letter_rate = 1000 * len(letters) / max(1, sum(lines[folder] for folder in LIBRARY))
    if letter_rate > LETTERS:
        report.faults.append(f"{letter_rate:.1f} letters for types of the library per 1,000 lines, at most {LETTERS}")
    text = f"{total} lines, {number} names, {rate:.2f} per 1,000; letters for types: {letter_rate:.2f}"
    report.finish(text, strict=options.strict)


if __name__ == "__main__":
    main()

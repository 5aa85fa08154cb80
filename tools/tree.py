# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Functions that the checks share: finding files, reading C++ without its comments, reporting."""

import argparse
import pathlib
import re
import subprocess
import sys

TOKEN = re.compile(
    r"""(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|(?P<raw>R"(?P<delim>[^()\\ ]{0,16})\(.*?\)(?P=delim)")"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*")|(?P<char>(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+')""",
    re.DOTALL | re.VERBOSE,
)

# An include: < or ", and the name of the header.
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)


def blank(text):
    """The same text with everything but line ends made into spaces."""
    return re.sub(r"[^\n]", " ", text)


def code_only(text):
    """C++ text with comments and the contents of literals blanked; offsets and lines stay as they were."""
    return TOKEN.sub(lambda m: blank(m.group()), text)


def without_comments(text):
    """C++ text with only its comments blanked."""
    return TOKEN.sub(lambda m: blank(m.group()) if m.group("line") or m.group("block") else m.group(), text)


def arguments(description):
    """Parses the one option that all checks have."""
    parser = argparse.ArgumentParser(description=description)
    default = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--root", type=pathlib.Path, default=default, help="the tree to check")
    return parser


def sources(root, *folders, suffixes=(".cpp", ".hpp", ".S")):
    """The C++ files below these folders of the tree, sorted."""
    matches = []
    for folder in folders:
        matches += [p for p in (root / folder).rglob("*") if p.suffix in suffixes and p.is_file()]
    return sorted(matches)


def tracked(root):
    """Every file of the tree that git knows or would add; all files if it is not a repository."""
    if (root / ".git").exists():
        command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
        files = [root / name for name in sorted(set(names)) if name]
    else:
        files = sorted(root.rglob("*"))
    return [p for p in files if p.is_file() and not p.is_symlink()]


class Report:
    """Collects faults as `file:line: text` and ends the program with their number."""

    def __init__(self, name, root):
        self.name, self.root, self.faults = name, root, []

    def fault(self, path, line, text):
        self.faults.append(f"{path.relative_to(self.root)}:{line}: {text}")

    def finish(self, summary, strict=True):
        """Prints the faults and the summary; exits with 1 if there are faults and the check is strict."""
        for fault in self.faults:
            print(fault)
        verdict = f"{len(self.faults)} faults" if self.faults else "ok"
        print(f"{self.name}: {verdict} ({summary})")
        sys.exit(1 if self.faults and strict else 0)

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Compiles a program that uses every public header with each compiler and each option that is installed
here, links it with the library of an installed tree, and runs it on one place and on two.

usage: compile_matrix.py [--prefix TREE] [--write]

--prefix: an installed tree (cmake --install build/release --prefix TREE); without one the programs are
compiled only. --write: the table between the marks of docs/reference/supported.md."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "supported.md"
BEGIN, END = "<!-- compile matrix -->\n", "<!-- end of compile matrix -->\n"
COMPILERS = ["g++-11", "g++-12", "g++-13", "g++-14", "clang++-14", "clang++-15", "clang++-16", "clang++-19"]
# The columns: options, and whether the program is linked and run. With another standard library
# than that of the library it cannot be linked.
OPTIONS = {
    "C++20": (["-std=c++20", "-O2"], True),
    "C++23": (["-std=c++23", "-O2"], True),
    "`-O0 -g`": (["-std=c++20", "-O0", "-g"], True),
    "`-fno-rtti`": (["-std=c++20", "-O2", "-fno-rtti"], True),
    "`-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror`": (
        ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"],
        True,
    ),
    # std::stop_token is experimental in libc++ up to version 19.
    "libc++, `-fexperimental-library`": (["-std=c++20", "-O2", "-stdlib=libc++", "-fexperimental-library"], False),
    "`-fno-exceptions`": (["-std=c++20", "-fno-exceptions"], False),
}
SENTENCE = "Skua needs exceptions"
PROGRAM = """
#include <skua/search.hpp>
#include <skua/sim.hpp>
#include <skua/skua.hpp>
#include <vector>

namespace {

void visit(int depth, skua::count leaves) {
  if (depth == 0) ++leaves;
  for (int i = 0; depth > 0 && i < 2; ++i) skua::spawn(skua::any, visit, depth - 1, leaves);
}

// A binary tree, for the engine of searches.
struct tree {
  struct node {
    int depth = 10;
  };
  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    return n.depth == 0 ? std::vector<node>{} : std::vector<node>(2, node{n.depth - 1});
  }
};

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    skua::count leaves;
    skua::finish([&] { visit(10, leaves); });
    auto twice = skua::async(skua::any, [](int x) { return 2 * x; }, 21);
    bool caught = false;
    try {
      skua::finish([] { skua::spawn([] { throw 7; }); });
    } catch (int) {
      caught = true;
    }
    auto const nodes = skua::search::enumerate(tree{}).value;
    return leaves.get() == 1024 && twice.get() == 42 && caught && nodes == 2047 ? 0 : 1;
  });
}
"""


def version_of(compiler):
    """None if the compiler is not installed."""
    if not shutil.which(compiler):
        return None
    done = subprocess.run([compiler, "-dumpfullversion"], capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout.strip():
        done = subprocess.run([compiler, "-dumpversion"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def has_standard_library(compiler, flags):
    command = [compiler, *[f for f in flags if f.startswith(("-stdlib", "-std="))], "-fsyntax-only", "-x", "c++", "-"]
    return subprocess.run(command, input="#include <vector>\n", capture_output=True, text=True).returncode == 0


def first_error(text):
    line = next((line for line in text.splitlines() if "error" in line), text.strip().splitlines()[-1:] or "")
    return re.sub(r"^\S+:\d+:\d+: ", "", str(line))[:200]


def cell(compiler, flags, is_linked, prefix, folder):
    """One entry of the table, and why it failed, or None."""
    if not has_standard_library(compiler, flags):
        return "not available", None
    source, program = folder / "program.cpp", folder / "program"
    command = [compiler, *flags, "-I", str(ROOT / "include"), str(source)]
    links = is_linked and prefix is not None
    if links:
        library = next((prefix / name for name in ("lib", "lib64") if (prefix / name / "libskua.a").exists()), prefix)
        command += [str(library / "libskua.a"), "-pthread", "-o", str(program)]
    else:
        command.append("-fsyntax-only")
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if "-fno-exceptions" in flags:
        is_right = done.returncode != 0 and SENTENCE in next((x for x in done.stderr.splitlines() if "error" in x), "")
        return ("refused, one sentence" if is_right else "FAILS"), None if is_right else first_error(done.stderr)
    if done.returncode != 0:
        return "fails", first_error(done.stderr)
    if not links:
        return "compiles", None
    for places in ("1", "2"):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")} | {"SKUA_PLACES": places}
        ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=120, env=environment)
        if ran.returncode != 0:
            return "fails", f"exit code {ran.returncode} on {places} places: {first_error(ran.stderr)}"
    return "runs", None


def table(prefix):
    compilers = {name: version_of(name) for name in COMPILERS}
    lines = ["| compiler | " + " | ".join(OPTIONS) + " |", "|" + "---|" * (len(OPTIONS) + 1)]
    failures = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "program.cpp").write_text(PROGRAM, encoding="utf-8")
        for compiler, version in compilers.items():
            if version is None:
                continue
            cells = []
            for name, (flags, is_linked) in OPTIONS.items():
                if "-stdlib=libc++" in flags and compiler.startswith("g++"):
                    cells.append("–")
                    continue
                text, reason = cell(compiler, flags, is_linked, prefix, folder)
                cells.append(text)
                print(f"{compiler} {name}: {text}{': ' + reason if reason else ''}", file=sys.stderr, flush=True)
                if reason:
                    failures.append(f"{compiler}, {name}: {reason}")
            family = "gcc" if compiler.startswith("g++") else "clang"
            lines.append(f"| {family} {version} | " + " | ".join(cells) + " |")
    missing = [name for name, version in compilers.items() if version is None]
    lines += ["", f"Not available on that machine: {', '.join(f'`{name}`' for name in missing) or 'none'}.", ""]
    if failures:
        lines += ["What fails:", "", *[f"- {failure}" for failure in failures], ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.prefix and not options.prefix.is_dir():
        parser.error(f"--prefix: {options.prefix} is not a folder")
    text = table(options.prefix)
    if not options.write:
        print(text, end="")
        return
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks that every header compiles alone, and the cost of including <skua/skua.hpp>.

An internal header that the source of its name includes first is left out, since the preset debug
compiles each source by itself; with --all it is compiled, too.

The cost is the memory that gcc allocates to compile a file with that one include, compared with a
file that includes directly the standard headers that the headers of the library name. It may be at
most 1.4 times as much. The processor time follows the memory closely, but differs by a third from
one run or machine to the next, so it is only printed. The compiler is $CXX, else g++; without a gcc
the cost is not measured."""

import concurrent.futures
import os
import re
import shlex
import subprocess
import tempfile
import pathlib

import tree

MOST = 1.4
TOTAL = re.compile(r"^ *TOTAL .* (\d+)([kMG]) *$", re.MULTILINE)


def compiler():
    return [*shlex.split(os.environ.get("CXX") or "g++"), "-std=c++20", "-x", "c++", "-"]


def name_of(root, header):
    """The name by which a header is included."""
    folder = "include" if header.is_relative_to(root / "include") else "src"
    return header.relative_to(root / folder).as_posix()


def compiles(root, header):
    """The first lines of the compiler's errors for this header alone, or None. It is included
    twice, on purpose."""
    public = header.is_relative_to(root / "include")
    name = name_of(root, header)
    include = f"#include <{name}>\n" if public else f'#include "{name}"\n'
    paths = ["-I", str(root / "include")] + ([] if public else ["-I", str(root / "src")])
    command = compiler() + ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", *paths]
    result = subprocess.run(command, input=include * 2, capture_output=True, text=True)
    return None if result.returncode == 0 else "\n    ".join(result.stderr.splitlines()[:6])


def first_of_sources(root):
    """The internal headers that the source of their name includes first."""
    names = set()
    for source in tree.sources(root, "src", suffixes=(".cpp",)):
        first = tree.INCLUDE.search(source.read_text())
        if first and pathlib.PurePath(first[2]).stem == source.stem:
            names.add(first[2])
    return names


def is_internal(root, header):
    return header.is_relative_to(root / "src") or "detail" in header.relative_to(root).parts


def standard_headers(root, umbrella):
    """The standard headers named by the umbrella header and by the headers of the library that it
    includes."""
    command = compiler() + ["-M", "-I", str(root / "include")]
    text = f"#include <{umbrella}>\n"
    listed = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    own = {pathlib.Path(word) for word in listed.replace("\\\n", " ").split() if word.startswith(str(root / "include"))}
    named = set()
    for header in own:
        includes = tree.INCLUDE.findall(tree.without_comments(header.read_text()))
        named |= {name for bracket, name in includes if bracket == "<"}
    return sorted(name for name in named if not (root / "include" / name).is_file() and exists(name))


def exists(name):
    """False for a header of another platform, which is included only under an #if."""
    command = compiler() + ["-E", "-o", os.devnull]
    return subprocess.run(command, input=f"#include <{name}>\n", capture_output=True, text=True).returncode == 0


def compile_once(root, text):
    """The bytes that gcc allocated (None for another compiler), and the seconds of processor time."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "once.cpp"
        source.write_text(text)
        report = pathlib.Path(folder) / "report"
        command = compiler()[:-3] + ["-ftime-report", str(source), "-c", "-O0"]
        command += ["-o", os.devnull, "-I", str(root / "include")]
        with report.open("w") as output:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=output)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit("headers: the measured file does not compile")
        total = TOTAL.search(report.read_text())
        allocated = int(total[1]) * 1024 ** ("kMG".index(total[2]) + 1) if total else None
        return allocated, used.ru_utime + used.ru_stime


def cost(root, umbrella):
    """The memory and the time of both files, and the number of standard headers."""
    names = standard_headers(root, umbrella)
    whole = f"#include <{umbrella}>\n"
    plain = "".join(f"#include <{name}>\n" for name in names)
    memory, seconds = zip(compile_once(root, whole), compile_once(root, plain))
    return memory, seconds, len(names)


def main():
    parser = tree.arguments(__doc__.splitlines()[0])
    parser.add_argument("--no-cost", action="store_true", help="do not measure the umbrella header")
    parser.add_argument("--all", action="store_true", help="compile also what the preset debug compiles")
    options = parser.parse_args()
    root = options.root.resolve()
    report = tree.Report("headers", root)
    headers = tree.sources(root, "include", "src", suffixes=(".hpp",))
    by_debug = []
    if not options.all:
        names = first_of_sources(root)
        by_debug = [h for h in headers if is_internal(root, h) and name_of(root, h) in names]
        headers = [h for h in headers if h not in by_debug]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for header, wrong in zip(headers, pool.map(lambda h: compiles(root, h), headers)):
            if wrong:
                report.fault(header, 1, f"does not compile alone:\n    {wrong}")
    looked_at = f"{len(headers)} headers" + (f", {len(by_debug)} left to the preset debug" if by_debug else "")
    umbrella = root / "include" / "skua" / "skua.hpp"
    if umbrella.is_file() and not report.faults and not options.no_cost:
        memory, seconds, number = cost(root, "skua/skua.hpp")
        time = f"{seconds[0]:.2f} s of {seconds[1]:.2f} s"
        if None in memory:
            looked_at += f"; <skua/skua.hpp> {time}; its memory was not measured: skipped: the compiler is no gcc"
        else:
            whole, plain = memory
            looked_at += (
                f"; <skua/skua.hpp> {whole >> 20} MB, its {number} standard headers {plain >> 20} MB, "
                f"ratio {whole / plain:.2f} ({time})"
            )
            if whole > MOST * plain:
                report.fault(
                    umbrella, 1, f"takes {whole / plain:.2f} times its standard headers to compile, at most {MOST}"
                )
    report.finish(looked_at)


if __name__ == "__main__":
    main()

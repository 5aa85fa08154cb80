# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks that every header compiles alone, and the cost of including <skua/skua.hpp>.

A public header compiles with the warnings of strict users, after the macros of other libraries, and
is refused in one sentence where the language is too old. All of them together compile after the
standard headers and then all of those macros, with the assertions of the standard library and in
its debug mode.

An internal header that the source of its name includes first is left out, since the preset debug
compiles each source by itself; with --all it is also compiled.

The cost is the memory that gcc allocates to compile a file with that one include, compared with a
file that includes directly the standard headers that the headers of the library name. It may be at
most 1.4 times as much. The processor time follows the memory closely, but differs by a third from
one run or machine to the next, so it is only printed. The compiler is $CXX, else g++; without a gcc
the cost is not measured."""

import concurrent.futures
import functools
import os
import re
import shlex
import subprocess
import tempfile
import pathlib

import tree

MOST = 1.4
# Macros of Qt, X11, the C library, compilers without -std, Windows, Apple, kernels and frameworks.
MACROS = """
Q_OBJECT= emit= forever=for(;;) foreach(variable,container)=for(variable:container) signals=public slots= Above=0
AllTemporary=0 Always=2 Below=1 Bool=int Complex=0 Convex=2 CursorShape=0 DestroyAll=0 Expose=12 False=0 FocusIn=9
FocusOut=10 GrayScale=1 KeyPress=2 KeyRelease=3 NoSymbol=0L Nonconvex=1 None=0L Status=int Success=0 True=1 Unsorted=0
B0=0000000 B50=0000001 ECHO=0000010 I=(1.0iF) complex=_Complex i386=1 imaginary=_Imaginary linux=1
major(device)=gnu_dev_major(device) makedev(high,low)=gnu_dev_makedev(high,low) minor(device)=gnu_dev_minor(device)
mips=1 sparc=1 sun=1 unix=1 ABSOLUTE=1 BOOL=int CALLBACK= CONST=const DELETE=(0x00010000L) DIFFERENCE=11 ERROR=0
FALSE=0 GetObject=GetObjectA IN= INFINITE=0xFFFFFFFF OPAQUE=2 OPTIONAL= OUT= RELATIVE=2 STRICT=1
SendMessage=SendMessageA TRANSPARENT=1 TRUE=1 VOID=void Yield()= cdecl= huge= hyper=__int64 interface=struct near=
pascal= small=char NO=false Nil=nullptr YES=true check(condition)=static_cast<void>(condition) nil=nullptr
require(condition,label)=static_cast<void>(condition) verify(condition)=static_cast<void>(condition)
ARRAY_SIZE(array)=(sizeof(array)/sizeof(array)[0]) BEGIN=0 BLOCK_SIZE=1024
CHECK(condition)=static_cast<void>(condition) Copy(source,target,n,type)=static_cast<void>(n) DEBUG=1 DOMAIN=1 EMPTY=0
ERR=(-1) FAIL()=static_cast<void>(0) INFO(text)=static_cast<void>(0) INITIAL=0 LOG(level)=static_cast<void>(0)
MAX(a,b)=((a)<(b)?(b):(a)) MIN(a,b)=((b)<(a)?(b):(a)) Move(source,target,n,type)=static_cast<void>(n) OK=0 OVERFLOW=3
PAGE_MASK=(~(PAGE_SIZE-1)) PAGE_SIZE=4096 PI=3.14159265358979 REJECT=2 REQUIRE(condition)=static_cast<void>(condition)
SECTION(name)=if(true) SIZE=8 TEST=1 UNDERFLOW=4 Zero(target,n,type)=static_cast<void>(n)
assert_(condition)=static_cast<void>(0) container_of(pointer,type,member)=reinterpret_cast<type*>(pointer)
debug(...)=static_cast<void>(0) likely(condition)=__builtin_expect(!!(condition),1) stringify(text)=#text
unlikely(condition)=__builtin_expect(!!(condition),0)""".split()
# The standard headers undefine these, or do not compile after them.
LATE_MACROS = """log(...)=static_cast<void>(0) max(a,b)=((a)<(b)?(b):(a)) min(a,b)=((b)<(a)?(b):(a))
round(x)=static_cast<long>((x)+0.5)""".split()
CONFIG = "include/skua/detail/base/config.hpp"
# Warnings of which users of the library may make errors. Of all those of clang these are left out:
# differences from older standards, padding, pointers, which the library is made of, default labels
# of complete switches, a missing key function, deduced template arguments, and parameters of
# lambdas with the name of a variable outside.
COMMON = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
GCC = """-Wcast-align -Wcast-qual -Wconversion -Wctor-dtor-privacy -Wdouble-promotion -Wduplicated-branches
-Wduplicated-cond -Wextra-semi -Wformat=2 -Wlogical-op -Wmissing-declarations -Wnon-virtual-dtor -Wnull-dereference
-Wold-style-cast -Woverloaded-virtual -Wredundant-decls -Wshadow -Wsign-conversion -Wsuggest-override -Wundef
-Wuseless-cast -Wzero-as-null-pointer-constant""".split()
CLANG = """-Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-pre-c++14-compat -Wno-pre-c++17-compat
-Wno-pre-c++20-compat -Wno-pre-c++20-compat-pedantic -Wno-c++20-compat -Wno-c++98-compat-local-type-template-args
-Wno-padded -Wno-unsafe-buffer-usage -Wno-unsafe-buffer-usage-in-container -Wno-switch-default -Wno-weak-vtables
-Wno-ctad-maybe-unsupported -Wno-shadow-uncaptured-local -Wno-unused-macros -Wno-keyword-macro
-Wno-unknown-warning-option""".split()
REFUSAL = "Skua needs C++20: compile with -std=c++20 or newer"
TOTAL = re.compile(r"^ *TOTAL .* (\d+)([kMG]) *$", re.MULTILINE)


def compiler():
    return [*shlex.split(os.environ.get("CXX") or "g++"), "-std=c++20", "-x", "c++", "-"]


def name_of(root, header):
    """The name by which a header is included."""
    folder = "include" if header.is_relative_to(root / "include") else "src"
    return header.relative_to(root / folder).as_posix()


def errors_of(root, text, *options):
    """What the compiler says about these lines; empty if they compile."""
    command = compiler() + ["-fsyntax-only", "-I", str(root / "include"), *options]
    return subprocess.run(command, input=text, capture_output=True, text=True).stderr


def first_lines(errors):
    return "\n    ".join(errors.splitlines()[:6])


@functools.cache
def strict_warnings():
    done = subprocess.run([*compiler()[:-3], "--version"], capture_output=True, text=True)
    return COMMON + (CLANG if "clang" in done.stdout else GCC)


def fault_of(root, header):
    """What is wrong with this header alone, or None. It is included twice, on purpose."""
    name = name_of(root, header)
    if not header.is_relative_to(root / "include"):
        errors = errors_of(root, f'#include "{name}"\n' * 2, "-I", str(root / "src"), *COMMON)
        return f"does not compile alone:\n    {first_lines(errors)}" if errors else None
    include = f"#include <{name}>\n"
    if errors := errors_of(root, include * 2, *strict_warnings(), *("-D" + macro for macro in MACROS)):
        return f"does not compile alone:\n    {first_lines(errors)}"
    if is_internal(root, header) or not (root / CONFIG).is_file():
        return None
    errors = errors_of(root, include, "-std=c++17")
    is_short = REFUSAL in errors and errors.count(" error: ") <= 2
    return None if is_short else f"C++17 is refused at length:\n    {first_lines(errors)}"


def faults_together(root, headers):
    """What is wrong with the public headers after the standard headers and all macros."""
    names = [name_of(root, header) for header in headers if header.is_relative_to(root / "include")]
    standard = "".join(f"#include <{name}>\n" for name in standard_headers(root, *names))
    macros = "".join("#define {}\n".format(macro.replace("=", " ", 1)) for macro in MACROS + LATE_MACROS)
    text = standard + macros + "".join(f"#include <{name}>\n" for name in names)
    for flags in (["-D_GLIBCXX_ASSERTIONS"], ["-D_GLIBCXX_DEBUG", "-DSKUA_DEBUG_CONTAINERS"]):
        if errors := errors_of(root, text, *flags):
            yield f"do not compile together, {flags[0]}:\n    {first_lines(errors)}"


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


def standard_headers(root, *names):
    """The standard headers named by these headers and by the headers of the library that they
    include."""
    command = compiler() + ["-M", "-I", str(root / "include")]
    text = "".join(f"#include <{name}>\n" for name in names)
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
        for header, wrong in zip(headers, pool.map(lambda h: fault_of(root, h), headers)):
            if wrong:
                report.fault(header, 1, wrong)
    if (root / CONFIG).is_file() and not report.faults:
        for wrong in faults_together(root, headers):
            report.fault(root / CONFIG, 1, f"the public headers {wrong}")
    looked_at = f"{len(headers)} headers" + (f", {len(by_debug)} left to the preset debug" if by_debug else "")
    umbrella = root / "include" / "skua" / "skua.hpp"
    if umbrella.is_file() and not report.faults and not options.no_cost:
        memory, seconds, number = cost(root, "skua/skua.hpp")
        time = f"{seconds[0]:.2f} s of {seconds[1]:.2f} s"
        if None in memory:
            looked_at += f"; <skua/skua.hpp> {time}; its memory was not measured: skipped: the compiler is not gcc"
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

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Cross-compiles one program for AArch64 and runs it under qemu: run_aarch64.py SOURCE OUTPUT.

A line `// sources: …` of the source lists the files of the tree that are linked with it: names,
patterns, or `library` for the whole core library. Sources of one folder are compiled in groups,
several groups at a time, through ccache where it is installed. Exit code 77: a tool is not
installed."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

COMPILER = "aarch64-linux-gnu-g++"
EMULATOR = "qemu-aarch64"
ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = [
    "-std=c++20",
    "-O2",
    "-g1",
    "-Wall",
    "-Wextra",
    "-Wno-restrict",
    "-Wno-subobject-linkage",
    "-Werror",
    "-pthread",
]
PATHS = ["-I", "include", "-I", "src", "-I", "tests", "-I", "."]
OTHERS = "src/transport/mpi/module/"  # needs the headers of an MPI
ALONE = ("src/core/switch.cpp", "src/base/fence.cpp")  # as in the library's own build
GROUP_BYTES = 64 * 1024


def files_of(name):
    """The files that a word of `sources` stands for. A plain name must exist."""
    if name == "library":
        files = [f for f in sorted(ROOT.glob("src/**/*.cpp")) if OTHERS not in f.as_posix()]
        return files + sorted(ROOT.glob("src/**/*_aarch64.S"))
    return sorted(ROOT.glob(name)) or [ROOT / name]


def name_of(source):
    """A name for the object file. Short names hold for all copies of the tree."""
    return (source.relative_to(ROOT) if source.is_relative_to(ROOT) else source).as_posix()


def grouped(sources, folder):
    """The sources. Those of one folder of the library are joined into files of some size that
    include them."""
    result, groups = [], []
    for source in sources:
        if source.suffix != ".cpp" or not name_of(source).startswith("src/") or name_of(source) in ALONE:
            result.append(source)
            continue
        size = source.stat().st_size
        filled = sum(file.stat().st_size for file in groups[-1]) if groups else GROUP_BYTES
        if filled + size > GROUP_BYTES or groups[-1][0].parent != source.parent:
            groups.append([])
        groups[-1].append(source)
    for number, group in enumerate(groups):
        joined = folder / f"group_{number}.cpp"
        joined.write_text("".join(f'#include "{name_of(file)}"\n' for file in group))
        result.append(joined)
    return result


def compiled(source, folder):
    """The object of a source, or None."""
    name = name_of(source)
    output = folder / (name.replace("/", "_") + ".o")
    cache = [tool] if (tool := shutil.which("ccache")) else []
    version = ["-DSKUA_VERSION=\"aarch64\""]
    done = subprocess.run(
        [*cache, COMPILER, *FLAGS, *PATHS, *version, "-c", name, "-o", str(output)], cwd=ROOT, check=False
    )
    return output if done.returncode == 0 else None


def main():
    source, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    for tool in (COMPILER, EMULATOR):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed")
            return 77
    listed = re.findall(r"^// sources:(.*)$", source.read_text(), re.MULTILINE)
    sources = [source] + [file for line in listed for name in line.split() for file in files_of(name)]
    folder = output.with_suffix(".objects")
    folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as threads:
        objects = list(threads.map(lambda file: compiled(file, folder), grouped(sources, folder)))
    link = [COMPILER, "-static", "-pthread", *map(str, objects), "-o", str(output)]
    if None in objects or subprocess.run(link, check=False).returncode != 0:
        print("failed: it does not compile")
        return 1
    result = subprocess.run([EMULATOR, str(output)], stdin=subprocess.DEVNULL, check=False).returncode
    print(f"{source.name}: exit code {result} under {EMULATOR}")
    return 0 if result == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

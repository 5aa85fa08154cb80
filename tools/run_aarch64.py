# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Cross-compiles one program for AArch64 and runs it under qemu: run_aarch64.py SOURCE OUTPUT.

The source says in a line `// sources: …` which files of the tree it is linked with: names, patterns, or `library` for all of the core
library. Objects are made several at a time, through ccache where it is installed. Exit code 77: a tool is not installed.
"""

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
FLAGS = ["-std=c++20", "-O2", "-g1", "-Wall", "-Wextra", "-Wno-restrict", "-Werror", "-pthread"]
PATHS = ["-I", "include", "-I", "src", "-I", "tests"]
OTHERS = "src/transport/mpi/module/"  # needs the headers of an MPI


def files_of(name):
    """The files a word of `sources` stands for. A plain name must exist."""
    if name == "library":
        found = [f for f in sorted(ROOT.glob("src/**/*.cpp")) if OTHERS not in f.as_posix()]
        return found + sorted(ROOT.glob("src/**/*_aarch64.S"))
    return sorted(ROOT.glob(name)) or [ROOT / name]


def compiled(source, folder):
    """The object of a source, or None."""
    name = (source.relative_to(ROOT) if source.is_relative_to(ROOT) else source).as_posix()  # short names serve all copies of the tree
    output = folder / (name.replace("/", "_") + ".o")
    cache = [tool] if (tool := shutil.which("ccache")) else []
    version = ["-DSKUA_VERSION=\"aarch64\""]
    done = subprocess.run([*cache, COMPILER, *FLAGS, *PATHS, *version, "-c", name, "-o", str(output)], cwd=ROOT, check=False)
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
        objects = list(threads.map(lambda file: compiled(file, folder), sources))
    link = [COMPILER, "-static", "-pthread", *map(str, objects), "-o", str(output)]
    if None in objects or subprocess.run(link, check=False).returncode != 0:
        print("failed: it does not compile")
        return 1
    result = subprocess.run([EMULATOR, str(output)], stdin=subprocess.DEVNULL, check=False).returncode
    print(f"{source.name}: exit code {result} under {EMULATOR}")
    return 0 if result == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

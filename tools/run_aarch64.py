# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Cross-compiles one program for AArch64 and runs it under qemu: run_aarch64.py SOURCE OUTPUT.

The source lists in a line `// sources: …` the files of the tree it is linked with (patterns allowed). Exit code 77: a tool is not installed.
"""

import pathlib
import re
import shutil
import subprocess
import sys

COMPILER = "aarch64-linux-gnu-g++"
EMULATOR = "qemu-aarch64"


def main():
    source, output = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    for tool in (COMPILER, EMULATOR):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed")
            return 77
    root = pathlib.Path(__file__).resolve().parent.parent
    listed = re.findall(r"^// sources:(.*)$", source.read_text(), re.MULTILINE)
    # A pattern stands for what it finds; a plain name must exist.
    files = [str(f) for line in listed for name in line.split() for f in (sorted(root.glob(name)) or [root / name])]
    flags = ["-std=c++20", "-O2", "-g1", "-Wall", "-Wextra", "-Wno-restrict", "-Werror", "-static", "-pthread"]
    paths = ["-I", str(root / "include"), "-I", str(root / "src"), "-I", str(root / "tests")]
    built = subprocess.run([COMPILER, *flags, *paths, str(source), *files, "-o", output])
    if built.returncode != 0:
        print("failed: it does not compile")
        return 1
    result = subprocess.run([EMULATOR, output], stdin=subprocess.DEVNULL).returncode
    print(f"{source.name}: exit code {result} under {EMULATOR}")
    return 0 if result == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Writes an installed tree as a Python wheel. The tree becomes a part of the Python environment: its
programs go to bin, everything else to the same folder below the environment as in the tree."""

import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import time
import zipfile

METADATA = """Metadata-Version: 2.1
Name: skua
Version: {version}
Summary: Fine-grained C++ tasks with work stealing: library and programs
License: Apache-2.0 WITH LLVM-exception
License-File: LICENSE
Platform: linux
Classifier: Programming Language :: C++
Classifier: Operating System :: POSIX :: Linux
Requires-Python: >=3.7
Description-Content-Type: text/markdown

# Skua

A C++20 library for irregular parallel programs, as a wheel: the programs `skua` and `skua-run`, the
static library, the one for programs with thread sanitizer, the headers, and the files for CMake.
There is no Python module in it.

    skua doctor                               # what this machine offers
    skua new hello                            # a project that uses the library
    cmake -B build -Dskua_DIR="$(skua --cmake-dir)"

The modules for MPI are not in it, since each belongs to the MPI of a machine: build Skua there.
"""


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def platform_tag(programs):
    """The oldest glibc whose symbols the programs use, as a platform of PEP 600."""
    newest = (2, 17)
    for program in programs:
        needed = subprocess.run(["objdump", "-p", program], check=True, capture_output=True, text=True).stdout
        others = set(re.findall(r"NEEDED +(\S+)", needed)) - {"libc.so.6", "libm.so.6"}
        others = {name for name in others if not name.startswith("ld-linux")}
        if others:
            raise SystemExit(f"wheel: {program} needs {', '.join(sorted(others))}, which other machines may not have")
        for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", needed):
            newest = max(newest, (int(major), int(minor)))
    return f"manylinux_{newest[0]}_{newest[1]}_{platform.machine()}"


def write(tree, folder, version, licence, modified):
    """Writes the wheel of the tree into the folder; returns its path. `modified`: of all its files."""
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    programs = [path for path in files if is_elf(path)]
    tag = f"py3-none-{platform_tag(programs)}"
    info, data = f"skua-{version}.dist-info", f"skua-{version}.data"
    entries = []
    for path in files:
        name = path.relative_to(tree).as_posix()
        is_program = name.startswith("bin/")
        place = f"scripts/{name.removeprefix('bin/')}" if is_program else f"data/{name}"
        entries.append((f"{data}/{place}", path.read_bytes(), 0o755 if is_program else 0o644))
    wheel = f"Wheel-Version: 1.0\nGenerator: skua ({version})\nRoot-Is-Purelib: false\nTag: {tag}\n"
    entries.append((f"{info}/METADATA", METADATA.format(version=version).encode(), 0o644))
    entries.append((f"{info}/WHEEL", wheel.encode(), 0o644))
    entries.append((f"{info}/LICENSE", pathlib.Path(licence).read_bytes(), 0o644))
    record = ""
    for name, content, _ in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    entries.append((f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode(), 0o644))

    for old in folder.glob("skua-*.whl"):
        old.unlink()
    path = folder / f"skua-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in entries:
            entry = zipfile.ZipInfo(name, time.gmtime(modified)[:6])
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return path

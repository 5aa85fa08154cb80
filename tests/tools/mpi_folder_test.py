# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mpi_folder_test.py [CMAKE COMPILER]: an MPI in a folder that the loader does not search. Its module
finds it there, in the build tree and installed; with SKUA_INSTALL_RPATH=OFF only in the build tree."""

import pathlib
import re
import subprocess
import sys
import tempfile

CMAKE, COMPILER = sys.argv[1:] or ("cmake", "c++")
SOURCE = pathlib.Path(__file__).resolve().parents[2]
HEADER = """#pragma once
#define OPEN_MPI 1
#ifdef __cplusplus
extern "C"
#endif
int MPI_Finalize(void);
"""


def called(*words):
    subprocess.run([str(w) for w in words], check=True, stdout=subprocess.DEVNULL)


def rpath_of_install(build):
    """Of the script that installs; empty: none is set."""
    for script in build.glob("**/cmake_install.cmake"):
        found = re.search(r'file\(RPATH_(?:CHECK|CHANGE|SET)[^)]*libskua-mpi-openmpi\.so"\s*'
                          r'(?:OLD_RPATH "[^"]*"\s*NEW_)?RPATH "([^"]*)"', script.read_text())
        if found:
            return found[1]
    return ""


def main():
    with tempfile.TemporaryDirectory(prefix="skua_mpi_folder_") as name:
        prefix = pathlib.Path(name) / "mpi"
        (prefix / "lib").mkdir(parents=True)
        (prefix / "mpi.h").write_text(HEADER)
        (prefix / "mpi.c").write_text("int MPI_Finalize(void) { return 0; }\n")
        called(COMPILER, "-x", "c", "-shared", "-fPIC", "-Wl,-soname,libmpi.so.40", "-o", prefix / "lib/libmpi.so.40",
               prefix / "mpi.c")
        (prefix / "lib" / "libmpi.so").symlink_to("libmpi.so.40")
        wrapper = prefix / "mpicc"
        flags = f"-I{prefix} -Wl,-rpath -Wl,{prefix}/lib -L{prefix}/lib -lmpi"
        wrapper.write_text(f"#!/bin/sh\necho gcc {flags}\n")
        wrapper.chmod(0o755)
        for install in "ON", "OFF":
            build = pathlib.Path(name) / install
            called(CMAKE, "-S", SOURCE, "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={COMPILER}",
                   f"-DSKUA_MPICC_openmpi={wrapper}", f"-DSKUA_INSTALL_RPATH={install}",
                   *(f"-DSKUA_BUILD_{what}=OFF" for what in ("APPS", "EXAMPLES", "TESTS")))
            rules = (build / "build.ninja").read_text()
            link = rules[rules.index("build lib/libskua-mpi-openmpi.so:") :].split("\n\n")[0]
            assert f"-Wl,-rpath,{prefix}/lib" in link, f"the build tree: {link}"
            found = rpath_of_install(build)
            assert (f"{prefix}/lib" in found) == (install == "ON"), f"{install}: {found!r}"
    print("ok")


main()

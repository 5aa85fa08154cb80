# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Installs the Debian packages in a fresh, separate Debian 12, made by debootstrap; uses them; removes
them.

usage: debian.py [--mpi]   --mpi: also the modules for MPI, with Open MPI and MPICH (1 GB more)

The base system, with the compiler, is kept in build/package for the next run."""

import shutil
import sys

from debian_root import fresh_root
from outside import PACKAGES, PROJECT, SANITIZED, SMALL_TREE, expect, skip, step, test_sanitized

TOOLS = ["g++", "cmake", "ninja-build", "pkg-config", "man-db"]


def main():
    packages = sorted(path for path in PACKAGES.glob("*.deb") if "dbgsym" not in path.name)
    if "--mpi" not in sys.argv[1:]:
        packages = [path for path in packages if "-mpi-" not in path.name]
    if not packages:
        skip("there are no packages: run ./dev package debian")
    with fresh_root(TOOLS) as system:
        test(system, packages)


def test(system, packages):
    shutil.copytree(PROJECT, system.folder / "root" / "project")
    shutil.copytree(SANITIZED, system.folder / "root" / "sanitized-project")
    (system.folder / "packages").mkdir()
    for path in packages:
        shutil.copy(path, system.folder / "packages")
    before = system.files()

    step(f"apt-get install {' '.join(path.name for path in packages)}")
    system.apt("install", *(f"/packages/{path.name}" for path in packages))
    added = {line.split("\t")[0] for line in system.use("dpkg-query", "-W").splitlines()}

    step("the programs")
    machine = system.use("gcc", "-print-multiarch").strip()
    package = f"/usr/lib/{machine}/cmake/skua"
    expect(system.use("skua", "--cmake-dir") == f"{package}\n", system.use("skua", "--cmake-dir"))
    expect("3,987 nodes" in system.use("skua", *SMALL_TREE), "skua uts on one place")
    expect("3,987 nodes" in system.use("skua-run", "-n", "2", "skua", *SMALL_TREE), "skua uts on two places")
    expect("are in /usr/share/doc/skua.\n" in system.use("skua", "--help"), "skua --help names the documents")
    expect((system.folder / "usr/share/doc/skua/docs/reference/simulator.md").is_file(), "the documents are compressed")
    for page in ("skua", "skua-run", "skua-new"):
        expect(page in system.use("man", "--where", page), f"man {page}")

    for kind in ("static", "shared"):
        step(f"the outside project, with the {kind} library")
        build = f"/root/build-{kind}"
        settings = ["-DCMAKE_BUILD_TYPE=Release", f"-DBUILD_SHARED_LIBS={'ON' if kind == 'shared' else 'OFF'}"]
        system.use("cmake", "-G", "Ninja", "-S", "/root/project", "-B", build, *settings)
        system.use("cmake", "--build", build)
        is_shared = "libskua.so" in system.use("ldd", f"{build}/user")
        expect(is_shared == (kind == "shared"), f"linked with the other library than the {kind} one")
        system.use(f"{build}/user")
        system.use(f"{build}/user", SKUA_PLACES="2")
        system.use("skua-run", "-n", "2", f"{build}/user")

    step("the outside project, with pkg-config")
    flags = system.use("pkg-config", "--cflags", "--libs", "skua").split()
    system.use("g++", "-std=c++20", "/root/project/user.cpp", "-o", "/root/user", *flags)
    system.use("/root/user", SKUA_PLACES="2")

    step("the outside project with thread sanitizer")
    test_sanitized(system.use, "/root/sanitized-project", "/root/sanitized")
    flags = system.use("pkg-config", "--cflags", "--libs", "skua-tsan").split()
    system.use("g++", "-std=c++20", "/root/project/user.cpp", "-o", "/root/sanitized-user", *flags)
    system.use("setarch", "-R", "/root/sanitized-user", SKUA_PLACES="2", TSAN_OPTIONS="halt_on_error=1")

    step("the project of skua new")
    system.use("skua", "new", "/root/hello")
    system.use("cmake", "-G", "Ninja", "-S", "/root/hello", "-B", "/root/hello/build")
    system.use("cmake", "--build", "/root/hello/build")
    system.use("ctest", "--test-dir", "/root/hello/build", "--no-tests=error")

    step("apt-get purge")
    names = [path.name.split("_")[0] for path in packages]
    expect(set(names) <= {name.split(":")[0] for name in added}, f"{names} are not installed")
    system.apt("purge", *names)
    system.apt("autoremove", "--purge")
    rest = sorted(system.files() - before)
    expect(not rest, f"left behind: {rest}")
    print(f"passed: {', '.join(path.name for path in packages)}")


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Installs the Debian packages in a fresh Debian 12 of its own, made by debootstrap; uses them; removes
them.

usage: debian.py [--mpi]   --mpi: the modules for MPI, too, with Open MPI and MPICH (1 GB more)

The base system, with the compiler, is kept in build/package/debian-12.tar for the next run."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from outside import PACKAGES, PROJECT, SANITIZED, SMALL_TREE, expect, run, skip, step, test_sanitized

RELEASE = "bookworm"
TOOLS = ["g++", "cmake", "ninja-build", "pkg-config", "man-db"]
BASE = PACKAGES / "debian-12.tar"
# What the package manager itself writes.
OF_APT = re.compile(r"^(var/(lib/(dpkg|apt)|cache|log)|etc/ld\.so\.cache|proc|sys|dev|tmp|root|packages)(/|$)")


def servers():
    """The server of this system's packages, and its file of keys."""
    for path in [pathlib.Path("/etc/apt/sources.list"), *sorted(pathlib.Path("/etc/apt/sources.list.d").glob("*"))]:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        match = re.search(r"^(?:deb (?:\[[^]]*\] )?|URIs: *)(https?://\S*debian/?)\s", text, re.MULTILINE)
        if match:
            return match.group(1)
    return "http://deb.debian.org/debian"


class Root:
    """A Debian in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.mounted = []

    def make(self):
        if BASE.exists():
            step("Debian 12, from the last run")
            run(["tar", "-xf", BASE, "-C", self.folder])
            return
        step("Debian 12, by debootstrap, with a compiler")
        command = ["debootstrap", "--variant=minbase", RELEASE, self.folder, servers()]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = (done.stdout + done.stderr).strip().splitlines()[-1:]
            skip(f"debootstrap failed: {' '.join(last)}")
        for name in ("apt.conf", "apt.conf.d"):
            self.copy_settings(pathlib.Path("/etc/apt") / name)
        self.apt("update")
        self.apt("install", *TOOLS)
        self.apt("clean")
        unfinished = BASE.with_suffix(".part")
        run(["tar", "-cf", unfinished, "--one-file-system", "-C", self.folder, "."])
        unfinished.rename(BASE)

    def copy_settings(self, path):
        """A proxy, if this machine needs one."""
        files = [path] if path.is_file() else sorted(path.glob("*")) if path.is_dir() else []
        for file in files:
            lines = [line for line in file.read_text(encoding="utf-8").splitlines() if "::Proxy" in line]
            if lines:
                (self.folder / "etc/apt/apt.conf.d" / f"90-{file.name}").write_text("\n".join(lines) + "\n")

    def mount(self):
        for name in ("proc", "dev"):
            run(["mount", "--rbind", f"/{name}", self.folder / name])
            self.mounted.append(self.folder / name)

    def unmount(self):
        for path in reversed(self.mounted):
            subprocess.run(["umount", "--recursive", "--lazy", str(path)], check=False)
        self.mounted = []

    def use(self, *command, **settings):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"}
        environment |= {k: v for k, v in os.environ.items() if k.lower().endswith("_proxy")}
        environment |= {"DEBIAN_FRONTEND": "noninteractive"} | settings
        return run(["chroot", self.folder, *command], env=environment)

    def apt(self, *words):
        return self.use("apt-get", "-qq", "-y", "--no-install-recommends", *words)

    def files(self):
        """All names but those that the package manager itself changes."""
        names = set()
        for parent, folders, files in os.walk(self.folder):
            place = os.path.relpath(parent, self.folder)
            folders[:] = [name for name in folders if not OF_APT.match(os.path.normpath(os.path.join(place, name)))]
            names |= {os.path.normpath(os.path.join(place, name)) for name in [*files, *folders]}
        return {name for name in names if not OF_APT.match(name)}


def main():
    packages = sorted(path for path in PACKAGES.glob("*.deb") if "dbgsym" not in path.name)
    if "--mpi" not in sys.argv[1:]:
        packages = [path for path in packages if "-mpi-" not in path.name]
    if not packages:
        skip("there are no packages: run ./dev package debian")
    if os.geteuid() != 0:
        skip("only root may make another Debian: run it by sudo")
    if not BASE.exists() and not shutil.which("debootstrap"):
        skip("there is no debootstrap: apt-get install debootstrap")
    with tempfile.TemporaryDirectory(dir=PACKAGES) as scratch:
        system = Root(pathlib.Path(scratch))
        try:
            system.make()
            system.mount()
            test(system, packages)
        finally:
            system.unmount()


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

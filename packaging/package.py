# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Makes packages of this tree in build/package: a source tarball, Debian packages, a Python wheel.

usage: package.py [KIND…]   KIND: tarball, debian, wheel; default: all

Each kind is made from the files that git knows or would add. One line says what was made, or what is
missing; the exit code is 1 if a kind was not made."""

import argparse
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import wheel_file

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "package"


class NotMade(Exception):
    """Why a package was not made, in one line."""


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^  VERSION (\d+\.\d+\.\d+)$", text, re.MULTILINE).group(1)


def need(packages):
    """`packages`: programs, and the Debian package of each."""
    missing = [package for program, package in packages.items() if not shutil.which(program)]
    if missing:
        raise NotMade(f"missing programs: apt-get install {' '.join(dict.fromkeys(missing))}")


def logged(name, command, **settings):
    """Runs a command that takes long; its output is a file."""
    log = OUT / f"{name}.log"
    with open(log, "a", encoding="utf-8") as file:
        print("+", *command, file=file, flush=True)
        done = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False, **settings)
    if done.returncode != 0:
        raise NotMade(f"{' '.join(map(str, command[:2]))} failed: see {log}")


def sources():
    """The files of the tree, as paths from its root."""
    if (ROOT / ".git").exists():
        command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    else:
        names = [p.relative_to(ROOT).as_posix() for p in ROOT.rglob("*") if "__pycache__" not in p.parts]
        names = [name for name in names if not name.startswith("build/")]
    return sorted(name for name in set(names) if name and (ROOT / name).is_file())


def time_of_sources():
    """Of the last commit, so that the same commit gives the same packages."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 else int((ROOT / "CMakeLists.txt").stat().st_mtime)


def make_tarball():
    name = f"skua-{version()}"
    path = OUT / f"{name}.tar.gz"
    time = time_of_sources()

    def normal(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = time
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    with open(path, "wb") as raw, gzip.GzipFile("", "wb", mtime=time, fileobj=raw) as packed:
        with tarfile.open(fileobj=packed, mode="w") as archive:
            for source in sources():
                archive.add(ROOT / source, f"{name}/{source}", recursive=False, filter=normal)
    return [path]


def with_cache(folder):
    """The environment of a build below that folder, which shares what ccache has of other trees: the
    compiler has the same name there, and no locale of debhelper's."""
    settings = {"SOURCE_DATE_EPOCH": str(time_of_sources()), "CXX": os.environ.get("CXX", "g++")}
    if shutil.which("ccache"):  # debhelper has another home directory
        command = ["ccache", "--get-config", "cache_dir"]
        settings["CCACHE_DIR"] = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        settings |= {"CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1"}
        settings["CMAKE_CXX_COMPILER_LAUNCHER"] = "env;-u;LC_ALL;ccache"
    return os.environ | settings


def make_debian():
    need({"dpkg-buildpackage": "dpkg-dev", "dh": "debhelper", "cmake": "cmake", "ninja": "ninja-build", "g++": "g++"})
    work = OUT / "debian"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    (tarball,) = make_tarball()
    source = work / f"skua-{version()}"
    with tarfile.open(tarball) as archive:
        archive.extractall(work)
    shutil.copytree(source / "packaging" / "debian", source / "debian")
    command = ["dpkg-buildpackage", "--build=binary", "--no-sign"]
    if "DEV_JOBS" in os.environ:
        command.append(f"--jobs={os.environ['DEV_JOBS']}")
    (OUT / "debian.log").unlink(missing_ok=True)
    logged("debian", command, cwd=source, env=with_cache(source))
    for old in OUT.glob("*.*deb"):
        old.unlink()
    made = []
    for path in sorted([*work.glob("*.deb"), *work.glob("*.ddeb"), *work.glob("*.changes"), *work.glob("*.buildinfo")]):
        made.append(path.replace(OUT / path.name))
    return made


def make_wheel():
    need({"cmake": "cmake", "ninja": "ninja-build", "g++": "g++", "objdump": "binutils", "strip": "binutils"})
    (OUT / "wheel.log").unlink(missing_ok=True)
    build, stage = ROOT / "build" / "wheel", OUT / "wheel"
    shutil.rmtree(stage, ignore_errors=True)
    settings = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -g1", "-DCMAKE_INSTALL_LIBDIR=lib"]
    settings += ["-DSKUA_PORTABLE=ON", "-DSKUA_MPI=OFF", "-DSKUA_BUILD_TESTS=OFF", "-DSKUA_BUILD_EXAMPLES=OFF"]
    jobs = ["-j", os.environ["DEV_JOBS"]] if "DEV_JOBS" in os.environ else []
    environment = with_cache(ROOT)
    # The library for programs with thread sanitizer has the flags that Skua tests with.
    thread = ["-DSKUA_SANITIZE=thread", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -g1", "-DSKUA_BUILD_APPS=OFF"]
    for folder, library, others in ((build, "libskua.a", []), (f"{build}-tsan", "libskua_tsan.a", thread)):
        configure = ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(folder), *settings, *others]
        logged("wheel", configure, env=environment)
        logged("wheel", ["cmake", "--build", str(folder), *jobs], env=environment)
        logged("wheel", ["cmake", "--install", str(folder), "--prefix", str(stage)])
        logged("wheel", ["strip", "--strip-debug", str(stage / "lib" / library)])
    return [wheel_file.write(stage, OUT, version(), ROOT / "LICENSE", time_of_sources())]


KINDS = {"tarball": make_tarball, "debian": make_debian, "wheel": make_wheel}


def main():
    parser = argparse.ArgumentParser(usage="package.py [KIND…]", description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}; default: all")
    kinds = parser.parse_args().kinds or list(KINDS)
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        print(f"package: expected {', '.join(KINDS)}, found {unknown[0]!r}", file=sys.stderr)
        sys.exit(2)
    OUT.mkdir(parents=True, exist_ok=True)
    is_complete = True
    for kind in kinds:
        try:
            for path in KINDS[kind]():
                print(f"{kind}: {path.relative_to(ROOT)} ({path.stat().st_size / 1e6:.1f} MB)", flush=True)
        except NotMade as error:
            print(f"{kind}: not made: {error}", flush=True)
            is_complete = False
    sys.exit(0 if is_complete else 1)


if __name__ == "__main__":
    main()

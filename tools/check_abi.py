# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Compares the binary interface of the shared library with that of the last release.

usage: check_abi.py [OLD.so NEW.so]

Without arguments it builds the library of the last tag vX.Y.Z and of this tree, in build/abi. Two
libraries with the same soname must be compatible: what was there stays, with its types. It needs
abidiff (Debian: abigail-tools). Exit code 0: compatible; 1: not; 77: skipped, with the reason."""

import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "abi"
SKIPPED = 77
# Bits of the exit code of abidiff.
ERROR, USAGE, CHANGED, INCOMPATIBLE = 1, 2, 4, 8


def skip(reason):
    print(f"abi: skipped: {reason}")
    sys.exit(SKIPPED)


def last_tag():
    command = ["git", "-C", str(ROOT), "tag", "--list", "v[0-9]*", "--sort=-version:refname", "--merged", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    tags = [tag for tag in done.stdout.split() if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    return tags[0] if tags else None


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"abi: failed: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def build(source, name):
    """The shared library of a tree."""
    folder = WORK / name
    settings = ["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -g"]
    parts = ["APPS", "TESTS", "EXAMPLES"]
    settings += [f"-DSKUA_BUILD_{part}=OFF" for part in parts] + ["-DSKUA_MPI=OFF"]
    run(["cmake", "-G", "Ninja", "-S", source, "-B", folder, *settings])
    run(["cmake", "--build", folder, "--target", "src/libskua.so"])
    return folder / "src" / "libskua.so"


def soname(library):
    text = subprocess.run(["objdump", "-p", str(library)], capture_output=True, text=True, check=True).stdout
    match = re.search(r"SONAME +(\S+)", text)
    return match.group(1) if match else None


def compare(old, new):
    if soname(old) != soname(new):
        print(f"abi: the soname is new ({soname(old)}, {soname(new)}), so nothing has to be compatible")
        return 0
    command = ["abidiff", "--no-added-syms", "--no-show-locs", str(old), str(new)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode & (ERROR | USAGE):
        sys.exit(f"abi: abidiff cannot read the libraries: {done.stdout}{done.stderr}")
    if done.returncode & (CHANGED | INCOMPATIBLE):
        print(done.stdout, end="")
        print(f"abi: not compatible, but both are {soname(new)}: raise the minor version, or undo the change")
        return 1
    print("abi: compatible")
    return 0


def main():
    arguments = sys.argv[1:]
    if len(arguments) not in (0, 2) or any(word.startswith("-") for word in arguments):
        sys.exit(f"abi: expected two shared libraries, or nothing, found {' '.join(arguments)}")
    if not shutil.which("abidiff"):
        skip("abidiff is not installed: apt-get install abigail-tools")
    if arguments:
        missing = [word for word in arguments if not pathlib.Path(word).is_file()]
        if missing:
            sys.exit(f"abi: {missing[0]}: there is no such file")
        sys.exit(compare(*map(pathlib.Path, arguments)))
    tag = last_tag()
    if tag is None:
        skip("there is no tag vX.Y.Z yet to compare with")
    WORK.mkdir(parents=True, exist_ok=True)
    old = WORK / tag
    if not old.exists():
        run(["git", "-C", ROOT, "worktree", "add", "--detach", old, tag])
    try:
        sys.exit(compare(build(old, f"build-{tag}"), build(ROOT, "build")))
    finally:
        subprocess.run(["git", "-C", str(ROOT), "worktree", "remove", "--force", str(old)], check=False)


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Installs the wheel into a fresh virtual environment, without root and network; uses it; removes it."""

import importlib.util
import os
import pathlib
import shutil
import sys
import tempfile

from outside import PACKAGES, PROJECT, SANITIZED, SMALL_TREE, expect, run, skip, step, test_sanitized


def files_below(folder):
    """All files but those that Python itself makes from others. pip leaves empty folders."""
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts and not path.is_dir()}


def main():
    wheels = sorted(PACKAGES.glob("skua-*.whl"))
    if not wheels:
        skip("there is no wheel: run ./dev package wheel")
    if importlib.util.find_spec("ensurepip") is None:
        skip("Python has no ensurepip: install python3-venv")
    missing = [name for name in ("cmake", "ninja", "ctest", "c++") if not shutil.which(name)]
    if missing:
        skip(f"there is no {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as scratch:
        test(wheels[-1], pathlib.Path(scratch).resolve())


def test(wheel, scratch):
    home = scratch / "environment"
    step("a virtual environment")
    run([sys.executable, "-m", "venv", home])
    before = files_below(home)
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("SKUA_", "PIP_", "CMAKE_"))}
    environment |= {"PATH": f"{home / 'bin'}:{os.environ['PATH']}", "PIP_CONFIG_FILE": os.devnull}

    def use(*command, **settings):
        return run(command, env=environment | settings, cwd=scratch)

    step(f"pip install {wheel.name}")
    use("pip", "install", "--no-index", "--no-deps", "--quiet", "--disable-pip-version-check", wheel)
    expect(files_below(home) != before, "pip has installed nothing")

    step("the programs")
    package = home / "lib" / "cmake" / "skua"
    expect(use("skua", "--cmake-dir") == f"{package}\n", use("skua", "--cmake-dir"))
    version = wheel.name.split("-")[1]
    expect(use("skua", "--version") == f"skua {version}\n", use("skua", "--version"))
    expect("3,987 nodes" in use("skua", *SMALL_TREE), "skua uts on one place")
    expect("3,987 nodes" in use("skua-run", "-n", "2", "skua", *SMALL_TREE), "skua uts on two places")
    expect((home / "share" / "man" / "man1" / "skua-run.1").is_file(), "no manual page")
    expect(f"are in {home}/share/doc/skua.\n" in use("skua", "--help"), "skua --help names the documents")

    step("the outside project")
    build = scratch / "user"
    settings = ["-DCMAKE_BUILD_TYPE=Release", f"-Dskua_DIR={package}"]
    use("cmake", "-G", "Ninja", "-S", PROJECT, "-B", build, *settings)
    use("cmake", "--build", build)
    use(build / "user")
    use(build / "user", SKUA_PLACES="2")
    use("skua-run", "-n", "2", build / "user")

    compilers = [name for name in ("c++", "clang++-19") if shutil.which(name)]
    for name in compilers:
        step(f"the outside project with thread sanitizer, {name}")
        settings = [f"-Dskua_DIR={package}", f"-DCMAKE_CXX_COMPILER={name}"]
        test_sanitized(use, SANITIZED, scratch / f"sanitized-{name}", *settings)

    step("the project of skua new")
    use("skua", "new", "hello")
    use("cmake", "-G", "Ninja", "-S", "hello", "-B", "hello/build", f"-Dskua_DIR={package}")
    use("cmake", "--build", "hello/build")
    use("ctest", "--test-dir", "hello/build", "--no-tests=error")

    step("pip uninstall")
    use("pip", "uninstall", "--yes", "--quiet", "--disable-pip-version-check", "skua")
    rest = sorted(str(path) for path in files_below(home) - before)
    expect(not rest, f"left behind: {rest}")
    expect(files_below(home) == before, "files of the environment are gone")
    print(f"passed: {wheel.name}")


if __name__ == "__main__":
    main()

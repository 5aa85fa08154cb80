# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua new: the files of the project, names and folders that are refused. That the project builds and
that its tests pass is a test of tests/consume: consume.new_project."""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile

from support.program import after_scenario, expect, run_scenarios, scenario

FILES = [".gitignore", "CMakeLists.txt", "README.md", "src/main.cpp", "src/queens.hpp", "tests/queens_test.cpp"]


def scratch():
    folder = tempfile.TemporaryDirectory()
    after_scenario(folder.cleanup)
    return pathlib.Path(folder.name)


def new(folder, *arguments, **settings):
    """skua new, run in that folder."""
    return subprocess.run(
        [os.path.abspath(sys.argv[1]), "new", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=folder,
        **settings,
    )


def files_in(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def refused(folder, text, *arguments, **settings):
    """Exit code 2, one line, and the folder is as before."""
    before = sorted(folder.rglob("*"))
    done = new(folder, *arguments, **settings)
    expect(done.returncode == 2 and done.stdout == "", f"{arguments}: {done}")
    expect(done.stderr.count("\n") == 1 and text in done.stderr, f"{arguments}: {done.stderr!r}")
    expect(sorted(folder.rglob("*")) == before, f"{arguments}: something was written")


@scenario
def files():
    folder = scratch()
    done = new(folder, "my-tree_2")
    expect(done.returncode == 0 and done.stderr == "", f"{done}")
    expect(files_in(folder / "my-tree_2") == FILES, f"{files_in(folder)}")
    for name in FILES:
        text = (folder / "my-tree_2" / name).read_text(encoding="utf-8")
        expect("@" not in text and text.endswith("\n"), f"{name}: {text}")
        expect(f"my-tree_2/{name}\n" in done.stdout, f"names {name}: {done.stdout}")
    build = (folder / "my-tree_2" / "CMakeLists.txt").read_text(encoding="utf-8")
    expect("project(my-tree_2 " in build and "add_executable(my-tree_2 " in build, build)
    expect(done.stdout.splitlines()[-1].startswith("next: cd 'my-tree_2' && cmake -B build"), done.stdout)


@scenario
def a_path():
    """Its last part is the name; the folders before it must exist."""
    folder = scratch()
    (folder / "in here").mkdir()
    expect(new(folder, "in here/tree/").returncode == 0, "with a slash at the end")
    expect(files_in(folder / "in here" / "tree") == FILES, f"{files_in(folder)}")
    refused(folder, "cannot make the folder", "missing/tree")


@scenario
def names_that_are_refused():
    folder = scratch()
    for name in ("2d", "-x", "a b", "a.b", "naïve", "..", ".", "a;b", "$(id)", "a\nb"):
        refused(folder, "expected a name of letters, digits, _ and -", "--", name)
    refused(folder, "expected a name of letters", "")
    refused(folder, "expected a name of at most 64 characters, found 65", "a" * 65)
    for name in ("test", "all", "install", "skua"):
        refused(folder, f"expected another name, since CMake or Skua uses {name}", name)
    refused(folder, "NAME is required")
    refused(folder, "expected", "a", "b")
    refused(folder, "is an option of the library", "tree", "--skua-workers=2")


@scenario
def folders_that_are_refused():
    """What exists stays as it is: a folder, an empty one, a file, a broken link."""
    folder = scratch()
    (folder / "full").mkdir()
    (folder / "full" / "kept").write_text("kept")
    (folder / "empty").mkdir()
    (folder / "file").write_text("kept")
    (folder / "link").symlink_to("nowhere")
    for name in ("full", "empty", "file", "link"):
        refused(folder, f"'{name}' exists already", name)
    expect((folder / "full" / "kept").read_text() == "kept" and (folder / "file").read_text() == "kept", "unchanged")


@scenario
def a_failed_write_leaves_nothing():
    folder = scratch()
    refused(
        folder,
        "the new folder was removed",
        "tree",
        restore_signals=False,  # a write beyond the limit fails, and does not kill the program
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )


run_scenarios()

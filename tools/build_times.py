# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Measures how long `./dev run`, `./dev test` and rebuilds after an edit take, in a fresh clone,
without the compiler cache.

Prints one table row for each measurement: wall time and processor time. Needs a quiet machine and,
for `test`, an hour. docs/decisions/unity_builds.md shows its tables."""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

EDITS = {  # name of the edit -> the file, and the targets that are built again
    "a central header": ("include/skua/detail/core/push.hpp", ["skua_app", "unit_tests"]),
    "a source file": ("src/core/loop.cpp", ["skua_app"]),
    "a test": ("tests/sched/finish_test.cpp", ["test_sched"]),
}


def minutes(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def measure(name, command, folder, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"build_times: {' '.join(command)} failed:\n" + done.stdout.decode(errors="replace")[-2000:])
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"| {name} | {minutes(wall)} | {minutes(cpu)} |", flush=True)


def rebuild(name, folder, environment):
    path, targets = EDITS[name]
    build = ["cmake", "--build", "build/release", "--target"]
    subprocess.run(build + targets, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    file = folder / path
    text = file.read_text()
    file.write_text(text + "\n// edited\n")
    try:
        measure(f"rebuild of {', '.join(targets)} after an edit of {name}", build + targets, folder, environment)
    finally:
        file.write_text(text)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--revision", default="HEAD", help="the commit to measure (default HEAD)")
    options.add_argument("what", nargs="*", choices=["run", "edits", "test"], help="default: run edits")
    parsed = options.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    environment = dict(os.environ, CCACHE_DISABLE="1", DEV_NO_INSTALL="1")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "skua"
        subprocess.run(["git", "clone", "-q", str(root), str(folder)], check=True)
        subprocess.run(["git", "checkout", "-q", parsed.revision], cwd=folder, check=True)
        print("| what | wall | processor |\n|---|---|---|")
        measurements = parsed.what or ["run", "edits"]
        if "run" in measurements:
            measure("`./dev run`, fresh clone", ["./dev", "run"], folder, environment)
            measure("`./dev run` again", ["./dev", "run"], folder, environment)
        if "edits" in measurements:
            subprocess.run(
                ["cmake", "--preset", "release", "-DSKUA_BUILD_TESTS=ON"],
                cwd=folder,
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
            )
            for name in EDITS:
                rebuild(name, folder, environment)
        if "test" in measurements:
            measure("`./dev test`, no compiler cache", ["./dev", "test"], folder, environment)


if __name__ == "__main__":
    main()

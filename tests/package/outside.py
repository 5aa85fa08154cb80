# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What the tests of packages share."""

import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "build" / "package"
PROJECT = ROOT / "tests" / "consume" / "find_package"
SANITIZED = ROOT / "tests" / "consume" / "thread_sanitizer"
SKIPPED = 77
SMALL_TREE = ["uts", "-a", "3", "-d", "5", "-r", "19"]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def fail(text):
    print(f"FAILED: {text}")
    sys.exit(1)


def expect(condition, text):
    if not condition:
        fail(text)


def run(command, **settings):
    """Runs it to success; its output."""
    done = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **settings,
    )
    expect(done.returncode == 0, f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def step(text):
    print(f"{text}", flush=True)


def may_fix_addresses():
    """May a program run without address randomisation?"""
    command = ["setarch", "-R", "true"]
    return bool(shutil.which("setarch")) and subprocess.run(command, check=False, capture_output=True).returncode == 0


def test_sanitized(use, project, build, *settings):
    """The project of tests/consume/thread_sanitizer, with the compiler that `settings` name: the plain
    library is refused, a correct program is silent, and a race is reported."""
    # Address randomisation could collide with the fixed shadow memory of thread sanitizer.
    plain = ["setarch", "-R"] if may_fix_addresses() else []
    configure = ["cmake", "-G", "Ninja", "-S", project, "-DCMAKE_BUILD_TYPE=RelWithDebInfo", *settings]
    use(*configure, "-B", f"{build}-plain", "-DBY=plain")
    output = use("sh", "-c", f"if cmake --build {build}-plain --target racy; then echo linked; fi")
    expect("skua_is_not_compiled_with_fsanitize_thread_so_use_skua_tsan" in output, f"no clear message: {output}")
    expect("\nlinked\n" not in output, "the plain library was linked")
    use(*configure, "-B", build, "-DBY=flags", "-DCMAKE_CXX_FLAGS=-fsanitize=thread")
    use("cmake", "--build", build)
    options = {"SKUA_WORKERS": "2", "TSAN_OPTIONS": "halt_on_error=0:exitcode=0"}
    output = use(*plain, f"{build}/racy", **options)
    expect("ThreadSanitizer: data race" in output and "count_both" in output, f"the race is not reported: {output}")
    alone, forked = [[], {}], [[], {"SKUA_PLACES": "2"}]
    for launcher, places in (alone, forked, [["skua-run", "-n", "2"], {}]):
        output = use(*plain, *launcher, f"{build}/correct", **options, **places)
        expect("ThreadSanitizer" not in output, f"a false race: {output}")

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Standard output that cannot be written, such as a file on a full disk, is one line and exit code 2
of every command of `skua`, and exit code 125 of skua-run."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from support import trace_file
from support.program import after_scenario, expect, run_scenarios, scenario

SKUA = os.path.abspath(sys.argv[1])
SKUA_RUN = str(pathlib.Path(SKUA).with_name("skua-run"))


def folder():
    path = tempfile.mkdtemp(prefix="skua_full_output_")
    after_scenario(shutil.rmtree, path, True)
    return pathlib.Path(path)


def into_full(*words):
    with open("/dev/full", "wb") as full:
        return subprocess.run([str(w) for w in words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120,
                              check=False, cwd=folder())


def fails(code, line, *words):
    done = into_full(*words)
    expect(done.returncode == code, f"{words}: exit code {done.returncode}: {done.stderr}")
    expect(done.stderr == line + "\n", f"{words}: {done.stderr}")


@scenario
def every_command():
    place = folder()
    trace = place / "t"
    trace.write_bytes(trace_file.healthy())
    for name, *words in (
        ("report", trace),
        ("report", trace, "--json"),
        ("report", trace, trace),
        ("sim queens", "sim", "queens", "--places", "2"),
        ("queens", "6"),
        ("queens", "6", "--json"),
        ("doctor",),
        ("doctor", "--json"),
        ("man",),
        ("completion", "bash"),
        ("new", "project"),
    ):
        arguments = words if name.startswith("sim") else [name, *words]
        fails(2, f"skua {name}: standard output cannot be written: No space left on device", SKUA, *arguments)
    for option in ("--version", "--help"):
        fails(2, "skua: standard output cannot be written: No space left on device", SKUA, option)


@scenario
def options_of_the_library():
    line = "skua: --skua-help: standard output cannot be written: No space left on device"
    fails(2, line, SKUA, "queens", "6", "--skua-help")


@scenario
def the_launcher():
    simulated = ("--sim", "places=2", "--show", SKUA)
    for words in (("--version",), ("--help",), ("-n", "2", "--show", SKUA), simulated):
        fails(125, "skua-run: cannot write the output: No space left on device", SKUA_RUN, *words)


if os.path.exists("/dev/full"):
    run_scenarios()

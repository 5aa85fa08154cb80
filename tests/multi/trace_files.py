# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace_files.py TRACED LAUNCHER: pipes, devices and links as the file of a trace. Such a file costs one
line, and never another file. LAUNCHER: skua-run, or nothing. tests/observe/trace_file_test.cpp has planted
links, full disks, and two runs with one file."""

import contextlib
import os
import pathlib
import shutil
import tempfile
import threading
import time

import support.trace
from support.processes import after_scenario, arguments, expect, run, run_scenarios, scenario

traced, *launcher = arguments()


def folder():
    path = tempfile.mkdtemp(prefix="skua_trace_files_")
    after_scenario(shutil.rmtree, path, True)
    return pathlib.Path(path)


def starts():
    """The ways to start two places."""
    yield (), {"SKUA_PLACES": 2}
    if launcher:
        yield (*launcher, "-n", 2), {}


def names_in(place):
    return sorted(p.name for p in place.iterdir())


def refused(done, text):
    expect(done.returncode == 2, f"exit code {done.returncode}: {done.stderr}")
    expect(text in done.stderr, f"no {text!r}: {done.stderr}")
    lines = [line for line in done.stderr.splitlines() if "cannot be written" in line]
    expect(len(lines) == 1, f"{len(lines)} lines: {done.stderr}")


@scenario
def a_planted_fifo_does_not_hang_the_run():
    for command, variables in starts():
        place = folder()
        os.mkfifo(place / "t.1")
        done = run(*command, traced, "named", SKUA_TRACE=place / "t", **variables, patience=20)
        refused(done, "not a regular file of this user")


@scenario
def a_part_that_a_killed_run_has_left_is_used_again():
    for command, variables in starts():
        place = folder()
        (place / "t.1").write_bytes(b"rest")
        done = run(*command, traced, "named", SKUA_TRACE=place / "t", **variables)
        expect(done.returncode == 0 and done.stderr == "", f"{done}")
        expect(names_in(place) == ["t"], f"{names_in(place)}")
        expect(len(support.trace.read(place / "t").named("run", "skua")) == 2, "two places")


@contextlib.contextmanager
def reading(fifo):
    """Reads the FIFO during the run. The reader is there at once: a thread that opens it may be late."""
    received = bytearray()
    ended = threading.Event()
    file = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)

    def read():
        while True:
            last = ended.is_set()
            try:
                part = os.read(file, 65536)
            except BlockingIOError:
                part = b""
            received.extend(part)
            if not part and last:
                return
            if not part:
                time.sleep(0.001)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield received
    finally:
        ended.set()
        reader.join()
        os.close(file)


@scenario
def a_fifo_needs_a_reader():
    place = folder()
    os.mkfifo(place / "pipe")
    variables = {"SKUA_TRACE": place / "pipe", "SKUA_WORKERS": 1}
    done = run(traced, "named", **variables, patience=20)
    refused(done, f"trace: {place}/pipe cannot be written: it is a FIFO without a reader")
    with reading(place / "pipe") as received:
        done = run(traced, "named", **variables)
    expect(done.returncode == 0 and done.stderr == "" and received, f"{done}")


@scenario
def the_users_own_link_is_followed():
    for command, variables in ((), {}), *starts():
        place = folder()
        os.symlink("elsewhere", place / "t")
        done = run(*command, traced, "named", SKUA_TRACE=place / "t", **variables)
        expect(done.returncode == 0 and done.stderr == "", f"{done}")
        expect(names_in(place) == ["elsewhere", "t"] and (place / "t").is_symlink(), f"{names_in(place)}")
        support.trace.read(place / "elsewhere")


@scenario
def several_places_write_no_parts_beside_a_device():
    for command, variables in starts():
        for device in ("/dev/null", "/dev/full"):
            before = os.listdir("/dev")
            done = run(*command, traced, "named", SKUA_TRACE=device, **variables)
            refused(done, f"trace: {device} cannot be written: the places of this run write parts beside it")
            expect(os.listdir("/dev") == before, "files were made in /dev")
    expect(run(traced, "named", SKUA_TRACE="/dev/null").returncode == 0, "one place")


@scenario
def the_launcher_misses_nothing_in_a_device():
    """A device does not show that it was written to; and the library prints its own line."""
    if not launcher or not os.path.exists("/dev/full"):
        return
    full = "skua: trace: /dev/full is not complete: No space left on device\n"
    for device, lines in (("/dev/null", ""), ("/dev/full", full)):
        done = run(*launcher, "-n", 1, "-t", 1, "--trace", device, traced, "named")
        expect(done.returncode == 0 and done.stderr == lines, f"{device}: {done}")


@scenario
def text_for_a_closed_stream_goes_into_no_file():
    for streams in ("2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
        for variables in ({}, {"SKUA_PLACES": 2}):
            place = folder()
            settings = {"SKUA_TRACE": place / "t", "SKUA_STATS": "on", "SKUA_WORKERS": 1, **variables}
            done = run("sh", "-c", '"$@" ' + streams, "sh", traced, "named", **settings)
            expect(done.returncode == 0, f"{streams} {variables}: {done}")
            expect(b"skua: " not in (place / "t").read_bytes(), f"{streams} {variables}: text in the trace")
            support.trace.read(place / "t")


run_scenarios()

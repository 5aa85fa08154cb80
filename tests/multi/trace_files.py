# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace_files.py TRACED LAUNCHER: names that others can guess, pipes, devices and full disks. Such a
file costs one line, and never another file. LAUNCHER: skua-run, or nothing."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time

import support.trace
from support.processes import (after_scenario, arguments, environment, expect, run, run_scenarios, scenario, start,
                               wait_for)

traced, *launcher = arguments()
PAGE = os.sysconf("SC_PAGESIZE")


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
def a_planted_link_is_not_followed():
    for command, variables in starts():
        place = folder()
        victim = place / "victim"
        victim.write_bytes(b"precious")
        for plant in (os.symlink, os.link):
            plant(victim, place / "t.1")
            done = run(*command, traced, "named", SKUA_TRACE=place / "t", **variables)
            refused(done, f"trace: {place}/t.1 cannot be written: it ")
            expect(victim.read_bytes() == b"precious", f"{plant}: the file was overwritten")
            (place / "t.1").unlink()
        os.symlink(place / "nothing", place / "t.1")
        refused(run(*command, traced, "named", SKUA_TRACE=place / "t", **variables), "it is a symbolic link")
        expect(not (place / "nothing").exists(), "a file was made behind the link")


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


IN_A_FULL_FOLDER = """
folder=$1 free=$2 copies=$3; shift 3
mount -t tmpfs -o size=256k none "$folder" || exit 99
head -c 1M /dev/zero > "$folder/pad" 2> /dev/null
truncate -s -"$free" "$folder/pad"
"$@"; code=$?
cp "$folder"/t* "$copies" 2> /dev/null
exit $code
"""


def in_a_full_folder(free, command, variables):
    """Traces a run in a folder with room for so many bytes. Returns what is there afterwards, and
    the lines of the run; None if this system has no such folder for us."""
    if shutil.which("unshare") is None:
        return None
    place, copies = folder(), folder()
    words = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", IN_A_FULL_FOLDER, "sh", place, free, copies,
             *command, traced, "named"]
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=60, check=False,
                          env=environment(SKUA_TRACE=place / "t", SKUA_WORKERS=1, **variables))
    if done.returncode in (1, 99) and ("unshare" in done.stderr or "mount" in done.stderr):
        return None
    expect(done.returncode == 0, f"a full disk does not end the run: {done}")
    return copies, done.stderr.replace(str(place), "FOLDER")


@scenario
def a_full_disk_costs_one_line():
    no_space = "skua: trace: FOLDER/t cannot be written: No space left on device"
    for command, variables in starts():
        fits = in_a_full_folder(32 * PAGE, command, variables)
        if fits is None:
            print("skipped: a_full_disk_costs_one_line: a user may not mount a tmpfs here")
            return
        copies, lines = fits
        expect(names_in(copies) == ["t"] and lines == "", f"{names_in(copies)}: {lines}")
        size = (copies / "t").stat().st_size
        expect(size < 2 * PAGE, f"each part fits into a page, the trace has {size} bytes")

        for _ in range(5):  # on a busy machine a part has more events, and may need a second page
            copies, lines = in_a_full_folder(2 * PAGE, command, variables)
            if "--partial" not in lines:
                break
        expect(lines == f"{no_space}; its parts stay: skua report FOLDER/t.0 FOLDER/t.1\n", lines)
        expect(names_in(copies) == ["t.0", "t.1"], f"{names_in(copies)}")
        for part in names_in(copies):
            expect(len(support.trace.read(copies / part).named("end", "skua")) == 1, f"{part} is whole")

        copies, lines = in_a_full_folder(PAGE, command, variables)
        kept = names_in(copies)
        expect(kept in (["t.0"], ["t.1"]), f"{kept}")
        expect(lines == f"{no_space}; its parts stay: skua report FOLDER/{kept[0]}\n", lines)

        copies, lines = in_a_full_folder(0, command, variables)
        expect(names_in(copies) == [] and "skua: trace: FOLDER/t is not written: its parts are empty\n" == lines,
               f"{names_in(copies)}: {lines}")


@scenario
def a_second_run_does_not_write_into_the_first_ones_file():
    for command, variables in ((), {}), *starts():
        place, end = folder(), folder() / "end"
        settings = {"SKUA_TRACE": place / "t", "SKUA_WORKERS": 1, **variables}
        places = int(variables.get("SKUA_PLACES", 2 if command else 1))
        first = start(*command, traced, "waiting", end, **settings)
        wait_for(lambda: sum(p.stat().st_size > 0 for p in place.iterdir()) == places, "the first run writes its trace")
        before = names_in(place)
        refused(run(*command, traced, "named", **settings), "another run writes it; give each run a separate file")
        expect(names_in(place) == before, f"{names_in(place)}")
        end.touch()
        expect(first.wait(60) == 0, "the first run continues")
        expect(names_in(place) == ["t"], f"{names_in(place)}")
        expect(len(support.trace.read(place / "t").named("run", "skua")) == places, f"{places} places")


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

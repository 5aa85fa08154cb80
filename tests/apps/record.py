# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua-run --record and skua sim replay: every application can be recorded, and its answer stays
right; predictions keep the bounds; bad input is one line."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from support.cases import EVERY_APPLICATION
from support.program import after_scenario, expect, has_sanitizer, refused, run, run_scenarios, scenario
from support.trace_file import varint

SKUA = os.path.abspath(sys.argv[1])
SKUA_RUN = str(pathlib.Path(SKUA).with_name("skua-run"))

def folder():
    path = tempfile.mkdtemp(prefix="skua_record_")
    after_scenario(shutil.rmtree, path, True)
    return pathlib.Path(path)


def recorded(words, file):
    command = [SKUA_RUN, "--record", str(file), SKUA, *words.split()]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def replayed(file, *words):
    done = run("sim", "replay", file, *words, "--json")
    expect(done.returncode == 0 and done.stderr == "", f"{file} {words}: {done}")
    expect(done.stdout.count("\n") == 1, "one line of JSON")
    return json.loads(done.stdout)


def crafted(tasks, events, steps_of_tasks):
    """A record with these lists of steps: each step is a tuple of numbers."""
    numbers = [tasks, events]
    for any_place, steps in steps_of_tasks:
        numbers += [any_place, 1, len(steps)]
        for step in steps:
            numbers += step
    data = b"skua-record-2\n" + b"\x01p\x00\x00" + b"\x01\x01t\x01\x01" + b"".join(map(varint, numbers))
    checksum = 0xCBF29CE484222325
    for byte in data:
        checksum = (checksum ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    file = folder() / "r"
    file.write_bytes(data + checksum.to_bytes(8, "little"))
    return file


WORK, LEAF, CHILD, OPEN, CLOSE, SIGNAL, AWAIT, PAUSE = range(8)


@scenario
def every_application():
    file = folder() / "r"
    for words in EVERY_APPLICATION:
        done = recorded(words, file)
        expect(done.returncode == 0, f"{words}: {done}")
        expect("verified" in done.stdout, f"{words}: {done.stdout}")
        document = replayed(file, "--places", "1,2,3", "--workers", "1,2")
        expect(document["work"] > 0 and document["span"] <= document["work"] * 1.0001, f"{words}: {document}")
        expect(document["tasks"] >= 1 and document["program"] == f"skua {words}", f"{words}: {document}")
        for p in document["predictions"]:
            expect(p["seconds"] >= p["bound"] * 0.999, f"{words}: {p}")
            least = document["work"] / (p["places"] * p["workers"])
            expect(p["seconds"] >= least * 0.999, f"{words}: {p}")
        one = document["predictions"][0]
        is_serial = document["span"] > document["work"] / 2
        expect(one["seconds"] <= document["work"] * 1.05 + 0.001 or is_serial, f"{words}: {one}")


@scenario
def more_workers_are_faster():
    file = folder() / "r"
    for _ in range(5):  # if another program interrupts a task, the record has one long task
        done = recorded("uts --tree T1 --quiet", file)
        expect(done.returncode == 0, f"{done}")
        document = replayed(file, "--places", "1,2,4,8")
        if document["span"] < document["work"] / 40:
            break
    times = [p["seconds"] for p in document["predictions"]]
    for slower, faster in zip(times, times[1:]):
        expect(1.6 < slower / faster < 2.1, f"{times}")
    expect(document["movable_share"] > 0.99, f"{document['movable_share']}")
    again = replayed(file, "--places", "1,2,4,8")
    expect([p["seconds"] for p in again["predictions"]] == times, "the same record gives the same predictions")
    slow = replayed(file, "--places", "8", "--latency", "1ms")["predictions"][0]["seconds"]
    expect(slow > times[-1], f"a slower network: {slow} and {times[-1]}")


@scenario
def text_and_page_say_the_same():
    directory = folder()
    file, page = directory / "r", directory / "p.html"
    expect(recorded("queens 11", file).returncode == 0, "queens")
    numbers = replayed(file, "--places", "1,4", "--html", page)["predictions"]
    text = run("sim", "replay", file, "--places", "1,4").stdout
    html = page.read_text(encoding="utf-8")
    for p in numbers:
        speed_up = f"{p['speed_up']:.2f}"
        expect(re.search(rf"^ +{p['places']} +1 .* {re.escape(speed_up)} ", text, re.MULTILINE), f"{speed_up}: {text}")
        expect(f"<td>{speed_up}</td>" in html, f"{speed_up} in the page")
    expect("http" not in html.replace("http://www.w3.org", ""), "the page needs no network")
    expect("prefers-color-scheme: dark" in html and "<svg" in html, "the page has a plot, and both colour schemes")


@scenario
def main_losses():
    file = folder() / "r"
    expect(recorded("fib 30", file).returncode == 0, "fib")
    losses = [p["main_loss"] for p in replayed(file, "--places", "1,4")["predictions"]]
    expect(losses == ["none", "tasks stay at place 0: spawn them with `any`"], f"{losses}")
    expect(recorded("semigroups 24", file).returncode == 0, "semigroups")
    losses = [p["main_loss"] for p in replayed(file, "--places", "1", "--workers", "8")["predictions"]]
    expect(losses[0].startswith("critical path"), f"one task: {losses}")


@scenario
def waits_before_the_event_has_a_place():
    waiters, second = 500, 10**9
    tasks = [(0, [(CHILD,)] * waiters + [(WORK, second), (CHILD,)])]
    tasks += [(1, [(AWAIT, 1), (WORK, 1000)])] * waiters + [(1, [(WORK, 1000), (SIGNAL, 1)])]
    file = crafted(len(tasks), 1, tasks)
    for p in replayed(file, "--places", "1,4", "--workers", "2")["predictions"]:
        expect(1 <= p["seconds"] < 1.01, f"{p}")
        expect(p["events"] < 100_000, f"no task polls: {p}")


@scenario
def an_event_of_the_first_task():
    file = crafted(2, 1, [(0, [(CHILD,), (WORK, 1000), (SIGNAL, 1)]), (1, [(AWAIT, 1), (WORK, 1000)])])
    for p in replayed(file, "--places", "1,2")["predictions"]:
        expect(p["seconds"] >= 2e-6, f"{p}")
    replayed(crafted(1, 1, [(0, [(SIGNAL, 1), (AWAIT, 1)])]), "--places", "1,2")


@scenario
def deeply_nested_scopes():
    # The stack of calls that thread sanitizer keeps is short, and is not checked.
    for depth in (6_000,) if has_sanitizer(SKUA, "tsan") else (6_000, 200_000):
        steps = [(OPEN,)] * depth + [(WORK, 1000)] + [(CLOSE,)] * depth
        for p in replayed(crafted(1, 0, [(0, steps)]), "--places", "1,2")["predictions"]:
            expect(0.9e-6 <= p["seconds"] < 1, f"{depth}: {p}")
    steps = [(OPEN,)] * 500_001 + [(CLOSE,)] * 500_001
    refused("scopes are nested more than 500000 deep", "sim", "replay", crafted(1, 0, [(0, steps)]))


@scenario
def one_place_has_no_stolen_tasks():
    """A head, tasks for both workers, and a last long task: it could not be faster."""
    ms = 10**6
    steps = [(WORK, 8 * ms), (OPEN,), *[(CHILD,)] * 40, (CLOSE,), (OPEN,), (CHILD,), (CHILD,), (CLOSE,)]
    tasks = [(0, steps), *[(1, [(WORK, 2 * ms)])] * 40, (1, [(WORK, 45 * ms)]), (1, [(WORK, 2 * ms)])]
    for p in replayed(crafted(len(tasks), 0, tasks), "--places", "1,2", "--workers", "1,2")["predictions"]:
        if p["places"] * p["workers"] > 1:
            expect(p["main_loss"].startswith("critical path"), f"{p}")


@scenario
def a_run_that_a_signal_has_ended():
    """Reports and replays of a run that was cut off say so; so does the report that uses both files."""
    record, trace = folder() / "r", folder() / "t"
    for words in (("--record", record), ("--trace", trace, "-n", "1", "-t", "1")):
        command = [SKUA_RUN, *words, SKUA, "uts", "--tree", "T1L"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after_scenario(process.kill)
        time.sleep(0.5)
        process.terminate()
        expect(process.wait(60) == 143, f"{words}: {process.returncode}")
    expect(replayed(record, "--places", "1")["signal"] == 15, "JSON of a replay")
    expect("Note: signal 15 has cut" in run("sim", "replay", record, "--places", "1").stdout, "text of a replay")
    done = run("report", trace, "--record", record, "--json")
    notes = json.loads(done.stdout)["runs"][0]["notes"]
    for text in ("Signal 15 has cut the run short", "Signal 15 has cut the run of the record"):
        expect(sum(note.startswith(text) for note in notes) == 1, f"{text}: {notes}")


@scenario
def bad_input():
    directory = folder()
    good = directory / "r"
    expect(recorded("queens 8", good).returncode == 0, "queens")
    data = good.read_bytes()
    (directory / "cut").write_bytes(data[: len(data) // 2])
    (directory / "empty").write_bytes(b"")
    (directory / "foreign").write_bytes(b"hello\n")
    refused("cut: this record of tasks is damaged", "sim", "replay", directory / "cut")
    refused("empty: this record of tasks is empty", "sim", "replay", directory / "empty")
    refused("foreign: this is not a record of tasks", "sim", "replay", directory / "foreign")
    refused("none", "sim", "replay", directory / "none")
    refused("--places: expected numbers", "sim", "replay", good, "--places", "1,x")
    refused("--places: expected numbers", "sim", "replay", good, "--places", "0")
    refused("--workers: expected numbers", "sim", "replay", good, "--workers", "")
    refused("cannot be written", "sim", "replay", good, "--html", directory / "no" / "page")
    refused("latency", "sim", "replay", good, "--latency", "soon")
    refused("FILE is required", "sim", "replay")
    refused("cannot be written: it is a directory", "sim", "replay", good, "--html", directory)


@scenario
def a_page_does_not_replace_the_record():
    directory = folder()
    good = directory / "r"
    expect(recorded("queens 8", good).returncode == 0, "queens")
    data = good.read_bytes()
    (directory / "soft").symlink_to("r")
    (directory / "hard").hardlink_to(good)
    for other in (good, f"{directory}/./r", directory / "soft", directory / "hard"):
        refused(f"--html: expected a file other than the record {other}", "sim", "replay", good, "--html", other)
        expect(good.read_bytes() == data, f"{other}: the record is lost")
    os.mkfifo(directory / "pipe")
    refused("pipe: cannot be written: it is a FIFO or socket without a reader", "sim", "replay", good, "--places", "1",
            "--html", directory / "pipe")


@scenario
def a_record_replaces_no_other_file():
    directory = folder()
    other = directory / "instance"
    for content in "p edge 3 3\n", "x", "skua-recorx-1\n", "\n":
        other.write_text(content)
        done = recorded("queens 8", other)
        text = f"record: {other} cannot be written: it exists and is not a record\n"
        expect(done.returncode == 2 and done.stderr.endswith(text) and done.stderr.count("\n") == 1, f"{done}")
        expect(other.read_text() == content, f"{content!r} is lost")
    for content in "", "skua-record-", "skua-record-2\ncut":
        other.write_text(content)
        expect(recorded("queens 8", other).returncode == 0, f"{content!r} is replaced")
        expect(run("sim", "replay", other, "--places", 1).returncode == 0, "a whole record")


@scenario
def another_file_is_not_read_whole():
    """The end of an endless file is not awaited, and a large one takes no memory."""
    large = folder() / "large"
    with open(large, "wb") as file:
        file.truncate(1 << 40)
    refused("/dev/zero: this is not a record of tasks", "sim", "replay", "/dev/zero")
    refused("large: this is not a record of tasks", "sim", "replay", large)


@scenario
def what_cannot_be_recorded():
    file = folder() / "r"
    for words, text in (
        (("-n", "2"), "a run at one place is recorded; this one has 2"),
        (("-t", "2"), "a run with one worker is recorded; this one has 2"),
        (("--check",), "not in check mode"),
        (("--sim", "places=2"), "skua sim replay simulates it"),
    ):
        command = [SKUA_RUN, *words, "--record", str(file), SKUA, "queens", "8"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        expect(done.returncode != 0 and text in done.stderr, f"{words}: {done}")
    done = recorded("queens 8", "/no/such/folder/r")
    expect(done.returncode == 2 and "record: /no/such/folder/r cannot be written" in done.stderr, f"{done}")


@scenario
def a_full_disk():
    done = recorded("queens 8", "/dev/full")
    expect(done.returncode == 0 and "verified" in done.stdout, f"the run continues: {done}")
    expect(done.stderr == "skua: record: /dev/full is not complete: No space left on device\n", f"{done.stderr}")


run_scenarios()

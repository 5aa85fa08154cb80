# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua report: its text and its JSON agree, files become runs, and bad input is one line."""

import json
import os
import re
import subprocess
import sys

from support import trace_file
from support.program import expect, has_sanitizer, refused, run, run_scenarios, scenario
from support.reports import document, folder, report, write

SECOND, MILLISECOND = trace_file.SECOND, trace_file.MILLISECOND


@scenario
def numbers_of_a_run():
    trace = write(folder() / "t", trace_file.huge_task())
    run = document(trace)["runs"][0]
    expect(run["files"] == [trace] and run["program"] == "planted" and run["workers"] == 2, f"{run}")
    expect(abs(run["seconds"] - 1) < 1e-9 and abs(run["time"]["work"] - 1.5) < 1e-9, f"{run['time']}")
    expect(abs(run["time"]["sleep"] - 0.5) < 1e-9 and run["task_count"] == 501, f"{run['time']}")
    expect(abs(run["parallelism"]["average"] - 1.5) < 1e-9, f"{run['parallelism']['average']}")
    expect(abs(run["span"]["longest_seconds"] - 0.5) < 1e-9, f"{run['span']['longest_seconds']}")
    expect([f["kind"] for f in run["findings"]] == ["huge_task"], f"{run['findings']}")
    curve = run["parallelism"]["in_tasks"]
    expect(len(curve) == 500 and abs(curve[100] - 2) < 0.01 and abs(curve[400] - 1) < 0.01, f"{curve}")


@scenario
def text_and_json_agree():
    place = folder()
    trace = write(place / "t", trace_file.huge_task())
    run = document(trace)["runs"][0]
    text = report(trace, cwd=place)
    expect([path.name for path in place.iterdir()] == ["t"], "no file is written")
    bars = re.findall(r" (\d+\.\d) %  ([█▏▎▍▌▋▊▉]*)$", text, re.MULTILINE)
    expect(bars and all((share == "0.0") == (bar == "") for share, bar in bars), f"a bar of its length: {bars}")
    expect(all(len(line) <= 80 for line in text.splitlines()), "80 columns")
    flat = " ".join(text.split())
    for finding in run["findings"]:
        expect(finding["text"] in flat and finding["advice"] in flat, f"{finding}")
    expect("giant" in text and "501" in text, text)


@scenario
def numbers_have_no_rounding_noise():
    text = report(write(folder() / "t", trace_file.healthy()), "--json")
    long = [number for number in re.findall(r"[0-9]+\.[0-9]+", text) if len(number.replace(".", "").lstrip("0")) > 12]
    expect(long == [], f"more than twelve digits: {long[:5]}")


@scenario
def two_runs_are_compared():
    place = folder()
    slow = write(place / "slow", trace_file.huge_task(2 * SECOND))
    fast = write(place / "fast", trace_file.healthy())
    both = document(slow, fast)
    expect([run["side"] for run in both["runs"]] == ["before", "after"], "sides")
    expect([run["files"] for run in both["runs"]] == [[slow], [fast]], "order")
    expect(both == document(fast, "--against", slow), "the long form")
    change = both["comparison"]
    expect(change["words"][0].startswith("Faster by a factor of 2.00: 2 s before, 1 s after"), f"{change['words']}")
    expect(change["words"][-1] == "Findings that are gone: huge_task.", f"{change['words']}")
    expect(any("giant" in words for words in change["words"]), f"{change['words']}")
    numbers = {row["name"]: row for row in change["numbers"]}
    expect(numbers["seconds"]["ratio"] == 0.5 and numbers["seconds"]["ratio_interval"] is None, "one run each")
    text = report(slow, fast)
    expect("Faster by a factor of 2.00" in text and "Before: " in text and "After: " in text, text)
    expect(all(len(line) <= 80 or place.name in line for line in text.splitlines()), "80 columns")


@scenario
def repetitions_have_intervals():
    place = folder()
    before = [write(place / f"b{i}", trace_file.healthy(SECOND + i * 10 * MILLISECOND)) for i in range(3)]
    after = [write(place / f"a{i}", trace_file.healthy(SECOND // 2 + i * 10 * MILLISECOND)) for i in range(3)]
    change = document(*after, "--against", *before)["comparison"]
    row = change["numbers"][0]
    expect(change["before_runs"] == 3 and change["after_runs"] == 3, f"{change['before_runs']}")
    expect(abs(row["before"] - 1.01) < 1e-9 and abs(row["after"] - 0.51) < 1e-9, f"{row}")
    low, high = row["ratio_interval"]
    expect(0.5 / 1.02 - 1e-9 <= low <= row["ratio"] <= high <= 0.52 and row["differs"], f"{row}")
    refused("expected one run, or two to compare, found 3; repetitions:", "report", *before)
    # CLI11 would take two of the runs after the change as runs before it.
    refused("--against: expected after all FILE…", "report", "--against", *before, *after)
    refused("--against: expected after all FILE…", "report", "--against", *before, "--json", *after)
    refused("--against: expected after all FILE…", "report", after[0], "--against", *before, "--json", *after[1:])


@scenario
def runs_that_cannot_be_compared_have_a_note():
    place = folder()
    real = write(place / "real", trace_file.healthy())
    alike = write(place / "alike", trace_file.healthy(program="/elsewhere/planted"))
    expect(document(real, alike)["comparison"]["notes"] == [], "the same program in another folder")
    options = write(place / "options", trace_file.healthy(command="planted --skua-workers=2 8"))
    expect(document(real, options)["comparison"]["notes"] == [], "the same input with an option of the library")
    old = write(place / "old", trace_file.healthy(command=""))
    expect(document(real, old)["comparison"]["notes"] == [], "an old trace does not say its command")
    expect(report(old).startswith("planted: "), "the program is known")
    for settings, words in (
        ({"simulated": 1}, "Some of these runs are simulated, others are not"),
        ({"program": "/bin/sown"}, "These are runs of different programs (`planted`, `sown`)"),
        ({"command": "planted 9"}, "This compares different commands (`planted 8`, `planted 9`)"),
    ):
        other = write(place / "other", trace_file.healthy(**settings))
        notes = document(real, other)["comparison"]["notes"]
        expect(len(notes) == 1 and notes[0].startswith(words), f"{notes}")
        expect(words in " ".join(report(real, other).split()), "the text has the note")


@scenario
def the_command_is_in_the_heading():
    place = folder()
    trace = write(place / "t", trace_file.healthy(command="planted --input=a&b 8"))
    expect(report(trace).startswith("planted --input=a&b 8: "), "text")
    expect(document(trace)["runs"][0]["command"] == "planted --input=a&b 8", "JSON")


@scenario
def parts_are_one_run():
    place = folder()
    for number in range(2):
        write(place / f"t.{number}", trace_file.healthy(place=number, places=2))
    whole = document(place / "t")
    expect(len(whole["runs"]) == 1 and len(whole["runs"][0]["places"]) == 2, "t.0 and t.1 stand for t")
    os.mkfifo(place / "t.2")
    expect(document(place / "t") == whole, "a FIFO is not a part")
    given = document(place / "t.0", place / "t.1")
    expect(given == whole, "given by name")
    write(place / "t", (place / "t.0").read_bytes() + (place / "t.1").read_bytes())
    joined = document(place / "t")["runs"][0]
    expect(joined["places"] == whole["runs"][0]["places"], "joined")
    alone = document(place / "t.1")["runs"][0]
    note = f"The trace has 1 of 2 places; absent: 0. Give all parts: {place}/t.0 {place}/t.1 …"
    expect(note in alone["notes"], f"{alone['notes']}")
    first = (place / "t.0").read_bytes()
    for name, size, where in (("joined", len(first) + 5, "Their events may lie in what was cut off."),
                              ("here", len(first), "Parts that lie at other hosts must also be given, named ")):
        write(place / name, (place / "t").read_bytes()[:size])
        notes = document(place / name, "--partial")["runs"][0]["notes"]
        expect(any(f"absent: 1. {where}" in note for note in notes), f"{notes}")
    command = f"{os.path.abspath(sys.argv[1])} report <(cat {place}/t) --json"
    piped = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    expect(json.loads(piped.stdout)["runs"][0]["places"] == joined["places"], "a pipe")
    # Runs of one place whose names end in numbers are two runs.
    write(place / "r.1", trace_file.healthy())
    write(place / "r.2", trace_file.healthy())
    expect(document(place / "r.1", place / "r.2")["comparison"] is not None, "two runs")


@scenario
def bad_input_is_one_line():
    place = folder()
    whole = trace_file.healthy()
    refused("FILE is required", "report")
    refused("did you mean report?", "repot")
    refused("did you mean --partial?", "report", "x", "--partia")
    refused("nonexistent", "report", place / "nonexistent")
    refused("directory", "report", place)
    refused("empty: the run has written no events", "report", write(place / "empty", b""))
    refused("not a trace", "report", write(place / "text", b"#!/bin/sh\n" * 1000))
    refused("not a trace of Skua: no event `run`", "report", write(place / "foreign", trace_file.text(1, b"\x08\x01")))
    refused("cut short after", "report", write(place / "short", whole[:-2]))
    refused("damaged after", "report", write(place / "damaged", whole + b"rest"))
    refused("place 0 begins twice", "report", write(place / "twice", whole + whole))
    refused("--json: expected no value, found no", "report", "--json=no", place / "short")
    write(place / "good", whole)
    # Options of the page that it wrote up to 0.2.
    for option in ("--text", "-o", "--output"):
        refused(option, "report", place / "good", option)
    refused("--skua-workers=2 is an option of the library", "report", place / "good", "--skua-workers=2")


@scenario
def a_part_of_a_trace_is_shown_on_request():
    place = folder()
    whole = trace_file.healthy()
    run = document(write(place / "short", whole[: len(whole) // 2 + 1]), "--partial")["runs"][0]
    expect(any("cut short after" in note for note in run["notes"]), f"{run['notes']}")
    expect(run["findings"][0]["kind"] == "no_end" and 0 < run["task_count"] < 1000, f"{run['findings']}")
    run = document(write(place / "damaged", whole + b"rest"), "--partial")["runs"][0]
    expect(run["task_count"] == 1000 and any("damaged after" in note for note in run["notes"]), f"{run['notes']}")
    refused("empty", "report", write(place / "empty", b""), "--partial")


@scenario
def large_traces_need_little_memory():
    if has_sanitizer(sys.argv[1]):
        print("skipped: a sanitizer needs address space")
        return
    place = folder()
    part = trace_file.Part().fill(0, 0, 20_000 * MILLISECOND, MILLISECOND, "leaf").data
    # Packets of a part may come in any order: these are the same ones again and again, later.
    path = place / "t"
    with open(path, "wb") as file:
        file.write(part)
        body = part[len(trace_file.Part().data) :]
        while file.tell() < 60_000_000:
            file.write(body)
    limit = 400_000_000
    command = f"ulimit -v {limit // 1000}; exec {sys.argv[1]} report {path} --json"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=300, check=False)
    expect(done.returncode == 0, f"{done.stderr}")
    expect(len(done.stdout) < 2_000_000, f"{len(done.stdout)} bytes of JSON")


@scenario
def scopes_that_cost_waiting_are_easy_to_find():
    first_suspensions = (1 << 24) - 1  # of the tracks of a place, counted from its first worker
    part = trace_file.Part().fill(0, 0, SECOND, MILLISECOND, "leaf").sleep(1, 0, SECOND)
    part.slice(first_suspensions, 0, SECOND // 2, "finish", "suspended", task="level")
    trace = write(folder() / "t", part.end(SECOND).data)
    row = {"reason": "finish", "task": "level", "count": 1, "seconds": 0.5, "longest_seconds": 0.5}
    expect(document(trace)["runs"][0]["suspensions"] == [row], "one row")
    lines = report(trace).splitlines()
    begin = lines.index("Waits of suspended tasks, by reason (finish: a scope)")
    expect(lines[begin + 2].split() == ["finish", "level", "1", "500", "ms", "500", "ms"], lines[begin + 2])


run_scenarios()

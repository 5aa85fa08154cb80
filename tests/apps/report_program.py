# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua report: its text and its JSON agree, files become runs, and bad input is one line."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from support import trace_file
from support.program import after_scenario, expect, has_sanitizer, refused, run_scenarios, scenario

SECOND, MILLISECOND = trace_file.SECOND, trace_file.MILLISECOND


def folder():
    path = tempfile.mkdtemp(prefix="skua_report_")
    after_scenario(shutil.rmtree, path, True)
    return pathlib.Path(path)


def write(path, data):
    path.write_bytes(data)
    return str(path)


def report(*words, cwd=None):
    command = [os.path.abspath(sys.argv[1]), "report", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=cwd)
    expect(done.returncode == 0 and done.stderr == "", f"{words}: {done}")
    return done.stdout


def document(*words):
    text = report(*words, "--json")
    expect(text.count("\n") == 1, "one line of JSON")
    return json.loads(text)


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
    fast = write(place / "fast", trace_file.healthy(command="planted --input=a&b 8"))
    both = document(slow, fast)
    expect([(run["side"], run["files"]) for run in both["runs"]] == [("before", [slow]), ("after", [fast])], "order")
    expect(both == document(fast, "--against", slow), "the long form")
    change = both["comparison"]
    expect(change["words"][0].startswith("Faster by a factor of 2.00: 2 s before, 1 s after"), f"{change['words']}")
    expect(change["words"][-1] == "Findings that are gone: huge_task.", f"{change['words']}")
    text = report(slow, fast)
    expect("Faster by a factor of 2.00" in text and "Before: " in text and "After: " in text, text)
    expect(report(fast).startswith("planted --input=a&b 8: "), "the command is in the heading")
    refused("expected one run, or two to compare, found 3; repetitions:", "report", slow, fast, slow)
    # CLI11 would take runs after the change as runs before it.
    refused("--against: expected after all FILE…", "report", "--against", slow, "--json", fast, slow)
    refused("--against: expected after all FILE…", "report", fast, "--against", slow, "--json", fast)


@scenario
def runs_that_cannot_be_compared_have_a_note():
    place = folder()
    real = write(place / "real", trace_file.healthy())
    alike = write(place / "alike", trace_file.healthy(program="/elsewhere/planted"))
    expect(document(real, alike)["comparison"]["notes"] == [], "the same program in another folder")
    options = write(place / "options", trace_file.healthy(command="planted --skua-workers=2 8"))
    expect(document(real, options)["comparison"]["notes"] == [], "the same input with an option of the library")
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
def parts_are_one_run():
    place = folder()
    for number in range(2):
        write(place / f"t.{number}", trace_file.healthy(place=number, places=2))
    whole = document(place / "t")
    expect(len(whole["runs"]) == 1 and len(whole["runs"][0]["places"]) == 2, "t.0 and t.1 stand for t")
    write(place / "t", (place / "t.0").read_bytes() + (place / "t.1").read_bytes())
    command = f"{os.path.abspath(sys.argv[1])} report <(cat {place}/t) --json"
    piped = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    expect(json.loads(piped.stdout)["runs"][0]["places"] == whole["runs"][0]["places"], "a pipe")
    notes = document(place / "t.0")["runs"][0]["notes"]
    expect("absent: 1. Give all parts: " in notes[0], f"{notes}")


@scenario
def wrong_words_are_refused():
    place = folder()
    trace = write(place / "t", trace_file.healthy())
    refused("FILE is required", "report")
    refused("did you mean --partial?", "report", "x", "--partia")
    refused("nonexistent", "report", place / "nonexistent")
    refused("directory", "report", place)
    refused("cut short after", "report", write(place / "short", trace_file.healthy()[:-2]))
    refused("--output", "report", trace, "--output")
    refused("--skua-workers=2 is an option of the library", "report", trace, "--skua-workers=2")


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


run_scenarios()

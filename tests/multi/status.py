# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""status.py PROGRAM LAUNCHER: SIGUSR1 makes a run print what it does. LAUNCHER: skua-run, or nothing."""

import os
import re
import select
import signal
import tempfile
import time

from support.processes import arguments, expect, run_scenarios, scenario, scenario_for, start

program, *launcher = arguments()
WAITS = "waits for "


def pids_of(process, places):
    """The processes of the places, which the program prints before it stays."""
    lines = [process.stdout.readline() for _ in range(places + 1)]
    expect(lines[-1].startswith("over "), f"{lines}")
    return [int(line.split()[3]) for line in lines[:-1]]


def lines_until(process, is_enough, seconds=30):
    """Lines of standard error until there are enough."""
    text, end = "", time.monotonic() + seconds
    while not is_enough(text):
        expect(time.monotonic() < end, f"waited too long; so far: {text}")
        if select.select([process.stderr], [], [], 0.1)[0]:
            text += os.read(process.stderr.fileno(), 65536).decode()
    return text


def heads(text):
    return sorted(re.findall(r"^skua: place (\d+) of (\d+), after \d+ m?s: ", text, re.MULTILINE))


def waiting_in(section):
    """How many waiting tasks the lines of a place name. Its own task waits, and also the body of the
    run if another worker has taken that task."""
    return sum(int(n or 1) for n in re.findall(r"^  (?:(\d+) x )?.* waits for ", section, re.MULTILINE))


def asked(places, start_words, settings, place):
    process = start(*start_words, program, "stay", **settings)
    pids = pids_of(process, places)
    time.sleep(0.3)  # so that the tasks wait
    os.kill(process.pid if place is None else pids[place], signal.SIGUSR1)
    text = lines_until(process, lambda t: len(heads(t)) >= places and t.count(WAITS) >= places)
    expect(heads(text) == [(str(p), str(places)) for p in range(places)], text)
    expect(text.count("  worker ") == places * 2, text)
    for section in text.split("skua: place ")[1:]:
        expect(waiting_in(section) == int(re.search(r"(\d+) waiting$", section, re.MULTILINE)[1]), section)
        expect("  a task waits for future\n" in section, section)
    expect(process.poll() is None, "the signal has ended the run")
    return process, text


@scenario_for("3 0", "3 2")
def every_place_answers(which):
    places, place = map(int, which.split())
    asked(places, [], {"SKUA_PLACES": places, "SKUA_WORKERS": 2}, place)


@scenario
def places_of_one_process_answer_together():
    process = start(program, "stay", SKUA_PLACES=3, SKUA_WORKERS=1, SKUA_TRANSPORT="inproc")
    pids_of(process, 3)
    time.sleep(0.3)
    process.send_signal(signal.SIGUSR1)
    text = lines_until(process, lambda t: len(heads(t)) >= 3)
    expect([p for p, _ in heads(text)] == ["0", "1", "2"], text)


@scenario
def the_launcher_passes_it_on_once():
    if not launcher:
        return
    process, text = asked(2, [*launcher, "-n", 2, "-t", 2], {}, None)
    time.sleep(0.5)
    if select.select([process.stderr], [], [], 0)[0]:
        text += os.read(process.stderr.fileno(), 65536).decode()
    expect(len(heads(text)) == 2, f"a place has answered twice: {text}")


@scenario
def a_trace_names_the_functions_of_tasks():
    with tempfile.TemporaryDirectory() as folder:
        process = start(program, "work", SKUA_WORKERS=2, SKUA_TRACE=folder + "/t")
        pids_of(process, 1)
        time.sleep(0.3)
        process.send_signal(signal.SIGUSR1)
        text = lines_until(process, lambda t: "skua: place 0" in t and t.count("  worker ") == 2)
        expect(re.search(r"^  worker \d runs .*stay.*, \d+ tasks? in its queue$", text, re.MULTILINE), text)


@scenario
def it_may_be_asked_again():
    process, text = asked(1, [], {"SKUA_WORKERS": 2}, 0)
    after = re.search(r", after (\d+) ms: ", text)
    expect(after and 250 <= int(after[1]) < 10_000, text)
    time.sleep(0.5)
    process.send_signal(signal.SIGUSR1)
    lines_until(process, lambda t: len(heads(t)) >= 1)


run_scenarios()

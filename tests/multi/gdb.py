# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gdb.py PROGRAM: the commands for gdb show the tasks of a program, alive and in a core file."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from support.processes import arguments, environment, expect, run_scenarios, scenario, start

(program,) = arguments()
SKIPPED = 77


def gdb(*commands, more=()):
    """What gdb prints for these commands."""
    words = ["gdb", "-batch", "-nx", "-iex", "set auto-load safe-path /", "-iex", "set debuginfod enabled off"]
    for command in commands:
        words += ["-ex", command]
    done = subprocess.run([*words, program, *more], capture_output=True, text=True, timeout=120, check=False,
                          env=environment())
    return done.stdout + done.stderr


def waiting():
    """The program with five tasks that wait, and its output so far."""
    process = start(program, "waiting", SKUA_WORKERS=2)
    expect(process.stdout.readline() == "waiting\n", "the program has not started")
    time.sleep(0.3)  # so that the tasks wait
    return process


@scenario
def live_tasks_and_their_stacks():
    process = waiting()
    where = ["-p", str(process.pid)]
    text = gdb("skua tasks", "skua scopes", "skua bt 99", more=where)
    expect(len(re.findall(r"place 0 +reader +waits for \w+ 0x", text)) == 4, text)
    expect(re.search(r"place 0 +spinner +runs on worker \d", text), text)
    expect("scope 0x" in text and "in it: task" in text, text)
    expect(re.search(r"skua bt: expected the number of a task, 1 to \d+", text), text)
    numbers = [re.search(rf"^ *(\d+) +place 0 +{name}", text, re.MULTILINE)[1] for name in ("reader", "spinner")]
    text += gdb(*(f"skua bt {number}" for number in numbers), more=where)
    expect("wait_in_this_function" in text and "spin_in_this_function" in text, text)
    expect("Backtrace" not in text and "Traceback" not in text, text)


@scenario
def a_core_file_is_enough():
    process = waiting()
    with tempfile.TemporaryDirectory() as folder:
        core = pathlib.Path(folder) / "core"
        made = gdb(f"generate-core-file {core}", more=["-p", str(process.pid)])
        expect(core.exists(), made)
        listed = gdb("skua tasks", more=["-c", str(core)])
        number = re.search(r"^ *(\d+) +place 0 +reader", listed, re.MULTILINE)
        expect(number, listed)
        text = gdb(f"skua bt {number[1]}", more=["-c", str(core)])
        expect("wait_in_this_function" in text, text)


def staying(places):
    """The program with a task without a name that waits at each place; all wait."""
    process = start(program, "stay", SKUA_PLACES=places, SKUA_WORKERS=2)
    for line in process.stdout:
        if line.startswith("over "):
            break
    time.sleep(0.3)  # so that the tasks wait
    return process


@scenario
def a_task_without_a_name_has_the_function_that_it_is_in():
    process = staying(1)
    text = gdb("skua tasks", more=["-p", str(process.pid)])
    expect(re.search(r"place 0 +a task in .*stay.* waits for future 0x", text), text)


@scenario
def scopes_count_tasks_and_not_what_other_places_hold():
    process = staying(2)
    text = gdb("skua scopes", more=["-p", str(process.pid)])
    counts = re.findall(r"scope 0x\w+: (\d+) tasks? elsewhere", text)
    expect(counts and all(int(n) < 10 for n in counts), text)
    expect(text.count("more at other places") == 1, text)


def obstacle():
    """Why gdb cannot look into a process here; None if it can."""
    if shutil.which("gdb") is None:
        return "gdb is not installed"
    if "ok" not in gdb("python print('o' + 'k')"):
        return "gdb has no Python"
    with subprocess.Popen(["sleep", "60"]) as sleeper:
        text = gdb("info threads", more=["-p", str(sleeper.pid)])
        sleeper.kill()
    return "gdb may not attach to a process here" if "ptrace" in text.lower() and "not permitted" in text else None


if reason := obstacle():
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)
run_scenarios()

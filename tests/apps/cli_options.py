# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The command line of `skua`: help, common options, output, exit codes, the progress line."""

import os
import pty
import select
import signal
import subprocess
import sys
import time

from support.program import answer, expect, refused, run, wait_until_busy

APPS = ["uts", "clique", "kclique", "queens", "tsp", "semigroups", "knapsack", "sip", "bc", "pi", "fib", "quicksort", "lu",
        "lulesh", "samplesort", "gups", "stencil", "pingpong", "issue", "pipeline"]
ANY_PLACE = APPS[:-1]
SMALL = ["uts", "-a", "3", "-d", "5", "-r", "19"]

help_text = run("--help")
expect(help_text.returncode == 0, "--help succeeds")
for app in APPS:
    expect(f"\n  {app} " in help_text.stdout, f"--help names {app}")
    own = run(app, "--help")
    text = own.stdout
    expect(own.returncode == 0 and own.stderr == "", f"{app} --help: {own}")
    for option in ("--places", "--workers", "--compare", "--json", "--quiet"):
        expect(option in text, f"{app} --help names {option}")

refused("expected an application (uts, clique, ", "nonsense")
refused("skua: expected an application: uts, clique, ")
refused("--nonsense", "uts", "--nonsense")
refused("skua uts: ", "uts", "--nonsense")
refused("--workers", "uts", "--workers", "0")
refused("--workers", "uts", "--workers", "many")
refused("--workers", "uts", "--workers", "-3")
refused("--workers", "uts", "--workers", "99999999999999999999")
refused("--workers", "uts", "--workers")

# Places: all may be told to use one; more only where tasks may run anywhere.
refused("--places", "uts", "--places", "0")
refused("--places", "uts", "--places", "many")
for app in APPS:
    known = "places that take part" if app in ANY_PLACE else "1: this application runs at one place"
    expect(known in " ".join(run(app, "--help").stdout.split()), f"{app} --help says how many places")
    if app not in ANY_PLACE:
        needed = ["10"] if app == "fib" else []
        refused(f"skua {app}: --places: expected 1, since this application runs at one place, found 2", app, *needed,
                "--places", "2")
expect(answer("fib", "10", "--places", "1")["places"] == 1, "one place is always possible")

# What is printed before the library runs is printed by the first process of a launcher only. The others do not fail: a launcher may end
# the job at the first failure, before the first process has spoken.
for name in ("SKUA_RUN_PLACE", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"):
    for rank, code, lines in (("0", 2, 1), ("1", 0, 0)):
        done = subprocess.run([sys.argv[1], "uts", "--nonsense"], capture_output=True, text=True, timeout=60, check=False,
                              env={**os.environ, name: rank})
        expect(done.returncode == code and done.stderr.count("\n") == lines and done.stdout == "", f"{name}={rank}: {done}")
refused("two lines", "uts", "two\nlines")

# JSON: exact keys in one line (checked by answer), and the types of the values.
found = answer(*SMALL, "--workers", "2")
expect(found["app"] == "uts" and found["args"] == SMALL[1:] + ["--workers", "2", "--json"], f"app and args: {found}")
expect(found["seconds"] > 0 and found["sequential_seconds"] is None, f"seconds: {found}")
expect(found["places"] == 1 and found["workers"] == [2] and found["transport"] == "none", f"place: {found}")
expect(isinstance(found["stats"], dict) and "steals" in found["stats"], f"stats: {found}")
found = answer(*SMALL, "--compare")
expect(found["sequential_seconds"] > 0, "--compare gives the time of the twin")

# Text: what people want to know.
done = run(*SMALL, "--compare")
for part in ("3,987 nodes", "verified", "equal to the known size", "nodes per second", "steals", "speed-up"):
    expect(part in done.stdout, f"{part!r} in {done.stdout!r}")
expect(done.returncode == 0 and done.stderr == "", f"quiet in a pipe: {done}")

# Options of the library pass through.
expect(answer(*SMALL, "--skua-workers=3")["workers"] == [3], "--skua-workers")


def on_terminal(*arguments):
    """Standard error of a run whose standard error is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.argv[1], *arguments], stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if select.select([ours], [], [], 1)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed: the program has ended
                break
            if not part:
                break
            shown += part
    process.communicate(timeout=60)
    os.close(ours)
    return shown


LONG = ["uts", "--tree", "T1", "-g", "10"]  # a second or so
shown = on_terminal(*LONG)
expect(b"uts: " in shown and b"nodes" in shown, f"progress on a terminal: {shown!r}")
expect(shown.endswith(b"\r\x1b[K"), f"the progress line is erased at the end: {shown!r}")
expect(on_terminal(*LONG, "--quiet") == b"", "--quiet")
expect(on_terminal(*LONG, "--json") == b"", "no progress with --json")

# Interrupted: the library ends the run, nothing is reported.
for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
    process = subprocess.Popen([sys.argv[1], "uts", "--tree", "T1XXL"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until_busy(process, number)
    process.send_signal(number)
    output, _ = process.communicate(timeout=60)
    expect(process.returncode == code, f"signal {number}: exit {process.returncode}")
    expect(output == b"", f"signal {number}: no answer is claimed: {output!r}")

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The command line of `skua`: help, common options, output, exit codes, the progress line."""

import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys

from support.program import answer, expect, has_sanitizer, refused, run, run_scenarios, scenario, wait_until_busy
from support.watched import SKUA, Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMALL = ["uts", "-a", "3", "-d", "5", "-r", "19"]
# Every application, with a run of many seconds and the unit of its progress.
RUNS = {
    "uts": ("--tree T1XXL", "nodes"),
    "clique": ("--graph keller5", "nodes"),
    "kclique": ("--graph keller5 28", "nodes"),
    "queens": ("18", "nodes"),
    "tsp": ("--random 60", "nodes"),
    "semigroups": ("55", "nodes"),
    "knapsack": ("--instance 3,10000,10000,50", "nodes"),
    "bc": ("--scale 16", "sources"),
    "pi": ("--n 100000000000", "strips"),
    "samplesort": ("--keys 40000000", "key visits"),
    "gups": ("--scale 27", "updates"),
    "bale": ("histogram -n 2000 --rounds 1000000", "rounds"),
    "stencil": ("--side 2000 --steps 100000", "rows"),
    "lulesh": ("-s 40", "iterations"),
    "fib": ("48 --form finish", "calls"),
    "quicksort": ("--n 60000000 --cutoff 10000", "keys"),
    "lu": ("--n 4000 --kernels plain", "jobs"),
    "pipeline": ("--items 1000000", "items"),
    "pingpong": ("--rounds 10000000 --places 2", "sizes"),
    "issue": ("--batches 100000", "shapes"),
    "sip": (None, "nodes"),  # its line is that of the other searches; its input is two files
}
NO_COMPUTATION = {"sim", "completion", "doctor", "man", "new", "report", "top"}


@scenario
def help_texts():
    listed = re.findall(r"^  ([a-z]+) {3,}", run("--help").stdout.split("Subcommands:")[1], re.MULTILINE)
    expect(set(listed) == set(RUNS) | NO_COMPUTATION, f"{listed}")
    for app in RUNS:
        done = run(app, "--help")
        expect(done.returncode == 0 and done.stderr == "", f"{app} --help: {done}")
        for part in ("--places", "--workers", "--compare", "--breakdown", "--json", "--quiet", "places that take part"):
            expect(part in " ".join(done.stdout.split()), f"{app} --help names {part}")


@scenario
def version():
    """One text for both programs, which the build also knows."""
    number = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
    done = run("--version")
    expect((done.returncode, done.stdout, done.stderr) == (0, f"skua {number}\n", ""), f"--version: {done}")
    launcher = pathlib.Path(sys.argv[1]).with_name("skua-run")
    done = subprocess.run([launcher, "--version"], capture_output=True, text=True, timeout=60, check=False)
    expect((done.returncode, done.stdout) == (0, f"skua-run {number}\n"), f"skua-run --version: {done}")


# A part of the line, and the command line that is refused with it.
REFUSED = r"""
expected an application (uts, clique, | nonsense
skua: expected an application: uts, clique, |
--nonsense | --nonsense
--workers | uts --workers 0
--workers | uts --workers 99999999999999999999
--workers | uts --workers
--workers is given more than once | uts --workers 2 --workers 3
--places | uts --places 0
--breakdown | uts --breakdown=detailed
: expected a number from 0 to | uts -q nan
--time-limit: expected a number from | semigroups 20 --time-limit -nan
--checkpoint-every: expected a number from | semigroups 20 --checkpoint c --checkpoint-every 0.5s
--limit: expected a whole number from 1 to 9223372036854775807, found 0 | queens 6 --limit 0
--at-most: expected a whole number from | tsp --at-most -9223372036854775809
--seed: expected a whole number from | bc --seed 0x10
--seed: expected a whole number below 2^64, found 1e3 | sim bag --seed 1e3
: expected a whole number below 2^64, found | quicksort --seed ''
expected a number that does not begin with 0, found 010 | queens 010
K: expected a number that does not begin with 0, found 03 | kclique 03 --graph petersen
012: cannot be opened | clique 012
expected the name of a file, found nothing | report ''
two lines | uts 'two\nlines'
found clqiue; did you mean clique? | clqiue
found queen; did you mean queens? | sim queen
did you mean --places? | uts -a 3 --palces=2
did you mean --help? | --hepl
did you mean --skua-workers? | uts --skua-wrokers=2
skuaConfig.cmake: install the library and its development files | --cmake-dir
--cmake-dir: expected no other argument | --cmake-dir --skua-workers=2
"""


@scenario
def wrong_options_are_refused():
    for line in REFUSED.strip().splitlines():
        text, _, words = line.partition(" |")
        refused(text, *(word.replace("\\n", "\n") for word in shlex.split(words)))
    for words in (["nonsense"], ["uts", "--nonsense"], ["uts", "-y", "3"]):
        expect("did you mean" not in run(*words).stderr, f"{words}: a name that is not near")


def with_variables(variables, *words):
    return subprocess.run([SKUA, *words], capture_output=True, text=True, timeout=60, check=False,
                          env=os.environ | variables)


@scenario
def empty_variables_are_not_set():
    page = (ROOT / "docs" / "reference" / "options.md").read_text(encoding="utf-8")
    names = sorted(set(re.findall(r"`(SKUA_\w+)`", page)))
    expect(len(names) > 15, f"{names}")
    done = with_variables({name: "" for name in names}, *SMALL, "--workers", "2", "--json")
    expect(done.returncode == 0 and done.stderr == "", f"{done}")
    document = json.loads(done.stdout)
    expect((document["places"], document["transport"], document["workers"]) == (1, "none", [2]), f"{document}")
    expect("simulated" not in document, f"{document}")


@scenario
def misspelt_variables():
    for name, text in (("SKUA_WORKRES", "; did you mean SKUA_WORKERS?"), ("SKUA_NONSENSE", "; --skua-help lists all")):
        done = with_variables({name: "2"}, *SMALL)
        expect(done.returncode == 2 and done.stderr.count("\n") == 1, f"{name}: {done}")
        expect(f"unknown variable {name} in the environment{text}" in done.stderr, f"{name}: {done}")


# The variables of launchers that make a process the second of three, and a rank without a job.
SECOND_OF_THREE = (
    {"SKUA_RUN_FD": "0", "SKUA_RUN_PLACE": "1", "SKUA_RUN_PLACES": "3"},
    {"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "3"},
    {"PMI_RANK": "1", "PMI_SIZE": "3"},
    {"SLURM_PROCID": "1", "SLURM_STEP_ID": "0", "SLURM_STEP_NUM_TASKS": "3"},
)
RANK_ALONE = "SKUA_RUN_PLACE", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"


@scenario
def text_before_the_library_runs():
    """It is printed by the first place of a launcher only, but each place fails. A variable with a rank
    alone makes no place. Commands without places print at each process: their arguments may differ, as in
    `mpirun sh -c 'skua report t.$RANK'`."""

    def prints(variables, code, lines, *words):
        done = with_variables(variables, *words)
        count = (done.stdout + done.stderr).count("\n")
        is_right = count > 1 if lines > 1 else count == lines
        expect(done.returncode == code and is_right, f"{variables}: {words}: {done}")

    for variables in SECOND_OF_THREE:
        prints(variables, 2, 0, "uts", "--nonsense")
        prints(variables, 0, 0, "uts", "--help")
        prints({name: "0" if value == "1" else value for name, value in variables.items()}, 2, 1, "uts", "--nonsense")
        prints(variables, 2, 1, "report", "no such file")
        prints(variables, 0, 2, "sim", "--help")
        if "SKUA_RUN_FD" not in variables:
            prints(variables, 2, 1, "uts", "--nonsense", "--skua-transport=inproc")
            prints(variables, 0, 2, "sim", "fork-join", "--places", "2", "--workers", "1")
    for name in RANK_ALONE:
        prints({name: "1"}, 2, 1, "uts", "--nonsense")
        prints({name: "1"}, 0, 2, "uts", "--help")


@scenario
def output():
    """JSON has exact keys in one line (checked by `answer`); the text has the values that users read."""
    document = answer(*SMALL, "--workers", "2")
    expect(document["app"] == "uts" and document["args"] == SMALL[1:] + ["--workers", "2", "--json"], f"{document}")
    expect(document["seconds"] > 0 and document["sequential_seconds"] is None, f"seconds: {document}")
    expect((document["places"], document["workers"], document["transport"]) == (1, [2], "none"), f"{document}")
    expect(isinstance(document["stats"], dict) and "steals" in document["stats"], f"stats: {document}")
    expect(answer(*SMALL, "--compare")["sequential_seconds"] > 0, "--compare gives the time of the twin")
    expect(answer(*SMALL, "--skua-workers=3")["workers"] == [3], "options of the library are passed on")
    done = run(*SMALL, "--compare")
    for part in ("3,987 nodes", "verified", "equal to the known size", "nodes per second", "steals", "speed-up"):
        expect(part in done.stdout, f"{part!r} in {done.stdout!r}")
    expect(done.returncode == 0 and done.stderr == "", f"quiet in a pipe: {done}")


@scenario
def breakdown():
    """The time of the workers of each place, and the sums over all places."""
    expect("breakdown" not in answer(*SMALL)["stats"], "no breakdown without --breakdown")
    for places in (1, 3):
        parts = answer(*SMALL, "--places", places, "--workers", 2, "--breakdown")["stats"]["breakdown"]
        expect(len(parts["places"]) == places, f"{places} places: {parts}")
        for name, seconds in parts["all"].items():
            expect(abs(seconds - sum(place[name] for place in parts["places"])) < 1e-9, f"{places} places: {parts}")
        for place in parts["places"]:
            expect(place["idle"] + place["user"] > 0, f"{places} places: {parts}")
        expect(parts["all"]["user"] > 0 and (places > 1 or parts["all"]["execute"] > 0), f"{places} places: {parts}")
        expect((parts["all"]["pack"] > 0) == (places > 1), f"{places} places: {parts}")
    # Tasks that block start spare workers, which stand apart: time before that is not `rest`.
    blocking = ("lu", "--tiled", "--n", 400, "--tile", 20, "--places", 2, "--workers", 1)
    parts = answer(*blocking, "--breakdown")["stats"]["breakdown"]
    for place in parts["places"]:
        expect(place["rest"] < 0.2 * sum(place.values()), f"spare workers are counted: {parts}")
    expect([place["rest"] for place in parts["spare"]] == [0, 0], f"spare workers: {parts}")
    printed = run(*SMALL, "--places", 2, "--breakdown").stdout
    expect("\nbreakdown " in printed and "\nall places " in printed, f"text: {printed}")


def shown(*arguments, columns=80, **variables):
    """Standard error of a run, which is a terminal."""
    words = shlex.join([SKUA, *map(str, arguments)])
    terminal = Terminal("/bin/sh", "-c", f"{words} >/dev/null", columns=columns, **variables)
    terminal.end()
    return terminal.shown


def lines_below(output):
    """The lines that were drawn below the cursor, each after all below it was erased and room was made."""
    return re.findall(rb"\x1b\[J\x1bD\x1b\[A\x1b7\x1b\[B\r(.*?)\x1b8", output)


@scenario
def progress_on_a_terminal():
    LONG = ["uts", "--tree", "T1", "-g", "10"]  # about a second
    output = shown(*LONG)
    drawn, last = lines_below(output), output.split(b"\x1b[J")[-1]
    expect(drawn, f"progress on a terminal: {output!r}")
    for line in drawn:
        expect(re.fullmatch(rb"uts: [\d,]+ nodes \[00:\d\d, [\d.]+[kMG]? nodes/s\]", line), f"{line!r}")
    expect(re.fullmatch(rb"uts: [\d,]+ nodes in [\d.]+ m?s, [\d.]+[kMG]? nodes/s\r\n", last), f"it stays: {last!r}")
    expect(shown(*LONG, "--quiet") == shown(*LONG, "--json") == b"", "--quiet and --json")
    expect(shown(*LONG, SKUA_PROGRESS="off") == b"", "SKUA_PROGRESS=off")
    expect(b"\x1b" not in shown(*LONG, TERM="dumb"), "no control sequences on a dumb terminal")
    expect(shown(*SMALL) == b"", "a short run has none")


@scenario
def progress_with_a_total():
    """A bar and the remaining time, as wide as the terminal; colours unless NO_COLOR is set."""
    LONG = ["bc", "-n", 12, "--workers", 1]
    wide = shown(*LONG, columns=120, LC_ALL="C")
    bar = rb"\rbc: +\d+ % \|\x1b\[36m#* *\x1b\[39m\| [\d,]+/4,096 sources \[00:\d\d<(00:\d\d|\?), [\d.]+k? sources/s\]"
    expect(re.search(bar, wide), f"{wide!r}")
    expect(re.search(rb"\x1b\[Jbc: 4,096 sources in [\d.]+ m?s, [\d.]+k? sources/s\r\n$", wide), f"{wide!r}")
    expect("\u2588".encode() in shown(*LONG, columns=120), "blocks in a locale of UTF-8")
    narrow = shown(*LONG, columns=40, NO_COLOR="1", LC_ALL="C")
    expect(not re.search(rb"\x1b\[[0-9;]*m", narrow), f"NO_COLOR: {narrow!r}")
    for line in lines_below(narrow):
        expect(len(line) < 40, f"40 columns: {line!r}")


@scenario
def each_application_shows_its_progress():
    """In its own unit, while a run is under way: "bc:  12 % |##   | 123/1,024 sources [00:01<00:10, …]";
    without a total there is no bar."""
    names = [name for name, (arguments, _) in RUNS.items() if arguments]
    for first in range(0, len(names), 5):  # five at a time: each waits a second until it shows a line
        terminals = {n: Terminal(SKUA, n, *RUNS[n][0].split(), columns=120) for n in names[first:first + 5]}
        for name, terminal in terminals.items():
            terminal.until(rf"{name}: [^\r]*\d[^\r]* {RUNS[name][1]}".encode())
        for terminal in terminals.values():
            terminal.kill()
    if has_sanitizer(SKUA):
        print("skipped: a comparison takes too long with a sanitizer")
        return
    terminal = Terminal(SKUA, "clique", "--graph", "hidden:400,0.68,25,2", "--compare", columns=160)
    terminal.until(rb"clique: [^\r]* nodes in [^\r]*best \d+, proven, ")
    terminal.until(rb"clique: the sequential program runs, to compare \[")
    terminal.end()


@scenario
def signals():
    """Interrupted: the library ends the run, and the program reports nothing."""
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = subprocess.Popen([SKUA, "uts", "--tree", "T1XXL"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until_busy(process, number)
        process.send_signal(number)
        printed, _ = process.communicate(timeout=60)
        expect(process.returncode == code, f"signal {number}: exit {process.returncode}")
        expect(printed == b"", f"signal {number}: no answer is claimed: {printed!r}")


run_scenarios()

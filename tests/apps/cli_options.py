# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The command line of `skua`: help, common options, output, exit codes, the progress line."""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from support.program import answer, expect, refused, run, run_scenarios, scenario, wait_until_busy

APPS = [
    "uts",
    "clique",
    "kclique",
    "queens",
    "tsp",
    "semigroups",
    "knapsack",
    "sip",
    "bc",
    "pi",
    "fib",
    "quicksort",
    "lu",
    "lulesh",
    "samplesort",
    "gups",
    "stencil",
    "pingpong",
    "issue",
    "pipeline",
]
SMALL = ["uts", "-a", "3", "-d", "5", "-r", "19"]


@scenario
def help_texts():
    help_text = run("--help")
    expect(help_text.returncode == 0, "--help succeeds")
    for app in APPS:
        expect(f"\n  {app} " in help_text.stdout, f"--help names {app}")
        own = run(app, "--help")
        text = own.stdout
        expect(own.returncode == 0 and own.stderr == "", f"{app} --help: {own}")
        for option in ("--places", "--workers", "--compare", "--breakdown", "--json", "--quiet"):
            expect(option in text, f"{app} --help names {option}")


@scenario
def version():
    """One text for both programs, which the build also knows."""
    project = (pathlib.Path(__file__).resolve().parents[2] / "CMakeLists.txt").read_text(encoding="utf-8")
    number = re.search(r"VERSION (\d+\.\d+\.\d+)", project).group(1)
    done = run("--version")
    expect((done.returncode, done.stdout, done.stderr) == (0, f"skua {number}\n", ""), f"--version: {done}")
    launcher = pathlib.Path(sys.argv[1]).with_name("skua-run")
    if launcher.exists():
        done = subprocess.run([launcher, "--version"], capture_output=True, text=True, timeout=60, check=False)
        expect((done.returncode, done.stdout) == (0, f"skua-run {number}\n"), f"skua-run --version: {done}")


@scenario
def cmake_dir_of_a_build_tree():
    """A program that is not installed says which file is missing. tests/consume asks an installed one."""
    refused("skuaConfig.cmake: install the library and its development files", "--cmake-dir")
    refused("--cmake-dir: expected no other argument", "--cmake-dir", "uts")
    refused("--cmake-dir: expected no other argument", "--cmake-dir", "--skua-workers=2")


@scenario
def wrong_options_are_refused():
    refused("expected an application (uts, clique, ", "nonsense")
    refused("skua: expected an application: uts, clique, ")
    refused("--nonsense", "--nonsense")
    refused("--nonsense", "uts", "--nonsense")
    refused("skua uts: ", "uts", "--nonsense")
    refused("--workers", "uts", "--workers", "0")
    refused("--workers", "uts", "--workers", "many")
    refused("--workers", "uts", "--workers", "-3")
    refused("--workers", "uts", "--workers", "99999999999999999999")
    refused("--workers", "uts", "--workers")


@scenario
def what_is_no_number_is_refused():
    """NaN is in no range, though no comparison says so."""
    for option in ("-b", "-q", "-f"):
        refused(": expected a number from 0 to ", "uts", option, "nan")
    for option in ("--time-limit", "--checkpoint-every"):
        refused(f"{option}: expected a number from ", "semigroups", 20, "--checkpoint", "c", option, "-nan")
        refused(f"{option}: expected a number from ", "semigroups", 20, "--checkpoint", "c", option, "0.5s")
    refused("to 1000000000, found nan", "semigroups", 20, "--time-limit", "nan")
    refused("--interval: expected a number from ", "top", 1, "--interval", "nan")
    refused("--budget: expected a whole number from 1 to ", "queens", 9, "--coordination", "budget", "--budget", "1e3")
    for words in ("tsp --at-most", "queens 6 --limit", "bc --seed", "tsp --seed", "sim tsp --instance"):
        for number in 2**63, -(2**63) - 1, "1e3", "0x10", " 7", "7s":
            option = words.split()[-1]
            refused(f"{option}: expected a whole number from ", *words.split(), number)
    refused("--limit: expected a whole number from 1 to 9223372036854775807, found 0", "queens", 6, "--limit", 0)
    refused("--seed: expected a whole number below 2^64, found 1e3", "sim", "bag", "--seed", "1e3")
    for words in "quicksort --seed", "sim bag --seed", "sim bag --bag":
        refused(": expected a whole number below 2^64, found", *words.split(), "")
    refused("--workers is given more than once", "uts", "--workers", 2, "--workers", 3)
    refused("expected a number that does not begin with 0, found 010", "queens", "010")
    refused("--seed: expected a number that does not begin with 0, found -010", "tsp", "--seed", "-010")
    refused("--places: expected a number that does not begin with 0, found 02", "queens", 5, "--places", "02")
    refused("K: expected a number that does not begin with 0, found 03", "kclique", "03", "--graph", "petersen")
    refused("012: cannot be opened", "clique", "012")  # the name of a file


@scenario
def empty_names_are_refused():
    for command in (("report", ""), ("clique", ""), ("man", "--output", "")):
        refused("expected the name of a file, found nothing", *command)


@scenario
def misspelt_names():
    """The nearest command, workload or option is suggested, if one is near."""
    refused("found clqiue; did you mean clique?", "clqiue")
    refused("found Queens; did you mean queens?", "Queens", "8")
    refused("found queen; did you mean queens?", "sim", "queen")
    refused("did you mean --places?", "uts", "--place", "2")
    refused("did you mean --places?", "uts", "-a", "3", "--palces=2")
    refused("did you mean --coordination?", "queens", "8", "--co-ordination", "ordered")
    refused("did you mean --graph?", "clique", "--grpah", "hidden:80,0.5,20,7")
    refused("did you mean --help?", "--hepl")
    refused("did you mean --skua-workers?", *SMALL, "--skua-wrokers=2")
    for words in (["nonsense"], ["uts", "--nonsense"], ["uts", "-y", "3"], ["queens", "8", "--places", "-3"]):
        done = run(*words)
        expect(done.returncode == 2 and "did you mean" not in done.stderr, f"no suggestion: {done}")


def documented_variables():
    """Every variable of docs/reference/options.md."""
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference" / "options.md"
    return sorted(set(re.findall(r"`(SKUA_\w+)`", page.read_text(encoding="utf-8"))))


@scenario
def empty_variables_are_not_set():
    """A variable that is empty counts as not set, each by itself and all together."""
    names = documented_variables()
    expect(len(names) > 15, f"{names}")
    plain = {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")}
    for empty in [[name] for name in names] + [names]:
        done = subprocess.run(
            [sys.argv[1], *SMALL, "--workers", "2", "--json"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env=plain | {name: "" for name in empty},
        )
        expect(done.returncode == 0 and done.stderr == "", f"{empty}: {done}")
        document = json.loads(done.stdout)
        expect((document["places"], document["transport"]) == (1, "none"), f"{empty}: {document}")
        expect("simulated" not in document and document["workers"] == [2], f"{empty}: {document}")


@scenario
def misspelt_variables():
    for name, text in (("SKUA_WORKRES", "; did you mean SKUA_WORKERS?"), ("SKUA_NONSENSE", "; --skua-help lists all")):
        done = subprocess.run(
            [sys.argv[1], *SMALL],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, name: "2"},
        )
        expect(done.returncode == 2 and done.stderr.count("\n") == 1, f"{name}: {done}")
        expect(f"unknown variable {name} in the environment{text}" in done.stderr, f"{name}: {done}")


@scenario
def places():
    """Places: every application accepts any number."""
    refused("--places", "uts", "--places", "0")
    refused("--places", "uts", "--places", "many")
    for app in APPS:
        text = " ".join(run(app, "--help").stdout.split())
        expect("places that take part" in text, f"{app} --help says how many places")
    expect(answer("fib", "10", "--places", "1")["places"] == 1, "one place is always possible")


# The variables of launchers that make a process the second of three, and a rank without a job.
SECOND_OF_THREE = (
    {"SKUA_RUN_FD": "0", "SKUA_RUN_PLACE": "1", "SKUA_RUN_PLACES": "3"},
    {"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "3"},
    {"PMI_RANK": "1", "PMI_SIZE": "3"},
    {"SLURM_PROCID": "1", "SLURM_STEP_ID": "0", "SLURM_STEP_NUM_TASKS": "3"},
)
RANK_ALONE = tuple(
    {name: "1"} for name in ("SKUA_RUN_PLACE", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID")
)


def launched(variables, *words):
    env = {**os.environ, **variables}
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, timeout=60, check=False, env=env)


@scenario
def text_before_the_library_runs():
    """Text that is printed before the library runs is printed by the first place of a launcher only,
    but each place fails. A variable with a rank alone makes no place."""
    for variables in SECOND_OF_THREE:
        done = launched(variables, "uts", "--nonsense")
        expect((done.returncode, done.stdout, done.stderr) == (2, "", ""), f"{variables}: {done}")
        done = launched(variables, "uts", "--help")
        expect((done.returncode, done.stdout, done.stderr) == (0, "", ""), f"{variables}: {done}")
        first = {name: "0" if value == "1" else value for name, value in variables.items()}
        done = launched(first, "uts", "--nonsense")
        expect(done.returncode == 2 and done.stderr.count("\n") == 1, f"{first}: {done}")
        if "SKUA_RUN_FD" not in variables:
            done = launched(variables, "uts", "--nonsense", "--skua-transport=inproc")
            expect(done.returncode == 2 and done.stderr.count("\n") == 1, f"a separate run: {variables}: {done}")
    for variables in RANK_ALONE:
        done = launched(variables, "uts", "--nonsense")
        expect(done.returncode == 2 and done.stderr.count("\n") == 1, f"{variables}: {done}")
        done = launched(variables, "uts", "--help")
        expect(done.returncode == 0 and "Usage" in done.stdout, f"{variables}: {done}")
    refused("two lines", "uts", "two\nlines")


@scenario
def commands_without_places_print_at_each_process():
    """Their arguments may differ: `mpirun sh -c 'skua report t.$RANK'`."""
    for variables in SECOND_OF_THREE:
        done = launched(variables, "report", "no such file")
        expect(done.returncode == 2 and done.stderr.count("\n") == 1, f"{variables}: {done}")
        done = launched(variables, "sim", "--help")
        expect(done.returncode == 0 and done.stdout != "", f"{variables}: {done}")
        if "SKUA_RUN_FD" in variables:  # its places are real ones
            continue
        done = launched(variables, "sim", "fork-join", "--places", "2", "--workers", "1")
        expect(done.returncode == 0 and done.stdout != "", f"{variables}: {done}")


@scenario
def json_output():
    """JSON: exact keys in one line (checked by `answer`), and the types of the values."""
    document = answer(*SMALL, "--workers", "2")
    expect(
        document["app"] == "uts" and document["args"] == SMALL[1:] + ["--workers", "2", "--json"],
        f"app and args: {document}",
    )
    expect(document["seconds"] > 0 and document["sequential_seconds"] is None, f"seconds: {document}")
    expect(
        document["places"] == 1 and document["workers"] == [2] and document["transport"] == "none",
        f"place: {document}",
    )
    expect(isinstance(document["stats"], dict) and "steals" in document["stats"], f"stats: {document}")
    document = answer(*SMALL, "--compare")
    expect(document["sequential_seconds"] > 0, "--compare gives the time of the twin")


@scenario
def breakdown():
    """The time of the workers of each place, and the sums over all places."""
    expect("breakdown" not in answer(*SMALL)["stats"], "no breakdown without --breakdown")
    for places in (1, 3):
        document = answer(*SMALL, "--places", places, "--workers", 2, "--breakdown")
        parts = document["stats"]["breakdown"]
        expect(len(parts["places"]) == places, f"{places} places: {parts}")
        for name, seconds in parts["all"].items():
            total = sum(place[name] for place in parts["places"])
            expect(abs(seconds - total) < 1e-9, f"{places} places: {name}: {parts}")
        for place in parts["places"]:
            expect(place["idle"] + place["user"] > 0, f"{places} places: {parts}")
        expect(parts["all"]["user"] > 0, f"{places} places: {parts}")
        expect(places > 1 or parts["all"]["execute"] > 0, f"{places} places: {parts}")
        expect((parts["all"]["pack"] > 0) == (places > 1), f"{places} places: {parts}")
    # Tasks that block start spare workers, which stand apart: time before that is not `rest`.
    blocking = ("lu", "--tiled", "--n", 400, "--tile", 20, "--places", 2, "--workers", 1)
    parts = answer(*blocking, "--breakdown")["stats"]["breakdown"]
    for place in parts["places"]:
        expect(place["rest"] < 0.2 * sum(place.values()), f"spare workers are counted: {parts}")
    expect([place["rest"] for place in parts["spare"]] == [0, 0], f"spare workers: {parts}")
    printed = run(*SMALL, "--places", 2, "--breakdown").stdout
    expect("\nbreakdown " in printed and "\nall places " in printed, f"text: {printed}")
    refused("--breakdown", "uts", "--breakdown=detailed")


@scenario
def text():
    """Text: the values that users read."""
    done = run(*SMALL, "--compare")
    for part in ("3,987 nodes", "verified", "equal to the known size", "nodes per second", "steals", "speed-up"):
        expect(part in done.stdout, f"{part!r} in {done.stdout!r}")
    expect(done.returncode == 0 and done.stderr == "", f"quiet in a pipe: {done}")


@scenario
def options_of_the_library():
    """Options of the library are passed on."""
    expect(answer(*SMALL, "--skua-workers=3")["workers"] == [3], "--skua-workers")


def on_terminal(*arguments, columns=0, **variables):
    """Standard error of a run that has a terminal as standard error."""
    our_end, their_end = pty.openpty()
    if columns:
        fcntl.ioctl(their_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "LC_ALL")}
    process = subprocess.Popen(
        [sys.argv[1], *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=their_end,
        env=clean | {"TERM": "xterm"} | variables,
    )
    os.close(their_end)
    terminal_output = b""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if select.select([our_end], [], [], 1)[0]:
            try:
                part = os.read(our_end, 65536)
            except OSError:  # the other end is closed: the program has ended
                break
            if not part:
                break
            terminal_output += part
    process.communicate(timeout=60)
    os.close(our_end)
    return terminal_output


def lines_below(output):
    """The lines that were drawn below the cursor, each after all below it was erased and room was made."""
    return re.findall(rb"\x1b\[J\x1bD\x1b\[A\x1b7\x1b\[B\r(.*?)\x1b8", output)


@scenario
def progress_on_a_terminal():
    LONG = ["uts", "--tree", "T1", "-g", "10"]  # about a second
    terminal_output = on_terminal(*LONG)
    drawn = lines_below(terminal_output)
    last = terminal_output.split(b"\x1b[J")[-1]
    for line in drawn:
        expect(re.fullmatch(rb"uts: [\d,]+ nodes \[00:\d\d, [\d.]+[kMG]? nodes/s\]", line), f"{line!r}")
    expect(drawn, f"progress on a terminal: {terminal_output!r}")
    expect(re.fullmatch(rb"uts: [\d,]+ nodes in [\d.]+ m?s, [\d.]+[kMG]? nodes/s\r\n", last), f"it stays: {last!r}")
    expect(on_terminal(*LONG, "--quiet") == b"", "--quiet")
    expect(on_terminal(*LONG, "--json") == b"", "no progress with --json")
    expect(on_terminal(*LONG, SKUA_PROGRESS="off") == b"", "SKUA_PROGRESS=off")
    expect(b"\x1b" not in on_terminal(*LONG, TERM="dumb"), "no control sequences on a dumb terminal")
    expect(on_terminal("uts", "-t", "1", "-a", "3", "-d", "5", "-b", "4", "-r", "19") == b"", "a short run has none")


@scenario
def progress_with_a_total():
    """A bar and the remaining time, as wide as the terminal; colours unless NO_COLOR is set."""
    LONG = ["bc", "-n", 12, "--workers", 1]
    wide = on_terminal(*LONG, columns=120, LC_ALL="C")
    expect(
        re.search(
            rb"\rbc: +\d+ % \|\x1b\[36m#* *\x1b\[39m\| [\d,]+/4,096 sources "
            rb"\[00:\d\d<(00:\d\d|\?), [\d.]+k? sources/s\]",
            wide,
        ),
        f"{wide!r}",
    )
    expect(re.search(rb"\x1b\[Jbc: 4,096 sources in [\d.]+ m?s, [\d.]+k? sources/s\r\n$", wide), f"{wide!r}")
    expect("\u2588".encode() in on_terminal(*LONG, columns=120, LC_ALL="C.UTF-8"), "blocks in a locale of UTF-8")
    narrow = on_terminal(*LONG, columns=40, NO_COLOR="1", LC_ALL="C")
    expect(not re.search(rb"\x1b\[[0-9;]*m", narrow), f"NO_COLOR: {narrow!r}")
    for line in lines_below(narrow):
        expect(len(line) < 40, f"40 columns: {line!r}")


@scenario
def signals():
    """Interrupted: the library ends the run, and the program reports nothing."""
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = subprocess.Popen(
            [sys.argv[1], "uts", "--tree", "T1XXL"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        wait_until_busy(process, number)
        process.send_signal(number)
        output, _ = process.communicate(timeout=60)
        expect(process.returncode == code, f"signal {number}: exit {process.returncode}")
        expect(output == b"", f"signal {number}: no answer is claimed: {output!r}")


run_scenarios()

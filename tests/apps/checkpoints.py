# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`--checkpoint` and `--resume`: searches that are stopped by limits and signals and resumed with other
coordinations at other places; the file, what it may replace, and what happens if it cannot be written."""

import os
import resource
import signal
import stat
import subprocess
import sys
import time

from support.program import Failed, answer, expect, refused, run, run_scenarios, scenario, wait_until_busy
from support.scratch import file, folder

LAUNCHER = os.path.join(os.path.dirname(sys.argv[1]), "skua-run")
ORDER = 60
ROWS = [[b for b in range(ORDER) if b != a and (a + b) % 3] for a in range(ORDER)]
TARGET = f"{ORDER}\n" + "".join(" ".join(map(str, [len(row), *row])) + "\n" for row in ROWS)

# The options of each search, the keys of its result that must be equal, and about how many nodes a
# part has.
SEARCHES = [
    (["uts", "--tree", "T5"], ["nodes", "leaves", "depth"], 300_000),
    (["queens", 10], ["solutions", "nodes"], 2_000),
    (["semigroups", 24], ["count", "up_to"], 1_000),
    (["clique", "--graph", "random:150,0.7,3"], ["size"], 3_000),
    (["kclique", 12, "--graph", "random:100,0.6,3"], ["found"], 50),
    (["kclique", 8, "--graph", "random:100,0.6,3"], ["found"], 5),
    (["knapsack", "--instance", "3,100,1000,50"], ["profit"], 100),
    (["tsp", "--random", 14], ["length"], 2_000),
    (["sip", file("k3.lad", "3\n2 1 2\n2 0 2\n2 0 1\n"), file("target.lad", TARGET), "--count"], ["count"], 20_000),
]
WAYS = [
    ["--coordination", "automatic", "--workers", 1],
    ["--coordination", "depth_bounded", "--places", 2, "--workers", 1],
    ["--coordination", "ordered", "--places", 3, "--workers", 1],
    ["--coordination", "stack_stealing", "--chunked", "--workers", 2],
    ["--coordination", "ordered", "--by-discrepancy", "--workers", 2],
    ["--coordination", "sequential"],
]


def in_parts(search, part):
    """The result of a search in parts of `part` nodes, and the number of parts."""
    saved, resume_options = os.path.join(folder, "parts"), []
    for number in range(200):
        way = WAYS[number % len(WAYS)]
        result = answer(*search, *way, "--node-limit", part, "--checkpoint", saved, *resume_options)["result"]
        resume_options = ["--resume", saved]
        if result["complete"]:
            return result, number + 1
        expect(os.path.exists(saved), f"{search}: nothing was saved")
    raise Failed(f"{search}: does not come to an end")


@scenario
def searches_in_parts():
    for search, keys, part in SEARCHES:
        expected = answer(*search, *WAYS[0])["result"]
        result, parts = in_parts(search, part)
        expect(all(result[key] == expected[key] for key in keys), f"{search}: {result}, not {expected}")
        expect(parts > 1, f"{search}: never interrupted")


def text_of(words, number, **settings):
    """The end of a run that gets the signal when it is busy."""
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=os.environ | settings) as process:
        wait_until_busy(process, number)
        process.send_signal(number)
        text, complaint = process.communicate(timeout=60)
    expect(process.returncode == 0 and complaint == "", f"{words}: {process.returncode}: {text}{complaint}")
    return text


@scenario
def a_signal_saves():
    """Ctrl-C and SIGTERM save a search; so does the time limit of the launcher. A search that was stopped
    is not compared, and the check mode blames no task."""
    saved = os.path.join(folder, "stopped")
    search = [sys.argv[1], "semigroups", "45", "--workers", "1", "--checkpoint", saved]
    for number in signal.SIGINT, signal.SIGTERM:
        text = text_of([*search, "--compare"], number, SKUA_CHECK="1")
        expect(f"--resume {saved}" in text and "speed-up" not in text and os.path.exists(saved), text)
        refused("is of another search", "semigroups", 44, "--resume", saved)
        refused("is of another search", "queens", 12, "--coordination", "automatic", "--resume", saved)
        os.unlink(saved)
    done = subprocess.run([LAUNCHER, "-n", "2", "--timeout", "2", *search], capture_output=True, text=True, timeout=120,
                          check=False)
    expect(done.returncode == 124 and f"--resume {saved}" in done.stdout and os.path.exists(saved), f"{done}")


@scenario
def control_c_over_places():
    """The terminal sends it to all places, a script to one."""
    saved = os.path.join(folder, "places")
    search = [sys.argv[1], "semigroups", "45", "--workers", "1", "--checkpoint", saved, "--checkpoint-every", "0.1"]
    for words in [*search, "--places", "2"], [LAUNCHER, "-n", "2", *search]:
        for is_to_all in False, True:
            with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  start_new_session=True) as process:
                while not os.path.exists(saved) and process.poll() is None:
                    time.sleep(0.002)
                if is_to_all:
                    os.killpg(process.pid, signal.SIGINT)
                else:
                    process.send_signal(signal.SIGINT)
                text, complaint = process.communicate()
            what = f"{words[0]}, to all: {is_to_all}: {process.returncode}: {text}{complaint}"
            expect(process.returncode == 0 and f"--resume {saved}" in text and not complaint, what)
            expect(os.path.exists(saved), what)
            os.unlink(saved)


@scenario
def a_search_that_is_killed():
    """It is resumed from its last checkpoint."""
    saved = os.path.join(folder, "killed")
    search = ["semigroups", "34", "--coordination", "automatic"]
    words = [sys.argv[1], *search, "--workers", "1", "--checkpoint", saved, "--checkpoint-every", "0.1"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        while not os.path.exists(saved) and process.poll() is None:
            time.sleep(0.002)
        process.kill()
    if process.returncode == -signal.SIGKILL and os.path.exists(saved):
        result, expected = (answer(*search, *words)["result"] for words in (["--resume", saved], []))
        expect(all(result[key] == expected[key] for key in ("count", "up_to")), f"after a kill: {result}")
    expect(process.returncode in (0, -signal.SIGKILL), f"killed: {process.returncode}")


@scenario
def a_signal_outside_the_search_has_its_usual_effect():
    """While the instance is read, and while the sequential program runs after the search."""
    fifo = os.path.join(folder, "instance")
    os.mkfifo(fifo)
    with subprocess.Popen([sys.argv[1], "clique", fifo], stdout=subprocess.DEVNULL) as process:
        with open(fifo, "wb"):  # both ends are open: the program waits for content
            process.send_signal(signal.SIGTERM)
            process.wait(60)
    expect(process.returncode == -signal.SIGTERM, f"exit code {process.returncode}")
    command = [sys.argv[1], "semigroups", "47", "--node-limit", "1000", "--compare"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        wait_until_busy(process, signal.SIGINT, is_handled=False)
        process.send_signal(signal.SIGINT)
        process.communicate()
    expect(process.returncode == -signal.SIGINT, f"exit code {process.returncode}")


PART = ["queens", 12, "--coordination", "automatic", "--workers", 1, "--node-limit", 1000]
REST = ["queens", 12, "--coordination", "automatic", "--workers", 1]


def content(path):
    with open(path, "rb") as stream:
        return stream.read()


@scenario
def other_files_stay():
    graph = file("graph.clq", "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n")
    before = content(graph)
    text = "--checkpoint: " + graph + ": expected a new file or a saved search, found another file"
    refused(text, "clique", graph, "--checkpoint", graph)
    link = os.path.join(folder, "link")
    os.symlink(graph, link)
    refused("expected a new file", "clique", graph, "--checkpoint", link)
    expect(content(graph) == before and os.path.islink(link), "the graph has changed")
    empty = file("reserved", "")
    expect(run(*PART, "--checkpoint", empty).returncode == 0 and content(empty) != b"", "an empty file was refused")


@scenario
def a_link_stays():
    link, target = os.path.join(folder, "to_saved"), os.path.join(folder, "saved")
    os.symlink(target, link)
    for search in PART, [*PART, "--resume", link]:
        expect(run(*search, "--checkpoint", link).returncode == 0, f"{search} with a link")
        expect(os.path.islink(link) and content(target).startswith(b"SKUAsrch"), f"{search}: the link was replaced")


@scenario
def a_complete_search_leaves_nothing():
    saved, other = os.path.join(folder, "complete"), os.path.join(folder, "other")
    expect(run(*PART, "--checkpoint", saved).returncode == 0 and os.path.exists(saved), "a part")
    expect(run(*REST, "--resume", saved, "--checkpoint", other).returncode == 0, "the rest")
    expect(os.path.exists(saved) and not os.path.exists(other), "the file of --resume alone must stay")
    expect(run(*REST, "--resume", saved, "--checkpoint", saved).returncode == 0, "the rest")
    expect(not os.path.exists(saved), "the checkpoint of a complete search is left")


def run_limited(*words):
    """No file may have more than 100 bytes, as on a full disk."""
    command = [sys.argv[1], *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))


@scenario
def a_save_that_fails():
    saved = os.path.join(folder, "full")
    done = run_limited(*PART, "--checkpoint", saved)
    expect(done.returncode == 2 and done.stdout.startswith("queens "), f"the result is lost: {done}")
    expect("--resume" not in done.stdout, f"promises a file: {done}")
    expect(done.stderr == f"skua queens: --checkpoint: {saved}: cannot be written: File too large\n", f"{done}")
    done = run_limited("semigroups", 40, "--checkpoint", saved, "--checkpoint-every", 0.1)
    expect(done.returncode == 0 and "of genus 40" in done.stdout, f"{done}")
    lines = [line for line in done.stderr.splitlines() if not line.startswith("semigroups: ")]  # no progress
    expect(len(lines) == 1 and "the search continues" in lines[0], f"{done}")
    expect(not [name for name in os.listdir(folder) if name.startswith("full")], "a file is left")


@scenario
def wrong_files_are_refused():
    """Before the search; a device or a FIFO stays what it is."""
    fifo, link = os.path.join(folder, "fifo"), os.path.join(folder, "to_fifo")
    os.mkfifo(fifo)
    os.symlink(fifo, link)
    for name in (fifo, link, folder, os.path.join(folder, "no", "such", "folder")):
        refused("cannot be written", "semigroups", 20, "--checkpoint", name)
    expect(stat.S_ISFIFO(os.lstat(fifo).st_mode) and os.path.islink(link), "both are still there")
    refused("is not a saved search", "semigroups", 20, "--resume", file("text", "no search\n"))
    refused("--resume", "semigroups", 20, "--resume", os.path.join(folder, "missing"))
    refused("--checkpoint", "semigroups", 20, "--checkpoint-every", 1)
    refused("--checkpoint needs --coordination", "queens", 8, "--checkpoint", os.path.join(folder, "new"))
    refused("--checkpoint: expected the name of a file", "semigroups", 20, "--checkpoint", "")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`--checkpoint` and `--resume`: searches that are stopped again and again by limits and signals.

Each is resumed with other coordinations and other numbers of places. The answer is that of an
uninterrupted search."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from random import Random

from support.program import Failed, answer, expect, refused, run, run_scenarios, scenario, wait_until_busy
from support.scratch import file, folder


PATTERN = "3\n2 1 2\n2 0 2\n2 0 1\n"  # a triangle
TARGET_ORDER = 60
TARGET = f"{TARGET_ORDER}\n" + "".join(
    " ".join(map(str, [len(row), *row])) + "\n"
    for row in [[b for b in range(TARGET_ORDER) if b != a and (a + b) % 3] for a in range(TARGET_ORDER)]
)


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
    (["sip", file("triangle.lad", PATTERN), file("target.lad", TARGET), "--count"], ["count"], 20_000),
]
WAYS = [
    ["--coordination", "automatic", "--workers", 1],
    ["--coordination", "depth_bounded", "--places", 2, "--workers", 1],
    ["--coordination", "ordered", "--places", 3, "--workers", 1],
    ["--coordination", "stack_stealing", "--chunked", "--workers", 2],
    ["--coordination", "ordered", "--by-discrepancy", "--workers", 2],
    ["--coordination", "sequential"],
]


def whole(search, keys):
    result = answer(*search, *WAYS[0])["result"]
    return {key: result[key] for key in keys}


def in_parts(search, keys, part):
    """The answer of a search in parts of `part` nodes, and the number of parts."""
    saved = os.path.join(folder, "saved")
    resume_options = []
    for number in range(200):
        solution = answer(
            *search, *WAYS[number % len(WAYS)], "--node-limit", part, "--checkpoint", saved, *resume_options
        )["result"]
        resume_options = ["--resume", saved]
        if solution["complete"]:
            return {key: solution[key] for key in keys}, number + 1
        expect(os.path.exists(saved), f"{search}: nothing was saved")
    raise Failed(f"{search}: does not come to an end")


@scenario
def searches_in_parts():
    for search, keys, part in SEARCHES:
        expected = whole(search, keys)
        result_of, parts = in_parts(search, keys, part)
        expect(result_of == expected, f"{search}: {result_of} in {parts} parts, {expected} in one")
        expect(parts > 1, f"{search}: never interrupted")


@scenario
def a_search_that_is_killed():
    """A search that is killed is resumed from its last checkpoint."""
    long_search, keys = ["semigroups", 34, "--coordination", "automatic"], ["count", "up_to"]
    saved = os.path.join(folder, "killed")
    command = [sys.argv[1], *map(
        str,
        long_search,
    ), "--workers", "1", "--checkpoint", saved, "--checkpoint-every", "0.1"]
    with subprocess.Popen([*command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not os.path.exists(saved) and process.poll() is None:
            time.sleep(0.002)
        process.kill()
    if process.returncode == -signal.SIGKILL and os.path.exists(saved):
        result = answer(*long_search, "--resume", saved)["result"]
        expect({key: result[key] for key in keys} == whole(["semigroups", 34], keys), f"after a kill: {result}")
    expect(process.returncode in (0, -signal.SIGKILL), f"killed: {process.returncode}")


@scenario
def control_c_saves():
    """Ctrl-C saves the search."""
    saved = os.path.join(folder, "interrupted")
    with subprocess.Popen(
        [sys.argv[1], "semigroups", "45", "--checkpoint", saved], stdout=subprocess.PIPE, text=True
    ) as process:
        wait_until_busy(process, signal.SIGINT)
        process.send_signal(signal.SIGINT)
        text = process.communicate()[0]
    expect(process.returncode == 0, f"Ctrl-C: exit code {process.returncode}")
    expect(f"--resume {saved}" in text, f"Ctrl-C: {text}")
    expect(os.path.exists(saved), "Ctrl-C: nothing was saved")
    refused("is of another search", "semigroups", 44, "--resume", saved)
    refused("is of another search", "queens", 12, "--coordination", "automatic", "--resume", saved)


@scenario
def control_c_over_places():
    """Ctrl-C saves a search over places: the terminal sends it to all of them, a script to one."""
    saved = os.path.join(folder, "places")
    search = [sys.argv[1], "semigroups", "45", "--workers", "1", "--checkpoint", saved, "--checkpoint-every", "0.1"]
    for launcher in [], [os.path.join(os.path.dirname(sys.argv[1]), "skua-run"), "-n", "2"]:
        places = [] if launcher else ["--places", "2"]
        for is_to_all in False, True, True, True:
            with subprocess.Popen(
                [*launcher, *search, *places],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            ) as process:
                while not os.path.exists(saved) and process.poll() is None:
                    time.sleep(0.002)
                if is_to_all:
                    os.killpg(process.pid, signal.SIGINT)
                else:
                    process.send_signal(signal.SIGINT)
                text, complaint = process.communicate()
            what = f"{launcher[:1]}, to all: {is_to_all}: {process.returncode}: {text}{complaint}"
            expect(process.returncode == 0 and f"--resume {saved}" in text and not complaint, what)
            expect(os.path.exists(saved), what)
            os.unlink(saved)


# Changed files with a correct checksum: the program refuses the file, finds the right answer, or
# says that its answer is wrong. The tests checkpoint_mutations.* try thousands of them.
MUTATED = [
    (["uts", "--shape", "fixed", "--depth", 5, "--seed", 19], ["nodes", "leaves", "depth"], 50),
    (["queens", 8], ["solutions", "nodes"], 50),
    (["semigroups", 24], ["count", "up_to"], 200),
    (["clique", "--graph", "hamming6-4"], ["size"], 5),
    (["kclique", 5, "--graph", "hamming6-4"], ["found"], 5),
    (["knapsack", "--instance", "3,100,1000,50"], ["profit"], 50),
    (["tsp", "--random", 9], ["length"], 50),
    (
        ["sip", file("small.lad", PATTERN), file("cube.lad", "4\n3 1 2 3\n3 0 2 3\n3 0 1 3\n3 0 1 2\n"), "--count"],
        ["count"],
        10,
    ),
]


def content_of(saved):
    """The offset of the content: after magic, version, and two texts with their lengths."""
    offset = 12
    for _ in range(2):
        length, offset = saved[offset], offset + 1
        if length == 255:
            length, offset = int.from_bytes(saved[offset : offset + 8], sys.byteorder), offset + 8
        offset += length
    return offset


def with_checksum(body):
    total = 0xCBF29CE484222325
    for byte in body:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return body + total.to_bytes(8, sys.byteorder)


@scenario
def changed_files():
    random = Random(int(os.environ.get("TEST_SEED", "1")))
    for search, keys, part in MUTATED:
        expected = whole(search, keys)
        search = [*search, "--coordination", "automatic", "--workers", 1]
        saved = os.path.join(folder, "to-mutate")
        solution = answer(*search, "--node-limit", part, "--checkpoint", saved)["result"]
        expect(not solution["complete"], f"{search}: never interrupted")
        with open(saved, "rb") as whole_file:
            body = whole_file.read()[:-8]
        begin = content_of(body)
        for number in range(4):
            changed = bytearray(body)
            for _ in range(random.randrange(1, 4)):
                changed[random.randrange(begin, len(changed))] = random.choice(
                    [0, 1, 0x7F, 0x80, 0xFF, random.randrange(256)]
                )
            if number == 0:
                changed += b"\0"
            done = run(*search, "--resume", file("mutated", with_checksum(bytes(changed))), "--json")
            output_text = f"{search}: file {number}: exit code {done.returncode}: {done.stdout}{done.stderr}"
            if done.returncode == 2:
                expect(done.stderr.count("\n") == 1 and "--resume: " in done.stderr, output_text)
            else:
                expect(done.returncode in (0, 1), output_text)
                result = json.loads(done.stdout)
                result_of = {key: result["result"][key] for key in keys}
                expect(result["verified"] is (done.returncode == 0), output_text)
                expect(result_of == expected or not result["verified"], output_text)
            expect(number != 0 or done.returncode == 2, f"{search}: bytes that are left over: {output_text}")


@scenario
def files_of_finished_and_wrong_searches():
    """A search that ends removes its file; one that cannot save says so."""
    saved = os.path.join(folder, "finished")
    answer("semigroups", 30, "--checkpoint", saved, "--checkpoint-every", 0.01)
    expect(not os.path.exists(saved), "a finished search left a file")
    refused("is not a saved search", "semigroups", 20, "--resume", file("text", "no search\n"))
    refused("--resume", "semigroups", 20, "--resume", os.path.join(folder, "missing"))
    refused("--checkpoint", "semigroups", 20, "--checkpoint-every", 1)
    refused("--checkpoint needs --coordination", "queens", 8, "--checkpoint", saved)
    done = run("semigroups", 40, "--node-limit", 1000, "--checkpoint", os.path.join(folder, "no", "such", "folder"))
    expect(
        done.returncode != 0 and done.stderr.count("\n") == 1 and "cannot be written" in done.stderr,
        f"{done.returncode} {done.stderr}",
    )
    refused("--checkpoint: expected the name of a file", "semigroups", 20, "--checkpoint", "")


@scenario
def names_that_cannot_be_saved_to():
    """They are refused before the search, and a device or a FIFO stays what it is."""
    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    link = os.path.join(folder, "link")
    os.symlink(fifo, link)
    for name in (fifo, link, folder, os.path.join(folder, "no", "such", "folder")):
        refused("cannot be written", "semigroups", 20, "--checkpoint", name)
    expect(stat.S_ISFIFO(os.lstat(fifo).st_mode) and os.path.islink(link), "both are still there")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The file of --checkpoint: what it may replace, what happens when it cannot be written, and the
signals that save."""

import os
import resource
import signal
import subprocess
import sys
import time

from support.program import expect, refused, run, run_scenarios, scenario, wait_until_busy
from support.scratch import file, folder

GRAPH = "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n"
PART = ["queens", 12, "--coordination", "automatic", "--workers", 1, "--node-limit", 1000]
REST = ["queens", 12, "--coordination", "automatic", "--workers", 1]


def content(path):
    with open(path, "rb") as stream:
        return stream.read()


@scenario
def other_files_stay():
    graph = file("graph.clq", GRAPH)
    text = "--checkpoint: " + graph + ": expected a new file or a saved search, found another file"
    refused(text, "clique", graph, "--checkpoint", graph)
    refused("expected a new file", "kclique", 2, "--checkpoint", graph)
    link = os.path.join(folder, "link")
    os.symlink(graph, link)
    refused("expected a new file", "clique", graph, "--checkpoint", link)
    expect(content(graph) == GRAPH.encode() and os.path.islink(link), "the graph has changed")
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


def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def run_limited(*words):
    command = [sys.argv[1], *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, preexec_fn=limited)


@scenario
def a_save_that_fails():
    """No file may have more than 100 bytes, as on a full disk."""
    saved = os.path.join(folder, "full")
    done = run_limited(*PART, "--checkpoint", saved)
    expect(done.returncode == 2 and done.stdout.startswith("queens "), f"the result is lost: {done}")
    expect("--resume" not in done.stdout, f"promises a file: {done}")
    expect(done.stderr == f"skua queens: --checkpoint: {saved}: cannot be written: File too large\n", f"{done}")
    done = run_limited("semigroups", 40, "--checkpoint", saved, "--checkpoint-every", 0.1)
    expect(done.returncode == 0 and "of genus 40" in done.stdout, f"{done}")
    expect(done.stderr.count("the search continues") == 1 and done.stderr.count("\n") == 1, f"{done}")
    expect(not [name for name in os.listdir(folder) if name.startswith("full")], "a file is left")


@scenario
def a_request_to_end_saves():
    """SIGTERM saves as Ctrl-C does; so does the time limit of the launcher."""
    saved = os.path.join(folder, "terminated")
    search = ["semigroups", "45", "--checkpoint", saved]
    with subprocess.Popen([sys.argv[1], *search], stdout=subprocess.PIPE, text=True) as process:
        wait_until_busy(process, signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        text = process.communicate()[0]
    expect(process.returncode == 0 and f"--resume {saved}" in text and os.path.exists(saved), f"SIGTERM: {text}")
    os.unlink(saved)
    launcher = os.path.join(os.path.dirname(sys.argv[1]), "skua-run")
    command = [launcher, "-n", "2", "--timeout", "2", sys.argv[1], *search]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    expect(done.returncode == 124 and f"--resume {saved}" in done.stdout and os.path.exists(saved), f"{done}")


@scenario
def a_signal_while_the_instance_is_read():
    """There is no search yet: the signal has its usual effect."""
    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    for number in signal.SIGINT, signal.SIGTERM:
        with subprocess.Popen([sys.argv[1], "clique", fifo], stdout=subprocess.DEVNULL) as process:
            with open(fifo, "wb"):  # both ends are open: the program waits for content
                process.send_signal(number)
                process.wait(60)
        expect(process.returncode == -number, f"exit code {process.returncode}")


def wait_until_in_twin(pid):
    """Waits until the program has used the processor and handles no signal any more."""
    handled = 1 << (signal.SIGINT - 1)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            caught = next(int(line.split()[1], 16) for line in status if line.startswith("SigCgt:"))
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            ticks = int(stat.read().rsplit(")", 1)[1].split()[11])
        if ticks > 20 and not caught & handled:
            return
        time.sleep(0.01)


@scenario
def control_c_during_the_sequential_program():
    """After the search the signal has its usual effect."""
    command = [sys.argv[1], "semigroups", "47", "--node-limit", "1000", "--compare"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        wait_until_in_twin(process.pid)
        process.send_signal(signal.SIGINT)
        process.communicate()
    expect(process.returncode == -signal.SIGINT, f"exit code {process.returncode}")


@scenario
def check_mode_does_not_blame_a_task_for_a_signal():
    command = [sys.argv[1], "semigroups", "45", "--workers", "1"]
    variables = dict(os.environ, SKUA_CHECK="1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables) as process:
        wait_until_busy(process, signal.SIGINT)
        process.send_signal(signal.SIGINT)
        text, complaint = process.communicate(timeout=60)
    expect(process.returncode == 0 and not complaint, f"{process.returncode}: {text}{complaint}")


@scenario
def an_interrupted_search_is_not_compared():
    command = [sys.argv[1], "semigroups", "45", "--compare", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        wait_until_busy(process, signal.SIGINT)
        process.send_signal(signal.SIGINT)
        text = process.communicate(timeout=60)[0]
    expect(process.returncode == 0 and "speed-up" not in text, text)


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run that is watched: its progress in a pipe, its numbers at a socket (SKUA_METRICS)."""

import os
import pathlib
import re
import signal
import socket
import stat
import time

from support.openmetrics import parse
from support.program import expect, run_scenarios, scenario
from support.watched import (
    LONG,
    PATIENCE,
    SKUA,
    answer,
    finished,
    folder,
    interrupted,
    labelled,
    numbers,
    places_of,
    start,
    until,
)

# --- progress ---


@scenario
def progress_in_a_pipe():
    """A line every ten seconds, and the last one: no control characters, no bar."""
    process = start(SKUA, *LONG)
    first = process.stderr.readline()  # after ten seconds
    expect(re.fullmatch(r"uts: [\d,]+ nodes \[00:1\d, [\d.]+[kMG]? nodes/s\]\n", first), f"{first!r}")
    rest = interrupted(process)
    expect(re.fullmatch(r"uts: [\d,]+ nodes in 1\d\.\d s, [\d.]+[kMG]? nodes/s\n", rest), f"{rest!r}")


# --- SKUA_METRICS ---


@scenario
def one_place():
    """Mode, form and growth of the numbers; the socket goes with the run."""
    path = pathlib.Path(folder(), "socket")
    process = start(SKUA, *LONG, SKUA_METRICS=f"unix:{path}", SKUA_WORKERS="2")
    first = numbers(path)
    mode = path.lstat().st_mode
    expect(stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600, f"mode {mode:o}")
    expect(places_of(first) == {0} and first["skua_places"][()] == 1, f"{first['skua_places']}")
    expect(labelled(first, "skua_workers") == 2, f"{first['skua_workers']}")
    busy = lambda: labelled(numbers(path), "skua_worker_seconds_total")  # noqa: E731
    until(lambda: busy() > 0.3, "the workers work")
    second = numbers(path)
    for name in first:
        if name.endswith("_total"):
            for key, value in first[name].items():
                expect(second[name][key] >= value - 1e-6, f"{name} {key}: {second[name][key]} after {value}")
    interrupted(process)
    expect(not path.exists(), "the socket is gone after the run")


@scenario
def forms_of_the_answer():
    """HTTP for a client that asks, the text alone for one that does not; damaged requests; many clients."""
    path = pathlib.Path(folder(), "socket")
    process = start(SKUA, *LONG, SKUA_METRICS=f"unix:{path}")
    numbers(path)
    head, _, body = answer(path, b"GET /metrics HTTP/1.1\r\nHost: skua\r\n\r\n").partition("\r\n\r\n")
    expect(head.startswith("HTTP/1.1 200 OK\r\n"), head)
    expect("Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8" in head, head)
    expect(f"Content-Length: {len(body.encode())}" in head, head)
    parse(body)
    expect(answer(path, b"POST / HTTP/1.1\r\n\r\n").startswith("HTTP/1.1 405 "), "POST is refused")
    expect(answer(path, b"x" * 5000).startswith("HTTP/1.1 405 "), "no request")
    silent = [socket.socket(socket.AF_UNIX) for _ in range(3)]  # they never ask: each may delay others by a second
    for client in silent:
        client.connect(str(path))
    begin = time.monotonic()
    numbers(path)
    expect(time.monotonic() - begin < 20, "silent clients do not stop the others")
    for client in silent:
        client.close()
    for _ in range(50):
        numbers(path)
    interrupted(process)


@scenario
def two_places():
    """Each process serves the numbers of its place; all sockets go with the run."""
    path = pathlib.Path(folder(), "socket")
    process = start(SKUA, *LONG, "--places", 2, "--workers", 1, SKUA_METRICS=f"unix:{path}")
    for place, socket_path in enumerate((path, pathlib.Path(f"{path}.1"))):
        samples = numbers(socket_path)
        expect(places_of(samples) == {place}, f"{samples['skua_workers']}")
        expect(samples["skua_places"][()] == 2, f"{samples['skua_places']}")
    messages = lambda p: labelled(numbers(p), "skua_place_messages_total")  # noqa: E731
    until(lambda: messages(path) > 0 and messages(f"{path}.1") > 0, "places exchange messages")
    interrupted(process)
    expect(os.listdir(path.parent) == [], f"{os.listdir(path.parent)}")


@scenario
def many_places_in_a_process():
    """One process with 64 places serves them all at one socket."""
    path = pathlib.Path(folder(), "socket")
    process = start(
        SKUA, *LONG, "--places", 64, "--workers", 1, SKUA_METRICS=f"unix:{path}", SKUA_TRANSPORT="inproc"
    )
    samples = numbers(path)
    expect(places_of(samples) == set(range(64)), f"{places_of(samples)}")
    interrupted(process)


@scenario
def numbers_of_a_search():
    """Nodes, incumbent and bound."""
    path = pathlib.Path(folder(), "socket")
    process = start(SKUA, "clique", "--graph", "MANN_a45", SKUA_METRICS=f"unix:{path}")
    samples = until(
        lambda: (s := numbers(path)).get("skua_search_incumbent") and labelled(s, "skua_search_nodes_total") and s,
        "a search with an incumbent",
    )
    best, bound = (labelled(samples, f"skua_search_{name}") for name in ("incumbent", "bound"))
    expect(300 <= best <= 345 <= bound <= 1035, f"incumbent {best}, bound {bound}")
    expect(0 <= labelled(samples, "skua_search_share") < 1, f"{samples['skua_search_share']}")
    for name in ("prunes", "backtracks", "tasks", "improvements"):
        expect(f"skua_search_{name}_total" in samples, f"{name}: {list(samples)}")
    interrupted(process, 0)


@scenario
def a_killed_run():
    """It leaves its socket, which the next run replaces; a live one is not replaced."""
    path = pathlib.Path(folder(), "socket")
    killed = start(SKUA, *LONG, SKUA_METRICS=f"unix:{path}")
    numbers(path)
    killed.kill()
    killed.communicate()
    expect(path.exists(), "a killed run leaves its socket")
    following = start(SKUA, *LONG, SKUA_METRICS=f"unix:{path}")
    expect(numbers(path)["skua_process_info"], "the next run serves its own")
    third = finished(SKUA, "fib", 10, SKUA_METRICS=f"unix:{path}")
    expect(third.returncode == 2 and third.stderr.count("\n") == 1, f"{third}")
    expect("another run serves its numbers there" in third.stderr, third.stderr)
    expect(numbers(path), "the first one continues")
    interrupted(following)
    expect(not path.exists(), "and removes its socket")


@scenario
def an_end_by_force():
    """A run that is ended after its grace period also removes its socket."""
    path = pathlib.Path(folder(), "socket")
    process = start(SKUA, "pi", "--n", 100_000_000_000, SKUA_METRICS=f"unix:{path}", SKUA_GRACE="0")
    numbers(path)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    expect(process.returncode == 143, f"exit code {process.returncode}")
    expect(not path.exists(), "the socket is gone")


@scenario
def what_is_refused():
    """Other files, links and bad values: one line, exit code 2, nothing changed."""
    here = folder()
    file, link, target = (pathlib.Path(here, name) for name in ("file", "link", "target"))
    file.write_text("kept")
    link.symlink_to(target)
    cases = [
        (f"unix:{file}", "is not a socket"),
        (f"unix:{link}", "is not a socket"),
        (f"unix:{here}/missing/socket", "No such file"),
        (f"unix:{here}/{'x' * 100}", "a socket allows 107"),
        (f"{here}/socket", "expected unix:PATH"),
        ("unix:", "expected unix:PATH"),
        ("tcp:9090", "expected unix:PATH"),
    ]
    for value, text in cases:
        done = finished(SKUA, "fib", 10, SKUA_METRICS=value)
        expect(done.returncode == 2 and done.stdout == "", f"{value}: {done}")
        expect(done.stderr.count("\n") == 1 and text in done.stderr, f"{value}: {done.stderr}")
    expect(file.read_text() == "kept" and link.is_symlink() and not target.exists(), "nothing changed")
    simulated = finished(SKUA, "fib", 10, SKUA_METRICS=f"unix:{here}/s", SKUA_SIM="places=2,workers=1")
    expect(simulated.returncode == 2 and "simulated run serves no numbers" in simulated.stderr, f"{simulated}")


@scenario
def no_cost_without_the_variable():
    """No further thread."""
    threads = lambda process: sorted(  # noqa: E731
        pathlib.Path(f"/proc/{process.pid}/task/{task}/comm").read_text().strip()
        for task in os.listdir(f"/proc/{process.pid}/task")
    )
    path = pathlib.Path(folder(), "socket")
    watched = start(SKUA, *LONG, "--quiet", "--workers", 2, SKUA_METRICS=f"unix:{path}")
    numbers(path)
    unwatched = start(SKUA, *LONG, "--quiet", "--workers", 2)
    until(lambda: len(threads(unwatched)) == len(threads(watched)) - 1, "one thread fewer")
    expect("skua-metrics" in threads(watched) and "skua-metrics" not in threads(unwatched), f"{threads(unwatched)}")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The search programs: small instances against brute force, and checkpoints of searches that are killed."""

import json
import os
import signal
import time

from . import brute_force
from .machine import Failure, Running


def random_instance(machine, rng):
    """The words of a search, and the expected parts of its result."""
    kind = rng.choice(["knapsack", "clique", "kclique", "tsp", "sip"])
    order = rng.randint(4, 14)
    edges = brute_force.graph(rng, order, rng.random())
    if kind == "knapsack":
        items = [(rng.randint(0, 50), rng.randint(1, 30)) for _ in range(order)]
        capacity = rng.randint(1, 15 * order)
        text = f"{capacity}\n0\n" + "".join(f"{p} {w}\n" for p, w in items)
        return ["knapsack", machine.file("small.kp", text)], {"profit": brute_force.best_profit(capacity, items)}
    if kind == "clique":
        return ["clique", machine.file("small.clq", brute_force.dimacs(order, edges))], {
            "size": brute_force.largest_clique(order, edges)
        }
    if kind == "kclique":
        k = rng.randint(1, order)
        best = brute_force.largest_clique(order, edges) >= k
        return ["kclique", k, machine.file("small.clq", brute_force.dimacs(order, edges))], {"found": best}
    if kind == "tsp":
        n = rng.randint(3, 7)
        d = [[0] * n for _ in range(n)]
        for a in range(n):
            for b in range(a):
                d[a][b] = d[b][a] = rng.randint(1, 20)
        return ["tsp", machine.file("small.tsp", brute_force.tsplib(d))], {"length": brute_force.shortest_tour(d)}
    m, n = rng.randint(1, 4), rng.randint(4, 7)
    pattern, target = brute_force.graph(rng, m, rng.random()), brute_force.graph(rng, n, rng.random())
    induced = rng.random() < 0.5
    files = [
        machine.file("pattern.lad", brute_force.lad(m, pattern)),
        machine.file("target.lad", brute_force.lad(n, target)),
    ]
    return ["sip", *files, "--count", *(["--induced"] if induced else [])], {
        "count": brute_force.embeddings(m, pattern, n, target, induced)
    }


def random_way(rng):
    return rng.choice(
        [
            [],
            ["--coordination", "budget", "--budget", str(rng.randint(1, 500))],
            ["--coordination", "budget", "--backtracks", str(rng.randint(1, 500))],
            ["--coordination", "ordered"],
            ["--coordination", "ordered", "--by-discrepancy"],
            ["--coordination", "sequential"],
            ["--coordination", "stack_stealing"],
            ["--coordination", "stack_stealing", "--chunked"],
            ["--coordination", "depth_bounded"],
        ]
    )


def random_crew(rng):
    return rng.choice(
        [
            ["--workers", "1"],
            ["--workers", "2"],
            ["--places", "2", "--workers", "1"],
            ["--places", "3", "--workers", "1"],
        ]
    )


def answer_of(result):
    if result.code != 0:
        raise Failure(result.shown())
    try:
        best = json.loads(result.out)
    except ValueError:
        raise Failure(f"no JSON: {result.shown()}") from None
    if best["verified"] is not True:
        raise Failure(f"not verified: {result.shown()}")
    return best["result"]


def same(words, actual, expected):
    for key, value in expected.items():
        if actual[key] != value:
            raise Failure(f"{' '.join(map(str, words))}: {key} is {actual[key]}, not {value}")


def instances(machine, rng):
    """Small instances against brute force; a quarter is interrupted and resumed."""
    words, expected = random_instance(machine, rng)
    command = [machine.program("skua"), *words, "--json"]
    way = random_way(rng)
    if words[0] == "clique":  # it has a separate colouring search, without coordinations
        way = []
    if words[0] == "clique" or rng.random() < 0.75:
        same(words, answer_of(machine.run([*command, *way, *random_crew(rng)])), expected)
        return 1
    saved, resume_options = os.path.join(machine.folder, "saved"), []
    nodes = rng.randint(1, 30)
    for _ in range(60):
        way = random_way(rng) or ["--coordination", "automatic"]
        actual = answer_of(
            machine.run(
                [*command, *way, *random_crew(rng), "--node-limit", nodes, "--checkpoint", saved, *resume_options]
            )
        )
        if actual["complete"]:
            same(words, actual, expected)
            return 1
        resume_options, nodes = ["--resume", saved], nodes * 2
    raise Failure(f"{' '.join(map(str, words))}: not complete after 60 parts")


# Searches of about a second, and the part of their results that must be the same in every way.
LONG = [
    (["queens", 10], "solutions"),
    (["semigroups", 24], "count"),
    (["knapsack", "--instance", "3,100,1000,50"], "profit"),
    (["tsp", "--random", 14], "length"),
    (["uts", "--tree", "T5"], "nodes"),
]
WHOLE = {}  # answers of uninterrupted searches


def checkpoints(machine, rng):
    """--checkpoint-every, killed at random, resumed with another coordination and another number of
    workers."""
    words, key = rng.choice(LONG)
    saved = os.path.join(machine.folder, "saved")
    if os.path.exists(saved):
        os.unlink(saved)
    if words[0] not in WHOLE:
        WHOLE[words[0]] = answer_of(
            machine.run([machine.program("skua"), *words, "--coordination", "sequential", "--json"])
        )[key]
    expected = {key: WHOLE[words[0]]}
    kills = 0
    for part in range(40):
        way = random_way(rng) or ["--coordination", "automatic"]
        resume_options = ["--resume", saved] if os.path.exists(saved) else []
        command = [
            machine.program("skua"),
            *words,
            "--json",
            *way,
            *random_crew(rng),
            "--checkpoint",
            saved,
            "--checkpoint-every",
            "0.02",
            *resume_options,
        ]
        running = Running(command)
        if part < rng.randint(1, 6):
            time.sleep(rng.random() * 0.4)
            if running.process.poll() is None:
                os.kill(running.process.pid, signal.SIGKILL)
                kills += 1
        result = running.end(120 * machine.patience)
        running.expect_nothing_left()
        if result.code == -signal.SIGKILL:
            continue
        same(words, answer_of(result), expected)
        return 1 + kills
    raise Failure(f"{' '.join(map(str, words))}: not complete after 40 parts")

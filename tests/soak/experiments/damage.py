# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damaged input: input files, checkpoints, options and variables.

A run ends with an answer or with one line, never with a signal."""

import os
import random
import re
import struct

from . import brute_force
from .machine import AMOUNTS, POLICIES, Failure
from .searches import answer_of, random_crew


def mutated(rng, data, max_changes=6):
    """A few changes of bytes, lines and sizes."""
    data = bytearray(data)
    for _ in range(rng.randint(1, max_changes)):
        position = rng.randrange(len(data) + 1)
        action = rng.randrange(8)
        if action == 0 and data:
            data[min(position, len(data) - 1)] = rng.randrange(256)
        elif action == 1:
            data[position:position] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 4)))
        elif action == 2:
            del data[position:position + rng.randint(1, 8)]
        elif action == 3:
            del data[position:]
        elif action == 4:
            data[position:position] = rng.choice(
                [
                    b"-1",
                    b"0",
                    b"99999999999999999999",
                    b"4294967296",
                    b"1e9",
                    b"nan",
                    b" ",
                    b"\n",
                    b"\0",
                    b"\r\n",
                    b"\xff",
                ]
            )
        elif action == 5:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            data = bytearray(b"\n".join(lines))
        elif action == 6:
            data += data[:position]
        elif data:
            i = min(position, len(data) - 1)
            data[i] ^= 1 << rng.randrange(8)
    return bytes(data)


def expect_refusal_or_answer(result, description):
    if result.code not in (0, 2):
        raise Failure(f"{description}: {result.shown()}")
    if result.code == 2 and (result.err.count("\n") != 1 or result.out):
        raise Failure(f"{description}: not one line: {result.shown()}")
    if any(ord(c) < 0x20 and c not in "\n\t" or c == "\x7f" for c in result.err):
        raise Failure(f"{description}: control characters reach the terminal: {result.shown()}")


def files(machine, rng):
    """Mutated TSPLIB, DIMACS, knapsack and LAD files."""
    order = rng.randint(2, 9)
    edges = brute_force.graph(rng, order, rng.random())
    kind = rng.choice(["tsp", "clique", "kclique", "knapsack", "sip"])
    limits = ["--time-limit", "1"]
    if kind == "tsp":
        d = [[0 if a == b else abs(a - b) * 3 % 7 + 1 for a in range(order + 3)] for b in range(order + 3)]
        text, words = brute_force.tsplib(d), ["--coordination", "automatic", *limits]
    elif kind == "knapsack":
        text, words = (
            f"{order * 9}\n0\n" + "".join(f"{rng.randint(0, 50)} {rng.randint(1, 30)}\n" for _ in range(order)),
            limits,
        )
    elif kind == "sip":
        text, words = brute_force.lad(order, edges), limits
    else:
        text, words = brute_force.dimacs(order, edges), [] if kind == "clique" else limits
    file = machine.file("damaged." + kind, mutated(rng, text.encode()))
    replacement = (
        [machine.file("target.lad", brute_force.lad(7, brute_force.graph(random.Random(1), 7, 0.5)))]
        if kind == "sip"
        else []
    )
    command = [
        machine.program("skua"),
        kind,
        *([3] if kind == "kclique" else []),
        file,
        *replacement,
        *words,
        "--workers",
        "1",
    ]
    result = machine.run(command)
    # A damaged knapsack file may state an optimum that its items do not have.
    if kind == "knapsack" and result.code == 1 and re.search("^WRONG .*, says the file$", result.out, re.MULTILINE):
        return 1
    expect_refusal_or_answer(result, " ".join(map(str, command)))
    return 1


def checksum(data):
    """The checksum of src/search/checkpoint.cpp."""
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return struct.pack("<Q", h)


# Searches that take more than 40 nodes, and the part of their results that must be right. There is
# no clique of 13. Candidates that are missing in a node are not noticed, so one of 12 may not be
# found.
INTERRUPTED = [
    (("knapsack", "--instance", "3,40,100,20"), "profit"),
    (("tsp", "--random", 12), "length"),
    (("queens", 9), "solutions"),
    (("semigroups", 18), "count"),
    (("kclique", 13, "--graph", "random:100,0.6,3"), "found"),
]
SAVED = {}  # by search: the file and the right answer


def saved(machine, words, key):
    if words not in SAVED:
        command = [machine.program("skua"), *words, "--coordination", "automatic", "--workers", "1", "--json"]
        path = os.path.join(machine.folder, "whole")
        done = machine.run([*command, "--node-limit", 40, "--checkpoint", path])
        if not os.path.exists(path):
            raise Failure(f"{words}: nothing was saved: {done.shown()}")
        with open(path, "rb") as file:
            SAVED[words] = file.read(), answer_of(machine.run(command))[key]
        os.unlink(path)
    return SAVED[words]


def checkpoints(machine, rng):
    """Mutated checkpoints, most of them with the right checksum: the right answer, a refusal, or an
    answer that the program itself calls WRONG."""
    words, key = rng.choice(INTERRUPTED)
    whole, right = saved(machine, words, key)
    content = mutated(rng, whole[:-8], 3)
    file = machine.file("damaged", content + (checksum(content) if rng.random() < 0.9 else whole[-8:]))
    result = machine.run(
        [
            machine.program("skua"),
            *words,
            "--coordination",
            rng.choice(["automatic", "ordered", "sequential"]),
            *random_crew(rng),
            "--time-limit",
            "2",
            "--json",
            "--resume",
            file,
        ],
        limit=20,
    )
    description = f"{' '.join(map(str, words))} with a damaged checkpoint"
    if result.code == 1 and re.search(r'"verified": *false', result.out):
        return 1
    expect_refusal_or_answer(result, description)
    if result.code == 0 and (complaint := answer_of(result))["complete"] and complaint[key] != right:
        raise Failure(f"{description}: {key} is {complaint[key]}, not {right}: {result.shown()}")
    return 1


def word(rng):
    usual = [
        "2",
        "1",
        "on",
        "off",
        "yes",
        "detailed",
        "inproc",
        "shm",
        "mpi",
        "64k",
        "1M",
        "",
        "one",
        "-1",
        "0x10",
        "1e3",
        "places=2",
        "seed=7",
        "latency=2us",
        *POLICIES,
        *AMOUNTS,
    ]
    text = rng.choice(usual)
    if rng.random() < 0.5:
        text = mutated(rng, text.encode(), 2).replace(b"\0", b"?").decode(errors="replace")
    return text[:2000]


NAMES = [
    "WORKERS",
    "PLACES",
    "TRANSPORT",
    "STEAL",
    "STEAL_AMOUNT",
    "STACK",
    "MEMORY",
    "MEMORY_CHECK",
    "PIN",
    "SEED",
    "STATS",
    "SPIN_US",
    "DEADLOCK",
    "SIM",
    "NONSENSE",
]
HARMLESS = {"WORKERS": "2", "PLACES": "2", "STACK": "128k", "MEMORY": "1M"}


def options(machine, rng):
    """Options of the library, of skua and of skua-run, and variables, with strange values."""
    env = {}
    for name in rng.sample(NAMES, rng.randint(0, 2)):
        env["SKUA_" + name] = HARMLESS[name] if name in HARMLESS and rng.random() < 0.5 else word(rng)
    words = []
    for name in rng.sample(NAMES, rng.randint(0, 2)):
        words.append(f"--skua-{name.lower().replace('_', '-')}={word(rng)}")
    if rng.random() < 0.3:
        words.append(rng.choice(["--workers", "--places", "--json", "--compare", "--nonsense", "--cutoff", word(rng)]))
    command = [machine.program("skua"), "fib", rng.choice(["10", "10", word(rng)]), *words]
    if rng.random() < 0.4:
        launcher = rng.choice(
            [
                ["-n", "2"],
                ["-n", word(rng)],
                ["-t", word(rng)],
                ["--timeout", word(rng)],
                ["--env", word(rng)],
                ["--" + word(rng)],
            ]
        )
        command = [machine.program("skua-run"), *launcher, "--", *command]
    if any(x in str(env.get("SKUA_WORKERS", "")) + " ".join(words) for x in ("999", "4096")):
        return 0  # many threads are another experiment
    result = machine.run(command, env)
    description = f"{env} {' '.join(command)}"
    if result.code not in (0, 1, 2, 126, 127) or (result.code == 1 and not result.err):
        raise Failure(f"{description}: {result.shown()}")
    if any(ord(c) < 0x20 and c not in "\n\t" or c == "\x7f" for c in result.err):
        raise Failure(f"{description}: control characters reach the terminal: {result.shown()}")
    return 1

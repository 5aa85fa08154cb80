# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Very many blocked tasks, timers and futures, and very long messages: tests/soak/masses.cpp."""

from .runs import rounds_of

VECTORS_NEED = 16 << 30  # bytes of memory that a vector of 3 GiB takes on its way and back, and some more


def obstacle(machine):
    return "a sanitizer takes too much memory" if machine.sanitizer else ""


def free_memory():
    with open("/proc/meminfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    return 0


def masses(machine, rng):
    kind = rng.choice(["blocked", "blocked", "timers", "timers", "futures", "futures", "vectors"])
    if kind == "vectors" and free_memory() < VECTORS_NEED:
        kind = "futures"
    env = {"SKUA_WORKERS": rng.randint(1, 3)}
    if kind == "vectors":
        env = {"SKUA_WORKERS": 1, "SKUA_PLACES": 2, "SKUA_TRANSPORT": rng.choice(["shm", "inproc"])}
    words = [machine.program("skua-soak"), "--work", kind, "--rounds", 1, "--seed", rng.getrandbits(40)]
    return rounds_of(machine.run(words, env, limit=300))

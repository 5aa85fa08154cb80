# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Low limits: descriptors, processes, memory, file size, stack, disk.

A run ends with its answer or with one line, and without a signal."""

import resource

from .machine import Failure


def limits(machine, rng):
    kind, value = rng.choice(
        [
            ("NOFILE", rng.randint(4, 64)),
            ("AS", rng.randint(100, 900) << 20),
            ("FSIZE", rng.randint(0, 1 << 20)),
            ("STACK", rng.randint(128, 1024) << 10),
            ("CORE", 0),
            ("disk", 0),
        ]
    )
    if kind == "AS" and machine.sanitizer:
        return 0  # the shadow memory alone takes terabytes of address space
    if kind == "NOFILE" and machine.sanitizer:
        return 0  # the check of an object's type reads its memory through a pipe, and reports an error without one
    words = [machine.program("skua-soak"), "--work", "scopes", "--rounds", 3, "--seed", rng.getrandbits(40)]
    # mpirun itself fails with a small stack or small files
    command, env = machine.over_places(rng, words, 3, mpi=False)

    def restrict():
        if kind != "disk":
            number = getattr(resource, "RLIMIT_" + kind)
            resource.setrlimit(number, (value, resource.getrlimit(number)[1]))

    process_options = {"preexec_fn": restrict}
    with open("/dev/full", "wb") as full:
        if kind == "disk":
            if "skua-run" not in str(command[0]):
                return 0  # the output of a program itself is not checked
            process_options["stdout"] = full
        result = machine.run(command, env, **process_options)
    description = f"{kind} {value}: {env} {' '.join(map(str, command))}"
    if kind == "disk" and result.code == 0:
        raise Failure(f"{description}: output was lost, the exit code is 0")
    if result.code < 0 or result.code >= 128:
        raise Failure(f"{description}: {result.shown()}")
    if result.code != 0 and not result.err:
        raise Failure(f"{description}: not a word: {result.shown()}")
    return 1

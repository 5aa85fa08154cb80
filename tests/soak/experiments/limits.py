# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Low limits: descriptors, processes, memory, file size, stack, disk.

A run ends with its answer or with one line, and without a signal."""

import functools
import os
import resource
import subprocess

from .machine import Failure


@functools.cache
def others_may_run(program):
    """Whether a user without rights can start the program."""
    try:
        command = [program, "--version"]
        return subprocess.run(command, user=65534, extra_groups=[], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def limited_processes(machine, rng):
    """A limit of processes and threads, with the user that it holds for.

    It counts all of the user's, and root is exempt. So root gives the run a separate user."""
    most = rng.choice([rng.randint(1, 10), rng.randint(3, 400)])
    if os.geteuid() != 0:
        return most + threads_of(os.geteuid()), {}
    if not others_may_run(machine.program("skua-run")):
        return None, {}
    user = rng.randint(40_000, 60_000)
    return most, {"user": user, "group": user, "extra_groups": []}


def threads_of(user):
    count = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{pid}").st_uid == user:
                count += len(os.listdir(f"/proc/{pid}/task"))
        except OSError:
            continue
    return count


def limits(machine, rng):
    kind, value = rng.choice(
        [
            ("NOFILE", rng.randint(4, 64)),
            ("AS", rng.randint(100, 900) << 20),
            ("FSIZE", rng.randint(0, 1 << 20)),
            ("STACK", rng.randint(128, 1024) << 10),
            ("CORE", 0),
            ("NPROC", 0),
            ("disk", 0),
        ]
    )
    if kind == "AS" and machine.sanitizer:
        return 0  # the shadow memory alone takes terabytes of address space
    if kind == "NOFILE" and machine.sanitizer:
        return 0  # the check of an object's type reads its memory through a pipe, and reports an error without one
    process_options = {}
    if kind == "NPROC":
        value, process_options = limited_processes(machine, rng)
        if value is None or machine.sanitizer:
            return 0  # a sanitizer looks for leaks in a separate process
    words = [machine.program("skua-soak"), "--work", "scopes", "--rounds", 3, "--seed", rng.getrandbits(40)]
    # mpirun itself fails with a small stack or small files
    command, env = machine.over_places(rng, words, 3, mpi=False)

    def restrict():
        if kind != "disk":
            number = getattr(resource, "RLIMIT_" + kind)
            resource.setrlimit(number, (value, resource.getrlimit(number)[1]))

    process_options["preexec_fn"] = restrict
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

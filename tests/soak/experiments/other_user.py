# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Another user of the machine against a run: its processes, sockets, shared memory and descriptors,
and things planted in a shared folder in the place of its files. Nothing may succeed.

Only root can start a process as another user, so the experiment is skipped for anyone else."""

import json
import os
import re
import shutil
import stat
import tempfile
import time

from . import intruder
from .damage import INTERRUPTED
from .machine import Failure, Running
from .searches import random_crew

OTHER_USER = 65534  # nobody
PLANTED = ["file", "fifo", "folder", "socket", "link", "dangling"]


def as_other_user(function, *arguments):
    """The result of the function in a process with the rights of the other user. It must be one that
    JSON can hold."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.setsid()  # SIGCONT is allowed within a session
            os.setgroups([])
            os.setgid(OTHER_USER)
            os.setuid(OTHER_USER)
            os.chdir("/")
            os.write(writer, json.dumps(function(*arguments)).encode())
            code = 0
        except BaseException as error:  # pylint: disable=broad-exception-caught
            os.write(writer, repr(error).encode()[:4000])
        finally:
            os._exit(code)
    os.close(writer)
    with open(reader, "rb") as answer:
        text = answer.read().decode()
    if os.waitpid(pid, 0)[1] != 0:
        raise Failure(f"the attempts of the other user have failed: {text}")
    return json.loads(text)


def obstacle(_):
    """Why the experiment is not possible here; empty: it is."""
    if os.geteuid() != 0:
        return "only root can start a process as another user"
    try:
        as_other_user(os.getuid)
    except Failure as error:
        return str(error)
    return ""


class Shared:
    """A folder that all users may write to, and a file of our own that nothing may change."""

    def __init__(self, machine, rng):
        self.folder = tempfile.mkdtemp(prefix="skua-soak-shared-")
        os.chmod(self.folder, rng.choice([0o777, 0o1777]))
        self.private = machine.file("private", b"private")
        os.chmod(self.private, 0o600)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def plant(self, name, kind):
        as_other_user(intruder.plant, self.path(name), self.private, kind)

    def check(self, description):
        with open(self.private, "rb") as file:
            if file.read() != b"private":
                raise Failure(f"{description}: a file behind a planted link was changed")
        absent = [name for name in os.listdir(self.folder) if name.endswith(".absent")]
        if absent:
            raise Failure(f"{description}: a file was made behind a planted link: {absent}")


def refused_or_right(result, description):
    if result.code not in (0, 1, 2) or (result.code != 0 and not result.err):
        raise Failure(f"{description}: {result.shown()}")


def without_mask():
    """The files of the run must be safe by themselves."""
    os.umask(0)


def planted_checkpoint(machine, rng, shared):
    """Something of the other user lies where a checkpoint is first written."""
    words, _ = rng.choice(INTERRUPTED)
    kind = rng.choice(PLANTED)
    shared.plant("saved.new", kind)
    command = [machine.program("skua"), *words, *random_crew(rng), "--json"]
    result = machine.run([*command, "--node-limit", 40, "--checkpoint", shared.path("saved")])
    description = f"{' '.join(map(str, command))} with a planted {kind}"
    refused_or_right(result, description)
    shared.check(description)
    if os.path.lexists(shared.path("saved")):
        status = os.lstat(shared.path("saved"))
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
            raise Failure(f"{description}: another user owns the checkpoint or may write it")
    return 1


def planted_socket(machine, rng, shared):
    """Something of the other user lies where a run wants to serve its numbers."""
    kind = rng.choice(PLANTED)
    name = rng.choice(["metrics", "metrics.1"])
    shared.plant(name, kind)
    words = [machine.program("skua-soak"), "--work", "scopes", "--rounds", 5, "--seed", rng.getrandbits(40)]
    command, env = machine.over_places(rng, words, 3, mpi=False)
    result = machine.run(command, env | {"SKUA_METRICS": "unix:" + shared.path("metrics")})
    description = f"{env} {' '.join(map(str, command))} with a planted {kind} at {name}"
    refused_or_right(result, description)
    shared.check(description)
    return 1


def targets_of(pids, folder):
    """What the processes have that another user could reach by name: sockets, files, shared memory."""
    inodes, files = set(), set()
    for pid in pids:
        try:
            for fd in os.listdir(f"/proc/{pid}/fd"):
                link = os.readlink(f"/proc/{pid}/fd/{fd}")
                inodes.update(re.findall(r"^socket:\[(\d+)\]$", link))
                if os.path.isfile(link):
                    files.add(link)
            with open(f"/proc/{pid}/maps", encoding="utf-8") as maps:
                files.update(re.findall(r"(/dev/shm/\S+)$", maps.read(), re.MULTILINE))
        except OSError:
            continue
    with open("/proc/net/unix", encoding="utf-8") as table:
        rows = [line.split() for line in table.read().splitlines()[1:]]
    sockets = {row[7] for row in rows if len(row) > 7 and row[6] in inodes}
    sockets.update(os.path.join(folder, name) for name in os.listdir(folder))
    return {
        "pids": pids,
        "sockets": sorted("\0" + name[1:] if name.startswith("@") else name for name in sockets),
        "files": sorted(files),
    }


def watched_run(machine, rng, shared):
    """The other user tries everything against the processes of a run."""
    words = [machine.program("skua-soak"), "--work", "scopes", "--seconds", 1, "--seed", rng.getrandbits(40)]
    command, env = machine.over_places(rng, words, 3, mpi=False)
    description = f"{env} {' '.join(map(str, command))}"
    running = Running(command, env | {"SKUA_METRICS": "unix:" + shared.path("metrics")}, preexec_fn=without_mask)
    try:
        deadline = time.monotonic() + 30 * machine.patience
        while not os.path.exists(shared.path("metrics")):
            if time.monotonic() > deadline or running.process.poll() is not None:
                raise Failure(f"{description}: does not serve its numbers: {running.end(1).shown()}")
            time.sleep(0.005)
        found = as_other_user(intruder.try_all, targets_of(running.family(), shared.folder))
        if found["succeeded"]:
            raise Failure(f"{description}: another user has succeeded: {found['succeeded'][:5]}")
        result = running.end(60 * machine.patience)
        if result.code != 0 or not result.out.startswith("rounds "):
            raise Failure(f"{description}: {result.shown()}")
        running.expect_nothing_left()
    finally:
        if running.process.poll() is None:
            running.kill_all()
    return found["refused"]


def other_user(machine, rng):
    with Shared(machine, rng) as shared:
        return rng.choice([planted_checkpoint, planted_socket, watched_run])(machine, rng, shared)

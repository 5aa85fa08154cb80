# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Support for every experiment: the programs, processes with a time limit, and the processes that a
run leaves behind."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from dataclasses import dataclass

GRACE = 5.0  # seconds from a kill to the end of the run

POLICIES = [
    "random",
    "last_victim",
    "round_robin",
    "lifeline",
    "lifeline(1,2)",
    "nearest",
    "hierarchical",
    "hierarchical(2)",
    "performance_driven",
    "performance_driven(published)",
    "adaptive",
]
AMOUNTS = ["one", "half", "chunk(4)"]


class Failure(Exception):
    """A trial that failed, with the reason."""


@dataclass
class Result:
    code: int  # negative: killed by that signal
    out: str
    err: str
    seconds: float

    def shown(self):
        return f"exit code {self.code}, {self.out[-200:]!r}, {self.err[-400:]!r}"


# For sanitizers: an exit code that no program of ours has, and deadly signals are left to the
# program.
REPORTED = 99
SANITIZERS = {
    name: f"exitcode={REPORTED}:handle_segv=0:handle_abort=0:"
    for name in ("ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS")
}


def clean_environment(**settings):
    """The environment without settings of the library."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")}
    variables |= {
        name: variables.get(name, "halt_on_error=1:print_stacktrace=1") + ":" + value
        for name, value in SANITIZERS.items()
    }
    return variables | {k: str(v) for k, v in settings.items()}


class Running:
    """A process and all of its descendants."""

    def __init__(self, command, env=None, **process_options):
        self.mark = uuid.uuid4().hex
        self.begin = time.monotonic()
        # Files instead of pipes, so that a background process that is left behind does not block
        # the reader.
        self.out, self.err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [str(c) for c in command],
            stdin=subprocess.DEVNULL,
            stdout=process_options.pop("stdout", self.out),
            stderr=self.err,
            env=clean_environment(SOAK_RUN=self.mark, **(env or {})),
            start_new_session=True,
            **process_options,
        )
        self.command = " ".join(str(c) for c in command)

    def family(self):
        """The processes with our mark in their environment, without zombies."""
        processes = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    if self.mark.encode() in file.read():
                        processes.append(int(pid))
            except OSError:
                continue
        return processes

    def end(self, seconds):
        """Waits; a process that does not end is killed with all of its descendants, and that is a failure."""
        try:
            code = self.process.wait(max(0.0, seconds))
        except subprocess.TimeoutExpired:
            waits = self.stacks()
            self.kill_all()
            raise Failure(f"did not end within {seconds:.0f} s: {self.command}{waits}") from None
        result = Result(code, self.text(self.out), self.text(self.err), time.monotonic() - self.begin)
        if "Sanitizer:" in result.err or "runtime error:" in result.err:
            raise Failure(f"a sanitizer's report: {self.command}\n{result.err}")
        return result

    def stacks(self):
        """The kernel functions in which the threads of a process that does not end wait, for the report."""
        lines = []
        for pid in self.family()[:8]:
            try:
                with open(f"/proc/{pid}/status", encoding="utf-8") as status:
                    state = [line.split(":")[1].split()[0] for line in status if line.startswith(("State", "Threads"))]
                lines.append(f"pid {pid} state {state[0]} threads {state[1]}")
            except (OSError, IndexError):
                continue
        return "; " + ", ".join(lines) if lines else ""

    def kill_all(self):
        for pid in [*self.family(), self.process.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def expect_nothing_left(self):
        deadline = time.monotonic() + GRACE
        remaining = self.family()
        while remaining and time.monotonic() < deadline:
            time.sleep(0.01)
            remaining = self.family()
        if remaining:
            self.kill_all()
            raise Failure(f"processes are left behind: {remaining} of {self.command}")

    @staticmethod
    def text(file):
        file.seek(0)
        return file.read(1 << 20).decode(errors="replace")


class Machine:
    """The programs of one build."""

    def __init__(self, programs, patience, sanitizer=False):
        self.programs = os.path.abspath(programs)
        self.patience = patience  # multiplies the time limits: under a sanitizer, on a busy machine
        self.sanitizer = sanitizer  # the programs are built with one

    def has(self, program):
        return os.access(os.path.join(self.programs, program), os.X_OK)

    def program(self, name):
        return os.path.join(self.programs, name)

    def run(self, command, env=None, limit=60, **process_options):
        running = Running(command, env, **process_options)
        result = running.end(limit * self.patience)
        running.expect_nothing_left()
        return result

    def launchers(self):
        """The MPI launchers whose module was built, by name.

        The MPI libraries are built without sanitizers, which would report their internals as races
        and leaks."""
        if self.sanitizer:
            return {}
        return {
            name: launcher
            for name, launcher in (("openmpi", "mpirun.openmpi"), ("mpich", "mpiexec.mpich"))
            if self.has(f"../lib/libskua-mpi-{name}.so") and shutil.which(launcher)
        }

    def over_places(self, rng, command):
        """The command on a random transport, number of places and policy: the words and the environment."""
        env = {"SKUA_WORKERS": rng.choice([1, 1, 2, 3])}
        if rng.random() < 0.5:
            env |= {"SKUA_STEAL": rng.choice(POLICIES), "SKUA_STEAL_AMOUNT": rng.choice(AMOUNTS)}
        places = rng.randint(2, 4)
        launchers = self.launchers()
        way = rng.choice(["alone", "inproc", "fork", "skua-run", "skua-run", *launchers])
        if way in ("inproc", "fork"):
            env["SKUA_PLACES"] = places
            if way == "inproc":
                env["SKUA_TRANSPORT"] = "inproc"
        if way == "skua-run":
            command = [self.program("skua-run"), "-n", places, "-t", env.pop("SKUA_WORKERS"), "--", *command]
        launcher = launchers.get(way)
        if launcher:
            root = ["--allow-run-as-root", "--oversubscribe"] if way == "openmpi" else []
            if rng.random() < 0.3:
                env["SKUA_MPI_RINGS"] = "off"
            command = [launcher, *root, "-n", min(places, 3), *command]
        return command, env

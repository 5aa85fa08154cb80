# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Runs of skua at some places with some workers, started in one of several ways; for places_matrix.py."""

import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import time

from support.scratch import folder


class Start:
    """A way to start places: the words before the program, environment variables, and the transport
    that results."""

    def __init__(self, transport, *prefix, **settings):
        self.transport, self.prefix, self.settings = transport, prefix, settings


# No binding: on a small machine all ranks would share one core.
OPENMPI = ("mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n")
MPICH = ("mpiexec.mpich", "-n")
STARTS = {
    "inproc": Start("inproc", SKUA_TRANSPORT="inproc"),
    "fork": Start("shm"),
    "skua-run": Start("shm", "skua-run", "-n"),
    "openmpi": Start("mpi", *OPENMPI),
    "mpich": Start("mpi", *MPICH),
    "openmpi-messages": Start("mpi", *OPENMPI, SKUA_MPI_RINGS="off"),
    "mpich-messages": Start("mpi", *MPICH, SKUA_MPI_RINGS="off"),
}


FIRST_LATE = ("sh", "-c", 'test "$SKUA_RUN_PLACE$OMPI_COMM_WORLD_RANK$PMI_RANK" = 0 && sleep 0.2; exec "$@"', "sh")


def launcher(name, program):
    """The path of a launcher, or None. skua-run is built beside the program."""
    if name == "skua-run":
        return shutil.which(str(pathlib.Path(program).resolve().parent / name))
    return shutil.which(name)


def missing(start, program):
    """Why this start is not possible here, or an empty string."""
    prefix = STARTS[start].prefix
    return f"{prefix[0]} is not installed" if prefix and launcher(prefix[0], program) is None else None


def names_left_behind():
    """Names in shared memory that the library left behind."""
    return {name for name in os.listdir("/dev/shm") if "skua" in name}


def descendants(pid):
    """The process and all of its descendants, itself last."""
    below = []
    for path in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in path.read_text().split():
                below += descendants(int(child))
        except (FileNotFoundError, ProcessLookupError):
            pass
    return [*below, pid]


def write_stacks(pids, folder):
    """Writes what every thread of these processes is doing, according to gdb; returns the name of
    the file."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    path = pathlib.Path(folder) / f"stacks-{pids[-1]}.txt"
    with open(path, "w", encoding="utf-8") as file:
        for pid in pids:
            subprocess.run(["gdb", "-batch", "-nx", "-p", str(pid), "-ex", "thread apply all bt"], stdout=file,
                           stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=60, check=False)
    return path


class Combination:
    """One way to start, a number of places, a number of workers at each."""

    def __init__(self, program, start, places, workers):
        self.start, self.places, self.workers = STARTS[start], places, workers
        first, *options = self.start.prefix or [None]
        self.prefix = [launcher(first, program), *options, str(places)] if first else []
        self.program = program

    def command(self, arguments, wrapper=()):
        placed = [] if self.prefix else ["--places", str(self.places)]
        return [*self.prefix, *wrapper, self.program, *arguments, "--workers", str(self.workers), *placed]

    def shown(self, arguments):
        """The command as a user would type it."""
        settings = [f"{name}={value}" for name, value in self.start.settings.items()]
        return " ".join([*settings, shlex.join(self.command(arguments))])

    def environment(self):
        """Open MPI keeps files of a job below a folder that all jobs of a user share, and removes it
        with the last job. A job that starts just then fails; so each script has a separate folder."""
        clean = {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")}
        return clean | {"OMPI_MCA_orte_tmpdir_base": folder} | self.start.settings

    def run(self, arguments, timeout, stacks=None, wrapper=()):
        """Exit code (a text if it did not end), standard output, standard error. Leaves no process behind."""
        process = subprocess.Popen(self.command(arguments, wrapper), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=self.environment(), start_new_session=True)
        try:
            output, err = process.communicate(timeout=timeout)
            return process.returncode, output, err
        except subprocess.TimeoutExpired:
            all_processes = descendants(process.pid)
            text = f"not finished after {timeout:g} s"
            if stacks:
                text += f" (stacks: {write_stacks(all_processes, stacks)})"
            self.end(all_processes)
            output, err = process.communicate()
            return text, output, err

    @staticmethod
    def end(pids):
        """Ends the processes; the launcher gets a moment to clean up before all are killed."""
        for number, patience in (signal.SIGTERM, 2), (signal.SIGKILL, 0):
            for pid in reversed(pids):
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass
            time.sleep(patience)

    def fault(self, case, timeout, stacks):
        """The fault of the run of a case, or nothing."""
        code, output, err = self.run([*case.arguments, "--json"], timeout, stacks)
        if code == -signal.SIGPIPE and self.start.transport == "mpi":
            # A failure of the launcher itself: Hydra's mpiexec sometimes writes to its proxy when
            # that has just ended.
            code, output, err = self.run([*case.arguments, "--json"], timeout, stacks)
        if code != 0:
            return f"{code if isinstance(code, str) else f'exit code {code}'}: {(output + err)[-500:]}"
        if output.count("\n") != 1 or err:
            return f"expected one line, found {output!r} and {err!r}"
        document = json.loads(output)
        expected = {"verified": True, "places": self.places, "workers": [self.workers] * self.places,
                    "transport": self.start.transport if self.places > 1 else "none"}
        for key, value in expected.items():
            if document[key] != value:
                return f"{key}: expected {value}, found {document[key]}"
        return case.complaint(document)

    def complained_once(self, arguments):
        """The fault in how a wrong command line is refused, or nothing. There must be one line, not
        one from each place, even if the first place is late and the launcher ends all others as
        soon as one has failed."""
        code, output, err = self.run(arguments, 60, wrapper=FIRST_LATE)
        line_count = err.count("skua uts: --tree: expected one of")
        return (
            None
            if code == 2 and line_count == 1
            else f"expected one line and exit code 2, found {line_count} and {code}: {output}{err}"
        )

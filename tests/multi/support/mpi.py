# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts programs of the library under an MPI launcher."""

import atexit
import os
import pathlib
import shutil
import sys
import tempfile

TWO_HOSTS = pathlib.Path(__file__).resolve().parents[2] / "mpi" / "two_hosts.sh"


def command(flavour, places):
    """The command of the launcher, and a folder for the files of this job alone, so that the test
    can see which ones are left behind. The launchers "alone" (without rings) and "srun" (of Slurm,
    on two hosts) leave the other ranks alone when one is killed. The exit code of "alone" is 0.

    Ends the test as skipped if that launcher is not installed."""
    folder = tempfile.mkdtemp()
    os.environ["TMPDIR"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    openmpi = ("mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
               "--mca", "btl_vader_backing_directory", folder, "-n", places)
    commands = {
        "openmpi": openmpi,
        "openmpi-alone": (*openmpi, "--enable-recovery", "env", "SKUA_MPI_RINGS=off"),
        "mpich": ("mpiexec.mpich", "-n", places),
        "mpich-srun": ("bash", TWO_HOSTS, "mpich", places),
        "openmpi-srun": ("bash", TWO_HOSTS, "openmpi", places),
    }
    words = commands[flavour]
    if flavour.endswith("-srun"):
        os.environ["TWO_HOSTS_SRUN"] = ""
    if shutil.which(words[0]) is None:
        print(f"skipped: {words[0]} is not installed")
        sys.exit(77)
    return words, folder

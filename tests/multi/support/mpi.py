# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts programs of the library under an MPI launcher."""

import atexit
import os
import shutil
import sys
import tempfile


def command(flavour, places):
    """The command of the launcher, and a folder for the files of this job alone, so that the test
    can see which ones are left behind.

    Ends the test as skipped if that launcher is not installed."""
    folder = tempfile.mkdtemp()
    os.environ["TMPDIR"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    commands = {
        "openmpi": ("mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
                    "--mca", "btl_vader_backing_directory", folder, "-n", places),
        "mpich": ("mpiexec.mpich", "-n", places),
    }
    words = commands[flavour]
    if shutil.which(words[0]) is None:
        print(f"skipped: {words[0]} is not installed")
        sys.exit(77)
    return words, folder

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that a test makes, in a folder that is removed with the test."""

import atexit
import os
import shutil
import tempfile

folder = tempfile.mkdtemp(prefix="skua-test-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)


def file(name, content):
    """Writes text or bytes to a file of that name, and returns its path."""
    path = os.path.join(folder, name)
    with open(path, "wb") as stream:
        stream.write(content if isinstance(content, bytes) else content.encode())
    return path


def keep():
    """Keeps the files, so that a printed command line can be run again."""
    atexit.unregister(shutil.rmtree)

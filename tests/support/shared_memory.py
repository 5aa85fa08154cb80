# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the library has left in shared memory since the script began."""

import os

from scenarios import expect


def names_left_behind():
    """Names in shared memory that the library left behind."""
    return {name for name in os.listdir("/dev/shm") if "skua" in name}


BEFORE = names_left_behind()


def nothing_is_left_in_shared_memory(text=""):
    """A scenario, the last of a script; with a text, a check of another one."""
    names = names_left_behind() - BEFORE
    expect(not names, f"{text}left behind: {names}")

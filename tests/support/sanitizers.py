# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a program is compiled with a sanitizer."""


def has_sanitizer(program, *kinds):
    """One of the kinds, "asan" and "tsan"; without arguments: either."""
    with open(program, "rb") as file:
        content = file.read()
    return any(f"__{kind}_init".encode() in content for kind in kinds or ("asan", "tsan"))

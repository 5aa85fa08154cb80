# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All declared experiments, and the names of groups of them."""

import apgas
import futures
import habanero
import yewpar

ALL = [*apgas.ALL, *yewpar.ALL, *habanero.ALL, *futures.ALL]


def groups():
    """Name -> experiments: each alone, each paper, and the kinds."""
    result = {e.name: [e] for e in ALL}
    for paper in dict.fromkeys(e.paper for e in ALL):
        result[paper] = [e for e in ALL if e.paper == paper and not e.is_long]
    for kind in ("real", "simulated"):
        result[kind] = [e for e in ALL if e.kind == kind and not e.is_long]
    result["all"] = list(ALL)
    return result


def selected(names):
    """In the order of the page; without names all but the long ones."""
    if not names:
        return [e for e in ALL if not e.is_long]
    chosen = {e.name for name in names for e in groups()[name]}
    return [e for e in ALL if e.name in chosen]

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Graphs in LAD format with a known number of occurrences of one in another, for `skua sip`."""

from math import perm

from support.scratch import file


def cycle(n):
    return n, [(i, (i + 1) % n) for i in range(n)]


def multipartite(*parts):
    """All edges between different parts; complete if each part has one vertex."""
    part_of = [number for number, part in enumerate(parts) for _ in range(part)]
    return len(part_of), [(a, b) for b in range(len(part_of)) for a in range(b) if part_of[a] != part_of[b]]


def complete(n):
    return multipartite(*[1] * n)


def grid(width, height):
    across = [(y * width + x, y * width + x + 1) for y in range(height) for x in range(width - 1)]
    return width * height, across + [(v, v + width) for v in range(width * (height - 1))]


def cube(dimensions):
    """A hypercube: numbers that differ in one bit are joined."""
    return 1 << dimensions, [
        (a, a | 1 << bit) for a in range(1 << dimensions) for bit in range(dimensions) if not a >> bit & 1
    ]


PETERSEN = 10, cycle(5)[1] + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
PATH = 10, cycle(10)[1][:9]

# Name, pattern, target, number of occurrences, number of induced ones, in the three sizes of
# known.py. A bipartite graph has no pattern with an odd cycle, and a graph of four parts has no
# five vertices that are all joined. In a complete graph every map is an embedding. If
# sip/verifier.cpp has the name, the program also knows the count.
PAIRS = (
    [
        ("c16_hamcycle_grid4x4", cycle(16), grid(4, 4), 192, 0),
        ("c5_in_petersen", cycle(5), PETERSEN, 120, 120),
        ("p10_hampath_petersen", PATH, PETERSEN, 240, 0),
        ("c10_hamcycle_petersen", cycle(10), PETERSEN, 0, 0),
        ("q3_in_q4", cube(3), cube(4), 384, 384),
        ("vertex", (1, []), PETERSEN, 10, 10),
        ("larger", cycle(11), PETERSEN, 0, 0),
        ("odd", cycle(7), multipartite(5, 5), 0, 0),
        ("two_sides", multipartite(3, 3), multipartite(5, 5), 2 * perm(5, 3) ** 2, 2 * perm(5, 3) ** 2),
    ],
    [
        ("any_map", cycle(6), complete(9), perm(9, 6), 0),
        ("pigeons", complete(5), multipartite(6, 6, 6, 6), 0, 0),
    ],
    [
        ("more_maps", cycle(6), complete(16), perm(16, 6), 0),
        ("longer_odd", cycle(9), multipartite(6, 6), 0, 0),
    ],
)


def lad(name, graph):
    order, edges = graph
    near = [[] for _ in range(order)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return file(
        name, f"{order}\n" + "".join(f"{len(part_of)} {' '.join(map(str, sorted(part_of)))}\n" for part_of in near)
    )


def pair(name, pattern, target):
    """Writes both files."""
    return lad(f"{name}.pattern.lad", pattern), lad(f"{name}.target.lad", target)


def pairs(number):
    """The pairs of one size: command line, number of occurrences, number of induced ones."""
    for name, pattern, target, count, induced in PAIRS[number]:
        yield " ".join(pair(name, pattern, target)), count, induced

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small instances of the search programs: their files, and their answers by exhaustive search."""

import itertools


def graph(rng, order, density):
    return {pair for pair in itertools.combinations(range(order), 2) if rng.random() < density}


def joined(edges, a, b):
    return (min(a, b), max(a, b)) in edges


def dimacs(order, edges):
    return f"p edge {order} {len(edges)}\n" + "".join(f"e {a + 1} {b + 1}\n" for a, b in sorted(edges))


def lad(order, edges):
    rows = ([b for b in range(order) if b != a and joined(edges, a, b)] for a in range(order))
    return f"{order}\n" + "".join(" ".join(map(str, [len(row), *row])) + "\n" for row in rows)


def tsplib(distances):
    rows = "".join(" ".join(map(str, row)) + "\n" for row in distances)
    return (
        f"NAME: small\nTYPE: TSP\nDIMENSION: {len(distances)}\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT:"
        f" FULL_MATRIX\nEDGE_WEIGHT_SECTION\n{rows}EOF\n"
    )


def largest_clique(order, edges):
    best = 0
    masks = [sum(1 << b for b in range(order) if b != a and joined(edges, a, b)) for a in range(order)]

    def grow(size, candidates):
        nonlocal best
        best = max(best, size)
        while candidates:
            v = candidates.bit_length() - 1
            candidates &= ~(1 << v)
            grow(size + 1, candidates & masks[v])

    grow(0, (1 << order) - 1)
    return best


def best_profit(capacity, items):
    best = {0: 0}
    for profit, weight in items:
        for used, value in list(best.items()):
            if used + weight <= capacity:
                best[used + weight] = max(best.get(used + weight, 0), value + profit)
    return max(best.values())


def shortest_tour(distances):
    other_cities = range(1, len(distances))
    return min(
        sum(distances[a][b] for a, b in zip((0, *tour), (*tour, 0))) for tour in itertools.permutations(other_cities)
    )


def embeddings(pattern_order, pattern, order, target, induced):
    count = 0
    for images in itertools.permutations(range(order), pattern_order):
        pairs = itertools.combinations(range(pattern_order), 2)
        if all(
            (
                joined(target, images[a], images[b])
                if joined(pattern, a, b)
                else not (induced and joined(target, images[a], images[b]))
            )
            for a, b in pairs
        ):
            count += 1
    return count

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua uts`: trees of every type and shape, compared with counts made by independent programs."""

from support.program import answer, expect, refused, run, run_scenarios, scenario

# Options, nodes, leaves, depth.
TREES = [
    ("-t 1 -a 3 -d 5 -b 4 -r 19", 3987, 3232, 5),
    ("-t 1 -a 3 -d 1 -b 4 -r 19", 6, 5, 1),
    ("-t 1 -a 1 -d 8 -b 4 -r 0", 12958, 6606, 26),
    ("-t 1 -a 1 -d 10 -b 3 -r 0", 10475, 5255, 29),
    ("-t 1 -a 2 -d 6 -b 4 -r 0", 5675, 3345, 31),
    ("-t 1 -a 3 -d 5 -b 4 -r 0", 6650, 5359, 5),
    ("-t 1 -a 0 -d 8 -b 4 -r 1", 1938, 1126, 8),
    ("-t 1 -a 3 -d 5 -b 4 -r 2", 1, 1, 0),
    ("-t 2 -a 0 -d 8 -b 4 -q 0.234375 -m 4 -r 0", 8961, 6721, 68),
    ("-t 2 -a 0 -d 8 -b 4 -q 0.234375 -m 4 -r 1", 3443, 2575, 42),
    ("-t 0 -b 200 -q 0.124875 -m 8 -r 1", 6457, 5674, 58),
    ("-t 3 -d 10 -b 3 -r 0", 88573, 59049, 10),
]
NAMED = {
    "T1": (4130071, 3305118, 10),
    "T2": (4117769, 2342762, 81),
    "T3": (4112897, 3599034, 1572),
    "T4": (4132453, 3108986, 134),
    "T5": (4147582, 2181318, 20),
}
# The others of the published list: too large for a test, and known by name.
LARGE = {
    "T1L": (102181082, "-t 1 -a 3 -d 13 -b 4 -r 29"),
    "T2L": (96793510, "-t 1 -a 2 -d 23 -b 7 -r 220"),
    "T3L": (111345631, "-t 0 -b 2000 -q 0.200014 -m 5 -r 7"),
    "T1XL": (1635119272, "-t 1 -a 3 -d 15 -b 4 -r 29"),
    "T1XXL": (4230646601, "-t 1 -a 3 -d 15 -b 4 -r 19"),
    "T3XXL": (2793220501, "-t 0 -b 2000 -q 0.499995 -m 2 -r 316"),
    "T2XXL": (10612052303, "-t 0 -b 2000 -q 0.499999995 -m 2 -r 0"),
    "T1WL": (270751679750, "-t 1 -a 3 -d 18 -b 4 -r 19"),
    "T2WL": (295393891003, "-t 0 -b 2000 -q 0.4999999995 -m 2 -r 559"),
    "T3WL": (157063495159, "-t 0 -b 2000 -q 0.4999995 -m 2 -r 559"),
}


def counts(document):
    return tuple(document["result"][key] for key in ("nodes", "leaves", "depth"))


@scenario
def known_trees():
    for options, *expected in TREES:
        for workers in (1, 3):
            document = answer("uts", *options.split(), "--workers", workers)
            expect(counts(document) == tuple(expected), f"{options} on {workers} workers: {counts(document)}")
            expect(document["stats"]["nodes"] == expected[0], f"{options}: stats {document['stats']}")


@scenario
def named_trees():
    for name, expected in NAMED.items():
        document = answer("uts", "--tree", name, "--compare")
        expect(counts(document) == expected, f"{name}: {counts(document)}")
        expect(document["sequential_seconds"] > 0, f"{name}: the twin ran")


@scenario
def names_of_large_trees():
    """A search that stops at once shows which tree a name is, and that its size is known."""
    for name, (nodes, options) in LARGE.items():
        text = run("uts", "--tree", name, "--coordination", "automatic", "--node-limit", 1000).stdout
        expect(f"({options})" in text and "not more than the known size" in text, f"{name}: {text}")
        document = answer("uts", *options.split(), "--coordination", "automatic", "--node-limit", 1000)
        expect(not document["result"]["complete"] and document["result"]["nodes"] < nodes, f"{options}: {document}")


@scenario
def a_deep_tree():
    """17,844 levels deep: no stack may grow with the depth."""
    expect(counts(answer("uts", "--tree", "T3L", "--compare")) == (111345631, 89076904, 17844), "T3L")


@scenario
def words_and_unknown_trees():
    """Words instead of numbers, the classic values as defaults, and a tree without a known answer,
    which the sequential program checks."""
    same = [answer("uts", "-t", "geometric", "-a", "fixed", "-d", "5", "-r", "19"),
            answer("uts", "--type=geometric", "--shape=fixed", "--depth=5", "--seed=19", "--branching=4")]
    expect(all(counts(document) == (3987, 3232, 5) for document in same), "words and long options")
    unknown = answer("uts", "-t", "1", "-a", "0", "-d", "7", "-r", "123")
    expect(unknown["sequential_seconds"] is None, "the twin is reported only when asked for")


@scenario
def granularity():
    """Granularity repeats hashes; the tree is the same."""
    slow = answer("uts", "-a", "3", "-d", "5", "-r", "19", "-g", "3")
    expect(counts(slow) == (3987, 3232, 5), "granularity")


@scenario
def wrong_options_are_refused():
    refused("--tree: expected one of T1, T2, T3, T4, T5, T1L", "uts", "--tree", "T9")
    refused("--depth", "uts", "--depth", "0")
    refused("--type: expected one of binomial (0), geometric (1), hybrid (2), balanced (3), found 7", "uts", "-t", "7")
    refused("--shape: expected one of linear (0)", "uts", "--shape", "round")
    refused("--probability", "uts", "-q", "1.5")
    refused("--probability", "uts", "-t", "0", "-q", "0.25", "-m", "4")
    refused("--seed", "uts", "-r", "99999999999")
    refused("--depth", "uts", "--tree", "T1", "--depth", "3")
    refused("--branching", "uts", "-b", "many")


run_scenarios()

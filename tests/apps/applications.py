# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What each application refuses, prints and counts. places_matrix.py has their answers at several
places, search_program.py the searches."""

import math
import re
import shlex

from support.cases import pi_by_midpoints
from support.program import answer, expect, refused, run, run_scenarios, scenario

# A part of the line, and the command line that is refused with it.
REFUSED = """
KERNEL is required | bale
KERNEL | bale sort
--size | bale histogram -n 0
--size | bale histogram -n 16777217
--density | bale transpose --density 1001
--rounds | bale triangles --rounds 0
--seed: expected a whole number | bale histogram --seed 1.5
more global memory: place 0 has no room | bale histogram --skua-memory=1M
--scale | bc --scale 1
--scale | bc --scale 25
--bundle | bc --bundle 0
--seed | bc --seed -1
N is required | fib
0 to 50 | fib 51
0 to 50 | fib 1.5
--form | fib 10 --form spawn
--cutoff | fib 10 --cutoff -1
--near | fib 10 --near 51
--scale | gups -n 3
--scale | gups -n 32
--by | gups --by messages
--look-ahead | gups --look-ahead 0
more global memory: place 0 has no room | gups -n 20 --skua-memory=1M
--jobs | issue --jobs 0
--jobs | issue --jobs 2001
--batches | issue --batches 0
--vectors | issue --vectors 2,17
--vectors | issue --vectors two
--elements | issue --elements 1,4000001
--elements: expected at least 4, one for each of 4 vectors, found 3 | issue --vectors 1,4 --elements 3
--kernels | lu --kernels mkl
--n | lu --n 0
--n | lu --n 1000000000000
--tile | lu --tile 0
--tile: expected at least 5 for order 1000 | lu --n 1000 --tile 3
--tile: expected at least 16 for order 1000 | lu --n 1000 --tile 5 --tiled
--tiled | lu --tiled=perhaps
--seed: expected a whole number | lu --seed one
--size | lulesh --size 0
--size | lulesh --size 1001
--iterations | lulesh --iterations -1
--n | pi --n 0
--n | pi --n 100000000001
--largest: expected a multiple of 8, found 12 | pingpong --largest 12
--largest | pingpong --largest 0
--rounds | pingpong --rounds 0
--partner: expected a place below 1, found 1 | pingpong --partner 1
--items | pipeline --items -1
--size | pipeline --size 0
--rounds | pipeline --rounds 1001
--items: expected at most 65536 items | pipeline --items 10000000 --size 16777216
--placement | pipeline --placement 2
--seed: expected a whole number | pipeline --seed 18446744073709551616
N is required | queens
1 to 18 | queens 0
1 to 18 | queens 19
1 to 18 | queens eight
--cutoff: expected at most the 8 rows | queens 8 --cutoff 9
--cutoff | queens 8 --cutoff -1
--limit | queens 8 --limit 0
--near | quicksort --near 15
--n | quicksort --n -1
--cutoff | quicksort --cutoff 15
--keys | quicksort --keys string
--form | quicksort --form future
--seed: expected a whole number below 2^64 | quicksort --seed -1
not expected | quicksort 5
--keys | samplesort --keys 0
--keys | samplesort --keys 8589934592
--distribution | samplesort --distribution sortd
--seed: expected a whole number below 2^64 | samplesort --seed -1
more global memory: | samplesort --keys 1000000 --skua-memory=1M
--side | stencil -n 0
--side | stencil -n 65537
--steps | stencil --steps -1
--steps | stencil --steps 1000001
--form | stencil --form mpmd
--random | tsp --random 2
--random | tsp --random 65
--cutoff | tsp --cutoff -1
--at-most | tsp --at-most -1
--watch requires --at-most | tsp --watch
--watch excludes --coordination | tsp --at-most 30 --watch --coordination automatic
--tree: expected one of T1, T2, T3, T4, T5, T1L | uts --tree T9
--depth | uts --depth 0
--type: expected one of binomial (0), geometric (1), hybrid (2), balanced (3), found 7 | uts -t 7
--shape: expected one of linear (0) | uts --shape round
--probability | uts -q 1.5
--probability | uts -t 0 -q 0.25 -m 4
--seed | uts -r 99999999999
--depth | uts --tree T1 --depth 3
--branching | uts -b many
"""


@scenario
def wrong_options_are_refused():
    for line in REFUSED.strip().splitlines():
        text, _, words = line.partition(" | ")
        refused(text, *shlex.split(words))


# Parts of the output as text.
PRINTED = {
    "bc -n 7 --seed 99": ["what the sequential program found"],
    "bc -n 7": ["vertex 0 is the most central one of 128", "30,504, which is the known number"],
    "lulesh --size 4 --iterations 3": ["is not known"],
    "queens 8": ["92 solutions"],
    "tsp --random 18 --seed 5": ["dynamic programming", "verified"],
    "tsp --random 19 --seed 5": ["the sequential program", "verified"],
    "uts -t 1 -a 0 -d 7 -r 123 --coordination automatic": ["equal to the count of the sequential program"],
}


@scenario
def text():
    for words, parts in PRINTED.items():
        done = run(*words.split())
        for part in parts:
            expect(done.returncode == 0 and part in done.stdout, f"{words}: {part!r} in {done.stdout!r}")


# Options, nodes, leaves, depth: counts of independent programs, for trees of every type and shape.
TREES = [
    ("-t 1 -a 3 -d 5 -b 4 -r 19", 3987, 3232, 5),
    ("-t 1 -a 3 -d 1 -b 4 -r 19", 6, 5, 1),
    ("-t 1 -a 1 -d 8 -b 4 -r 0", 12958, 6606, 26),
    ("-t 1 -a 2 -d 6 -b 4 -r 0", 5675, 3345, 31),
    ("-t 1 -a 0 -d 8 -b 4 -r 1", 1938, 1126, 8),
    ("-t 1 -a 3 -d 5 -b 4 -r 2", 1, 1, 0),
    ("-t 2 -a 0 -d 8 -b 4 -q 0.234375 -m 4 -r 1", 3443, 2575, 42),
    ("-t 0 -b 200 -q 0.124875 -m 8 -r 1", 6457, 5674, 58),
    ("-t 3 -d 10 -b 3 -r 0", 88573, 59049, 10),
    ("-t geometric --shape=fixed -d 5 --seed=19 --branching=4 -g 3", 3987, 3232, 5),
    ("-t 3 -b 1 -d 100000", 100001, 1, 100000),  # no stack may grow with the depth
    ("--tree T2", 4117769, 2342762, 81),
    ("--tree T4", 4132453, 3108986, 134),
    ("--tree T5", 4147582, 2181318, 20),
]
# The others of the published list: too large for a test, and known by name.
LARGE = {
    "T1L": "-t 1 -a 3 -d 13 -b 4 -r 29",
    "T2L": "-t 1 -a 2 -d 23 -b 7 -r 220",
    "T3L": "-t 0 -b 2000 -q 0.200014 -m 5 -r 7",
    "T1XL": "-t 1 -a 3 -d 15 -b 4 -r 29",
    "T1XXL": "-t 1 -a 3 -d 15 -b 4 -r 19",
    "T3XXL": "-t 0 -b 2000 -q 0.499995 -m 2 -r 316",
    "T2XXL": "-t 0 -b 2000 -q 0.499999995 -m 2 -r 0",
    "T1WL": "-t 1 -a 3 -d 18 -b 4 -r 19",
    "T2WL": "-t 0 -b 2000 -q 0.4999999995 -m 2 -r 559",
    "T3WL": "-t 0 -b 2000 -q 0.4999995 -m 2 -r 559",
}


@scenario
def known_trees():
    for options, *expected in TREES:
        result = answer("uts", *options.split())["result"]
        expect([result["nodes"], result["leaves"], result["depth"]] == expected, f"{options}: {result}")
    for name, options in LARGE.items():  # a search that stops at once shows which tree a name is
        shown = run("uts", "--tree", name, "--coordination", "automatic", "--node-limit", 1000).stdout
        expect(f"({options})" in shown and "not more than the known size" in shown, f"{name}: {shown}")


@scenario
def limits_that_save_minutes():
    """Without the limit these would run for minutes: one with many tasks, one with a single task that
    polls the limit itself."""
    for cutoff in (8, 0):
        result = answer("queens", 17, "--limit", 1000, "--cutoff", cutoff)["result"]
        # There are 95,815,104 solutions. While the thread that checks the limit has no processor,
        # each worker may find some 10 ** 5 more.
        expect(result["cancelled"] and 1000 <= result["solutions"] < 5 * 10**7, f"stopped early: {result}")


@scenario
def tours_that_are_short_enough():
    """A tour that is short enough ends the search; no task is lost. With --watch the first place sees it
    at some moment, and the search may have ended before."""
    for limit in (60, 23, 22):
        for where in (["--workers", 2], ["--places", 2, "--workers", 1]):
            for watch in ([], ["--watch"]):
                document = answer("tsp", "--random", 17, "--at-most", limit, *watch, *where)
                result, stats = document["result"], document["stats"]
                expect(result["length"] <= limit if result["cancelled"] else result["length"] == 23, f"{result}")
                expect(limit >= 23 or not result["cancelled"], f"limit {limit}: {result}")
                expect(watch or result["cancelled"] == (limit >= 23), f"limit {limit}: {result}")
                expect(stats["tasks_ran"] + stats["tasks_never_started"] == stats["tasks_spawned"], f"{stats}")
    early, whole = (answer("tsp", "--random", 20, *words, "--workers", 1)["stats"] for words in (["--at-most", 45], []))
    expect(early["nodes"] < whole["nodes"] / 10, f"stopping early saves work: {early} {whole}")


@scenario
def one_worker_walks_the_tree_of_the_sequential_program():
    for cutoff in (0, 4):
        stats = answer("tsp", "--random", 13, "--cutoff", cutoff, "--workers", 1, "--compare")["stats"]
        expect(stats["nodes"] == stats["sequential_nodes"], f"cutoff {cutoff}: {stats}")
    for graph in "MANN_a27", "hamming6-4", "keller4":
        stats = answer("clique", "--graph", graph, "--workers", 1, "--compare")["stats"]
        opened = stats["nodes"] - stats["prunes"]  # some improve the incumbent and have no candidates to colour
        expect(opened - stats["improvements"] <= stats["sequential_nodes"] <= opened, f"{graph}: {stats}")


@scenario
def sources_in_bundles():
    for bundle in (1, 7, 1000):
        document = answer("bc", "-n", 8, "--bundle", bundle)
        expect(document["result"]["sum"] == 148019, f"bundle {bundle}: {document['result']}")
        expect(document["stats"]["tasks_spawned"] == -(-256 // bundle), f"bundle {bundle}: {document['stats']}")


@scenario
def both_sets_of_kernels():
    sets = ("plain",) if "built without" in run("lu", "--n", 1, "--kernels", "lapack").stderr else ("plain", "lapack")
    for kernels in sets:
        for form, counts in (
            ([], {"panels": 10, "updates": 45, "exchanges": 9}),
            (["--tiled"], {"dgetrf": 10, "dgessm": 45, "dtstrf": 45, "dssssm": 285}),
        ):
            for tile in (7, 20, 64, 200):
                document = answer("lu", *form, "--n", 200, "--tile", tile, "--kernels", kernels, "--compare")
                result, stats = document["result"], document["stats"]
                right = math.isclose(result["determinant_log"], 181.66575476751814, rel_tol=1e-9)
                expect(right and result["determinant_sign"] == -1 and result["residual"] < 60, f"tile {tile}: {result}")
                expect(stats["kernels"] == kernels, f"{stats}")
                expect(tile != 20 or stats["kernel_jobs"] == counts, f"{stats}")


@scenario
def published_energies():
    """The same bits with one worker and with three."""
    for edge, iterations, energy in ((3, 23, 4.001338e3), (8, 163, 1.788182e4)):
        results = [answer("lulesh", "-s", edge, "--workers", workers)["result"] for workers in (1, 3)]
        expect(results[0] == results[1], f"{results}")
        expect(math.isclose(results[0]["origin_energy"], energy, rel_tol=5.1e-7), f"{edge}: {results[0]}")
        expect(results[0]["iterations"] == iterations and results[0]["relative_asymmetry"] < 1e-8, f"{results[0]}")
    for size in (1, 2):
        answer("lulesh", "--size", size, "--iterations", 20, "--compare")


@scenario
def strips_and_keys():
    for n, value in {1: 3.2, 2: 3.1623529411764704, 1025: pi_by_midpoints(1025)}.items():
        result = answer("pi", "--n", n)["result"]
        expect(abs(result["value"] - value) < 1e-12, f"{n}: {result}")
    result = answer("quicksort", "--keys", "double", "--n", 100000, "--seed", 7, "--compare")["result"]
    values = [4.684318270276044e-06, 0.4981329237384029, 0.9999754422740992]
    expect(result["first_middle_last"] == values, f"{result}")
    for keys in (1, 255, 256, 257, 65537):
        answer("samplesort", "--keys", keys, "--places", 2, "--workers", 2, "--compare")


@scenario
def rows_of_measurements():
    shapes = [(0, 0), (1, 8), (2, 16), (4, 32), (8, 64), (1, 8), (2, 16), (4, 32), (8, 64), (1, 64), (1, 512),
              (1, 4096), (1, 32768), (1, 65536)]
    for places in (1, 2):
        document = answer("issue", "--places", places, "--jobs", 50, "--batches", 3, "--compare")["result"]
        expect([(row["arguments"], row["bytes"]) for row in document["rows"]] == shapes, f"{document}")
        for row in document["rows"]:
            far = [row[key] is not None for key in row if key.startswith("far_")]
            expect(far and all(is_there == (places > 1) for is_there in far), f"{places} places: {row}")
            expect(row["spawn_run_ns"] >= row["spawn_ns"] > 0 and row["std_async_ns"] > 0, f"{places} places: {row}")
        document = answer("pingpong", "--places", places, "--rounds", 20, "--largest", 4096, "--compare")["result"]
        expect([row["bytes"] for row in document["rows"]] == [8, 64, 512, 4096], f"{places} places: {document}")
        expect(all(number > 0 for row in document["rows"] for number in row.values()), f"{places} places: {document}")
        expect(document["partner"] == places - 1, f"{places} places: {document}")
    document = answer("pingpong", "--places", 3, "--partner", 1, "--rounds", 10, "--largest", 8)["result"]
    expect(document["partner"] == 1 and document["rows"][0]["socket_us"] is None, f"{document}")


MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix64(z):
    z = (z + GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def checksum(items, size, rounds, seed):
    total = 0
    for item in range(items):
        block = [mix64((seed + (item * size + i) * GOLDEN) & MASK) for i in range(size)]
        for turn in range(rounds):
            before = turn
            for i, word in enumerate(block):
                before = block[i] = mix64(word ^ before)
        total += (item + 1) * sum((i + 1) * word for i, word in enumerate(block))
    return total & MASK


@scenario
def blocks_of_a_pipeline():
    """Their checksum is computed here from the definition. Jobs that are placed go where they should."""
    for items, size, rounds, seed in ((0, 1, 1, 1), (7, 3, 2, 5), (3, 100, 4, MASK)):
        options = ("--items", items, "--size", size, "--rounds", rounds, "--seed", seed)
        for placement in ("any", "round-robin"):
            document = answer("pipeline", *options, "--places", 3, "--placement", placement)
            expect(document["result"] == {"checksum": checksum(items, size, rounds, seed)}, f"{options}: {document}")
            elsewhere = sum(job % 3 != 0 for job in range(3 * items))
            expect(placement == "any" or document["stats"]["remote_jobs"] == elsewhere, f"{document['stats']}")


@scenario
def too_little_global_memory():
    """The line says how much is enough."""
    size = ("stencil", "-n", 1000, "--places", 2, "--workers", 1)
    line = refused("more global memory: place ", *size, "--skua-memory=1M").stderr
    enough = re.search(r"this block needs (\d+)\)", line)
    expect(enough, line)
    answer(*size, f"--skua-memory={enough[1]}")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`--certify`: every witness is checked here once more, in a few lines that read the file themselves."""

import itertools
import math
import os
import random
import signal
import subprocess
import sys

from support.program import answer, expect, refused, run, run_scenarios, scenario, wait_until_busy
from support.scratch import file

data = os.environ.get("SKUA_DATA")
chance = random.Random()  # each scenario sets the seed, so that it is the same when it runs alone


def lines(path):
    with open(path, encoding="ascii") as stream:
        return [line.split() for line in stream if line.strip()]


def shared(kind, *names):
    """Those of the files in SKUA_DATA that exist."""
    if not data:
        return []
    paths = [os.path.join(data, kind, name) for name in names]
    for path in paths:
        if not os.path.exists(path):
            print(f"skipped: {path} is not there")
    return [path for path in paths if os.path.exists(path)]


def certified(*arguments):
    """The result of a run whose own certificate holds."""
    result = answer(*arguments, "--certify")["result"]
    expect(result["certified"] is True and result["certificate"], f"{arguments}: {result}")
    return result


def is_witness(good, arguments, result):
    expect(good, f"not a witness: {' '.join(map(str, arguments))}: {result}")


# The checks: each takes the command line and reads the file itself.


def clique(*arguments):
    result = certified(*arguments)
    edges = {frozenset(map(int, line[1:])) for line in lines(arguments[-1]) if line[0] == "e"}
    pairs = itertools.combinations(result["witness"], 2)
    size = arguments[1] if arguments[0] == "kclique" else result["size"]
    is_witness(
        len(result["witness"]) == size and all(len(set(p)) == 2 and frozenset(p) in edges for p in pairs),
        arguments,
        result,
    )
    expect(result["witness"] == result["clique"], f"{arguments}: {result}")
    return size


def knapsack(path, *options):
    result = certified("knapsack", path, *options)
    (capacity,), _, *items = [list(map(int, line)) for line in lines(path)]
    chosen = [items[number - 1] for number in result["witness"] if 1 <= number <= len(items)]
    good = len(chosen) == len(set(result["witness"])) == len(result["witness"])
    good = good and sum(w for _, w in chosen) <= capacity and sum(p for p, _ in chosen) == result["profit"]
    is_witness(good, (path, *options), result)
    return result


def radians(coordinate):
    degrees = math.trunc(coordinate)
    return 3.141592 * (degrees + 5 * (coordinate - degrees) / 3) / 180


def geographical(a, b):
    (x, y), (u, v) = [tuple(map(radians, city)) for city in (a, b)]
    q1, q2, q3 = math.cos(y - v), math.cos(x - u), math.cos(x + u)
    return int(6378.388 * math.acos(((1 + q1) * q2 - (1 - q1) * q3) / 2) + 1)


DISTANCES = {
    "EUC_2D": lambda a, b: int(math.dist(a, b) + 0.5),
    "CEIL_2D": lambda a, b: math.ceil(math.dist(a, b)),
    "ATT": lambda a, b: math.ceil(math.sqrt(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) / 10)),
    "GEO": geographical,
}


def distances(path):
    """The distances of a TSPLIB file by pair of cities, which count from 1."""
    words, distance_of = [" ".join(line) for line in lines(path)], {}
    field = {k.strip(): v.strip() for k, v in (line.split(":", 1) for line in words if ":" in line)}
    cities = range(1, int(field["DIMENSION"]) + 1)
    starts = [i for i, line in enumerate(words) if line.rstrip(": ") in ("NODE_COORD_SECTION", "EDGE_WEIGHT_SECTION")]
    numbers = []
    for word in " ".join(words[starts[0] + 1:]).split():
        if word[0].isalpha():
            break
        numbers.append(float(word))
    if field["EDGE_WEIGHT_TYPE"] != "EXPLICIT":
        coordinates = {int(numbers[i]): tuple(numbers[i + 1:i + 3]) for i in range(0, 3 * len(cities), 3)}
        return {
            (a, b): DISTANCES[field["EDGE_WEIGHT_TYPE"]](coordinates[a], coordinates[b])
            for a in cities
            for b in cities
            if a != b
        }
    fits = {"FULL_MATRIX": lambda a, b: True, "UPPER_ROW": lambda a, b: a < b, "LOWER_ROW": lambda a, b: a > b,
            "UPPER_DIAG_ROW": lambda a, b: a <= b, "LOWER_DIAG_ROW": lambda a, b: a >= b}[field["EDGE_WEIGHT_FORMAT"]]
    for (a, b), length in zip([(a, b) for a in cities for b in cities if fits(a, b)], numbers):
        distance_of[a, b] = distance_of[b, a] = int(length)
    return distance_of


def tour(path, *options):
    result = certified("tsp", path, *options)
    apart, present = distances(path), result["witness"]
    good = sorted(present) == sorted({a for a, _ in apart})
    is_witness(
        good and sum(apart[p] for p in zip(present, present[1:] + present[:1])) == result["length"],
        (path, *options),
        result,
    )
    expect(present == result["tour"], f"{path}: {result}")
    return result


def lad(path):
    numbers = iter(int(word) for line in lines(path) for word in line)
    return [{next(numbers) for _ in range(next(numbers))} for _ in range(next(numbers))]


def embedding(pattern, target, *options):
    result = answer("sip", pattern, target, *options, "--certify")["result"]
    if result["witness"] is None:
        expect(result["certified"] is None and not result["found"], f"{pattern} {options}: {result}")
        return False
    small, large, image = lad(pattern), lad(target), dict(result["witness"])
    good = (
        result["certified"] is True
        and sorted(image) == list(range(len(small)))
        and len(set(image.values())) == len(small)
    )
    for a, b in itertools.permutations(image, 2):
        good = good and ((image[b] in large[image[a]]) >= (b in small[a]) if "--induced" not in options
                         else (image[b] in large[image[a]]) == (b in small[a]))
    is_witness(good, (pattern, *options), result)
    expect([image[v] for v in range(len(small))] == result["images"], f"{pattern}: {result}")
    return True


# Files of this test.


def edges_with(order, p):
    return [(a, b) for a in range(1, order + 1) for b in range(1, a) if chance.random() < p]


def dimacs(name, order, edges):
    return file(name, f"c a graph of a test\np edge {order} {len(edges)}\n" + "".join(f"e {a} {b}\n" for a, b in edges))


def lad_file(name, order, edges):
    near = [
        sorted([b - 1 for a, b in edges if a == v] + [a - 1 for a, b in edges if b == v]) for v in range(1, order + 1)
    ]
    return file(name, f"{order}\n" + "".join(f"{len(stream)} {' '.join(map(str, stream))}\n" for stream in near))


@scenario
def cliques():
    chance.seed(1)
    for round_ in range(4):
        path = dimacs(f"{round_}.clq", 40 + 10 * round_, edges_with(40 + 10 * round_, 0.2 + 0.2 * round_))
        for extra_options in (["--workers", 1], ["--workers", 2], ["--places", 2]):
            size = clique("clique", *extra_options, path)
        clique("kclique", size, path)
        clique("kclique", max(1, size - 1), "--coordination", "depth_bounded", path)
        none = answer("kclique", size + 1, path, "--certify")["result"]
        expect(none["witness"] is None and none["certified"] is None and not none["found"], f"none: {none}")
    clique("clique", dimacs("points.clq", 3, []))


@scenario
def knapsacks():
    chance.seed(1)
    for round_ in range(6):
        items = [(chance.randint(0, 500), chance.randint(1, 500)) for _ in range(30)]
        path = file(f"{round_}.kp", f"{chance.randint(100, 4000)}\n0\n" + "".join(f"{p} {w}\n" for p, w in items))
        for extra_options in ([], ["--places", 2], ["--coordination", "budget", "--budget", 50]):
            knapsack(path, *extra_options)
    expect(knapsack(file("nothing.kp", "3\n0\n5 4\n"))["witness"] == [], "nothing fits")


@scenario
def tours():
    chance.seed(1)
    for kind in DISTANCES:
        cities = [(i + 1, round(chance.uniform(-80, 80), 2), round(chance.uniform(-80, 80), 2)) for i in range(10)]
        head = f"NAME: {kind}\nTYPE: TSP\nDIMENSION: 10\nEDGE_WEIGHT_TYPE: {kind}\nNODE_COORD_SECTION\n"
        path = file(f"{kind}.tsp", head
                    + "".join(f"{i} {x} {y}\n" for i, x, y in chance.sample(cities, 10)) + "EOF\n")
        for extra_options in ([], ["--coordination", "automatic"], ["--at-most", 10**8], ["--places", 2]):
            tour(path, *extra_options)
    path = file(
        "matrix.tsp",
        "TYPE: TSP\nDIMENSION: 9\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n"
        + " ".join(str(chance.randint(1, 99)) for _ in range(36))
        + "\nEOF\n",
    )
    tour(path)


@scenario
def embeddings():
    chance.seed(1)
    present = 0
    for round_ in range(12):
        pair = (lad_file("pattern.lad", 6, edges_with(6, 0.6)), lad_file("target.lad", 8, edges_with(8, 0.5)))
        present += embedding(*pair) + embedding(*pair, "--induced") + embedding(*pair, "--places", 2)
    expect(0 < present < 36, f"some patterns are there and some not: {present}")


@scenario
def searches_that_were_stopped():
    """A search that was stopped: its witness holds, and no text calls it the best. Even weights
    never fill the odd capacity, so no bound ends this search."""
    chance.seed(1)
    path = file(
        "large.kp",
        "9001\n0\n" + "".join(f"{w} {w}\n" for w in (2 * chance.randint(1, 500) for _ in range(60))),
    )
    expect(not knapsack(path, "--node-limit", 10000)["complete"], "a knapsack that was stopped")
    done = run("knapsack", path, "--node-limit", 10000, "--certify")
    expect(
        "a choice of" in done.stdout and "best" not in done.stdout and "\ncertified    " in done.stdout,
        f"stopped: {done}",
    )
    path = dimacs("large.clq", 200, edges_with(200, 0.9))
    clique("clique", "--node-limit", 1000, path)
    done = run("clique", path, "--node-limit", 1000, "--certify")
    expect(
        "largest clique found of" in done.stdout
        and "largest clique of" not in done.stdout
        and "\ncertified    " in done.stdout,
        f"stopped: {done}",
    )
    cities = "".join(f"{i + 1} {chance.randint(0, 999)} {chance.randint(0, 999)}\n" for i in range(40))
    path = file("large.tsp", f"TYPE: TSP\nDIMENSION: 40\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n{cities}EOF\n")
    expect(not tour(path, "--coordination", "automatic", "--node-limit", 2000)["complete"], "a tour that was stopped")
    done = run("tsp", path, "--coordination", "automatic", "--node-limit", 2000, "--certify")
    expect(
        "a tour of" in done.stdout and "the shortest" not in done.stdout and "\ncertified    " in done.stdout,
        f"stopped: {done}",
    )


@scenario
def text():
    """The output as text; without the option there is no witness."""
    triangle = dimacs("triangle.clq", 4, [(1, 2), (2, 3), (1, 3), (3, 4)])
    done = run("clique", triangle, "--certify")
    expect(
        "\nwitness      1 2 3\ncertified    all 3 pairs of 3 vertices are edges (file read anew)\n" in done.stdout,
        f"text: {done}",
    )
    done = run("kclique", 4, triangle, "--certify")
    expect("\nwitness      none\ncertified    nothing, because no witness was found\n" in done.stdout, f"text: {done}")
    expect(
        "witness" not in run("clique", triangle).stdout and "witness" not in answer("clique", triangle)["result"],
        "without --certify",
    )
    expect(
        "\nwitness      0->" in run("sip", *[lad_file("k3.lad", 3, [(1, 2), (2, 3), (1, 3)])] * 2, "--certify").stdout,
        "pairs",
    )
    certified("clique", "--graph", "johnson8-2-4")


@scenario
def pipes_and_counts_are_refused():
    refused(
        "--count excludes --certify",
        "sip",
        file("a.lad", "1\n0\n"),
        file("b.lad", "1\n0\n"),
        "--count",
        "--certify",
    )
    triangle = dimacs("triangle.clq", 4, [(1, 2), (2, 3), (1, 3), (3, 4)])
    pipe = subprocess.run(
        f"cat {triangle} | {sys.argv[1]} clique /dev/stdin --certify",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    expect(pipe.returncode == 2 and "expected a file on disk" in pipe.stderr and pipe.stdout == "", f"a pipe: {pipe}")


@scenario
def a_certificate_that_fails():
    """A certificate that fails: while the program searches without end, its file is replaced by one
    without edges."""
    chance.seed(1)
    path = dimacs("replaced.clq", 300, edges_with(300, 0.9))
    with subprocess.Popen(
        [sys.argv[1], "clique", path, "--certify", "--workers", "1"], stdout=subprocess.PIPE, text=True
    ) as process:
        wait_until_busy(process, signal.SIGINT)
        os.replace(dimacs("empty.clq", 300, []), path)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    expect(process.returncode == 1, f"exit code {process.returncode}: {output}")
    expect(
        "\nWRONG        the certificate fails: vertices " in output and "\ncertified    no: vertices " in output,
        output,
    )


@scenario
def published_files():
    """Published files."""
    if not data:
        print("skipped: published instances (SKUA_DATA is not set)")
    for path in shared(
        "clq",
        *(f"{name}.clq" for name in ("MANN_a9", "hamming6-4", "johnson8-2-4", "keller4", "brock200_2", "c-fat200-1")),
    ):
        clique("clique", path)
        clique("kclique", 4, path)
    for path in shared(
        "knapsack",
        *(f"knapPI_{name}_1000_50.kp" for name in ("1_100", "3_50", "11_20", "13_50", "16_200")),
        "knapsackTest1.kp",
    ):
        knapsack(path, "--node-limit", 100000)
    for path in shared("tsp", "burma14.tsp", "gr17.tsp", "ulysses16.tsp"):
        tour(path)
    for path in shared("tsp", *(f"{name}.tsp" for name in ("att48", "bayg29", "berlin52", "gr24", "gr48", "swiss42"))):
        tour(path, "--coordination", "automatic", "--node-limit", 10000)
    patterns = "c5_in_petersen", "c10_hamcycle_petersen", "c6_in_karate", "sub_gnp_8_25_30", "q3_in_q4", "k33_in_k44"
    for name in patterns:
        pair = shared("sip", f"{name}.pattern.lad", f"{name}.target.lad")
        if len(pair) == 2:
            embedding(*pair)
            embedding(*pair, "--induced")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Files of graphs, tours, knapsacks and patterns: what is read, the line about each that is wrong, and
the certificate of --certify, which reads the file anew. The tests of the readers, knapsack_kp_test.cpp
and sip_test.cpp, have the lines about the other two formats."""

import os
import random
import signal
import subprocess
import sys

from support.patterns import PETERSEN, complete, cycle, pair
from support.program import answer, expect, refused, run, run_scenarios, scenario, wait_until_busy
from support.scratch import file, folder

TRIANGLE = "c a triangle and a tail\np edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 3 4\n"
GRAPHS = {
    "plain.clq": TRIANGLE,
    "no-last-newline.clq": TRIANGLE.rstrip("\n"),
    "windows.clq": TRIANGLE.replace("\n", "\r\n"),
    "col.col": TRIANGLE.replace("p edge", "p col"),
    "twice.clq": TRIANGLE + "e 2 1\ne 3 2\n",
    "blank-lines.clq": "\n\n  \n" + TRIANGLE + "\n\n",
    "node-lines.clq": TRIANGLE + "n 1 3\n",
    "both-directions.clq": "p edge 4 8\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 1 3\ne 3 1\ne 3 4\ne 4 3\n",
}


@scenario
def graphs():
    for name, content in GRAPHS.items():
        result = answer("clique", file(name, content))["result"]
        expect(result["size"] == 3 and result["clique"] == [1, 2, 3], f"{name}: {result}")
    expect(answer("clique", file("no-edges.clq", "p edge 3 0\n"))["result"]["size"] == 1, "a graph without edges")
    odd = run("clique", file("odd.clq", "p edge 4 5\ne 1 2\ne 2 3\ne 1 3\ne 3 3\n"))
    for part in "the p line says 5 edges, there are 3", "1 loops ignored":
        expect(odd.returncode == 0 and part in odd.stdout, f"odd but usable: {odd.stdout!r} {odd.stderr!r}")


BAD_GRAPHS = {
    "empty.clq": ("", ":1: expected a line 'p edge VERTICES EDGES', found an empty file"),
    "comments.clq": ("c nothing\n", ":2: expected a line 'p edge VERTICES EDGES', found the end of the file"),
    "no-p.clq": ("c x\ne 1 2\n", ":2: expected a p line before the first edge, found an edge"),
    "two-p.clq": ("p edge 2 1\np edge 2 1\ne 1 2\n", ":2: expected one p line, found a second one"),
    "format.clq": ("p sat 3 3\n", ":1: expected 'edge' after p, found 'sat'"),
    "p-short.clq": ("p edge 3\n", ":1: expected a number of edges, found the end of the line"),
    "zero.clq": ("p edge 0 0\n", ":1: expected a number of vertices from 1 to "),
    "range.clq": ("p edge 3 2\ne 1 2\ne 1 4\n", ":3: expected a vertex from 1 to 3, found '4'"),
    "fraction.clq": ("p edge 3 1\ne 1.5 2\n", ":2: expected a vertex from 1 to 3, found '1.5'"),
    "cut-file.clq": ("p edge 9 20\ne 1 2\ne 1 3\n", ":4: expected 20 edges, found the end of the file after 2"),
    "extra.clq": ("p edge 3 1\ne 1 2 3\n", ":2: expected the end of the line, found '3'"),
    "binary.clq": (bytes(range(256)) * 40, ":1: expected a line that begins with c, p or e, found "),
}


def explicit(kind, numbers, dimension=4):
    return (f"NAME: four\nTYPE: TSP\nCOMMENT: by hand\nDIMENSION: {dimension}\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
            f"EDGE_WEIGHT_FORMAT: {kind}\nEDGE_WEIGHT_SECTION\n{numbers}\nEOF\n")


# Distances 12 3 4 / 5 6 / 7: the tours are 1-2-3-4 (28), 1-2-4-3 (28) and 1-3-2-4 (18).
FORMATS = {
    "FULL_MATRIX": "0 12 3 4 12 0 5 6 3 5 0 7 4 6 7 0",
    "UPPER_ROW": "12 3 4 5 6 7",
    "LOWER_ROW": "12 3 5 4 6 7",
    "UPPER_COL": "12 3 5 4 6 7",
    "LOWER_COL": "12 3 4 5 6 7",
    "UPPER_DIAG_ROW": "0 12 3 4 0 5 6 0 7 0",
    "LOWER_DIAG_ROW": "0 12 0 3 5 0 4 6 7 0",
    "UPPER_DIAG_COL": "0 12 0 3 5 0 4 6 7 0",
    "LOWER_DIAG_COL": "0 12 3 4 0 5 6 0 7 0",
}


SQUARE = ("NAME : square\nTYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : {}\nNODE_COORD_SECTION\n"
          "3 1.5e1 15\n1 0 0\n4 0 15.0\n2 +15 0\nEOF\n")


@scenario
def tours():
    for kind, numbers in FORMATS.items():
        result = answer("tsp", file(f"{kind}.tsp", explicit(kind, numbers.replace(" ", " \t\n"))))["result"]
        expect(result["length"] == 18, f"{kind}: {result}")
    for kind, length in (("EUC_2D", 60), ("CEIL_2D", 60), ("ATT", 20)):
        result = answer("tsp", file("square.tsp", SQUARE.format(kind)))["result"]
        expect(result["length"] == length, f"square {kind}: {result}")
    for text in SQUARE.replace("\n", "\r\n"), SQUARE.replace("EOF\n", ""):
        expect(answer("tsp", file("other.tsp", text.format("EUC_2D")))["result"]["length"] == 60, f"{text!r}")


@scenario
def knapsacks():
    good = "10\n16\n10 5\n6 5\n7 6\n1 11\n"
    for stated in "16", "0":
        result = answer("knapsack", file("good.kp", good.replace("16", stated)))["result"]
        expect(result["profit"] == 16 and result["chosen"] == [1, 2], f"{result}")
    done = run("knapsack", file("wrong.kp", good.replace("16", "17")))
    expect(done.returncode == 1 and "the highest profit is 17, says the file" in done.stdout, f"{done}")
    refused(":3: expected a profit", "knapsack", file("bad.kp", "1\n2\nx 1\n"))


@scenario
def patterns():
    found, none = pair("c5_in_petersen", cycle(5), PETERSEN), pair("c10_hamcycle_petersen", cycle(10), PETERSEN)
    for graphs_given, parts in (
        (found, ("embedding of c5_in_petersen.pattern in c5_in_petersen.target: ", "every pair of images checked")),
        (none, ("no embedding of ", "the known count agrees")),
    ):
        done = run("sip", *graphs_given)
        expect(all(part in done.stdout for part in parts), f"{done}")
    refused(":1: expected a number of vertices", "sip", file("bad.lad", "no\n"), found[1])
    refused("TARGET", "sip", found[0])


POINTS = "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
HEAD = "NAME: bad\nTYPE: TSP\nDIMENSION: 3\n"
WHOLE = "expected a whole distance from 0 to 100000000"


def upper_row(numbers):
    return explicit("UPPER_ROW", numbers)


BAD_TOURS = {
    "empty.tsp": ("", ":1: expected the distances or coordinates of the cities, found the end of the file"),
    "words.tsp": ("hello world\n", ":1: expected KEYWORD : VALUE, or a section, found 'hello world'"),
    "atsp.tsp": ("TYPE: ATSP\n", ":1: expected TYPE TSP, a symmetric problem, found 'ATSP'"),
    "small.tsp": ("DIMENSION: 2\n", ":1: expected from 3 to 64 cities, found '2'"),
    "type.tsp": (HEAD + "EDGE_WEIGHT_TYPE: MAN_2D\n",
                 ":4: expected EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, GEO or EXPLICIT"),
    "no-dimension.tsp": (POINTS, ":2: expected DIMENSION before the first section"),
    "mixed.tsp": (HEAD + "EDGE_WEIGHT_TYPE: EUC_2D\nEDGE_WEIGHT_SECTION\n",
                  ":5: expected EDGE_WEIGHT_TYPE EXPLICIT before"),
    "format.tsp": (explicit("DIAGONAL", "1"), ":7: expected EDGE_WEIGHT_FORMAT FULL_MATRIX, or UPPER_"),
    "short.tsp": (upper_row("1 2 3 4 5"), ":9: expected a whole distance from 0 to 100000000, found 'EOF'"),
    "negative.tsp": (upper_row("1 -2 3 4 5 6"), ":8: " + WHOLE + ", found '-2'"),
    "skew.tsp": (explicit("FULL_MATRIX", "0 1 2 3 9 0 1 2 3 4 0 1 2 3 4 0"),
                 ":8: expected a symmetric matrix, found different distances between cities 1 and 2"),
    "twice.tsp": (HEAD + POINTS + "1 0 0\n1 1 1\n3 2 2\n", ":7: expected each city once"),
    "range.tsp": (HEAD + POINTS + "4 0 0\n", ":6: expected a city from 1 to 3, found '4'"),
    "infinite.tsp": (HEAD + POINTS + "1 0 inf\n", ":6: expected a coordinate, found 'inf'"),
    "apart.tsp": (HEAD + POINTS + "1 0 0\n2 1e9 0\n3 0 1\n", "expected distances up to 100000000"),
    "fixed.tsp": (HEAD + "FIXED_EDGES_SECTION\n1 2\n-1\n", ":4: expected a problem without fixed edges"),
    "binary.tsp": (bytes(range(256)) * 40, ": expected "),
}


@scenario
def wrong_files_are_refused():
    for app, table in (("clique", BAD_GRAPHS), ("tsp", BAD_TOURS)):
        for name, (content, expected) in table.items():
            path = file(name, content)
            line = refused(expected, app, path).stderr
            expect(line.startswith(f"skua {app}: {path}:"), f"{name}: {line}")
    for words in ("clique --graph keller4", "tsp --random 10", "knapsack --instance 1,20,1000,50"):
        app, *options = words.split()
        refused("cannot be opened: No such file or directory", app, os.path.join(folder, "missing"))
        refused("expected a file, found a directory", app, folder)
        refused(options[0], app, file("some", TRIANGLE), *options)


@scenario
def wrong_graphs_are_refused():
    refused("--graph: expected MANN_a9", "clique", "--graph", "MANN_a10")
    for graph in ("random:0,0.5,1", "random:10,2,1", "random:10", "random:1e9,0.5,1", "random:nan,0.5,1",
                  "random:9.5,0.5,1", "hamming6", "hamming61-2", "johnson8-9-2", "keller9", "random:10,0.5,-1", ""):
        refused("--graph: expected ", "clique", "--graph", graph)
    for graph in ("johnson20-10-4", "hamming40-2", "johnson60-30-2"):
        refused("at most 8192 vertices", "clique", "--graph", graph)


# Certificates. certificate_test.cpp refuses each kind of wrong witness.


@scenario
def witnesses_as_text():
    triangle, k3 = file("triangle.clq", TRIANGLE), pair("k3", complete(3), complete(3))
    for words, part in (
        (["clique", triangle],
         "\nwitness      1 2 3\ncertified    all 3 pairs of 3 vertices are edges (file read anew)\n"),
        (["kclique", 4, triangle], "\nwitness      none\ncertified    nothing, because no witness was found\n"),
        (["sip", *k3], "\nwitness      0->"),
    ):
        done = run(*words, "--certify")
        expect(part in done.stdout, f"{done}")
        expect("witness" not in run(*words).stdout, f"{words} without --certify")
    result = answer("clique", triangle, "--certify")["result"]
    expect(result["witness"] == [1, 2, 3] and result["certified"] is True and result["certificate"], f"{result}")


@scenario
def pipes_and_counts_are_refused():
    refused("--count excludes --certify", "sip", *pair("k3", complete(3), complete(3)), "--count", "--certify")
    words = f"cat {file('triangle.clq', TRIANGLE)} | {sys.argv[1]} clique /dev/stdin --certify"
    pipe = subprocess.run(words, shell=True, capture_output=True, text=True, timeout=60, check=False)
    expect(pipe.returncode == 2 and "expected a file on disk" in pipe.stderr and pipe.stdout == "", f"a pipe: {pipe}")


@scenario
def a_certificate_that_fails():
    """While the program searches without end, its file is replaced by one without edges."""
    chance = random.Random(1)
    edges = [f"e {a} {b}\n" for a in range(1, 301) for b in range(1, a) if chance.random() < 0.9]
    path = file("replaced.clq", f"p edge 300 {len(edges)}\n{''.join(edges)}")
    with subprocess.Popen(
        [sys.argv[1], "clique", path, "--certify", "--workers", "1"], stdout=subprocess.PIPE, text=True
    ) as process:
        wait_until_busy(process, signal.SIGINT)
        os.replace(file("empty.clq", "p edge 300 0\n"), path)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    expect(process.returncode == 1, f"exit code {process.returncode}: {output}")
    for part in "\nWRONG        the certificate fails: vertices ", "\ncertified    no: vertices ":
        expect(part in output, output)


run_scenarios()

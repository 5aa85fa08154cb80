# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua clique`: graphs with known answers, by definition and from files, and files that are wrong."""

import os

from support.program import answer, expect, refused, run, run_scenarios, scenario
from support.scratch import file, folder
from support.searches import COORDINATIONS, refuses_bad_search_options

# Name, vertices, edges, size of a largest clique.
GENERATED = [
    ("MANN_a9", 45, 918, 16),
    ("MANN_a27", 378, 70551, 126),
    ("hamming6-2", 64, 1824, 32),
    ("hamming6-4", 64, 704, 4),
    ("hamming8-4", 256, 20864, 16),
    ("hamming8-2", 256, 31616, 128),
    ("johnson8-2-4", 28, 210, 4),
    ("johnson8-4-4", 70, 1855, 14),
    ("keller4", 171, 9435, 11),
]


@scenario
def generated_graphs():
    for name, vertices, edges, size in GENERATED:
        for workers in (1, 2, 3):
            document = answer("clique", "--graph", name, "--compare", "--workers", workers)
            result = document["result"]
            expect(
                (result["vertices"], result["edges"], result["size"]) == (vertices, edges, size),
                f"{name}: {result}",
            )
            expect(len(
                set(result["clique"]),
            ) == size and 1 <= min(result["clique"]) <= max(result["clique"]) <= vertices,
                  f"{name}: {result['clique']}")
            if workers == 1:
                stats = document["stats"]
                # some of these improve the incumbent and have no candidates to colour
                opened = stats["nodes"] - stats["prunes"]
                expect(opened - stats["improvements"] <= stats["sequential_nodes"] <= opened,
                      f"{name}: one worker walks the tree of the sequential program: {stats}")


@scenario
def every_coordination():
    for name, _, _, size in GENERATED[:1] + GENERATED[-2:]:
        for coordination in COORDINATIONS:
            expect(
                answer("clique", "--graph", name, *coordination, "--workers", 2)["result"]["size"] == size,
                f"{name}: {coordination}",
            )


@scenario
def a_search_that_was_stopped():
    stopped = answer("clique", "--graph", "keller5", "--node-limit", 1000)["result"]
    expect(not stopped["complete"] and stopped["size"] <= 27 <= stopped["bound"], f"stopped: {stopped}")


@scenario
def wrong_search_options_are_refused():
    refuses_bad_search_options("clique")


@scenario
def default_and_random_graphs():
    default = answer("clique")
    expect(default["result"]["edges"] == 70551, "MANN_a27 by default")
    random = answer("clique", "--graph", "random:120,0.6,7", "--compare")
    again = answer("clique", "--graph", "random:120,0.6,7")
    expect(random["result"]["edges"] == again["result"]["edges"], "the same random graph each time")
    for graph, size in (("random:50,0,1", 1), ("random:50,1,1", 50), ("random:1,0.5,1", 1)):
        document = answer("clique", "--graph", graph, "--compare")
        expect(document["result"]["size"] == size, graph)


GOOD = "c a triangle and a tail\np edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 3 4\n"


@scenario
def files():
    for name, content in {
        "plain.clq": GOOD,
        "no-last-newline.clq": GOOD.rstrip("\n"),
        "windows.clq": GOOD.replace("\n", "\r\n"),
        "col.col": GOOD.replace("p edge", "p col"),
        "twice.clq": GOOD + "e 2 1\ne 3 2\n",
        "blank-lines.clq": "\n\n  \n" + GOOD.replace("e", "e ", 0) + "\n\n",
        "node-lines.clq": GOOD + "n 1 3\n",
        "both-directions.clq": "p edge 4 8\n" + "".join(
            f"e {a} {b}\ne {b} {a}\n" for a, b in ((1, 2), (2, 3), (1, 3), (3, 4))),
    }.items():
        document = answer("clique", file(name, content), "--compare")
        expect(
            document["result"]["size"] == 3 and document["result"]["clique"] == [1, 2, 3],
            f"{name}: {document['result']}",
        )
    no_edges = answer("clique", file("no-edges.clq", "p edge 3 0\n"))
    expect(no_edges and no_edges["result"]["size"] == 1, "a graph without edges")
    odd = run("clique", file("odd.clq", "p edge 4 5\ne 1 2\ne 2 3\ne 1 3\ne 3 3\n"))
    for part in "the p line says 5 edges, there are 3", "1 loops ignored":
        expect(odd.returncode == 0 and part in odd.stdout, f"odd but usable: {odd.stdout!r} {odd.stderr!r}")


BAD = {
    "empty.clq": ("", ":1: expected a line 'p edge VERTICES EDGES', found an empty file"),
    "comments.clq": ("c nothing\n", ":2: expected a line 'p edge VERTICES EDGES', found the end of the file"),
    "no-p.clq": ("c x\ne 1 2\n", ":2: expected a p line before the first edge, found an edge"),
    "two-p.clq": ("p edge 2 1\np edge 2 1\ne 1 2\n", ":2: expected one p line, found a second one"),
    "format.clq": ("p sat 3 3\n", ":1: expected 'edge' after p, found 'sat'"),
    "p-short.clq": ("p edge 3\n", ":1: expected a number of edges, found the end of the line"),
    "zero.clq": ("p edge 0 0\n", ":1: expected a number of vertices from 1 to "),
    "negative.clq": ("p edge -4 3\n", ":1: expected a number of vertices from 1 to "),
    "huge.clq": ("p edge 99999999999999999999999 3\n", ":1: expected a number of vertices from 1 to "),
    "large.clq": ("p edge 1000000 3\n", "found '1000000'"),
    "range.clq": ("p edge 3 2\ne 1 2\ne 1 4\n", ":3: expected a vertex from 1 to 3, found '4'"),
    "from-zero.clq": ("p edge 3 1\ne 0 2\n", ":2: expected a vertex from 1 to 3, found '0'"),
    "word.clq": ("p edge 3 1\ne one 2\n", ":2: expected a vertex from 1 to 3, found 'one'"),
    "fraction.clq": ("p edge 3 1\ne 1.5 2\n", ":2: expected a vertex from 1 to 3, found '1.5'"),
    "cut-line.clq": ("p edge 3 2\ne 1 2\ne 1", ":3: expected a vertex from 1 to 3, found the end of the line"),
    "cut-file.clq": ("p edge 9 20\ne 1 2\ne 1 3\n", ":4: expected 20 edges, found the end of the file after 2"),
    "extra.clq": ("p edge 3 1\ne 1 2 3\n", ":2: expected the end of the line, found '3'"),
    "binary.clq": (bytes(range(256)) * 40, ":1: expected a line that begins with c, p or e, found "),
    "zeros.clq": (b"\0" * 100000, ":1: expected a line of text, found one of more than 65536 bytes"),
    "elf.clq": (b"\x7fELF\x02\x01\x01" + bytes(57), "expected a line that begins with c, p or e, found '?ELF"),
}


@scenario
def wrong_files_are_refused():
    for name, (content, expected) in BAD.items():
        path = file(name, content)
        refused(expected, "clique", path)
        refused(f"skua clique: {path}:", "clique", path)


@scenario
def wrong_options_are_refused():
    refused("cannot be opened: No such file or directory", "clique", os.path.join(folder, "missing.clq"))
    refused("expected a file, found a directory", "clique", folder)
    refused("--graph: expected MANN_a9", "clique", "--graph", "MANN_a10")
    for graph in ("random:0,0.5,1", "random:10,2,1", "random:10", "random:1e9,0.5,1", "random:nan,0.5,1",
                  "random:9.5,0.5,1",
                  "hamming6", "hamming61-2", "johnson8-9-2", "keller9", "random:10,0.5,-1", ""):
        refused("--graph: expected ", "clique", "--graph", graph)
    for graph in ("johnson20-10-4", "hamming40-2", "johnson60-30-2"):
        refused("at most 8192 vertices", "clique", "--graph", graph)
    refused("--graph", "clique", file("good.clq", GOOD), "--graph", "keller4")


@scenario
def published_files():
    data = os.environ.get("SKUA_DATA")
    if data:
        # The vertices have the same numbers except in MANN_a9. So the searches are equal, and the
        # answers hold for both.
        for name in ("MANN_a9", "hamming6-2", "hamming6-4", "hamming8-4", "johnson8-2-4", "johnson8-4-4", "keller4"):
            path = os.path.join(data, "clq", name + ".clq")
            of_file = answer("clique", path, "--workers", 1)
            of_definition = answer("clique", "--graph", name, "--workers", 1)
            for key in ("vertices", "edges", "size"):
                expect(of_file["result"][key] == of_definition["result"][key], f"{name}: {key} differ")
            if name == "MANN_a9":
                continue
            expect(of_file["stats"]["nodes"] == of_definition["stats"]["nodes"], f"{name}: nodes differ")
            with open(path, encoding="ascii") as lines:
                edges = {frozenset(map(int, line.split()[1:])) for line in lines if line.startswith("e ")}
            clique = of_definition["result"]["clique"]
            expect(
                all(frozenset((a, b)) in edges for a in clique for b in clique if a < b),
                f"{name}: {clique} in {path}",
            )
    else:
        print("skipped: SKUA_DATA not set (generated graphs against published files)")


run_scenarios()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

from planted import PlantedTree

RING = "// Invariants\n//   RING-1  Cells are written first.\n//   RING-2  Then the word.\n"
TABLE = "# Architecture\n\n## Invariants\n\n| label | about | stated in |\n|---|---|---|\n"
ROW = "| RING-1 to RING-2 | a ring | `src/transport/ring.hpp` |\n"
GOOD = {
    "src/transport/ring.hpp": RING,
    "src/transport/ring.cpp": "void put();  // RING-2: last\n",
    "ARCHITECTURE.md": TABLE + ROW,
}


class Labels(PlantedTree):
    check = "labels"

    def plant(self, name, text):
        return {**GOOD, name: text}

    def test_a_tree_in_order(self):
        self.assertIn("2 labels, 3 citations, 1 file names", self.passes(GOOD))

    def test_a_citation_without_a_definition(self):
        self.fails(self.plant("src/transport/ring.cpp", "int x;\nint y;  // see (RING-3)\n"),
                   "src/transport/ring.cpp:2: RING-3 is defined nowhere")
        self.fails(self.plant("docs/rings.md", "A word is last (RINGS-1).\n"), "docs/rings.md:1: RINGS-1 is defined")

    def test_a_definition_may_cite(self):
        self.fails(self.plant("src/transport/ring.hpp", RING + "//   RING-3  As RING-4 says.\n"),
                   "RING-4 is defined nowhere")

    def test_a_wrapped_citation_is_no_definition(self):
        self.passes(self.plant("src/transport/ring.cpp", "// The order of the writes follows from\n// RING-1 alone.\n"))

    def test_two_definitions(self):
        self.fails(self.plant("src/transport/other.hpp", "//   RING-2  Something else.\n"),
                   "src/transport/ring.hpp:3: RING-2 is already defined at src/transport/other.hpp:1")

    def test_one_protocol_in_two_files(self):
        self.fails(self.plant("src/transport/z.hpp", "//   RING-3  More.\n"), "RING is the protocol of")

    def test_a_number_left_out(self):
        self.fails(self.plant("src/transport/ring.hpp", RING + "//   RING-4  More.\n"), "but there is no RING-3")

    def test_labels_in_code_and_names_of_others(self):
        self.passes(self.plant("src/transport/ring.cpp", 'log("RING-9");  // UTF-8, SHA-1 and x86-64\n'))

    def test_a_label_of_the_old_form(self):
        self.fails(self.plant("src/transport/ring.cpp", "int x;  // written last (T1, T2)\n"), "(T1, T2): a label is")

    def test_the_table(self):
        self.fails(self.plant("ARCHITECTURE.md", TABLE), "ARCHITECTURE.md:3: the table has no row for RING")
        self.fails(self.plant("ARCHITECTURE.md", TABLE + ROW.replace("-2", "-3")), "expected RING-1 to RING-2")
        self.fails(self.plant("ARCHITECTURE.md", TABLE + ROW + ROW), "ARCHITECTURE.md:8: RING has a second row")
        self.fails(self.plant("ARCHITECTURE.md", TABLE + ROW.replace("ring.hpp", "ring.cpp")),
                   "RING is stated in src/transport/ring.hpp, not in src/transport/ring.cpp")
        self.fails(self.plant("ARCHITECTURE.md", TABLE + ROW + ROW.replace("RING", "BELL")), "expected no such label")

    def test_labels_of_tests_need_no_row(self):
        self.passes(self.plant("tests/model/views.hpp", "//   VIEW-1  A view only grows.\n"))

    def test_names_of_files(self):
        self.passes(self.plant("src/transport/ring.cpp", "// see ring.hpp, transport/ring.hpp and <vector>\n"))
        self.fails(self.plant("src/transport/ring.cpp", "// see wring.hpp\n"), "ring.cpp:1: there is no file wring.hpp")
        self.fails(self.plant("src/transport/ring.cpp", "// see shm/ring.hpp\n"), "there is no file shm/ring.hpp")
        self.fails(self.plant("docs/rings.md", "See `src/ring.hpp`.\n"), "docs/rings.md:1: there is no file src/ring")
        self.passes(self.plant("docs/rings.md", "```cpp\n// mine.hpp\n```\n\n`apps/NAME/app.cpp`, `*.hpp`\n"))


if __name__ == "__main__":
    unittest.main()

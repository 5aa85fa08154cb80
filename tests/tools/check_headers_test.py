# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

from planted import PlantedTree

GOOD = {
    "include/skua/skua.hpp": "#pragma once\n#include <type_traits>\n#include <skua/run.hpp>\n",
    "include/skua/run.hpp": (
        "#pragma once\n#include <cstddef>\nnamespace skua { inline std::size_t f() { return 1; } }\n"
    ),
    "src/base/a.hpp": "#pragma once\n#include <skua/run.hpp>\n",
}


class Headers(PlantedTree):
    check = "headers"
    options = ("--no-cost",)

    def test_a_tree_in_order(self):
        self.assertIn("3 headers", self.passes(GOOD))

    def test_a_header_that_needs_another_before_it(self):
        self.fails({**GOOD, "include/skua/run.hpp": "#pragma once\ninline std::size_t f() { return 1; }\n"},
                   "include/skua/run.hpp:1: does not compile alone", "src/base/a.hpp:1: does not compile alone")

    def test_a_header_that_may_be_included_once_only(self):
        self.fails({**GOOD, "src/base/a.hpp": "struct a {};\n"}, "src/base/a.hpp:1: does not compile alone")

    def test_a_public_header_finds_no_private_one(self):
        self.fails({**GOOD, "include/skua/run.hpp": '#pragma once\n#include "base/a.hpp"\n'}, "include/skua/run.hpp:1:")

    def test_a_header_that_its_source_includes_first(self):
        files = {**GOOD, "src/base/a.hpp": "struct a {};\n", "src/base/a.cpp": '#include "base/a.hpp"\n'}
        self.assertIn("2 headers, 1 left to the preset debug", self.passes(files))
        files["src/base/a.cpp"] = "#include <cstddef>\n" + files["src/base/a.cpp"]
        self.fails(files, "src/base/a.hpp:1: does not compile alone")

    def test_a_macro_of_another_library(self):
        self.fails({**GOOD, "include/skua/run.hpp": GOOD["include/skua/run.hpp"] + "struct s { int slots; };\n"},
                   "include/skua/run.hpp:1: does not compile alone")

    def test_all_public_headers(self):
        config = "#pragma once\n#include <algorithm>\n"
        refusal = '#if __cplusplus < 202002L\n#error "Skua needs C++20: compile with -std=c++20 or newer"\n#endif\n'
        use = "inline int f(int x, int y) { return (std::min)(x, y); }\n"
        first = "include/skua/detail/base/config.hpp"
        files = {first: config + refusal + use, "include/skua/skua.hpp": "#include <skua/detail/base/config.hpp>\n"}
        self.passes(files)
        self.fails({**files, first: config + use}, "include/skua/skua.hpp:1: C++17 is refused at length")
        self.fails({**files, first: files[first].replace("(std::min)", "std::min")},
                   "the public headers do not compile together, -D_GLIBCXX_ASSERTIONS",
                   "the public headers do not compile together, -D_GLIBCXX_DEBUG")

    def test_a_warning(self):
        self.fails({**GOOD, "include/skua/run.hpp": "#pragma once\ninline long f(long x) { return (long)x; }\n"},
                   "include/skua/run.hpp:1: does not compile alone")


class Cost(PlantedTree):
    check = "headers"

    def test_cheap_headers(self):
        self.assertIn("its 2 standard headers", self.passes(GOOD))

    def test_an_expensive_header(self):
        steps = "".join(f"template <int N> struct s{i} {{ static constexpr int v = s{i}<N - 1>::v + 1; }};\n"
                        f"template <> struct s{i}<0> {{ static constexpr int v = 0; }};\n"
                        f"static_assert(s{i}<800>::v == 800);\n" for i in range(30))
        self.fails({**GOOD, "include/skua/run.hpp": GOOD["include/skua/run.hpp"] + steps},
                   "times its standard headers to compile, at most 1.4")


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

from planted import LICENCE, PlantedTree


class Names(PlantedTree):
    check = "names"
    options = ("--strict",)

    def finds(self, line, *names):
        """The names that are found in a file with this line; there is no other code."""
        self.options = ()
        out = self.passes({"src/base/a.cpp": LICENCE + line + "\n"})
        self.assertEqual([part.split("`")[1] for part in out.splitlines() if "is no noun" in part], list(names), line)

    def test_variables(self):
        self.finds("int what = 0;", "what")
        self.finds("auto const& of = at_.of;", "of")
        self.finds("std::vector<int> all;", "all")
        self.finds("std::map<int, std::vector<int>> const made{x};", "made")
        self.finds("core const of(in);", "of")
        self.finds("long sent = 0, seen;", "sent", "seen")
        self.finds("auto const [known, count] = f();", "known")
        self.finds("for (int left = 3; left > 0; --left) f();", "left")
        self.finds("for (auto const& each : items) f(each);", "each")
        self.finds("if (auto const found = m.find(k); found != m.end()) f();", "found")
        self.finds("struct s { int how_; char mine[4]; };", "how_", "mine")

    def test_parameters(self):
        self.finds("void f(int what, char const* how);", "what", "how")
        self.finds("void f(int from, int to, bytes& out, reader& in, int at);")
        self.finds("bool operator==(T const& other) const;")
        self.finds("g([&](auto const& who) { return 1; });", "who")

    def test_what_is_no_declaration(self):
        self.finds("int x = count; f(what); return made; x = all * of; a && found; x < found;")
        self.finds("auto at(int p) -> int; auto to(int p) { return p; } auto of() noexcept;")
        self.finds("auto made(x);", "made")
        self.finds("estimate of(int place); bool left() const; auto x = s.of(3);")
        self.finds("enum class k { none, all, other };")
        self.finds("config c{.what = 3, .how = 4};")
        self.finds('char const* s = "int what = 3;";  // int what = 3;')
        self.finds("#define what int")

    def test_pairs(self):
        self.finds("node* left; node* right;")
        self.finds("struct edge { int from; int to; };")
        self.finds("int left = 0;", "left")

    def test_limit(self):
        plain = "int x;\n" * 1000
        self.passes({"src/base/a.cpp": LICENCE + plain})
        self.passes({"src/base/a.cpp": LICENCE + plain + "int what;\n"})
        self.fails({"src/base/a.cpp": LICENCE + plain + "int what;\n" * 2}, "src/base/a.cpp:1003: `what` is no noun",
                   "names that are no nouns per 1,000 lines of code, at most 1")

    def test_public_names(self):
        self.options = ()
        line = LICENCE + "struct far_statistics { long asked; };\n"
        self.assertNotIn("`asked`", self.passes({"include/skua/stats.hpp": line}))
        self.assertIn("`asked`", self.passes({"src/base/a.cpp": line}))


if __name__ == "__main__":
    unittest.main()

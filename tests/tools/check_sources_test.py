# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

from planted import PlantedTree

HEADER = """namespace skua::sched {
class gate {
 public:
  void open();
};
void close_all(int n) noexcept;
}
"""


class Sources(PlantedTree):
    check = "sources"

    def tree(self, **sources):
        return {"src/sched/gate.hpp": HEADER, **{f"src/sched/{name}.cpp": text for name, text in sources.items()}}

    def test_the_source_of_that_name(self):
        self.passes(self.tree(gate="void gate::open() {\n}\nvoid close_all(int n) noexcept {\n}\n"))

    def test_a_part_of_a_large_class(self):
        self.passes(self.tree(gate_slow="void gate::open() {\n}\n"))

    def test_a_member_elsewhere(self):
        self.fails(self.tree(wall="void gate::open() {\n}\n"), "src/sched/wall.cpp:1: defines gate::open of")

    def test_a_function_elsewhere(self):
        self.fails(self.tree(wall="void close_all(int n) noexcept {\n}\n"), "defines close_all of src/sched/gate.hpp")

    def test_a_helper_of_the_same_name_is_no_definition(self):
        self.passes(self.tree(wall="namespace {\nvoid close_all(int n) noexcept {\n}\n}\n"))

    def test_text_that_follows_the_locale(self):
        for body in ('std::printf("%5.2f\\n", 1.5);', "double const x = std::strtod(text, nullptr);"):
            self.fails(self.tree(gate=f"void gate::open() {{\n  {body}\n}}\n"), "follows the locale")
        self.passes(self.tree(gate='void gate::open() {\n  std::printf("%d %% of %s\\n", 1, "x");\n}\n'))

    def test_the_list_may_only_become_shorter(self):
        files = self.tree(wall="void close_all(int n) noexcept {\n}\n")
        files["tools/split_headers.txt"] = "1 src/sched/wall.cpp src/sched/gate.hpp\n"
        self.assertIn("1 exceptions with 1 functions", self.passes(files))
        files["tools/split_headers.txt"] = "2 src/sched/wall.cpp src/sched/gate.hpp\n"
        self.fails(files, "has 1 now: lower the number")


if __name__ == "__main__":
    unittest.main()

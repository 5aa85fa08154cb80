# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import subprocess
import sys
import unittest

from planted import TOOLS, PlantedTree

HEADER = """#pragma once
#include <cstddef>
namespace skua {
namespace sched {
void hidden();
}  // namespace sched
/// A comment that names nothing: class ghost {};
template <class T, class Op = sched::op<T>>
class [[nodiscard]] box : public sched::base<T> {
 public:
  using value_type = T;
  explicit box(T x = T{}) : x_(x) {}
  box& operator+=(T const& x) { x_ += x; return *this; }
  [[nodiscard]] T get() const noexcept { return x_; }
  template <class F>
    requires requires(F const& f) { f(1); }
  void each(F&& f) const;

 private:
  void secret();
  T x_{};
};
template <>
struct wire::codec<box<int>> {
  static int encode(int x);
};
enum class color { red, green = 2 };
struct options {
  int workers = 0;
  friend bool operator==(options const&, options const&) = default;
};
template <class F>
  requires(sizeof(F) > 1 && std::is_object_v<F>)
auto start(F&& f) -> decltype(f());
inline constexpr options usual{};
template <class T>
concept small = sizeof(T) < 8;
}  // namespace skua
"""
PAGE = """# Reference

## Box

`box<T>` has `value_type`, `get()`, `each(f)`.

## Others

`color`: `red`, `green`. `options` has `workers`. `start(f)`, `usual`, `small`.
"""
FILES = {"include/skua/box.hpp": HEADER, "docs/reference.md": PAGE}


class Reference(PlantedTree):
    check = "reference"

    def test_a_complete_page(self):
        self.assertIn("12 public names", self.passes(FILES))

    def test_each_kind_of_name(self):
        for name, line in (("box::value_type", 11), ("box::get", 14), ("box::each", 15), ("color::green", 27),
                           ("options::workers", 29), ("start", 32), ("usual", 35), ("small", 36)):
            word = name.split("::")[-1]
            self.fails({**FILES, "docs/reference.md": PAGE.replace(word, "removed")},
                       f"include/skua/box.hpp:{line}: docs/reference.md does not mention {name}")

    def test_a_name_outside_code_counts_not(self):
        self.fails({**FILES, "docs/reference.md": PAGE.replace("`usual`", "usual")}, "does not mention usual")

    def test_a_member_in_another_section_counts_not(self):
        moved = PAGE.replace(", `get()`", "") + "`get()`\n"
        self.fails({**FILES, "docs/reference.md": moved}, "does not mention box::get")

    def test_of_the_collective_operations_only_what_the_umbrella_header_includes(self):
        operation = "#pragma once\nnamespace skua::collective {\nvoid barrier_in(int);\nvoid barrier();\n}\n"
        files = {**FILES, "include/skua/collective/barrier.hpp": operation}
        self.passes(files)
        files["include/skua/collective.hpp"] = "#pragma once\n#include <skua/collective/barrier.hpp>\n"
        self.fails(files, "include/skua/collective/barrier.hpp:4: docs/reference.md does not mention barrier")

    def test_members_that_a_list_declares(self):
        lists = "#pragma once\n#define SKUA_FRUITS(EACH) \\\n  EACH(apple) /* red */ \\\n  EACH(pear)\n"
        bowl = "#pragma once\nnamespace skua {\nstruct bowl {\n  SKUA_FRUITS(SKUA_COUNT)\n  int size = 0;\n};\n}\n"
        page = PAGE + "`bowl` has `apple`, `pear` and `size`.\n"
        files = {**FILES, "include/skua/detail/lists.hpp": lists, "include/skua/bowl.hpp": bowl}
        self.assertIn("16 public names", self.passes({**files, "docs/reference.md": page}))
        for name in ("apple", "pear", "size"):
            self.fails({**files, "docs/reference.md": page.replace(f"`{name}`", "")}, f"does not mention bowl::{name}")

    def test_no_page(self):
        self.fails({"include/skua/box.hpp": HEADER}, "does not mention box")

    def test_this_tree(self):
        command = [sys.executable, str(TOOLS / "check_reference.py")]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()

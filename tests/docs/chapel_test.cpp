// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section Chapel of docs/coming_from.md.
#include <stdexcept>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(chapel, cobegin) {
  at_one_place([] {
    auto const f = [] { return 40; };
    auto const g = [] { return 2; };
    auto const [x, y] = skua::invoke(f, g);
    EXPECT_EQ(x + y, 42);
  });
}

TEST(chapel, on) {
  at_two_places([] {
    int const p = 1;
    std::string const x = "tern";
    auto const f = [](std::string const& s) { return s + std::to_string(skua::here()); };
    EXPECT_EQ(skua::at(p, f, x), "tern1");
  });
}

TEST(chapel, reduce) {
  at_two_places([] {
    std::size_t const n = 101;
    skua::shared_array<long> a(n);
    skua::sum<long> s;
    auto const fill = [](std::size_t i, long& x) { x = static_cast<long>(i); };
    auto const f = [s](std::size_t, long x) { s += x; };
    skua::finish([&] { skua::for_async(a, fill); });
    skua::finish([&] { skua::for_async(a, f); });
    EXPECT_EQ(s.get(), 5050);
  });
}

TEST(chapel, atomic_variable) {
  at_two_places([] {
    skua::shared_var<long> const a(40);
    long const x = 2;
    EXPECT_EQ(a.atomic().fetch_add(x), 40);
    EXPECT_EQ(a.get(), 42);
  });
}

TEST(chapel, block_dist) {
  at_two_places([] {
    using T = int;
    std::size_t const n = 10;
    skua::shared_array<T> a(n);
    skua::shared_array<T> b(n, 1);
    EXPECT_EQ(a.place_of(1), 0);
    EXPECT_EQ(b.place_of(1), 1);
  });
}

TEST(chapel, element) {
  at_two_places([] {
    std::size_t const i = 0;
    std::size_t const j = 9;
    skua::shared_array<int> a(10);
    a[j] = 42;
    a[i] = a[j];
    EXPECT_EQ(a[i].get(), 42);
  });
}

}  // namespace

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section UPC++ of docs/coming_from.md.
#include <array>
#include <cstddef>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(upcpp, rpc) {
  at_two_places([] {
    int const p = 1;
    std::string const x = "tern";
    auto const f = [](std::string const& s) { return s.size(); };
    EXPECT_EQ(skua::async(skua::on(p), f, x).get(), 4u);
  });
}

TEST(upcpp, rpc_ff) {
  static std::atomic<int> total;
  total = 0;
  at_two_places([] {
    int const p = 1;
    int const x = 42;
    auto const f = [](int n) { total += n; };
    skua::post(skua::on(p), f, x);
  });
  EXPECT_EQ(total, 42);
}

TEST(upcpp, when_all) {
  at_one_place([] {
    auto a = skua::async([] { return 40; });
    auto b = skua::async([] { return 2; });
    auto [x, y] = skua::when_all(std::move(a), std::move(b)).get();
    EXPECT_EQ(x.get() + y.get(), 42);
  });
}

TEST(upcpp, new_array) {
  at_two_places([] {
    using T = int;
    int const p = 1;
    std::size_t const n = 3;
    skua::global_ptr<T> g = skua::allocate<T>(p, n);
    g[2] = 42;
    EXPECT_EQ(g[2].get(), 42);
    skua::deallocate(g);
  });
}

TEST(upcpp, rput) {
  at_two_places([] {
    auto const owner = skua::allocate_unique<int>(1);
    auto const g = owner.get();
    int const x = 42;
    skua::put(g, x).get();
    EXPECT_EQ(skua::get(g).get(), 42);
  });
}

TEST(upcpp, as_rpc) {
  at_two_places([] {
    int const p = 1;
    int const x = 42;
    auto const owner = skua::allocate_unique<int>(p);
    auto const g = owner.get();
    auto const f = [g] { EXPECT_EQ(*g.local(), 42); };
    skua::finish([&] {
      auto const done = skua::put(g, x);
      skua::spawn(skua::after(done), skua::on(p), f);
    });
  });
}

TEST(upcpp, rput_strided) {
  at_two_places([] {
    using T = int;
    std::array<T, 4> values{1, 2, 3, 4};
    auto const owner = skua::allocate_unique<T>(1, 16);
    T* const p = values.data();
    auto const g = owner.get();
    std::array<std::size_t, 2> const extents{2, 2};
    std::array<std::ptrdiff_t, 2> const strides{2, 1};
    std::array<std::ptrdiff_t, 2> const wide{4, 1};
    skua::copy(skua::section<T>(p, extents, strides), skua::section<T>(g, extents, wide)).get();
    EXPECT_EQ(owner[5].get(), 4);
  });
}

TEST(upcpp, atomic_domain) {
  at_two_places([] {
    using T = std::int64_t;
    skua::shared_var<T> const counter(40, 1);
    auto const g = counter.pointer();
    T const x = 2;
    EXPECT_EQ(skua::global_atomic<T>(g).fetch_add(x), 40);
    EXPECT_EQ(counter.get(), 42);
  });
}

TEST(upcpp, dist_object) {
  at_two_places([] {
    using T = std::string;
    int const p = 1;
    T const x = "tern";
    skua::place_local<T> d(x);
    EXPECT_EQ(skua::at(p, [d] { return *d; }), "tern");
  });
}

TEST(upcpp, barrier) {
  at_two_places([] {
    skua::run_spmd([] {
      skua::collective::barrier();
      skua::collective::async_barrier().get();
    });
  });
}

TEST(upcpp, reduce_all) {
  at_two_places([] {
    skua::run_spmd([] {
      int const x = skua::here() + 1;
      int const root = 1;
      auto const op = std::plus<>();
      EXPECT_EQ(skua::collective::async_allreduce(x, op).get(), 3);
      EXPECT_EQ(skua::collective::async_broadcast(x, root).get(), 2);
    });
  });
}

TEST(upcpp, split) {
  at_two_places([] {
    auto const colour = [](int p) { return p % 2; };
    EXPECT_EQ(skua::place_set::all().split(colour).size(), 1);
    EXPECT_EQ(skua::place_set::host().size(), 2);
  });
}

class serialized_pair {
 public:
  serialized_pair() = default;
  serialized_pair(int first, std::string second) : a(first), b(std::move(second)) {}
  std::size_t size() const { return b.size() + static_cast<std::size_t>(a); }

  template <class A>
  void serialize(A& archive) {
    archive(a, b);
  }

 private:
  int a = 0;
  std::string b;
};

TEST(upcpp, serialized_fields) {
  at_two_places([] {
    serialized_pair const x(38, "tern");
    EXPECT_EQ(skua::at(1, [](serialized_pair const& s) { return s.size(); }, x), 42u);
  });
}

}  // namespace

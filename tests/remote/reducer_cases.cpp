// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reducers of every kind over places: exact results.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(ready_made_reducers) {
  skua::sum<long> sum;
  skua::sum<double> reals;
  skua::min<int> smallest;
  skua::max<double> largest;
  skua::count count;
  skua::min<int> never_used;
  skua::max<int> used_nowhere_else;
  used_nowhere_else += 4;
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      for (int i = 0; i < 20; ++i) {
        skua::spawn(skua::on(p), [=] {
          int const x = 20 * skua::here() + i;
          sum += x;
          reals += 0.5;
          smallest += 1000 - x;
          largest += x;
          ++count;
        });
      }
    }
  });
  int const n = 20 * skua::places();
  SAME(sum.get(), static_cast<long>(n) * (n - 1) / 2);
  SAME(reals.get(), n / 2.0);
  SAME(smallest.get(), 1000 - (n - 1));
  SAME(largest.get(), n - 1.0);
  SAME(count.get(), static_cast<std::uint64_t>(n));
  SAME(never_used.get(), std::numeric_limits<int>::max());
  SAME(used_nowhere_else.get(), 4);
}

/// An operation with state and an explicit identity: the largest value below a limit.
struct largest_below {
  long limit;
  long operator()(long a, long b) const { return std::max(a < limit ? a : -1, b < limit ? b : -1); }
};
/// An operation in place, on a container.
struct set_union {
  static std::set<int> identity() { return {}; }
  void operator()(std::set<int>& total, std::set<int> const& x) const { total.insert(x.begin(), x.end()); }
};
/// An identity that is not zero.
struct product {
  static double identity() { return 1; }
  double operator()(double a, double b) const { return a * b; }
};
struct longest {
  std::string operator()(std::string const& a, std::string const& b) const {
    return a.size() != b.size() ? (a.size() > b.size() ? a : b) : std::max(a, b);
  }
};

PLACE_CASE(reducers_with_operations_of_users) {
  skua::reducer<long, largest_below> below(-1, largest_below{57});
  skua::reducer<std::set<int>, set_union> members;
  skua::reducer<double, product> doubled;
  skua::reducer<std::string, longest> text("");
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      for (int i = 0; i < 20; ++i) {
        skua::spawn(skua::any.from(p), [=] {
          below += 20 * p + i;
          members += std::set<int>{20 * p + i, 1000};
          text += std::string(static_cast<std::size_t>(20 * p + i), 'z');
        });
      }
      skua::spawn(skua::on(p), [doubled] { doubled += 2; });
    }
  });
  int const n = 20 * skua::places();
  SAME(below.get(), std::min(56L, n - 1L));
  SAME(members.get().size(), static_cast<std::size_t>(n) + 1);
  SAME(doubled.get(), static_cast<double>(1 << skua::places()));
  SAME(text.get().size(), static_cast<std::size_t>(n) - 1);
}

PLACE_CASE(local_parts_and_reset) {
  skua::sum<long> sum;
  for (int k = 0; k < 5; ++k) {
    skua::finish([&] {
      for (int p = 0; p < skua::places(); ++p) {
        skua::spawn(skua::on(p), [sum] {
          sum += 3;
          SAME(sum.local(), 3);
        });
      }
    });
    SAME(sum.get(), 3L * skua::places());
    SAME(sum.local(), 3);
    sum.reset();
    SAME(sum.get(), 0);
  }
}

PLACE_CASE(reducers_merged_by_posts) {
  // A post belongs to no scope: its updates are visible once it has reported its end.
  skua::sum<long> sum;
  place_counters done(0);
  for (int p = 0; p < skua::places(); ++p) {
    skua::post(skua::on(p), [sum, done] {
      sum += 1;
      skua::finish([sum] { skua::spawn(skua::on(next_place(skua::here())), [sum] { sum += 10; }); });
      done->add(1);
    });
  }
  for (int p = 0; p < skua::places(); ++p)
    CHECK(skua::at(p, [done] { return comes_true([&] { return done->get() == 1; }); }));
  CHECK(comes_true([&] { return sum.peek() == 11L * skua::places(); }));
}

}  // namespace

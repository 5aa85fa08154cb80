// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reducers of every kind over places: exact results.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

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

PLACE_CASE(best_keeps_the_payload) {
  struct solution {
    int place;
    std::vector<int> path;
    bool operator<(solution const& o) const { return place < o.place; }
    bool operator==(solution const&) const = default;
  };
  skua::best_min<long, solution> best;
  skua::best_max<int, std::string> empty;
  skua::best_max<int, std::string> tie;
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [best, tie] {
        for (int i = 0; i < 10; ++i) best.offer(100 - skua::here() - i, {skua::here(), {skua::here(), i}});
        tie.offer(7, "place " + std::to_string(skua::here()));
      });
    }
  });
  auto const best_found = best.get();
  CHECK(best_found.has_value());
  if (best_found) {
    SAME(best_found->value, 91L - last_place());
    CHECK((best_found->payload == solution{last_place(), {last_place(), 9}}));
  }
  CHECK(!empty.get().has_value());
  SAME(tie.get()->payload, "place 0");
}

PLACE_CASE(vector_sums) {
  skua::vector_sum<long> v(1000);
  skua::vector_sum<double> w(3);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      for (int k = 0; k < 5; ++k) {
        skua::spawn(skua::any.from(p), [v, w] {
          for (int i = 0; i < 1000; ++i) v[static_cast<std::size_t>(i)] += i;
          std::vector<double> const one(3, 1.5);
          w += one;
        });
      }
    }
  });
  std::vector<long> const sums = v.get();
  for (int i = 0; i < 1000; ++i) SAME(sums[static_cast<std::size_t>(i)], 5L * skua::places() * i);
  for (double x : w.get()) SAME(x, 7.5 * skua::places());
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

PLACE_CASE(reducers_through_nested_scopes) {
  // Tasks at other places open scopes whose tasks run at other places again and update the
  // reducers. The body reads them only after the outer scope.
  skua::sum<long> sum;
  skua::reducer<long, largest_below> below(-1, largest_below{1'000'000});
  struct nest {
    static void step(int depth, skua::sum<long> s, skua::reducer<long, largest_below> b) {
      s += 1;
      b += 10 * depth + skua::here();
      if (depth == 0) return;
      skua::finish([=] {
        for (int q = 0; q < skua::places(); ++q) skua::spawn(skua::on(q), &nest::step, depth - 1, s, b);
      });
    }
  };
  skua::finish([&] { skua::spawn(skua::on(last_place()), &nest::step, 3, sum, below); });
  long const n = skua::places();
  SAME(sum.get(), 1 + n + n * n + n * n * n);
  SAME(below.get(), 30L + last_place());
}

PLACE_CASE(reducers_of_other_places) {
  // Each place creates reducers; tasks of all places update all of them.
  place_counters done(0);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [done] {
        for (int k = 0; k < fewer(30, 6); ++k) {
          skua::sum<long> tasks;
          skua::vector_sum<int> row(10);
          skua::reducer<long, largest_below> below(-1, largest_below{100 + k});
          skua::finish([&] {
            for (int q = 0; q < skua::places(); ++q) {
              skua::spawn(skua::on(q), [=] {
                tasks += 1;
                row[static_cast<std::size_t>(k % 10)] += 2;
                below += skua::here();
                below += 500;
              });
            }
          });
          SAME(tasks.get(), skua::places());
          SAME(row.get()[static_cast<std::size_t>(k % 10)], 2 * skua::places());
          SAME(below.get(), last_place());
        }
        done->add(1);
      });
    }
  });
  SAME(total_of(done), skua::places());
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

PLACE_CASE(reducers_in_cancelled_and_failing_scopes) {
  for (int k = 0; k < fewer(20, 5); ++k) {
    skua::sum<long> sum;
    place_counters ran(0);
    skua::finish_result const r = skua::finish([&] {
      for (int i = 0; i < 50; ++i) {
        skua::spawn(skua::on(i % skua::places()), [sum, ran, i] {
          sum += 1;
          ran->add(1);
          if (i == 25) skua::cancel();
        });
      }
    });
    CHECK(r.cancelled());
    SAME(sum.get(), total_of(ran));
    CHECK(throws<std::range_error>(
        [&] {
          skua::finish([&] {
            for (int p = 0; p < skua::places(); ++p) {
              skua::spawn(skua::on(p), [sum, ran, p] {
                sum += 1;
                ran->add(1);
                if (p == last_place()) throw std::range_error("out");
              });
            }
          });
        },
        "out"));
    SAME(sum.get(), total_of(ran));
  }
}

}  // namespace

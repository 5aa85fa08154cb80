// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The algorithms over shared arrays: exceptions, cancellation, the early stop of searches, calls
// beside one another, and functions that travel.
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

#include <skua/algorithm/shared_array.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(shared_algorithm_exception_of_another_place) {
  constexpr std::size_t n = 400;
  for (std::size_t const block : {0, 1}) {
    skua::finish([block] {
      skua::shared_array<int> const a(n, block);
      skua::for_each(a, [](std::size_t i, int& x) { x = static_cast<int>(i); });
      constexpr int fatal = static_cast<int>(n) - 1;
      auto const check = [](int x) {
        if (x == fatal) throw std::runtime_error("the last element");
        return x;
      };
      auto const fails = [](auto const& call) { CHECK(throws<std::runtime_error>(call, "the last element")); };
      fails([&] { skua::for_each(a, check); });
      fails([&] { skua::transform_reduce(a, 0, std::plus<>(), check); });
      fails([&] { static_cast<void>(skua::find_if(a, [check](int x) { return check(x) < 0; })); });
      fails([&] { skua::inclusive_scan(a, a, [check](int x, int y) { return std::max(check(x), check(y)); }); });
      // The runtime is as before.
      skua::fill(a, 1);
      SAME(skua::reduce(a), static_cast<int>(n));
    });
  }
}

PLACE_CASE(shared_algorithm_exception_of_every_place) {
  // One of them is thrown, not task_errors.
  skua::shared_array<int> const a(1000);
  for (int k = 0; k < fewer(20, 5); ++k) {
    CHECK(throws<std::out_of_range>([&] { skua::for_each(a, [](int&) { throw std::out_of_range("each"); }); }, "each"));
  }
}

PLACE_CASE(shared_algorithm_last_combination_belongs_to_the_call) {
  // The caller combines one element with the start value. Only the scope of the call is cancelled.
  skua::finish([] {
    skua::shared_array<int> const a(1);
    skua::fill(a, 1);
    auto const sum = [](int x, int y) {
      skua::cancel();
      return x + y;
    };
    CHECK(throws<skua::cancelled_error>([&] { skua::reduce(a, 0, sum); }, ""));
    CHECK(throws<skua::cancelled_error>([&] { skua::reduce(skua::fixed_order, a, 0, sum); }, ""));
    CHECK(!skua::cancelled());
  });
}

PLACE_CASE(shared_algorithm_exception_of_a_comparison) {
  constexpr std::size_t n = 9000;
  skua::shared_array<int> const a(n);
  for (int k = 0; k < 3; ++k) {
    skua::for_each(a, [](std::size_t i, int& x) { x = static_cast<int>(i * 7919 % n); });
    CHECK(throws<std::runtime_error>(
        [&] {
          skua::sort(a, [](int x, int y) {
            if (x == 4711 || y == 4711) throw std::runtime_error("the unlucky number");
            return x < y;
          });
        },
        "the unlucky number"));
    skua::for_each(a, [](std::size_t i, int& x) { x = static_cast<int>(i * 7919 % n); });
    skua::sort(a);
    for (std::size_t i = 0; i < n; ++i) SAME(a[i].get(), static_cast<int>(i));
  }
}

PLACE_CASE(shared_algorithm_cancelled_from_outside) {
  skua::shared_array<int> const a(50 * static_cast<std::size_t>(skua::places()));
  place_counters const started(0);
  bool ended_normally = false;
  bool was_cancelled = false;
  auto const ending = skua::finish([&] {
    skua::scope const scope = skua::this_scope();
    skua::spawn([&, scope] {
      CHECK(comes_true([started] { return counter_at(last_place(), started) > 0; }));
      scope.cancel();
    });
    try {
      skua::for_each(a, [started](int&) {
        started->add(1);
        if (!comes_true([] { return skua::cancelled(); })) failed("not cancelled");
      });
      ended_normally = true;
    } catch (skua::cancelled_error const&) {
      was_cancelled = true;
    }
  });
  CHECK(ending.cancelled());
  CHECK(was_cancelled && !ended_normally);
}

PLACE_CASE(shared_algorithm_cancelled_by_an_element) {
  skua::shared_array<int> const a(500);
  std::size_t const last = a.size() - 1;
  CHECK(throws<skua::cancelled_error>([&] {
    skua::for_each(a, [last](std::size_t i, int&) {
      if (i == last) skua::cancel();
    });
  }));
  CHECK(throws<skua::cancelled_error>([&] {
    static_cast<void>(skua::find_if(a, [](int) {
      skua::cancel();
      return false;
    }));
  }));
  SAME(skua::reduce(a), 0);
}

/// Keeps its worker busy, without a call that could run other tasks.
void work(double seconds) {
  if (skua::sim::active()) return;
  double const end = skua::sim::now() + seconds;
  while (skua::sim::now() < end) {
  }
}

PLACE_CASE(shared_algorithm_searches_stop_early) {
  // The match is the first element of one place. A test of all other elements would take 20 seconds
  // at each place.
  std::size_t const part = skua::sim::active() ? 20'000 : 400'000;
  std::size_t const n = part * static_cast<std::size_t>(skua::places());
  skua::shared_array<int> const a(n);
  for (bool const any : {true, false}) {
    std::size_t const match = any ? n - part : 0;  // find_if tests all elements in front of a match
    place_counters const calls(0);
    a[match] = 1;
    auto const pred = [calls](int x) {
      calls->add(1);
      if (x == 1) return true;
      work(50e-6);
      return false;
    };
    if (any) {
      CHECK(skua::any_of(a, pred));
    } else {
      SAME(skua::find_if(a, pred), match);
    }
    a[match] = 0;
    // A simulated place continues until it calls the library.
    if (skua::sim::active()) continue;
    for (int p = 0; p < skua::places(); ++p) CHECK(counter_at(p, calls) < static_cast<long>(part));
  }
}

PLACE_CASE(shared_algorithm_calls_beside_one_another) {
  // From every place, over the same arrays, in any order.
  skua::shared_array<long> const a(2000);
  skua::shared_array<long> const b(2000, 3);
  skua::for_each(a, [](std::size_t i, long& x) { x = static_cast<long>(i); });
  skua::transform(a, b, std::identity());
  skua::finish([a, b] {
    for (int p = 0; p < skua::places(); ++p) {
      for (int k = 0; k < fewer(10, 4); ++k) {
        skua::spawn(skua::on(p), [a] { SAME(skua::reduce(a), 1'999'000L); });
        skua::spawn(skua::on(p), [a, b] { SAME(skua::transform_reduce(a, b, 0L), 2'664'667'000L); });
        skua::spawn(skua::on(p), [a, b] {
          SAME(skua::find(a, 1234L), std::size_t{1234});
          SAME(skua::max_element(b), std::size_t{1999});
        });
        skua::spawn(skua::on(p), [a] {
          skua::shared_array<long> const own(2000);
          skua::transform(a, own, [](long x) { return -x; });
          skua::sort(own);
          SAME(own[0].get(), -1999L);
        });
      }
    }
  });
}

PLACE_CASE(shared_algorithm_elements_may_wait_and_nest) {
  skua::shared_array<long> const a(40);
  skua::shared_array<long> const b(300, 1);
  skua::fill(b, 2);
  skua::for_each(a, [b](std::size_t i, long& x) {
    long const one = skua::at(next_place(skua::here()), [] { return 1L; });
    x = skua::reduce(b, one) + static_cast<long>(i);
  });
  for (std::size_t i = 0; i < a.size(); ++i) SAME(a[i].get(), 601L + static_cast<long>(i));
}

PLACE_CASE(shared_algorithm_tasks_of_elements_have_ended) {
  place_counters const ended(0);
  skua::shared_array<int> const a(100);
  skua::for_each(a, [ended](int&) {
    skua::spawn(skua::on(next_place(skua::here())), [ended] {
      skua::yield();
      ended->add(1);
    });
  });
  SAME(total_of(ended), 100L);
}

/// A function that is not trivially copyable.
struct prefixed {
  std::string prefix;
  std::size_t operator()(int x) const { return (prefix + std::to_string(x)).size(); }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(prefix);
  }
};
int doubled(int x) { return 2 * x; }

PLACE_CASE(shared_algorithm_functions_travel) {
  skua::shared_array<int> const a(1000);
  skua::fill(a, 25);
  SAME(skua::transform_reduce(a, std::size_t{0}, std::plus<>(), prefixed{"a prefix of a few words"}), 25'000u);
  SAME(skua::transform_reduce(a, 0, std::plus<>(), &doubled), 50'000);
  skua::sum<long> total;
  skua::for_each(a, [total](int x) { total += x; });
  SAME(total.get(), 25'000L);
}

}  // namespace

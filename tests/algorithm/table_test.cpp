// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver of the table of algorithms: the results that std gives, and all calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <sstream>

#include <skua/skua.hpp>

#include "algorithm/table_rows.hpp"
#include "support/sanitizers.hpp"

namespace algorithm_table {
namespace {

struct tripped : std::exception {};
std::atomic<long> steps_left{0};
std::optional<skua::scope> scope_to_cancel;  // empty: the step throws

}  // namespace

void count_step() {
  if (steps_left.fetch_sub(1, std::memory_order_relaxed) != 1) return;
  if (!scope_to_cancel) throw tripped();
  scope_to_cancel->cancel();
}
void run_guarded(result& to, void (*body)(void*), void* context) {
  try {
    is_armed = true;
    body(context);
  } catch (skua::cancelled_error const&) {
    to.ending = result::was_cancelled;
  } catch (std::exception const&) {
    to.ending = result::threw;
  }
  is_armed = false;
}
std::vector<cell>& all_cells() {
  static std::vector<cell> cells;
  return cells;
}

namespace {

using test_support::fewer;

/// An element of the range that std works on.
int (*fold)(int) = nullptr;
struct folded {
  explicit folded(int c) : code(fold(c)) {}
  int code;
};
int code_of(folded x) { return x.code; }
struct expected_column : column<folded> {
  using output = expected_column;
};
template <class... Row>
struct expectations {
  static result of(std::string const& algorithm, inputs const& input) {
    result expected;
    static_cast<void>(
        ((algorithm == Row::name && (expected = run_cell<expected_column, Row, true>(input), true)) || ...));
    return expected;
  }
};

void normalise(cell const& c, result& r) {
  if (c.contents == cell::any_order) std::sort(r.contents.begin(), r.contents.end());
  if (c.contents == cell::head_only && !r.notes.empty())
    r.contents.resize(std::min(r.contents.size(), static_cast<std::size_t>(r.notes.front())));
}
std::string shown(auto const& list) {
  std::ostringstream text;
  for (std::size_t k = 0; k < std::min<std::size_t>(list.size(), 60); ++k) text << list[k] << ' ';
  return text.str();
}

/// Calls a cell, and compares what it leaves. An event happens at the step of that number, if any.
void check(cell const& c, inputs input, long event_step = std::numeric_limits<long>::max()) {
  if (testing::Test::HasFailure()) return;  // one is enough
  fold = c.fold;
  for (codes* list : {&input.a, &input.b}) {
    for (int& code : *list) code = c.fold(code);
    if (c.needs_order) std::sort(list->begin(), list->end());
  }
  auto const describe = [&] {
    return std::string(c.algorithm) + " of " + c.range + ", input " + shown(input.a) + "and " + shown(input.b) +
           "pick " + std::to_string(input.pick) + ", event at step " + std::to_string(event_step) + '\n';
  };
  steps_left = event_step;
  result r = c.run(input);
  bool const has_event = steps_left <= 0;
  EXPECT_EQ(owner::living + item<false>::living, 0) << describe();
  if (r.ending == result::returned) {
    EXPECT_TRUE(!has_event || scope_to_cancel) << "the exception is lost: " << describe();
    result expected = all_rows<expectations>::of(c.algorithm, input);
    if (!c.can_write) expected.contents = input.a;
    normalise(c, expected);
    normalise(c, r);
    EXPECT_EQ(r.notes, expected.notes) << describe();
    EXPECT_TRUE(r.contents == expected.contents) << shown(r.contents) << "is left by " << describe();
    EXPECT_TRUE(r.output == expected.output) << shown(r.output) << "is written by " << describe();
  } else {
    EXPECT_TRUE(has_event && (r.ending == result::threw) == !scope_to_cancel) << describe();
    if (!c.keeps_elements || r.contents.empty()) return;
    std::sort(r.contents.begin(), r.contents.end());
    std::sort(input.a.begin(), input.a.end());
    EXPECT_TRUE(r.contents == input.a) << "elements are lost: " << describe();
  }
}

template <class Keys>
inputs make_inputs(std::size_t n, std::size_t pick, Keys const& key) {
  inputs input;
  input.pick = pick;
  for (std::size_t k = 0; k < n; ++k) {
    input.a.push_back(key() * one + static_cast<int>(k));
    input.b.push_back(key() * one + one / 2 + static_cast<int>(k));
  }
  return input;
}
inputs random_inputs(std::mt19937& random, std::size_t n) {
  int const keys = random() % 2 == 0 ? 4 : 4000;
  return make_inputs(n, random() % (n + 1), [&] { return static_cast<int>(random() % static_cast<unsigned>(keys)); });
}

/// Every word over two letters of up to 12 elements, and over four of up to 5.
TEST(algorithm_table, all_small_inputs) {
  skua::runtime(skua::options{.workers = 1}).run([] {
    for (auto const& [bits, longest] : {std::pair{1U, fewer(12, 6)}, std::pair{2U, fewer(5, 3)}}) {
      for (unsigned n = 0; n <= static_cast<unsigned>(longest); ++n) {
        for (unsigned word = 0; word < 1U << bits * n; ++word) {
          unsigned calls = 0;
          inputs const input = make_inputs(n, (word * 7 + 3) % (n + 1), [&, bits = bits] {
            unsigned const letters = calls % 2 == 0 ? word : 5 * word + 3;  // of the first input, and of the second
            return static_cast<int>(letters >> bits * (calls++ / 2) & ((1U << bits) - 1));
          });
          for (cell const& c : all_cells()) check(c, input);
        }
      }
    }
  });
}

class algorithm_table_by_workers : public testing::TestWithParam<int> {
 protected:
  template <class Body>
  void run(Body const& body) {
    skua::runtime(skua::options{.workers = GetParam()}).run([&] { body(); });
    scope_to_cancel.reset();
  }
  std::mt19937 random_{static_cast<unsigned>(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(workers, algorithm_table_by_workers, testing::Values(1, 2, 3, 8),
                         testing::PrintToStringParamName());

/// Few elements are divided in a scope that counts its tasks, as in a simulation.
TEST_P(algorithm_table_by_workers, random_inputs) {
  run([&] {
    for (int k = 0; k < fewer(12, 3); ++k) {
      inputs const input = random_inputs(random_, random_() % 300);
      for (cell const& c : all_cells()) skua::finish(skua::counted, [&] { check(c, input); });
    }
    std::vector<std::size_t> sizes{5000};
    if (GetParam() == 3) sizes.push_back(static_cast<std::size_t>(fewer(100'000, 10'000)));
    for (std::size_t const n : sizes) {
      inputs const input = random_inputs(random_, n);
      for (cell const& c : all_cells()) check(c, input);
    }
  });
}

/// An exception, or a cancellation of the scope around the call, at any step.
TEST_P(algorithm_table_by_workers, exceptions_and_cancellations) {
  run([&] {
    auto const check_ends = [](cell const& c, inputs const& input, long number) {
      scope_to_cancel.reset();
      check(c, input, number);
      skua::finish([&](skua::scope outer) {
        scope_to_cancel = outer;
        check(c, input, number);
      });
      scope_to_cancel.reset();
    };
    for (cell const& c : all_cells()) {
      inputs const few = random_inputs(random_, 6);
      for (long number = 1; number < fewer(20, 6); ++number) {
        skua::finish(skua::counted, [&] { check_ends(c, few, number); });
      }
      inputs const many = random_inputs(random_, 2000);
      for (long const number : {1L, 1000L, 9000L}) check_ends(c, many, number + static_cast<long>(random_() % 1000));
    }
  });
}

/// The rest of the work is not done: far fewer steps than without the cancellation.
TEST_P(algorithm_table_by_workers, a_cancelled_call_ends_soon) {
  run([&] {
    inputs const input = random_inputs(random_, 20'000);
    for (cell const& c : all_cells()) {
      std::string const name = c.algorithm;
      if (std::string(c.range) != "a strided view with hostile iterators") continue;
      skua::finish([&](skua::scope outer) {
        scope_to_cancel = outer;
        check(c, input, 50);
      });
      scope_to_cancel.reset();
      // a task of stable_sort sorts 1,024 elements before it looks; a fixed order has longer parts
      bool const has_long_parts = name == "stable_sort" || name.ends_with("fixed");
      EXPECT_LT(has_long_parts ? 0 : -steps_left, 5000) << name;
    }
  });
}

/// All algorithms over the arrays of three places.
TEST(algorithm_table, random_inputs_over_three_places) {
  skua::runtime({.workers = 2, .places = 3, .transport = "inproc"}).run([] {
    std::mt19937 random(1);
    for (int k = 0; k < fewer(40, 10); ++k) {
      inputs const input = random_inputs(random, k % 10 == 9 ? 20'000 : random() % 40);
      for (cell const& c : all_cells())
        if (std::string(c.range) == "a shared array") check(c, input);
    }
  });
}

}  // namespace
}  // namespace algorithm_table

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases for any number of places, over any transport: bodies of runs, which inproc_test.cpp runs in
// one process and tests/multi in several. A case keeps to the model: what travels is copied,
// per-place data is place_local.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iosfwd>
#include <source_location>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <skua/skua.hpp>

namespace place_test {

struct test_case {
  char const* name;
  void (*body)();
};
/// All that are linked, in no order.
std::vector<test_case>& all_cases();
struct registered_case {
  registered_case(char const* name, void (*body)()) { all_cases().push_back({name, body}); }
};

/// Prints what failed, where, at which place; place 0 hears of it before the run ends.
void failed(std::string const& what, std::source_location where = std::source_location::current());
/// Failures that this process has heard of since the last call.
int take_failures();

#if defined(SKUA_TSAN) || defined(SKUA_ASAN)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
/// n, or less under the slower tools.
constexpr int fewer(int n, int under_sanitizers) { return sanitized ? under_sanitizers : n; }

template <class T>
std::string shown(T const& x) {
  if constexpr (requires(std::ostream& to) { to << x; }) {
    std::ostringstream text;
    text << x;
    return text.str();
  } else {
    return "(value)";
  }
}

template <class A, class B>
void same(A const& got, B const& wanted, char const* text,
          std::source_location where = std::source_location::current()) {
  if (!(got == wanted)) failed(std::string(text) + " is " + shown(got) + ", not " + shown(wanted), where);
}

/// What a std::exception says.
std::string text_of(std::exception_ptr const& e);

/// Whether f throws an E whose text contains `text`.
template <class E, class F>
bool throws(F const& f, std::string const& text = "") {
  try {
    f();
  } catch (E const& e) {
    if constexpr (requires { e.what(); }) {
      if (std::string(e.what()).find(text) == std::string::npos) {
        failed("the text is: " + std::string(e.what()));
        return false;
      }
    }
    return true;
  } catch (...) {
    failed("another exception: " + text_of(std::current_exception()));
  }
  return false;
}

/// In a task: lets others run until the condition holds; false if it does not within twenty
/// seconds.
template <class Condition>
bool comes_true(Condition const& holds) {
  double const until = skua::sim::now() + 20;  // seconds, simulated ones at simulated places
  while (!holds()) {
    if (skua::sim::now() > until) return false;
    skua::yield();
  }
  return true;
}

/// The place after p.
inline int next_place(int p) { return (p + 1) % skua::places(); }
inline int last_place() { return skua::places() - 1; }

/// A number at each place that tasks there change.
class tally {
 public:
  explicit tally(long n) : n_(n) {}
  tally(tally const& other) : n_(other.get()) {}
  tally& operator=(tally const&) = delete;
  void add(long x) { __atomic_fetch_add(&n_, x, __ATOMIC_ACQ_REL); }
  long get() const { return __atomic_load_n(&n_, __ATOMIC_ACQUIRE); }

 private:
  long n_;
};
using tallies = skua::place_local<tally>;
inline long tally_at(int p, tallies t) {
  return skua::at(p, [t] { return t->get(); });
}
inline long total_of(tallies t) {
  long all = 0;
  for (int p = 0; p < skua::places(); ++p) all += tally_at(p, t);
  return all;
}

/// A tree of 3^depth leaves whose nodes may run anywhere: nodes_of(depth) in all.
void visit_tree(int depth, skua::sum<long> nodes);
constexpr long nodes_of(int depth) { return depth == 0 ? 1 : 1 + 3 * nodes_of(depth - 1); }
/// A tree without end.
void grow_for_ever(skua::sum<long> nodes);

}  // namespace place_test

#define PLACE_CASE(name)                                                           \
  static void case_##name();                                                       \
  static place_test::registered_case const registered_##name{#name, &case_##name}; \
  static void case_##name()
#define CHECK(condition) \
  if (!(condition)) place_test::failed(#condition)
#define SAME(got, wanted) place_test::same(got, wanted, #got)

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases for any number of places, over any transport: bodies of runs. inproc_test.cpp runs them in
// one process, tests/multi in several. A case keeps to the programming model: arguments are copied,
// and data of a place is place_local.
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

#include "support/sanitizers.hpp"

namespace place_test {

struct test_case {
  char const* name;
  void (*body)();
};
/// All cases linked into the program, in no order.
std::vector<test_case>& all_cases();
struct registered_case {
  registered_case(char const* name, void (*body)()) { all_cases().push_back({name, body}); }
};

/// Prints the failure, its source line and its place; place 0 receives it before the run ends.
void failed(std::string const& text, std::source_location where = std::source_location::current());
/// The number of failures reported to this process since the last call.
int take_failures();

using test_support::fewer;
using test_support::sanitized;

template <class T>
std::string shown(T const& x) {
  if constexpr (requires(std::ostream& stream) { stream << x; }) {
    std::ostringstream text;
    text << x;
    return text.str();
  } else {
    return "(value)";
  }
}

template <class A, class B>
void same(A const& actual, B const& expected, char const* text,
          std::source_location where = std::source_location::current()) {
  if (!(actual == expected)) failed(std::string(text) + " is " + shown(actual) + ", not " + shown(expected), where);
}

/// The text of a std::exception.
std::string text_of(std::exception_ptr const& e);

/// Whether f throws an E with a text that contains `text`.
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

/// In a task: yields until the condition holds; false if it does not hold within twenty seconds.
template <class Condition>
bool comes_true(Condition const& holds) {
  double const deadline = skua::sim::now() + 20;  // seconds, simulated ones at simulated places
  while (!holds()) {
    if (skua::sim::now() > deadline) return false;
    skua::yield();
  }
  return true;
}

/// The place after p.
inline int next_place(int p) { return (p + 1) % skua::places(); }
inline int last_place() { return skua::places() - 1; }

/// A counter at each place, which the tasks of that place change.
class place_counter {
 public:
  explicit place_counter(long n) : n_(n) {}
  place_counter(place_counter const& other) : n_(other.get()) {}
  place_counter& operator=(place_counter const&) = delete;
  void add(long x) { __atomic_fetch_add(&n_, x, __ATOMIC_ACQ_REL); }
  long get() const { return __atomic_load_n(&n_, __ATOMIC_ACQUIRE); }

 private:
  long n_;
};
using place_counters = skua::place_local<place_counter>;
inline long counter_at(int p, place_counters t) {
  return skua::at(p, [t] { return t->get(); });
}
inline long total_of(place_counters t) {
  long total = 0;
  for (int p = 0; p < skua::places(); ++p) total += counter_at(p, t);
  return total;
}

/// A tree of 3^depth leaves, and nodes_of(depth) nodes, which may run anywhere.
void visit_tree(int depth, skua::sum<long> nodes);
constexpr long nodes_of(int depth) { return depth == 0 ? 1 : 1 + 3 * nodes_of(depth - 1); }
/// A tree without end.
void grow_for_ever(skua::sum<long> nodes);

}  // namespace place_test

#define PLACE_CASE(name)                                                           \
  static void case_##name();                                                       \
  static place_test::registered_case const registered_##name{#name, &case_##name}; \
  static void case_##name()
/// A case whose body runs at every place.
#define SPMD_CASE(name)                       \
  static void task_of_##name();               \
  PLACE_CASE(name) {                          \
    skua::run_spmd([] { task_of_##name(); }); \
  }                                           \
  static void task_of_##name()
#define CHECK(condition) \
  if (!(condition)) place_test::failed(#condition)
#define SAME(got, expected) place_test::same(got, expected, #got)

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assertions for GoogleTest: what an exploration must show.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <initializer_list>

#include "explore/explore.hpp"

namespace skua::model {

/// The memory orders by their short names; a model test uses this namespace.
namespace orders {
inline constexpr auto relaxed = std::memory_order_relaxed;
inline constexpr auto acquire = std::memory_order_acquire;
inline constexpr auto release = std::memory_order_release;
inline constexpr auto acq_rel = std::memory_order_acq_rel;
inline constexpr auto seq_cst = std::memory_order_seq_cst;
}  // namespace orders

/// No execution within the bounds fails.
inline testing::AssertionResult holds(result const& r) {
  std::printf("[ explored ] %s: %llu executions, %llu steps\n", r.name.c_str(),
              static_cast<unsigned long long>(r.executions), static_cast<unsigned long long>(r.steps));
  return r.holds() ? testing::AssertionSuccess() : testing::AssertionFailure() << r.report();
}

/// Some execution fails, with `text` in its message, and a replay of its decisions ends in the same
/// failure.
template <class Body>
testing::AssertionResult caught(options const& o, Body body, std::string const& text = "") {
  result const r = explore(o, body);
  if (!r.failed()) return testing::AssertionFailure() << "not caught\n" << r.report();
  std::printf("[  caught  ] %s: %s (execution %llu)\n", r.name.c_str(), r.failure.c_str(),
              static_cast<unsigned long long>(r.executions));
  if (r.failure.find(text) == std::string::npos)
    return testing::AssertionFailure() << "caught, but not for \"" << text << "\"\n" << r.report();
  result const replayed = replay(o, body, r.replay);
  if (replayed.failure != r.failure)
    return testing::AssertionFailure() << "the replay ends differently: " << replayed.failure << "\n" << r.report();
  return testing::AssertionSuccess();
}

/// Every mutation called `prefix…` that the headers have asked for so far is in `planted`.
inline testing::AssertionResult all_planted(std::string_view prefix, std::initializer_list<char const*> planted) {
  for (std::string const& name : mutations_met())
    if (name.starts_with(prefix) && std::find(planted.begin(), planted.end(), name) == planted.end())
      return testing::AssertionFailure() << "a mutation that no test plants: " << name;
  return testing::AssertionSuccess();
}

}  // namespace skua::model

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Support for the tests of futures: that of the synchronisers, and the error code that an action
// throws.
#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>
#include <string>

#include "sched/sync_support.hpp"

namespace test {

/// The error code with which an action throws future_error, if it does.
template <class Action>
std::optional<std::future_errc> future_error_of(Action const& action) {
  try {
    action();
  } catch (std::future_error const& e) {
    return static_cast<std::future_errc>(e.code().value());
  }
  return std::nullopt;
}

}  // namespace test

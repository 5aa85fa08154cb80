// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of futures share: a runtime with one, two and three workers, and what an action throws.
#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>
#include <string>

#include <skua/run.hpp>

namespace test {

/// Runs the body as the first task of a fresh runtime, once per number of workers.
template <class Body>
void with_workers(Body const& body) {
  for (int workers = 1; workers <= 3; ++workers) {
    skua::options o;
    o.workers = workers;
    skua::runtime r(o);
    r.run(body);
  }
}

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

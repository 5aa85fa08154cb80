// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the code of docs/coming_from.md runs. tests/tools/coming_from_test.py searches the tests of
// this folder for the code of each row. Rows of several systems with the same code share a test.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <skua/collective.hpp>
#include <skua/skua.hpp>

namespace row_test {

using namespace std::chrono_literals;

/// Runs the body as the first task, at this many places of two workers in this process.
template <class Body>
void run_at(int places, Body const& body) {
  skua::options o;
  o.places = places;
  o.workers = 2;
  if (places > 1) o.transport = "inproc";
  skua::runtime program{o};
  EXPECT_NO_THROW(program.run(body));
}
template <class Body>
void at_one_place(Body const& body) {
  run_at(1, body);
}
template <class Body>
void at_two_places(Body const& body) {
  run_at(2, body);
}

}  // namespace row_test

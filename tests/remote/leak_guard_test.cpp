// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The leak guard of the tests sees each kind of leftover. Exported futures: future_names_test.
#include "support/leak_guard.hpp"

#include <gtest/gtest.h>

#include "core/place.hpp"

#include <skua/detail/core/self.hpp>
#include "core/running.hpp"
#include "remote/cases.hpp"

namespace place_test {
namespace {

/// What the guard finds after a run at one place whose body has called plant(place).
template <class F>
std::string found_after(F&& plant) {
  support::expected_leftovers const left;
  {
    skua::runtime program{skua::options{.workers = 1, .transport = "inproc"}};
    program.run([&] { plant(*skua::sched::place_of(skua::sched::self())); });
  }
  return left.text();
}

TEST(leak_guard, finds_nothing_after_a_clean_run) {
  EXPECT_EQ(found_after([](skua::sched::place&) { skua::finish([] { skua::spawn([] {}); }); }), "");
}

TEST(leak_guard, finds_fibres) {
  EXPECT_EQ(found_after([](skua::sched::place& p) { p.fibres.get(p.worker_table[0].get()); }), "1 fibre");
}

TEST(leak_guard, finds_parkers) {
  EXPECT_EQ(found_after([](skua::sched::place& p) {
              p.parkers.get();
              p.parkers.get();
            }),
            "2 parkers");
}

TEST(leak_guard, finds_handles_of_scopes) {
  EXPECT_EQ(found_after([](skua::sched::place& p) { p.scopes.entries.emplace_back(); }), "1 scope handle");
}

TEST(leak_guard, finds_proxies) {
  support::expected_leftovers const left;
  {
    skua::runtime program{skua::options{.workers = 1, .transport = "inproc"}};
    skua::sched::place* place = nullptr;
    program.run([&place] { place = skua::sched::place_of(skua::sched::self()); });
    place->scopes.proxies[1] = nullptr;  // after the run, whose end looks at them
  }
  EXPECT_EQ(left.text(), "1 proxy frame");
}

}  // namespace
}  // namespace place_test

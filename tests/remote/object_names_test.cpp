// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of objects: a closure that carries one may be sent from any process, whatever lies at the
// object's address in that process.
#include <gtest/gtest.h>

#include <cstdint>

#include <skua/skua.hpp>

#include "remote/cases.hpp"

namespace place_test {
namespace {

using skua::sched::scope_object;

int static_object = 0;

bool may_leave(std::uint64_t word) {
  try {
    skua::remote::require_values_only(skua::remote::caller_place(), &word, sizeof word);
    return true;
  } catch (skua::error const&) {
    return false;
  }
}

TEST(object_names, say_where_and_which) {
  auto* const object = reinterpret_cast<scope_object*>(std::uintptr_t{0x7f6912345678});
  for (int const place : {0, 1, 7, 4095, skua::sched::max_named_places - 1}) {
    std::uint64_t const name = skua::sched::name_at(place, object);
    EXPECT_EQ(skua::sched::home_of_name(name), place);
    EXPECT_EQ(skua::sched::object_named(name), object);
  }
}

// The heap of one process may lie where another has stacks or code.
TEST(object_names, are_not_taken_for_addresses) {
  take_failures();
  skua::runtime program{{.places = 2, .transport = "inproc"}};
  program.run([] {
    int local = 0;
    for (int* const address : {&local, &static_object}) {
      SAME(may_leave(reinterpret_cast<std::uintptr_t>(address)), false);
      for (int const place : {0, 1, skua::sched::max_named_places - 1}) {
        SAME(may_leave(skua::sched::name_at(place, reinterpret_cast<scope_object*>(address))), true);
      }
    }
  });
  EXPECT_EQ(take_failures(), 0);
}

TEST(object_names, a_reset_is_for_the_place_of_the_reducer) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto const reset_remote = [] {
    skua::runtime program{{.places = 2, .transport = "inproc"}};
    program.run([] {
      skua::count c;
      skua::at(1, [c] { c.reset(); });
    });
  };
  EXPECT_DEATH(reset_remote(), "broken contract.*a reducer was reset at a place other than the one where it was made");
}

}  // namespace
}  // namespace place_test

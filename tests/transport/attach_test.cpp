// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place that ends while another one waits for it: only an end before all have met is a fault.
#include "transport/shm/attach.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include <skua/error.hpp>

#include "transport/shm/shm.hpp"

namespace transport_test {
namespace {

using namespace skua::transport;

constexpr std::uint64_t program = 1;  // its identity

std::string nothing() { return {}; }

/// Place 0 waits. Between its look at the others and its look at their processes place 1 comes,
/// meets all that are there, and ends.
std::string error_of_place_0(int places) {
  segment const shared(shm_create(places).get());
  try {
    rendezvous(shared, 0, program, 1'000'000'000, [&] {
      try {
        rendezvous(shared, 1, program, 1, nothing);
      } catch (skua::error const&) {  // it does not wait for the others
      }
      return std::string("place 1 ended with exit code 0");
    });
  } catch (skua::error const& e) {
    return e.what();
  }
  return "no error";
}

TEST(attach, a_place_may_end_when_all_have_met) { EXPECT_EQ(error_of_place_0(2), "no error"); }

TEST(attach, a_place_must_not_end_before) {
  EXPECT_EQ(error_of_place_0(3), "skua: place 1 ended with exit code 0 while starting");
}

}  // namespace
}  // namespace transport_test

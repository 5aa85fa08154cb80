// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workers are bound to processors if the options say so, those of several places to different ones.
#include <gtest/gtest.h>

#include <vector>

#include <skua/skua.hpp>

#include "system/cpus.hpp"
#include "system/topology.hpp"

namespace {

/// The masks of the workers of three places of this process, with one worker each.
std::vector<std::vector<int>> masks_of_places(bool pin) {
  std::vector<std::vector<int>> masks(3);
  skua::runtime program{{.workers = 1, .places = 3, .transport = "inproc", .pin = pin}};
  program.run([&masks] {
    for (int place = 0; place < 3; ++place) {
      skua::post(skua::on(place),
                 [&masks, place] { masks[static_cast<std::size_t>(place)] = skua::system::processors_in_affinity(); });
    }
  });
  return masks;
}

TEST(binding, places_of_a_host_begin_at_different_processors) {
  auto const order =
      skua::system::worker_order(skua::system::read_topology("", skua::system::processors_in_affinity()));
  auto const masks = masks_of_places(true);
  for (std::size_t place = 0; place < 3; ++place)
    EXPECT_EQ(masks[place], std::vector{order[place % order.size()]}) << place;
}

TEST(binding, without_the_option_workers_keep_the_mask) {
  for (auto const& mask : masks_of_places(false)) EXPECT_EQ(mask, skua::system::processors_in_affinity());
}

}  // namespace

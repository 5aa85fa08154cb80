// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What SKUA_SIM says: "places=512,workers=12,seed=7,latency=2us,bandwidth=10GB/s,…".
#pragma once

#include <cstdint>
#include <string>

#include "world/network.hpp"
#include "world/pace.hpp"

namespace skua::world {

struct settings {
  int places = 2;
  int workers = 1;
  std::uint64_t seed = 1;
  network_settings network;
  pace_settings pace;
  bool report = false;  // one line at the end
  double limit = 0;     // seconds of virtual time after which the run is given up; 0: none
};

/// Throws skua::error, which names what is wrong.
settings parse_settings(std::string const& text);

}  // namespace skua::world

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The settings in SKUA_SIM: "places=512,workers=12,seed=7,latency=2us,bandwidth=10GB/s,…".
#pragma once

#include <cstdint>
#include <string>

#include "sim/network.hpp"
#include "sim/shared_lines.hpp"
#include "sim/speed_model.hpp"

namespace skua::sim {

struct settings {
  int places = 2;
  int workers = 1;
  std::uint64_t seed = 1;
  network_settings network;
  speed_settings speed_model;
  sharing_costs sharing;
  bool report = false;     // one line at the end
  std::uint64_t stop = 0;  // the event at which it stops for a debugger; 0: none
  double limit = 0;        // seconds of virtual time after which the program is aborted; 0: none
};

/// Settings that the text leaves out are those of `defaults`. Throws skua::error, which names the
/// invalid setting.
settings parse_settings(std::string const& text, settings const& defaults = {});

}  // namespace skua::sim
